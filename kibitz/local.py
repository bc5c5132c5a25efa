"""The pipeline without a bus: the same pure code that the services run, for one person and a few files."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from contracts.base import FileFormat, FileRef
from contracts.codes.intake import UNKNOWN_FORMAT
from contracts.findings import Finding
from contracts.messages import EventMerged, FragmentParsed
from contracts.seating import RoundAssignment
from services.intake.domain.names import clean_name
from services.intake.domain.recognise import recognise
from services.scoring.domain.event import EventState, Scored
from services.seating.domain.assign import next_round
from services.validation.domain.check import check
from shared.errors import FormatError, InputRejected
from shared.formats import acblscore, pbn, trf, usebio
from shared.formats.parsed import Parsed
from shared.parsing.fragments import fragments, with_file

READERS: dict[FileFormat, Callable[[bytes], Parsed]] = {
    FileFormat.USEBIO: usebio.parse,
    FileFormat.PBN: pbn.parse,
    FileFormat.ACBLSCORE: acblscore.parse,
    FileFormat.TRF: trf.parse,
}


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
    """One event made from some files."""

    state: EventState
    findings: list[Finding] = field(default_factory=list)
    refused: list[Finding] = field(default_factory=list)

    def score(self) -> tuple[Scored, EventMerged]:
        """Score what has been taken in."""
        return self.state.score()


def read_bytes(data: bytes, name: str, path: Path, written_at: datetime | None = None) -> FileRead:
    """Read a file's bytes as the pipeline would."""
    found = recognise(data, len(data))
    file = FileRef(
        sha256=hashlib.sha256(data).hexdigest(), name=clean_name(name), size=len(data), format=found.format,
        sender="command line", received_at=written_at, written_at=written_at,
    )  # fmt: skip
    reader = READERS.get(found.format)
    try:
        if reader is None:
            raise FormatError(found.code or UNKNOWN_FORMAT, found.reason)
        parsed = reader(data)
    except InputRejected as rejected:
        return FileRead(path, file, findings=rejected.findings, rejected=rejected)
    return FileRead(path, file, parsed, tuple(fragments(file, parsed)), parsed.findings)


def read_file(path: Path) -> FileRead:
    """Read a file from disk.

    Raises:
        OSError: when it cannot be opened.
    """
    written_at = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
    return read_bytes(path.read_bytes(), path.name, path, written_at)


def events_of(files: Iterable[FileRead]) -> dict[str, LocalEvent]:
    """Check the fragments of some files and merge them into events."""
    events: dict[str, LocalEvent] = {}
    for file in files:
        for parsed in file.fragments:
            fragment = parsed.fragment
            event = events.setdefault(fragment.event, LocalEvent(EventState(fragment.event)))
            verdict = check(fragment, parsed.findings)
            event.findings.extend(verdict.findings)
            if verdict.rejected_by is None:
                event.state.apply(fragment, verdict.findings)
            else:
                event.refused.append(verdict.rejected_by)
    return {name: event for name, event in events.items() if event.state.merge.fragments}


def seats_of(merged: EventMerged) -> RoundAssignment | None:
    """Who sits where next."""
    return next_round(merged)
