"""Questions of one service to another and their answers: they pass over the bus, which does not keep them.

What is asked for is in the memory of the service, or worked out anew from what the bus keeps, so that nothing has to
be stored for whoever might ask.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from contracts.base import (
    UNRECOGNISED,
    Contract,
    FileFormat,
    FileRef,
    Instant,
    Name,
    Sha256,
    Shown,
    ShownText,
    Slug,
    Text,
)
from contracts.explanation import Explanation
from contracts.findings import Finding
from contracts.messages import EventMerged, FileRendered, FileVerdict, LooksLike
from contracts.packing import Packed
from contracts.standings import Standings

FileState = Literal["received", "parsed", "accepted", "rejected", "scored"]


class FileOffered(Contract):
    """A file from a program on the bus, whole; one that does not pass the server's limit is sent over HTTP instead.

    With a digest and a size its content is compressed with gzip (RFC 1952), and these are what they are of the file.

    Attributes:
        sender: who it comes from, as in the subject; the server's permissions say who may be whom.
        name: as the sender calls it; it is shown and never becomes a path.
        event: identity of the event, instead of the one that the file's words give.
        written_at: the file's time stamp on the sender's machine.
    """

    sender: Slug
    name: Name
    content: Packed
    sha256: Sha256 | None = None
    size: int | None = Field(default=None, ge=0)
    event: Slug | None = None
    written_at: Instant | None = None

    @model_validator(mode="after")
    def _is_one_or_the_other(self) -> Self:
        if (self.sha256 is None) != (self.size is None):
            raise ValueError("a compressed file has its digest and its size")
        return self


class FileTaken(Contract):
    """What became of a file that was offered.

    Attributes:
        new: it was not known before.
        state: where it stands; "rejected" comes with `refusal`.
    """

    sha256: Sha256
    name: Name
    size: int
    format: FileFormat
    state: FileState
    new: bool
    refusal: Finding | None = None


class StandingsAsked(Contract):
    """How the standings of an event were at a time, or are after a round; without either, as they are now.

    Attributes:
        as_of: as they were published then.
        after_round: what is known of the rounds up to this one, corrections that came later included.
        session: of which it is a round; None for the last that has begun.
        counted: the round is counted through all sessions, as `Progress.rounds_begun` is.
    """

    event: Slug
    as_of: Instant | None = None
    after_round: int | None = Field(default=None, ge=1, le=10_000)
    session: Name | None = None
    counted: bool = False

    @model_validator(mode="after")
    def _of_a_round(self) -> Self:
        if self.session is not None and self.after_round is None:
            raise ValueError("a session says which round is meant: name the round as well")
        if self.counted and (self.session is not None or self.after_round is None):
            raise ValueError("a round that is counted through all sessions has a number and no session")
        return self


class Refusal(Contract):
    """Why there are no such standings, or nothing to explain."""

    code: Literal["no-event", "too-early", "no-rounds", "no-session", "no-round", "no-participant"]
    message: Text
    advice: Text = ""


class EarlierStandings(Contract):
    """Standings of an earlier time or round.

    Attributes:
        digest: SHA-256 of the standings alone; equal standings have equal digests.
        calculated_at: when the newest of the files was true.
        accepted: files that had been accepted then; `accepted_today` until now.
        last_accepted_at: when the newest of those that are in was accepted.
    """

    standings: Standings
    digest: Sha256
    calculated_at: Instant
    accepted: int = Field(ge=1)
    accepted_today: int = Field(ge=1)
    last_accepted_at: Instant


class StandingsAnswered(Contract):
    """The standings that were asked for, or why there are none; one of them."""

    asked: StandingsAsked
    earlier: EarlierStandings | None = None
    refusal: Refusal | None = None


class ExplanationAsked(Contract):
    """Why a participant has its total and its place.

    Attributes:
        kind: of the participant; None for any.
        id: identity or number.
        ranking: id of the list in which the total stands; None for the first that has the participant.
    """

    event: Slug
    kind: Literal["player", "pair", "team"] | None = None
    id: Name
    ranking: Name | None = None


class ExplanationAnswered(Contract):
    """The explanation that was asked for, or why there is none; one of them."""

    asked: ExplanationAsked
    explanation: Explanation | None = None
    refusal: Refusal | None = None


class FileAsked(Contract):
    """An event in another format as it is now, with the seats that follow; without a format, those that hold it.

    Attributes:
        whole: with all names in full, for staff; such a file is announced to nobody.
    """

    event: Slug
    format: Slug | None = None
    whole: bool = False


class Missing(Contract):
    """Something that a receiver of files asks for and an event does not have.

    Attributes:
        code: stable, listed in `docs/hand-over.md`.
        refused: whether the receiver would refuse the file, or count it wrongly; otherwise it loses something.
        message: what is missing, as a sentence.
    """

    code: Name
    refused: bool
    message: ShownText
    advice: ShownText


class HandOver(Contract):
    """Who takes the file of an event, and what would be missing.

    Attributes:
        receiver: stable, as `kibitz hand-over` has it.
        how: how the file gets there, as a sentence.
    """

    receiver: Slug
    title: Shown
    format: Slug
    how: ShownText
    missing: tuple[Missing, ...] = ()


class FileAnswered(Contract):
    """The file that was asked for.

    Attributes:
        formats: that hold the event; none if no such event is known.
        file: of the newest state of the event; None if no format was asked for, or if it is none of `formats`.
        hand_overs: to whom a file of it may be given; for staff who asked for the formats.
    """

    event: Slug
    formats: tuple[Slug, ...]
    file: FileRendered | None = None
    hand_overs: tuple[HandOver, ...] = ()


MOST_FINDINGS = 10_000
"""In the answer to `FindingsAsked`, which has to pass the bus in one message."""


class FindingsAsked(Contract):
    """Everything that is wrong or noteworthy about an event as it is now; its standings have the first of it."""

    event: Slug


class FindingsAnswered(Contract):
    """The findings that were asked for; none where no such event is known.

    Attributes:
        total: how many there are, with those beyond `MOST_FINDINGS`.
    """

    event: Slug
    findings: tuple[Finding, ...] = Field(default=(), max_length=MOST_FINDINGS)
    total: int = 0


class EventAsked(Contract):
    """A whole event, merged from its files and scored, at a moment of play at which it was not published.

    Attributes:
        applied: sequence in the stream of accepted fragments of the last one that is to be included.
    """

    event: Slug
    applied: int = Field(ge=1)


class EventAnswered(Contract):
    """The event that was asked for; None where no such fragment was accepted."""

    event: Slug
    merged: EventMerged | None = None


class PushAddress(Contract):
    """Where a browser takes its messages, as its `PushSubscription` says (RFC 8030, RFC 8291).

    Attributes:
        endpoint: the address at its push service; nobody else is to know it.
        p256dh, auth: the browser's public key and secret, in base64url.
    """

    endpoint: Annotated[str, StringConstraints(max_length=1_024, pattern=r"^https?://[!-~]+$")] = Field(repr=False)
    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{86,88}$")] = Field(repr=False)
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,24}$")] = Field(repr=False)


class NoticesAsked(Contract):
    """Whether a participant of an event is to be told of news; without an address, by which key of the server.

    Attributes:
        address: of the browser that is to be told, or is to be told no more.
        participant: about whom; None to be told no more.
    """

    event: Slug
    address: PushAddress | None = Field(default=None, repr=False)
    participant: Name | None = None


class NoticesRefusal(Contract):
    """Why nobody will be told."""

    code: Literal["no-event", "no-participant", "no-such-service", "bad-key", "too-many"]
    message: Text


class NoticesAnswered(Contract):
    """Who is told about now.

    Attributes:
        key: the server's public key, in base64url, with which a browser subscribes (RFC 8292).
        participant: None if the address is told nothing of the event.
    """

    event: Slug
    key: Name
    participant: Name | None = None
    refusal: NoticesRefusal | None = None


class FragmentStatus(Contract):
    """Where one fragment of a file stands in one event.

    Attributes:
        state: "scored" if standings were published that take it into account, even if it does not count in them.
        moved: it is another event's by its own rule, and a director moved it here.
        verdict: what came of it; None until then.
        change: what it changed in the event when it came; None until then, and where it changed nothing.
    """

    fragment: Name
    event: Slug
    state: Literal["parsed", "accepted", "rejected", "scored"]
    moved: bool = False
    verdict: FileVerdict | None = None
    change: ShownText | None = None
    findings: tuple[Finding, ...] = ()


class FileStatus(Contract):
    """Where a file stands: the answer of `GET /v1/files/{sha256}`.

    Attributes:
        findings: of the file as a whole, the gravest first; those of a fragment are with the fragment.
        findings_total: how many there are in all, with those that are not listed.
    """

    file: FileRef
    state: FileState
    code: Name | None = None
    reason: ShownText | None = None
    fragments: tuple[FragmentStatus, ...] = ()
    findings: tuple[Finding, ...] = ()
    findings_total: int = 0
    format: FileFormat = UNRECOGNISED


class FileInEvent(Contract):
    """Where a file stands in one event."""

    event: Slug
    state: FileState
    verdict: Name | None = Field(default=None, description="what came of it, in one word; its status has the sentence")
    text: ShownText | None = Field(default=None, description="the sentence, in a list of the files of one event")
    looks_like: tuple[LooksLike, ...] = Field(default=(), description="events that it may belong to, in such a list")


class FileLine(Contract):
    """One file of a list."""

    sha256: Sha256
    name: Name
    format: FileFormat
    sender: Name
    received_at: Instant | None = None
    state: FileState
    findings: int = Field(description="how many findings there are")
    events: tuple[FileInEvent, ...] = Field(default=(), description="the first of its events")
    decided: tuple[ShownText, ...] = Field(
        default=(), description="what a director decided in it, in a list of the files of one event: the first of it"
    )
    url: Name


class FileList(Contract):
    """The files that arrived last, the newest first."""

    files: tuple[FileLine, ...]


class FilesAsked(Contract):
    """Which files arrived last, and where each stands; with an event, which of its own, and what came of each."""

    limit: int = Field(ge=1, le=500)
    event: Slug | None = None


class FolderFinding(Contract):
    """What is wrong in a watched folder now; `name` is None for the folder itself."""

    name: Name | None = None
    finding: Finding


class FolderReport(Contract):
    """A watched folder as it was when it was last looked at."""

    name: Name
    files: int = Field(description="files in it")
    taken: int = Field(description="of those, how many were dealt with")
    waiting: int = Field(description="of those, how many are waited for")
    findings: tuple[FolderFinding, ...] = ()


class FolderList(Contract):
    """All watched folders."""

    folders: tuple[FolderReport, ...]


class FoldersAsked(Contract):
    """How the watched folders are, with at most so many findings of each."""

    limit: int = Field(ge=1, le=200)


class FileStatusAsked(Contract):
    """Where a file stands, and what was found in it."""

    sha256: Sha256


class FileStatusAnswered(Contract):
    """The status that was asked for; None for a file that is not known."""

    sha256: Sha256
    status: FileStatus | None = None
