"""The pipeline without a bus: the same pure code that the services run, for one person and a few files."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from contracts.base import FileFormat, FileRef, Slug
from contracts.codes.intake import TOO_LARGE, UNKNOWN_FORMAT
from contracts.codes.usebio import SCHEMA_NOT_APPLIED
from contracts.decisions import Decisions, ReassignFiles
from contracts.findings import Finding
from contracts.messages import EventMerged, FragmentParsed
from contracts.seating import RoundAssignment
from services.intake.domain.names import clean_name
from services.intake.domain.recognise import recognise
from services.scoring.domain.event.event_state import EventState, Scored
from services.seating.domain.assign import next_round
from services.seating.domain.chess.draw import DrawNeeded
from services.seating.domain.requested_system import Choice, chosen_round
from services.validation.domain.check import check
from shared.errors import FormatError, InputRejected
from shared.formats import acblscore, decisions, pbn, trf, usebio
from shared.formats.parsed import Parsed
from shared.formats.usebio.required import required_by_values
from shared.formats.usebio.structure import VERSION, check_structure
from shared.parsing.collector import collector_at_rest
from shared.parsing.fragments import fragments, with_file

READERS: dict[FileFormat, Callable[[bytes], Parsed]] = {
    FileFormat.USEBIO: usebio.parse,
    FileFormat.PBN: pbn.parse,
    FileFormat.ACBLSCORE: acblscore.parse,
    FileFormat.TRF: trf.parse,
    FileFormat.DECISIONS: decisions.parse,
}


MOST_BYTES = 64 * 1024 * 1024
"""Of a file that is read, as the intake has it; a larger one is not taken into memory."""


@dataclass(frozen=True)
class FileRead:
    """One file after reading.

    Attributes:
        parsed: None when the file was rejected.
        fragments: what it gives to each of its events.
        findings: of the reader.
        rejected: why it could not be read.
    """

    path: Path
    file: FileRef
    parsed: Parsed | None = None
    fragments: tuple[FragmentParsed, ...] = ()
    findings: tuple[Finding, ...] = ()
    rejected: InputRejected | None = None

    def of_no_event(self) -> list[Finding]:
        """What was found about the file and travels with none of its fragments."""
        carried = {finding for fragment in self.fragments for finding in fragment.findings}
        return [finding for finding in with_file(self.findings, self.file) if finding not in carried]


@dataclass
class LocalEvent:
    """One event made from some files.

    Attributes:
        findings: about files of which nothing counts in the standings, which bring the others' along.
        refused: why files were not taken in.
    """

    state: EventState
    findings: list[Finding] = field(default_factory=list)
    refused: list[Finding] = field(default_factory=list)

    def score(self, *, explain: bool = False) -> tuple[Scored, EventMerged]:
        """Score what has been taken in."""
        return self.state.score(explain=explain)


def read_bytes(data: bytes, name: str, path: Path, written_at: datetime | None = None) -> FileRead:
    """Read a file's bytes as the pipeline would."""
    found = recognise(data, len(data))
    file = FileRef(
        sha256=hashlib.sha256(data).hexdigest(),
        name=clean_name(name),
        size=len(data),
        format=found.format,
        sender="command line",
        received_at=written_at,
        written_at=written_at,
    )
    reader = READERS.get(found.format)
    try:
        if reader is None:
            raise FormatError(found.code or UNKNOWN_FORMAT, found.reason)
        with collector_at_rest():
            parsed = reader(data)
    except InputRejected as rejected:
        return FileRead(path, file, findings=rejected.findings, rejected=rejected)
    return FileRead(path, file, parsed, tuple(fragments(file, parsed)), parsed.findings)


def read_file(path: Path) -> FileRead:
    """Read a file from disk.

    Raises:
        OSError: when it cannot be opened.
    """
    about = path.stat()
    written_at = datetime.fromtimestamp(about.st_mtime, tz=UTC)
    if about.st_size > MOST_BYTES:
        return _too_large(path, about.st_size, written_at)
    return read_bytes(path.read_bytes(), path.name, path, written_at)


def _too_large(path: Path, size: int, written_at: datetime) -> FileRead:
    with path.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    file = FileRef(
        sha256=digest,
        name=clean_name(path.name),
        size=size,
        format=FileFormat.UNKNOWN,
        sender="command line",
        received_at=written_at,
        written_at=written_at,
    )
    rejected = FormatError(TOO_LARGE, f"{size:,} bytes; at most {MOST_BYTES:,} are read")
    return FileRead(path, file, findings=rejected.findings, rejected=rejected)


def structure_of(file: FileRead) -> tuple[Finding, ...]:
    """Compare a file with the schema of USEBIO 1.4, or say that the schema is not for it.

    Raises:
        OSError: when the file can no longer be opened.
    """
    if file.file.format is FileFormat.USEBIO:
        found = check_structure(file.path.read_bytes())
        for event in file.parsed.events if file.parsed is not None else ():
            if event.facts.event.format_version == VERSION:
                found = (*found, *required_by_values(event.facts))
    else:
        message = f"the schema is that of USEBIO 1.4; to this file of {file.file.format.value} it was not applied"
        found = (SCHEMA_NOT_APPLIED.finding(message),)
    return tuple(finding.replace(file=file.file.sha256) for finding in found)


def linked(event: str, other: str, at: datetime) -> FileRead:
    """A decision, made at this moment, that the files of another event belong to an event.

    Raises:
        ValidationError: one of them is no name of an event.
    """
    move = ReassignFiles(decision="reassign", to=TypeAdapter(Slug).validate_python(event))
    data = decisions.written(Decisions(event=other, at=at, decisions=(move,)))
    return read_bytes(data, "link.json", Path(f"--link {event}={other}"), at)


def events_of(files: Iterable[FileRead]) -> dict[str, LocalEvent]:
    """Check the fragments of some files and merge them into events, those of decisions that move files included."""
    events: dict[str, LocalEvent] = {}
    checked = [(parsed, check(parsed.fragment, parsed.findings)) for file in files for parsed in file.fragments]
    waiting = deque((parsed.fragment, verdict.findings) for parsed, verdict in checked if verdict.rejected_by is None)
    while waiting:
        fragment, findings = waiting.popleft()
        state = events.setdefault(fragment.event, LocalEvent(EventState(fragment.event))).state
        taken = state.take(fragment, findings)
        waiting.extend((onward, state.findings[onward.id]) for onward in taken.onward)
    for parsed, verdict in checked:
        fragment = parsed.fragment
        if verdict.rejected_by is not None and fragment.event in events:
            events[fragment.event].refused.append(verdict.rejected_by)
            events[fragment.event].findings.extend(verdict.findings)
        for event in events.values():
            if fragment.id in event.state.fragments and fragment.id not in event.state.in_use:
                event.findings.extend(verdict.findings)
    return {name: event for name, event in events.items() if event.state.merge.fragments and not event.state.deserted}


def of_refused(files: Iterable[FileRead], events: dict[str, LocalEvent]) -> list[Finding]:
    """What was found in fragments that may not be scored and whose event has nothing else, the refusal first."""
    fragments = [parsed for file in files for parsed in file.fragments]
    taken = {name for event in events.values() for name in event.state.fragments}
    alone = (one for one in fragments if one.fragment.event not in events and one.fragment.id not in taken)
    return [finding for one in alone for finding in check(one.fragment, one.findings).findings]


def findings_of(files: Iterable[FileRead]) -> list[Finding]:
    """Everything that is found in some files, each fault once, with what follows from it as a remark."""
    every = [file for file in files if file.rejected is None]
    findings = [finding for file in every for finding in file.of_no_event()]
    events = events_of(every)
    findings.extend(of_refused(every, events))
    for event in events.values():
        scored, _ = event.score()
        findings.extend(dict.fromkeys((*scored.every, *event.findings)))
    return findings


def seats_of(merged: EventMerged, choice: Choice | None = None) -> RoundAssignment | None:
    """Who sits where next; a round of chess is drawn in a process of its own.

    Args:
        merged: the event.
        choice: the system that it is seated by; None for what its files say.

    Raises:
        DoesNotSuit: the system is not one for the event.
    """
    found = next_round(merged) if choice is None else chosen_round(merged, choice)
    if not isinstance(found, DrawNeeded):
        return found
    # What a service logs and counts with is not waited for by commands that draw nothing.
    from services.seating.adapters.gacrux_draw import pair_next_round  # noqa: PLC0415

    return found.finish(pair_next_round(found.request))
