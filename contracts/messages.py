"""The messages on the bus, one class for each subject of the registry; named as events in the past tense.

`identity` is what makes a message the same message when it is published again: it becomes `Nats-Msg-Id`.
"""

from datetime import datetime
from typing import Literal

from pydantic import Field, JsonValue

from contracts.analysis import DealAnalysis
from contracts.base import DECISIONS, Contract, FileRef, Instant, Name, Sha256, Shown, ShownText, Slug
from contracts.changes import EventChange, NamedFile
from contracts.facts import AsOf, Facts, Scope
from contracts.findings import Finding
from contracts.packing import Packed, unpacked
from contracts.seating import RoundAssignment
from contracts.standings import ScoredBoard, ScoredRound, Source, Standings
from contracts.standings_changes.change import StandingsChange


class Message(Contract):
    """A message on the bus."""

    @property
    def identity(self) -> str:
        """The same for the same statement, however often it is published."""
        raise TypeError(f"{type(self).__name__} does not say what identifies it")


class FileReceived(Message):
    """A new file was taken in and its format is recognised.

    Attributes:
        content: the bytes of a small file, compressed (gzip, RFC 1952); a larger one lies in `bucket`, named by its
            digest.
    """

    file: FileRef
    bucket: Name = "FILES"
    content: Packed | None = None

    @property
    def identity(self) -> str:
        """The file's digest and the event that its sender named."""
        return f"received:{self.file.sha256}:{self.file.event or ''}"


class FileRejected(Message):
    """A file was refused before it was stored, or could not be read at all; `findings` say why and where."""

    file: FileRef
    stage: Literal["intake", "parser"] = "intake"
    code: Name
    reason: ShownText
    findings: tuple[Finding, ...] = ()

    @property
    def identity(self) -> str:
        """Digest, stage and code."""
        return f"rejected:{self.file.sha256}:{self.stage}:{self.code}"


class FileParsed(Message):
    """A file was read to its end: which fragments it gave, and what the reader found."""

    file: FileRef
    fragments: tuple[Name, ...]
    events: tuple[Slug, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def identity(self) -> str:
        """The file's digest and the event that its sender named."""
        return f"parsed:{self.file.sha256}:{self.file.event or ''}"


Order = tuple[bool, datetime, datetime, str]
"""Which of two fragments has the last word; digest and number decide where nothing else does."""


class Fragment(Contract):
    """What one file says about one event.

    Attributes:
        id: digest of the file and number of the event in it, "<12 hex digits>.<n>".
        as_of: when it was calculated.
        scope: what it covers, and whether it is the whole of that.
        facts: the statements.
        route: the events that it was passed on from because a director moved its file, that of its own rule first.
        firsts: the first file of each of these; what it was hidden by there, it is hidden by here (ADR 0061).
    """

    id: Name
    event: Slug
    file: FileRef
    ordinal: int = Field(ge=0)
    as_of: AsOf
    scope: Scope = Scope()
    facts: Facts
    route: tuple[Slug, ...] = ()
    firsts: dict[Slug, FileRef] | None = None

    @property
    def origin(self) -> str:
        """The event that it is of by its own rule, wherever a director has moved it."""
        return self.route[0] if self.route else self.event

    @property
    def order(self) -> Order:
        """Greater wins: a director's decision, the moment it was true, the newer file (many state one planned end)."""
        decided = self.file.format == DECISIONS
        return (decided, self.as_of.at, self.file.made_at, f"{self.file.sha256}.{self.ordinal:06d}")


class FragmentParsed(Message):
    """One fragment, read and not yet checked."""

    fragment: Fragment
    findings: tuple[Finding, ...] = ()

    @property
    def identity(self) -> str:
        """The fragment."""
        return f"fragment:{self.fragment.event}:{self.fragment.id}"


class FragmentAccepted(Message):
    """One fragment that may take part in scoring, with everything that was found about it."""

    fragment: Fragment
    findings: tuple[Finding, ...] = ()

    @property
    def identity(self) -> str:
        """The fragment, and where a director moved it the event that it came from, and the first files there."""
        firsts = sorted((self.fragment.firsts or {}).items())
        moved = f":{self.fragment.origin}" if self.fragment.route else ""
        moved += "".join(f":{event}.{file.sha256[:12]}" for event, file in firsts)
        return f"accepted:{self.fragment.event}:{self.fragment.id}{moved}"


class FragmentRejected(Message):
    """One fragment that cannot be scored; its facts are kept in the message it was made from."""

    fragment: Name
    event: Slug
    file: FileRef
    code: Name
    reason: ShownText
    findings: tuple[Finding, ...] = ()

    @property
    def identity(self) -> str:
        """The fragment."""
        return f"refused:{self.event}:{self.fragment}"


class Position(Contract):
    """Where a message stands in its live channel.

    Attributes:
        seq: 1 for the first message of the channel, without gaps; assigned by the one writer of the subject.
        applied: sequence in the stream of accepted fragments of the last one that is included.
    """

    seq: int = Field(ge=1)
    applied: int = Field(ge=0)

    @property
    def identity(self) -> str:
        """Both: the same content is another statement when it is as of another fragment."""
        return f"{self.seq}:{self.applied}"

    @staticmethod
    def seq_in(identity: str) -> int | None:
        """The position in the identity of a message that has one; None where it has none, is a digest, or damaged."""
        kind, *parts = identity.removesuffix(":change").split(":")
        if kind not in ("standings", "board", "round", "deal", "seats") or len(parts) < 4 or not parts[-3].isdecimal():
            return None
        return int(parts[-3])


class LooksLike(Contract):
    """Another event that an event may belong to, or its own event, to which a file may not belong.

    The status of a file has it without `text` and `advice`, which are in those of the verdict.

    Attributes:
        why: "same people" who play the same event; "hands": the one has the hands of what was played in the other;
            "other people" under the numbers of the event.
        text: the same for a director.
        advice: the command to use if it is true, and how to undo that.
        into: which of the two has all files then; None where a file would have to leave its event.
    """

    event: Slug
    why: Literal["same people", "hands", "other people"]
    into: Slug | None = None
    text: ShownText = ""
    advice: ShownText = ""


class FileVerdict(Contract):
    """What came of a file in one event; which of two versions came first decides between "replaced" and "older".

    Attributes:
        verdict: "counts"; "partly", where newer files report other outcomes of some of its results; "replaced" by a
            newer version that came later; "older" than a version that came before it; "held", because it would change
            or take back most of what counts; "retracted" by the director; "moved" by the director to another event.
        by: the version that replaces it, the newest of those that report other outcomes, or the file that a held one
            would change.
        lines: results of the older of the two, if they were compared.
        repeated, altered: how many of them newer ones repeat and change; the others are missing there.
        looks_like: events that the event of a file which counts may belong to.
        text: the same for a director.
        advice: the commands that change it, if any may be wanted.
    """

    fragment: Name
    file: Sha256
    name: Shown
    verdict: Literal["counts", "partly", "replaced", "older", "held", "retracted", "moved"]
    by: NamedFile | None = None
    lines: int | None = None
    repeated: int | None = None
    altered: int | None = None
    looks_like: tuple[LooksLike, ...] = ()
    text: ShownText
    advice: ShownText = ""


class StandingsPublished(Message):
    """The standings of an event to date, whole or as a change of those in the message before.

    Whoever follows an event applies changes by `contracts.standings_changes.tables.follow`, and reads from `base` on
    what has come since the last message that is whole: at most 32 messages.

    Attributes:
        standings: without the rows, matches and boards that `changes` speaks of; everything else is there always.
        changes: None where the standings are whole: the first of a process, after 32 changes, and when a round becomes
            complete or the status is another one.
        digest: SHA-256 of the whole standings; equal standings have equal digests.
        leader: name of who is first in the first ranking that has places.
        cause: fragments that are new since the message before.
        verdicts: those that are new or have changed since the message before.
        change: what is different from the message before.
        looks_like: events that this one may belong to.
        dealt: ids of the boards that changed and whose cards are known.
        calculated_at: when the newest of the files was true, not the clock of a service.
    """

    standings: Standings
    changes: StandingsChange | None = None
    position: Position
    digest: Sha256
    leader: Shown | None = None
    cause: tuple[Name, ...] = ()
    verdicts: tuple[FileVerdict, ...] = ()
    change: EventChange = EventChange()
    looks_like: tuple[LooksLike, ...] = ()
    dealt: tuple[Name, ...] = ()
    reason: Literal["result", "correction", "penalty", "publish"] = "result"
    calculated_at: Instant

    @property
    def identity(self) -> str:
        """Event, position and content: two writers that both took a position have not said the same."""
        own = f"standings:{self.standings.event}:{self.position.identity}:{self.digest[:16]}"
        return own if self.changes is None else f"{own}:change"


class BoardScored(Message):
    """A traveller scored again."""

    board: ScoredBoard
    position: Position
    digest: Sha256
    cause: tuple[Name, ...] = ()

    @property
    def identity(self) -> str:
        """Event, board, position and content, as of standings."""
        return f"board:{self.board.event}:{self.board.id}:{self.position.identity}:{self.digest[:16]}"


class RoundScored(Message):
    """A round of chess, because a pairing or a result of it is new."""

    round: ScoredRound
    position: Position
    digest: Sha256
    cause: tuple[Name, ...] = ()

    @property
    def identity(self) -> str:
        """Event, round, position and content, as of standings."""
        return f"round:{self.round.event}:{self.round.id}:{self.position.identity}:{self.digest[:16]}"


class DealAnalysed(Message):
    """The cards of a board analysed double dummy; later than its traveller, and never for all boards."""

    analysis: DealAnalysis
    position: Position
    digest: Sha256

    @property
    def identity(self) -> str:
        """Event, board, position and content, as of standings."""
        return f"deal:{self.analysis.event}:{self.analysis.id}:{self.position.identity}:{self.digest[:16]}"


class EventMerged(Message):
    """A whole event as merged from its files and scored: what seating and export work from.

    Attributes:
        origins: for each list of `facts`, the number in `sources` of the file that each fact came from.
    """

    event: Slug
    applied: int = Field(ge=0)
    facts: Facts
    origins: dict[str, tuple[int, ...]] = {}
    sources: tuple[Source, ...] = ()
    standings: Standings
    boards: tuple[ScoredBoard, ...] = ()
    findings: tuple[Finding, ...] = ()
    calculated_at: Instant

    @property
    def identity(self) -> str:
        """Event and the last accepted fragment that is included."""
        return f"merged:{self.event}:{self.applied}"


class FoldedFragment(Contract):
    """A fragment of an event, and what came of it.

    Attributes:
        fragment: without its facts, where it was replaced so long ago that nothing asks for them again.
        verdict: None for one that takes no part.
        by: id of the fragment that replaced it or because of which it is held.
        lines, repeated, altered: of the older of the two, as in `FileVerdict`.
    """

    fragment: Fragment
    findings: tuple[Finding, ...] = ()
    verdict: Literal["counts", "replaced", "held"] | None = None
    by: Name | None = None
    lines: int | None = None
    repeated: int = 0
    altered: int = 0


class EventFolded(Message):
    """The fragments of an event, in the order in which they came, so that the event can be folded on from there.

    Attributes:
        applied: sequence in the stream of accepted fragments of the last one that is included.
    """

    event: Slug
    applied: int = Field(ge=1)
    fragments: tuple[FoldedFragment, ...] = Field(min_length=1)

    @property
    def last(self) -> str:
        """The id of the last fragment."""
        return self.fragments[-1].fragment.id

    @property
    def identity(self) -> str:
        """Event and the last accepted fragment that is included."""
        return f"folded:{self.event}:{self.applied}"


class EventDescribed(Message):
    """What an event is recognised by; one that has lost its files, its old day or its old line has nothing else.

    Attributes:
        applied: sequence in the stream of accepted fragments of the last one that is included.
        day: of play, else that of the newest file ("2026-03-07").
        line: the smallest number of a line with an outcome, by which the event is found from any day; "none" where
            people or lines are too few.
        people: a number for each person's name (CRC-32), in rising order.
        lines: numbers for the lines that were played, by people, board and outcome: the smallest of all (CRC-32).
        lines_total: how many lines there are.
        boards: that were played.
        hands: boards of which the cards are known.
        senders: of its files.
    """

    event: Slug
    applied: int = Field(ge=0)
    name: Name = ""
    day: Name
    line: Name = "none"
    people: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    lines_total: int = 0
    boards: tuple[Name, ...] = ()
    hands: tuple[Name, ...] = ()
    senders: tuple[Name, ...] = ()

    @property
    def identity(self) -> str:
        """The event, its day and line, and the last accepted fragment that is included."""
        return f"described:{self.event}:{self.day}:{self.line}:{self.applied}"


class RoundAssigned(Message):
    """Who sits where next."""

    assignment: RoundAssignment
    position: Position
    digest: Sha256

    @property
    def identity(self) -> str:
        """Event, position and content, as of standings."""
        return f"seats:{self.assignment.event}:{self.position.identity}:{self.digest[:16]}"


class TableChanged(Message):
    """A table of the live feed changed, as the public sees it: what webhooks are told.

    Attributes:
        table: "standings", "matches", "games", "boards" or "seats".
        epoch, seq: the position of the feed at which the table is so.
        since: the number of the table that this changes, in the same epoch; None: the rows are the whole table.
        reason: as the feed says it.
        columns: of each row.
        rows: those that are new or different, by id; None where they are too many for a webhook.
        removed: ids of rows that are gone.
        meta: of the table, whole.
    """

    event: Slug
    table: Name
    epoch: Name
    seq: int = Field(ge=0)
    since: int | None = None
    reason: Name | None = None
    columns: tuple[Name, ...] = ()
    rows: dict[str, tuple[JsonValue, ...]] | None = None
    removed: tuple[str, ...] = ()
    meta: dict[str, JsonValue] = {}
    changed_at: Instant

    @property
    def identity(self) -> str:
        """Event, table and position; what a webhook is told twice has it twice."""
        return f"changed:{self.event}:{self.table}:{self.epoch}:{self.seq}"


class LossItem(Contract):
    """Something that the target format cannot say.

    Attributes:
        fields: of facts that do not come back when the file is read ("participants.players.holding"); none where it is
            no loss of facts.
    """

    what: Shown
    count: int = 1
    why: ShownText
    fields: tuple[Shown, ...] = ()


class FileRendered(Message):
    """An event in another format, as it was in one state.

    A file is rendered when somebody asks for it, when a round becomes complete, when there are new seats, and at every
    change after play; one that has not changed since it was announced is not announced again. During play there may be
    a newer state, of which nobody has asked for the file yet.

    Attributes:
        content: the bytes of the file, compressed (gzip, RFC 1952).
        size, sha256: of the file itself.
        assignment: number of the seats that were known, as `RoundAssigned.position` counts them; 0 for none.
        next_round: what the seats that were to be taken are of ("round 5", "start", "next"), None when there were none;
            what the format has no place for is among `losses`.
        losses: what the format could not carry.
        losses_known: whether that was found out; not before somebody has asked for a file of the event in this format,
            or for the list of its files.
    """

    event: Slug
    format: Name
    values: Literal["computed", "stated"] = "computed"
    name: Name
    media_type: Name
    content: Packed
    size: int = Field(ge=0)
    sha256: Sha256
    applied: int = Field(ge=0)
    assignment: int = Field(default=0, ge=0)
    next_round: Name | None = None
    losses: tuple[LossItem, ...] = ()
    losses_known: bool = True

    @property
    def identity(self) -> str:
        """Event, format, content, what it was made from: seats may come, go and come again; losses may come later."""
        own = f"rendered:{self.event}:{self.format}:{self.applied}:{self.assignment}:{self.sha256[:16]}"
        return own if self.losses_known else f"{own}:unread"

    def data(self) -> bytes:
        """The bytes of the file.

        Raises:
            ValueError: the content is not the file that the digest names.
        """
        return unpacked(self.content, self.size, self.sha256)


class DeadLetter(Message):
    """A message that a service could not process after its retries.

    Attributes:
        headers: of the original message; its body follows as text or base64 (`encoding`), or lies in `object`.
    """

    service: Name
    consumer: Name
    subject: Name
    stream: Name
    sequence: int
    deliveries: int
    reason: ShownText
    error: Name
    died_at: Instant
    headers: dict[str, str] = {}
    body: str = ""
    encoding: Literal["text", "base64", "object"] = "text"

    @property
    def identity(self) -> str:
        """Consumer, stream and sequence of the original."""
        return f"dead:{self.consumer}:{self.stream}:{self.sequence}"
