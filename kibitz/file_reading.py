"""Reading files as the intake and the parsers do, without a bus: recognise, parse, make fragments."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from contracts.base import UNRECOGNISED, FileFormat, FileRef
from contracts.codes.intake import TOO_LARGE
from contracts.findings import Finding
from contracts.messages import FragmentParsed
from services.intake.domain.names import clean_name
from services.intake.domain.recognise import recognise
from shared.errors import FormatError, InputRejected
from shared.formats import registry
from shared.formats.parsed import Parsed
from shared.formats.sample import Sample
from shared.parsing.fragments import parse_file, with_file

MOST_BYTES = 64 * 1024 * 1024
"""Of a file that is read, as the intake has it; a larger one is not taken into memory."""


@dataclass(frozen=True)
class FileRead:
    """One file after reading; of a rejected one `parsed` is None, and `rejected` says why."""

    path: Path
    file: FileRef
    parsed: Parsed | None = None
    fragments: tuple[FragmentParsed, ...] = ()
    findings: tuple[Finding, ...] = ()
    rejected: InputRejected | None = None

    @property
    def own_findings(self) -> list[Finding]:
        """Findings about the file that go with none of its fragments; of a rejected file, all of them."""
        in_fragments = {finding for fragment in self.fragments for finding in fragment.findings}
        return [finding for finding in with_file(self.findings, self.file) if finding not in in_fragments]


def read_bytes(data: bytes, name: str, path: Path, written_at: datetime | None = None) -> FileRead:
    """Read a file's bytes as the services would."""
    recognised = recognise(Sample.of(data))
    file = _reference(hashlib.sha256(data).hexdigest(), name, len(data), recognised.format, written_at)
    try:
        if recognised.code is not None:
            raise FormatError(recognised.code, recognised.reason)
        parsed, fragments = parse_file(registry.by_name(recognised.format).parse, file, data)
    except InputRejected as rejected:
        return FileRead(path, file, findings=rejected.findings, rejected=rejected)
    return FileRead(path, file, parsed, tuple(fragments), parsed.findings)


def read_file(path: Path) -> FileRead:
    """Read a file from disk; OSError when it cannot be opened."""
    about = path.stat()
    written_at = datetime.fromtimestamp(about.st_mtime, tz=UTC)
    if about.st_size <= MOST_BYTES:
        return read_bytes(path.read_bytes(), path.name, path, written_at)
    with path.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    rejected = FormatError(TOO_LARGE, f"{about.st_size:,} bytes; at most {MOST_BYTES:,} are read")
    file = _reference(digest, path.name, about.st_size, UNRECOGNISED, written_at)
    return FileRead(path, file, findings=rejected.findings, rejected=rejected)


def _reference(sha256: str, name: str, size: int, file_format: FileFormat, written_at: datetime | None) -> FileRef:
    return FileRef(
        sha256=sha256,
        name=clean_name(name),
        size=size,
        format=file_format,
        sender="command line",
        received_at=written_at,
        written_at=written_at,
    )
