"""The registry: every subject with its message, stream, writers, readers and what it says; and every question.

A process takes its subjects from here; AsyncAPI, JSON Schemas, NATS permissions and the documentation are made from
here; a test compares the services with it.
"""

from dataclasses import dataclass
from functools import lru_cache

from contracts import messages, questions, subjects
from contracts.base import Contract

PARSERS = ("usebio_parser", "pbn_parser", "acblscore_parser", "trf_parser")


@dataclass(frozen=True)
class Entry:
    """One family of subjects, kept by a stream or not; its filters are names of the tokens behind the name."""

    name: str
    filters: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """The subject with a wildcard for each filter."""
        return ".".join([self.name, *(subjects.ANY for _ in self.filters)])

    @property
    def address(self) -> str:
        """The subject with the name of each filter in braces."""
        return ".".join([self.name, *(f"{{{token}}}" for token in self.filters)])

    def has(self, subject: str) -> bool:
        """Whether a concrete subject or a pattern is of this family."""
        rest = subject.removeprefix(self.name)
        return rest != subject and rest.count(".") == len(self.filters) and (not rest or rest.startswith("."))


@dataclass(frozen=True)
class Subject(Entry):
    """A family of subjects that a stream keeps.

    Attributes:
        message: the class of its messages.
        stream: that keeps them.
        producers, consumers: names of services; "anyone" for programs outside.
        says: one sentence.
        read_by: services that read the newest message when they need it, and are not told of new ones.
    """

    message: type[messages.Message]
    stream: str
    producers: tuple[str, ...]
    consumers: tuple[str, ...]
    says: str
    read_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question(Entry):
    """A question that services answer at once, over request and reply; no stream keeps it.

    Attributes:
        question, answer: the classes of both.
        asked_by: names of services; "anyone" for programs outside.
        answered_by: the service of which one replica answers.
        says: one sentence.
    """

    question: type[Contract]
    answer: type[Contract]
    asked_by: tuple[str, ...]
    answered_by: str
    says: str


SUBJECTS: tuple[Subject, ...] = (
    Subject("intake.file.received.v1", ("format", "file"), messages.FileReceived, "INTAKE",
            ("intake",), ("intake", *PARSERS), "A new file, whose format is recognised.", ("export",)),
    Subject("intake.file.rejected.v1", ("format",), messages.FileRejected, "INTAKE",
            ("intake", *PARSERS), ("intake", "anyone"), "A file was refused, and why."),
    Subject("parser.file.parsed.v1", ("format",), messages.FileParsed, "PARSED",
            ("intake", *PARSERS), ("intake", "anyone"), "A file was read to its end and gave these fragments."),
    Subject("parser.fragment.parsed.v1", ("partition", "event"), messages.FragmentParsed, "PARSED",
            ("intake", *PARSERS), ("validation",), "What one file says about one event, not yet checked."),
    Subject("validation.fragment.accepted.v1", ("partition", "event"), messages.FragmentAccepted, "VALIDATED",
            ("validation", "scoring", "intake"), ("scoring", "intake", "anyone"),
            "A fragment may be scored; its findings come with it. Scoring passes on what a director moved, the intake "
            "repeats what makes good a loss."),
    Subject("validation.fragment.rejected.v1", ("event",), messages.FragmentRejected, "VALIDATED",
            ("validation",), ("intake", "anyone"), "A fragment cannot be scored, and why."),
    Subject("scoring.standings.published.v1", ("event",), messages.StandingsPublished, "SCORED",
            ("scoring",), ("broadcast", "intake", "scoring", "anyone"),
            "The standings of an event to date, whole or as a change of those before: see messaging.md.", ("export",)),
    Subject("scoring.board.scored.v1", ("event", "board"), messages.BoardScored, "SCORED",
            ("scoring",), ("broadcast", "notification", "anyone"), "A traveller was scored again.", ("scoring",)),
    Subject("scoring.round.scored.v1", ("event", "round"), messages.RoundScored, "SCORED",
            ("scoring",), ("broadcast", "notification", "anyone"), "A pairing or a result of a round of chess is new."),
    Subject("scoring.deal.analysed.v1", ("event", "board"), messages.DealAnalysed, "SCORED",
            ("scoring",), ("broadcast", "anyone"), "The cards of a board were analysed double dummy."),
    Subject("scoring.event.merged.v1", ("event",), messages.EventMerged, "MERGED",
            ("scoring",), ("seating", "export", "notification", "anyone"),
            "A whole event, merged from its files and scored, when a round is complete or more than results changed.",
            ("intake",)),
    Subject("scoring.event.folded.v1", ("event",), messages.EventFolded, "MERGED",
            ("scoring",), (), "What an event was folded from, as it counts: scoring goes on from there.", ("scoring",)),
    Subject("scoring.event.described.v1", ("day", "line", "event"), messages.EventDescribed, "MERGED",
            ("scoring",), ("anyone",), "What an event is recognised by, for events that may be the same."),
    Subject("seating.round.assigned.v1", ("event",), messages.RoundAssigned, "SEATED",
            ("seating",), ("broadcast", "export", "notification", "anyone"), "Who sits where next, and by which rule.",
            ("intake",)),
    Subject("notification.table.changed.v1", ("event", "table"), messages.TableChanged, "CHANGES",
            ("notification",), ("notification",), "A table of the feed changed, as the public sees it: for webhooks.",
            ("intake",)),
    Subject("export.file.rendered.v1", ("format", "event"), messages.FileRendered, "RENDERINGS",
            ("export",), ("broadcast", "anyone"), "An event as a file of another format, and what it cannot carry.",
            ("intake",)),
    Subject("dead", ("service",), messages.DeadLetter, "DEAD",
            ("intake", *PARSERS, "validation", "scoring", "seating", "export"), ("intake",),
            "A message could not be processed after its retries."),
)  # fmt: skip


QUESTIONS: tuple[Question, ...] = (
    Question(
        "intake.file.offered.v1",
        ("sender",),
        questions.FileOffered,
        questions.FileTaken,
        ("broadcast", "anyone"),
        "intake",
        "Here is a file: what became of it?",
    ),
    Question(
        "intake.files.asked.v1",
        (),
        questions.FilesAsked,
        questions.FileList,
        ("broadcast",),
        "intake",
        "Which files arrived last, and where each stands.",
    ),
    Question(
        "intake.folders.asked.v1",
        (),
        questions.FoldersAsked,
        questions.FolderList,
        ("broadcast",),
        "intake",
        "How the watched folders are.",
    ),
    Question(
        "intake.status.asked.v1",
        (),
        questions.FileStatusAsked,
        questions.FileStatusAnswered,
        ("broadcast",),
        "intake",
        "Where a file stands, and what was found in it.",
    ),
    Question(
        "scoring.standings.asked.v1",
        ("event",),
        questions.StandingsAsked,
        questions.StandingsAnswered,
        ("broadcast",),
        "scoring",
        "How the standings of an event were at a time, or are after a round.",
    ),
    Question(
        "scoring.explanation.asked.v1",
        ("event",),
        questions.ExplanationAsked,
        questions.ExplanationAnswered,
        ("broadcast",),
        "scoring",
        "Why a participant has its total and its place.",
    ),
    Question(
        "scoring.findings.asked.v1",
        ("event",),
        questions.FindingsAsked,
        questions.FindingsAnswered,
        ("broadcast",),
        "scoring",
        "Everything that is wrong or noteworthy about an event, which its standings have the first of.",
    ),
    Question(
        "scoring.event.asked.v1",
        ("event",),
        questions.EventAsked,
        questions.EventAnswered,
        ("export", "intake"),
        "scoring",
        "A whole event, merged from its files and scored, as it is between the moments at which it is published.",
    ),
    Question(
        "export.file.asked.v1",
        ("event",),
        questions.FileAsked,
        questions.FileAnswered,
        ("broadcast",),
        "export",
        "An event in another format as it is now, or the formats that hold it.",
    ),
    Question(
        "notification.notices.asked.v1",
        ("event",),
        questions.NoticesAsked,
        questions.NoticesAnswered,
        ("broadcast",),
        "notification",
        "Tell this browser, or tell it no more, what is new of a participant.",
    ),
)


def by_name(name: str) -> Subject:
    """The subject family of this name; KeyError when there is none."""
    return {entry.name: entry for entry in SUBJECTS}[name]


def question_by_name(name: str) -> Question:
    """The question of this name; KeyError when there is none."""
    return {question.name: question for question in QUESTIONS}[name]


@lru_cache(maxsize=4096)
def registry_entry(subject: str) -> Subject:
    """The entry of a concrete subject or a pattern; KeyError for none, or a wrong number of filters."""
    for entry in SUBJECTS:
        if entry.has(subject) or subject == f"{entry.name}.{subjects.REST}":
            return entry
    raise KeyError(f"the registry has no subject {subject}")


def question_entry(subject: str) -> Question:
    """The question of a concrete subject; KeyError for none, or a wrong number of filters."""
    for question in QUESTIONS:
        if question.has(subject):
            return question
    raise KeyError(f"the registry has no question {subject}")
