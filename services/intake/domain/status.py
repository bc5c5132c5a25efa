"""The status of a file: a fold over all messages about it, in whatever order they arrive.

Rules kept here:

1. Each message becomes a `FileRecord` that says only what that message says; `join` puts two records together. `join`
   is commutative, associative and idempotent, so any order and any repetition gives the same record.
2. A later stage stands over an earlier one: received, rejected, parsed, accepted, scored. So a file that one version
   refused and the next one reads counts as read.
3. A file that was read stands where the fragments that were not refused stand, the one that is furthest behind; it is
   rejected when all its fragments are. One that comes again for another event is "received" until it is read for that.
4. What a service could not process is shown until the file is scored or refused.
5. What came of a fragment is its verdict in the standings that include most: of two, that with the greater
   `Position.applied`. Any verdict means that it is scored, even if it does not count.
6. A record is bounded: of its findings the `LISTED` gravest are kept, with their texts cut, and all are counted; of its
   fragments the first `FRAGMENTS` by name, and the verdicts of the first `VERDICTS`.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import reduce
from typing import Literal

from contracts.base import Contract, Excerpt, FileRef, Name, Sha256, Slug, Text
from contracts.changes import NamedFile
from contracts.findings import Finding, Severity
from contracts.messages import FileParsed, FileReceived, FileRejected, FileVerdict, FragmentRejected, Position
from contracts.questions import FileStatus, FragmentStatus
from contracts.standings import Source

LISTED = 200
"""How many findings of a file are kept."""

FRAGMENTS = 1_000
"""How many fragments of a file are kept."""

VERDICTS = 80
"""Of how many fragments of a file the verdicts are kept."""

LOOKS_LIKE = 3
"""How many events that the event of a file looks like are kept."""

GIVEN_UP = 5
"""How many findings that something could not be processed are kept."""

State = Literal["received", "parsed", "accepted", "rejected", "scored"]
FragmentState = Literal["parsed", "rejected", "accepted", "scored"]

_STATES: tuple[FragmentState, ...] = ("parsed", "rejected", "accepted", "scored")
_STAGES = ("intake", "parser", "validation")
_SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)
_LAST = 2**63
_MESSAGE, _VALUE, _SHORT, _SENTENCES = 300, 100, 200, 600


class AcceptedFragment(Excerpt, title="Fragment"):
    """What a file said, without its facts."""

    id: Name
    event: Slug
    file: FileRef
    route: tuple[Slug, ...] = ()


class Acceptance(Excerpt, title="FragmentAccepted"):
    """That a fragment may take part in scoring."""

    fragment: AcceptedFragment
    findings: tuple[Finding, ...] = ()


class CountingFiles(Excerpt, title="Standings"):
    """On which files an event rests."""

    event: Slug
    sources: tuple[Source, ...] = ()


class FileChange(Excerpt, title="EventChange"):
    """What a file changed."""

    by: NamedFile | None = None
    text: Text = ""


class FilesScored(Excerpt, title="StandingsPublished"):
    """What standings say of files."""

    standings: CountingFiles
    position: Position
    cause: tuple[Name, ...] = ()
    verdicts: tuple[FileVerdict, ...] = ()
    change: FileChange = FileChange()


class Refusal(Contract):
    """Why a file as a whole was refused, or all that it says."""

    stage: Literal["intake", "parser", "validation"]
    code: Name
    reason: Text


class FragmentRecord(Contract):
    """What is known of one fragment in one event; `findings` counts those it came with.

    `own` is true of the event that it is of by its own rule, and not of those to which a director moved it. `applied`
    is that of the standings that came with the verdict, and `change` what the fragment changed when it came.
    """

    fragment: Name
    event: Slug
    state: FragmentState
    own: bool = False
    findings: int = 0
    verdict: FileVerdict | None = None
    applied: int = 0
    change: Text = ""

    @property
    def key(self) -> str:
        """One name for the fragment among those of its file, whichever identities senders gave."""
        return f"{self.event}/{self.fragment}"


class Remark(Contract):
    """A finding and what it is about: a fragment by its key, or the file as a whole."""

    about: Name = ""
    finding: Finding


class FileRecord(Contract):
    """What is known of one file: the value that is kept.

    Attributes:
        file: as it arrived first; None before its arrival was heard of.
        received: the identities that senders named for it when its bytes were kept; empty text for the derived one.
        read: a reader has read it to its end.
        read_as: the identities that it was read under, as in `received`.
        findings: the gravest.
        findings_total: those of the file as a whole that its messages came with.
        given_up: what services could not process of it, the first `GIVEN_UP` by their texts.
    """

    file: FileRef | None = None
    received: tuple[Slug | Literal[""], ...] = ()
    read: bool = False
    read_as: tuple[Slug | Literal[""], ...] = ()
    refusal: Refusal | None = None
    fragments: tuple[FragmentRecord, ...] = ()
    findings: tuple[Remark, ...] = ()
    findings_total: int = 0
    given_up: tuple[Finding, ...] = ()


def record_of(
    message: FileReceived | FileRejected | FileParsed | Acceptance | FragmentRejected,
) -> tuple[Sha256, FileRecord]:
    """What one message says of its file, with the file's digest."""
    file = message.fragment.file if isinstance(message, Acceptance) else message.file
    match message:
        case FileReceived():
            record = FileRecord(file=file, received=(file.event or "",))
        case FileRejected():
            refusal = Refusal(stage=message.stage, code=message.code, reason=message.reason[:_MESSAGE])
            record = FileRecord(file=file, refusal=refusal, findings=_remarks(message.findings))
        case FileParsed():
            pairs = zip(message.fragments, message.events, strict=False)
            parts = (FragmentRecord(fragment=part, event=event, state="parsed", own=True) for part, event in pairs)
            record = FileRecord(file=file, read=True, fragments=_by_key(parts), findings=_remarks(message.findings))
        case FragmentRejected():
            refusal = Refusal(stage="validation", code=message.code, reason=message.reason[:_MESSAGE])
            record = _judged(file, message.fragment, message.event, "rejected", message.findings, refusal)
        case Acceptance(fragment=fragment) if fragment.route:
            # One that was moved is done with where it came from, and where it goes the standings say.
            left = (FragmentRecord(fragment=fragment.id, event=event, state="scored") for event in fragment.route)
            record = FileRecord(file=file, read=True, fragments=_by_key(left))
        case Acceptance(fragment=fragment):
            record = _judged(file, fragment.id, fragment.event, "accepted", message.findings)
    if isinstance(message, FileRejected | FileParsed):
        record = record.replace(findings_total=len(message.findings))
    return file.sha256, record.replace(read_as=(file.event or "",)) if record.read else record


def records_of_standings(message: FilesScored) -> dict[Sha256, FileRecord]:
    """What standings say of the files that they rest on, and of those with a new verdict, by digest."""
    event, applied = message.standings.event, message.position.applied
    parts: defaultdict[Sha256, list[FragmentRecord]] = defaultdict(list)
    for source in message.standings.sources:
        parts[source.file].append(FragmentRecord(fragment=source.fragment, event=event, state="scored"))
    for verdict in message.verdicts:
        scored = FragmentRecord(fragment=verdict.fragment, event=event, state="scored", applied=applied)
        parts[verdict.file].append(scored.replace(verdict=_cut_verdict(verdict)))
    if (by := message.change.by) is not None:
        changed = FragmentRecord(fragment="", event=event, state="scored", change=message.change.text[:_SENTENCES])
        parts[by.file].extend(changed.replace(fragment=fragment) for fragment in message.cause)
    return {file: FileRecord(read=True, fragments=_by_key(of_file)) for file, of_file in parts.items()}


def join(first: FileRecord, second: FileRecord) -> FileRecord:
    """Put together what two records say of the same file."""
    both = (first, second)
    return FileRecord(
        file=min((r.file for r in both if r.file), key=_arrival, default=None),
        received=tuple(sorted({*first.received, *second.received})),
        read=first.read or second.read,
        read_as=tuple(sorted({*first.read_as, *second.read_as})),
        refusal=max(
            (r.refusal for r in both if r.refusal),
            key=lambda refusal: (_STAGES.index(refusal.stage), refusal.code, refusal.reason),
            default=None,
        ),
        fragments=_by_key((*first.fragments, *second.fragments)),
        findings=_gravest((*first.findings, *second.findings)),
        findings_total=max(first.findings_total, second.findings_total),
        given_up=tuple(sorted({*first.given_up, *second.given_up}, key=Finding.model_dump_json)[:GIVEN_UP]),
    )


def joined(records: Iterable[FileRecord]) -> FileRecord:
    """Put together any number of records of the same file."""
    return reduce(join, records, FileRecord())


def state_of(record: FileRecord) -> State:
    """Where the file as a whole stands."""
    if not record.read:
        return "rejected" if record.refusal else "received"
    if record.read_as and not {*record.received} <= {*record.read_as}:
        return "received"
    going = [_STATES.index(part.state) for part in record.fragments if part.state != "rejected"]
    if not going:
        return "rejected" if record.fragments else "parsed"
    return _STATES[min(going)]


def view(record: FileRecord) -> FileStatus | None:
    """The answer to "where does the file stand"; None while nothing says which file it is.

    A finding that both the file and its fragment came with is listed and counted once.
    """
    if record.file is None:
        return None
    state = state_of(record)
    refusal = record.refusal if state == "rejected" else None
    given_up = () if state in ("scored", "rejected") else record.given_up
    own = tuple(remark.finding for remark in record.findings if not remark.about)
    owned = {part.fragment for part in record.fragments if part.own}
    twice = sum(bool(remark.about) and remark.finding in own for remark in record.findings)
    total = record.findings_total + sum(part.findings for part in record.fragments) - twice
    return FileStatus(
        file=record.file,
        format=record.file.format,
        state=state,
        code=refusal.code if refusal else None,
        reason=refusal.reason if refusal else None,
        fragments=tuple(
            FragmentStatus(
                fragment=part.fragment,
                event=part.event,
                state=part.state,
                moved=part.fragment in owned and not part.own,
                verdict=part.verdict,
                change=part.change or None,
                findings=tuple(r.finding for r in record.findings if r.about == part.key and r.finding not in own),
            )
            for part in record.fragments
        ),
        findings=(*given_up, *own),
        findings_total=max(total, len(record.findings) - twice) + len(given_up),
    )


def _judged(
    file: FileRef,
    fragment: str,
    event: str,
    state: FragmentState,
    findings: tuple[Finding, ...],
    refusal: Refusal | None = None,
) -> FileRecord:
    part = FragmentRecord(fragment=fragment, event=event, state=state, own=True, findings=len(findings))
    return FileRecord(file=file, read=True, refusal=refusal, fragments=(part,), findings=_remarks(findings, part.key))


def _remarks(findings: Iterable[Finding], about: str = "") -> tuple[Remark, ...]:
    """Findings with texts of bounded length, so that a record stays smaller than a message may be."""
    remarks = []
    for finding in findings:
        place = finding.place
        if place is not None and place.path is not None:
            place = place.replace(path=place.path[:_SHORT])
        cut = finding.replace(
            message=finding.message[:_MESSAGE],
            subject=finding.subject and finding.subject[:_VALUE],
            stated=finding.stated and finding.stated[:_VALUE],
            computed=finding.computed and finding.computed[:_VALUE],
            advice=finding.advice and finding.advice[:_SHORT],
            place=place,
        )
        remarks.append(Remark(about=about, finding=cut))
    return _gravest(remarks)


def _cut_verdict(verdict: FileVerdict) -> FileVerdict:
    """A verdict with texts of bounded length, for the same reason."""
    by = verdict.by and verdict.by.replace(name=verdict.by.name[:_SHORT])
    # Their texts are in those of the verdict.
    looks_like = tuple(alike.replace(text="", advice="") for alike in verdict.looks_like[:LOOKS_LIKE])
    text, advice = verdict.text[:_SENTENCES], verdict.advice[:_SENTENCES]
    return verdict.replace(name=verdict.name[:_SHORT], by=by, looks_like=looks_like, text=text, advice=advice)


def _gravest(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    def weight(remark: Remark) -> tuple[int, int, int, str]:
        place = remark.finding.place
        line = place.line if place is not None and place.line is not None else _LAST
        offset = place.offset if place is not None and place.offset is not None else _LAST
        return (_SEVERITIES.index(remark.finding.severity), line, offset, remark.model_dump_json())

    return tuple(sorted(set(remarks), key=weight)[:LISTED])


def _arrival(file: FileRef) -> tuple[bool, str, str]:
    moment = file.received_at.timestamp() if file.received_at else 0.0
    return (file.received_at is None, f"{moment:020.6f}", file.model_dump_json())


def _by_key(fragments: Iterable[FragmentRecord]) -> tuple[FragmentRecord, ...]:
    parts: dict[str, FragmentRecord] = {}
    for part in fragments:
        before = parts.get(part.key, part)
        newest = _later(before, part)
        parts[part.key] = before.replace(
            state=max(before.state, part.state, key=_STATES.index),
            own=before.own or part.own,
            findings=max(before.findings, part.findings),
            verdict=newest.verdict,
            applied=newest.applied,
            change=max(before.change, part.change),
        )
    ordered = [parts[key] for key in sorted(parts)[:FRAGMENTS]]
    without = (part.replace(verdict=None, applied=0, change="") for part in ordered[VERDICTS:])
    return (*ordered[:VERDICTS], *without)


def _later(first: FragmentRecord, second: FragmentRecord) -> FragmentRecord:
    """The one with the verdict that holds."""
    if first.applied != second.applied or first.verdict == second.verdict:
        return max(first, second, key=lambda part: part.applied)
    return max(first, second, key=lambda part: part.verdict.model_dump_json() if part.verdict is not None else "")
