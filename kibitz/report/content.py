"""What a report says of each event and file: how much agrees with ours, and what somebody has to look at."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from contracts.codes import CATALOGUE
from contracts.codes.scoring import METHOD_DETECTED, PERCENTAGE_DIFFERS, PLACE_DIFFERS, TOTAL_DIFFERS
from contracts.codes.validation import MORE_LIKE_IT
from contracts.findings import Finding, Severity
from contracts.standings import Standings
from kibitz.console import SHORT, count_line, named_in
from kibitz.pipeline import LocalEvent, Pipeline
from kibitz.standings_tables import method_words
from services.scoring.domain.event.event_state import Scored
from shared.natural_order import natural

WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}

REPEATED = {Severity.ERROR: 8, Severity.WARNING: 4, Severity.INFO: 4}
"""A finding that is given as often as this is one topic, wherever it applies."""

OF_RESULTS = ("scoring", "validation", "chess")
"""Areas of findings whose notes may follow from an error; those of formats are about how a file is written."""

OF_ROWS = frozenset(code.code for code in (TOTAL_DIFFERS, PERCENTAGE_DIFFERS, PLACE_DIFFERS))
"""Findings about stated values of participants, those that no row of a ranking shows included: awards, game points."""


@dataclass(frozen=True)
class Agreement:
    """How many of the stated values of a kind are as we compute them."""

    what: str
    agree: int
    stated: int

    @property
    def words(self) -> str:
        """How many, in words."""
        agree = "all" if self.agree == self.stated else f"{self.agree} of" if self.agree else "none of the"
        return f"{agree} {self.stated} {self.what}"


@dataclass(frozen=True)
class Topic:
    """What is said of one participant, board or match, the worst first, or often, as one warning or note.

    Attributes:
        title: with names, "Pair 7EW, North Star"; "The file" for what is said of a file or an event as a whole; what a
            repeated warning is about, and how often it is given.
        repeated: whether it is one finding that is given many times.
    """

    title: str
    findings: tuple[Finding, ...]
    repeated: bool = False


@dataclass(frozen=True)
class Section:
    """The report of one event, or of a file that takes part in none.

    Attributes:
        files: names of the files that the findings are about, by digest.
        sentences: what came of each of several files, by digest.
        scored: by which method, and how far play is; "" for a file without an event.
        agreements: for each kind of value that is stated.
    """

    title: str
    files: dict[str, str]
    scored: str
    agreements: tuple[Agreement, ...]
    topics: tuple[Topic, ...]
    notes: tuple[Topic, ...]
    event: str = ""
    sentences: Mapping[str, str] = field(default_factory=dict)

    @property
    def findings(self) -> list[Finding]:
        """Everything that is said, what has to be looked at first."""
        return [finding for topic in (*self.topics, *self.notes) for finding in topic.findings]

    @property
    def errors(self) -> bool:
        """Whether anything is wrong beyond doubt."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def verdict(self) -> str:
        """The outcome in a sentence."""
        things = f"{len(self.topics)} thing{'' if len(self.topics) == 1 else 's'} to look at" if self.topics else ""
        if not self.scored:
            return f"{'Not scored: ' if self.errors else ''}{things or 'Nothing to correct'}."
        *most, last = [one.words for one in self.agreements] or [""]
        counts = f"{', '.join(most)} and {last}" if most else last
        good = counts and all(one.agree == one.stated for one in self.agreements)
        begin = f"{things};" if things else "Correct:" if good else "Nothing to correct:"
        return f"{begin} {counts} agree with ours." if counts else f"{begin} it states nothing to compare with ours."


def sections(pipeline: Pipeline, more: Mapping[str, Sequence[Finding]]) -> list[Section]:
    """The report of all files: the events in the order of the pipeline, then files with something of their own.

    `more` has further findings about an event, by its identity, or about a file, by its digest.
    """
    names = {file.file.sha256: file.path.name for file in pipeline.files}
    found = {identity: pipeline.event_findings(event) for identity, event in pipeline.events.items()}
    homes: dict[str, list[str]] = {digest: [] for digest in names}
    for identity, event in pipeline.events.items():
        found[identity].extend(more.get(identity, ()))
        for digest in digests(event):
            homes.setdefault(digest, []).append(identity)
    for finding in (*(one for digest in names for one in more.get(digest, ())), *pipeline.file_findings()):
        digest = finding.file or ""
        home = homes.get(digest, [])
        found.setdefault(home[0] if len(home) == 1 else digest, []).append(finding)
    of_events = [_of_event(event, found[identity], names) for identity, event in pipeline.events.items()]
    apart = [digest for digest in names if not homes[digest] or digest in found]
    return [*of_events, *(_of_file(digest, names[digest], found.get(digest, [])) for digest in apart)]


def digests(event: LocalEvent) -> list[str]:
    """The files of an event, those that do not count in its standings included."""
    return list(dict.fromkeys(fragment.file.sha256 for fragment in event.state.fragments.values()))


def _of_event(event: LocalEvent, findings: list[Finding], names: dict[str, str]) -> Section:
    scored, _ = event.score()
    standings = scored.standings
    # The method is said above everything else.
    findings = [finding for finding in findings if finding.code != METHOD_DETECTED.code]
    files = {digest: names[digest] for digest in digests(event) if digest in names}
    return Section(
        title=standings.name,
        files=files,
        scored="; ".join(filter(None, (method_words(standings.method), standings.progress.text))),
        agreements=tuple(_agreements(scored, {finding.subject for finding in findings if finding.code in OF_ROWS})),
        topics=topics(findings, _named(standings), to_do=True),
        notes=topics(findings, _named(standings), to_do=False),
        event=standings.event,
        sentences={one: _sentence(event, one, files[one], findings) for one in files} if len(files) > 1 else {},
    )


def _sentence(event: LocalEvent, digest: str, name: str, findings: Sequence[Finding]) -> str:
    """What came of one of several files, and how much is found in it."""
    own = count_line([finding for finding in findings if finding.file == digest])
    verdict = event.verdicts.get(digest)
    fate = f"; it{verdict.text.removeprefix(verdict.name)}" if verdict is not None else ""
    advice = f". {verdict.advice}" if verdict is not None and verdict.advice else ""
    return f"{name}: {own}{fate}{advice}"


def _of_file(digest: str, name: str, findings: list[Finding]) -> Section:
    to_look_at, notes = (topics(findings, {}, to_do=to_do) for to_do in (True, False))
    return Section(name, {digest: name}, "", (), to_look_at, notes)


def _agreements(scored: Scored, differing: set[str | None]) -> Iterator[Agreement]:
    of_rows: dict[str, bool] = {}
    for ranking in scored.standings.rankings:
        for row in ranking.rows:
            if row.agrees is not None:
                agrees = row.agrees and f"{ranking.kind} {row.id}" not in differing
                of_rows[row.id] = of_rows.get(row.id, True) and agrees
    of_lines = [line.agrees for board in scored.boards for line in board.lines if line.agrees is not None]
    of_matches = [match.agrees for match in scored.standings.matches if match.agrees is not None]
    for what, values in (("totals and places", list(of_rows.values())), ("matches", of_matches), ("results", of_lines)):
        if values:
            yield Agreement(what, sum(values), len(values))


def _named(standings: Standings) -> dict[str, str]:
    """Names of participants by the subjects of findings; not by a number that several have."""
    names: dict[str, set[str]] = {}
    for ranking in standings.rankings:
        for row in ranking.rows:
            for number in {row.number, row.id}:
                names.setdefault(f"{ranking.kind} {number}", set()).add(row.name)
    return {subject: next(iter(found)) for subject, found in names.items() if len(found) == 1}


def topics(findings: Iterable[Finding], names: dict[str, str], *, to_do: bool) -> tuple[Topic, ...]:
    """Topics with something to do and all that is said of them; or the others, of which nothing has to be done."""
    every = list(findings)
    counts = Counter((finding.code, finding.severity) for finding in every)
    counted = {finding.subject: finding.computed for finding in every if finding.code == MORE_LIKE_IT.code}
    by_subject: dict[tuple[str, bool], list[Finding]] = {}
    repeated: dict[tuple[str, Severity], list[Finding]] = {}
    for finding in every:
        kind = finding.code, finding.severity
        if counts[kind] >= REPEATED[finding.severity]:
            repeated.setdefault(kind, []).append(finding)
        else:
            apart = finding.severity is Severity.INFO and finding.code.partition(".")[0] not in OF_RESULTS
            by_subject.setdefault((finding.subject or "", apart), []).append(finding)
    made = []
    for (subject, _), about in by_subject.items():
        about.sort(key=lambda finding: WEIGHT[finding.severity])
        made.append((about[0].severity, natural(subject), Topic(_title(subject, names), tuple(about))))
    for (code, severity), about in repeated.items():
        title = f"{CATALOGUE[code].title}, {counted.get(code, len(about))} times"
        made.append((severity, natural(""), Topic(title, tuple(about), repeated=True)))
    chosen = [each for each in made if (each[0] is not Severity.INFO) is to_do]
    chosen.sort(key=lambda each: (WEIGHT[each[0]], each[2].repeated, each[1]))
    return tuple(topic for *_, topic in chosen)


def _title(subject: str, names: dict[str, str]) -> str:
    title = subject[:1].upper() + subject[1:] if subject else "The file"
    name = names.get(subject, "")
    return f"{title}, {name}" if name.lower() not in ("", subject.lower()) else title


def said(finding: Finding) -> str:
    """The message without the subject that it begins with, which is the title above it."""
    subject, message = finding.subject or "", finding.message
    rest = message.removeprefix(subject) if subject else message
    begins = rest != message and rest[:1] in (":", " ") and not rest.startswith(" of ")
    return rest[1:].lstrip() if begins else message


def where(finding: Finding, files: dict[str, str]) -> str:
    """The place in words, with the file where there are several; whoever has the line needs no path through it."""
    name = files.get(finding.file or "") if len(files) > 1 else None
    place = finding.place
    if place is not None and place.line is not None and (place.path or "").startswith("/"):
        place = place.replace(path=None)
    return ", ".join(filter(None, (name, str(place or ""))))


def together(subjects: Iterable[str]) -> str:
    """What some findings are about, each once: "boards 7, 8, game 3"."""
    numbers: dict[str, list[str]] = {}
    for subject in sorted(dict.fromkeys(subjects), key=natural):
        what, _, number = subject.rpartition(" ")
        numbers.setdefault(what, []).append(number)
    return ", ".join(
        f"{what}{'s' if len(of) > 1 else ''} {', '.join(of)}" if what else ", ".join(of) for what, of in numbers.items()
    )


def shown_stated(finding: Finding) -> list[str]:
    """What the file has and what we have, in words, where the message does not name it."""
    pairs = (("the file has", finding.stated), ("we have", finding.computed))
    words = [
        f"{what} {value}"
        for what, value in pairs
        if value and value.strip() and len(value) <= SHORT and not named_in(finding.message, value)
    ]
    return ["; ".join(words)] if words else []
