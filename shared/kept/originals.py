"""Originals: every file that was received, as a plain file with a line in a journal, outside the bus.

    originals/2026-11-28/<SHA-256>.xml           the bytes of a file that arrived on that day (UTC)
    originals/2026-11-28/journal-<token>.jsonl   a line for each of them, by one process (`journal.py`)

Rules kept here:

1. A path is made of a day, a digest and a suffix of ours. No name from outside becomes a part of it.
2. Bytes are there whole or not at all (written beside, synced, renamed), and before their line.
3. A journal has one writer. Replicas share a folder without locks and without relying on appends of others, which file
   systems on a network do not keep apart; and a line that was torn by a kill or a full disk is always the last one.
4. What cannot be read is reported with its place, and ends nothing.
5. A line that was taken out is blank: its bytes are overwritten where they are, since its journal may be written to.
"""

import heapq
import os
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from errno import ENOSPC
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from contracts.base import FileRef
from shared.formats import registry
from shared.kept.blank import blank_lines, overwrite_lines
from shared.kept.journal import Damaged, JournalLine, read_line, renamed_line, written_line

JOURNALS = "journal-*.jsonl"
UNFINISHED = ".part"
DIGEST = re.compile(r"[0-9a-f]{64}")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Kept = tuple[FileRef, Sequence[bytes]]
"""A file and the pieces of its bytes."""


@dataclass(frozen=True)
class Fault:
    """Something in the folder that cannot be read, with its place below the folder."""

    place: str
    text: str


@dataclass(frozen=True)
class Original:
    """A file that was received.

    Attributes:
        line: of the journal.
        path: where its bytes should lie.
        place: of its line, for people.
    """

    line: JournalLine
    path: Path
    place: str

    def read(self) -> bytes:
        """The bytes, as they were received.

        Raises:
            Damaged: they are gone, or not what was received.
        """
        file = self.line.file
        try:
            with self.path.open("rb") as opened:
                data = opened.read(file.size + 1)
        except OSError as error:
            raise Damaged(f"{file.name}: its bytes cannot be read: {error.strerror}") from None
        if sha256(data).hexdigest() != file.sha256:
            raise Damaged(f"{file.name}: its bytes are not those that were received")
        return data


class OriginalsWriter:
    """Writes into a folder, for one process."""

    def __init__(self, folder: Path) -> None:
        """Write into this folder, which has to exist: one that is not mounted is not made up."""
        self._folder = folder
        self._folder_as_read = OriginalsFolder(folder)
        self._journal = _journal_name()
        self._made: set[Path] = set()
        self._known: set[str] | None = None

    def has(self, file: FileRef) -> bool:
        """Whether a file's bytes lie where it would be written, and a line speaks of them."""
        return _holds(self._folder / path_of(file), file) and self._folder_as_read.received(file) is not None

    def write(self, files: Sequence[Kept], now: datetime) -> list[FileRef]:
        """Write files, then a line for each; when this returns they are on the disk.

        The same bytes are one file, which arrived when it first did: a file that the journal has is returned as it
        stands there. So a file that lies in a watched folder while the bus is empty is announced as it was before.

        Raises:
            OSError: they are not, or not all of them.
        """
        try:
            return self._write(files, now)
        except OSError:
            # What stands at the end of the journal may be torn, and the folder may be another one.
            self._journal = _journal_name()
            self._made.clear()
            raise

    def _write(self, files: Sequence[Kept], now: datetime) -> list[FileRef]:
        days: dict[Path, list[FileRef]] = {}
        # One look at the folder at the first file: a look for each would cost as much as the season is old.
        known = self._known = self._known if self._known is not None else self._folder_as_read.digests()
        standing = [
            (self._folder_as_read.received(file) if file.sha256 in known else None) or file for file, _ in files
        ]
        for file, (given, pieces) in zip(standing, files, strict=True):
            path = self._folder / path_of(file)
            if path.parent not in self._made:
                self._make(path.parent)
            days.setdefault(path.parent, []).extend([file] if file is given else [])
            if file.sha256 not in known or not _holds(path, file):
                _write_whole(path, pieces)
        for day, received in days.items():
            if received:
                self._append(day, [JournalLine(at=now, file=file) for file in received])
        known.update(file.sha256 for file in standing)
        return standing

    def _make(self, day: Path) -> None:
        with suppress(FileExistsError):
            day.mkdir(mode=0o700)
            sync_folder(self._folder)
        self._made.add(day)

    def _append(self, day: Path, lines: Iterable[JournalLine]) -> None:
        descriptor = _open(day / self._journal, os.O_APPEND)
        with os.fdopen(descriptor, "wb", buffering=0) as journal:
            # The names of the files, and of the journal itself: before any line speaks of them.
            sync_folder(day)
            text = b"".join(map(written_line, lines))
            if journal.write(text) != len(text):
                raise OSError(ENOSPC, "the line of the journal was not written to its end")
            os.fsync(descriptor)


class OriginalsFolder:
    """Reads a folder."""

    def __init__(self, folder: Path) -> None:
        """Read this folder."""
        self.folder = self._folder = folder
        self.faults: list[Fault] = []

    def read(self, digest: str) -> bytes | None:
        """The bytes with this SHA-256; None where none are, or none that are whole."""
        if not DIGEST.fullmatch(digest):
            return None
        for day in self._days():
            for path in day.glob(f"{digest}.*"):
                with suppress(OSError):
                    data = path.read_bytes()
                    if sha256(data).hexdigest() == digest:
                        return data
        return None

    def digests(self) -> set[str]:
        """The digests of all bytes in the folder."""
        return {name[:64] for day in self._days() for name in os.listdir(day) if DIGEST.fullmatch(name[:64])}

    def received(self, file: FileRef) -> FileRef | None:
        """A file as it was received first under the same event; None where no journal has it."""
        for day in self._days():
            if (day / path_of(file).name).exists():
                lines = [original.line for path in day.glob(JOURNALS) for original in self._lines(path)]
                found = [line for line in lines if line.key == (file.sha256, file.event or "")]
                if found:
                    return min(found, key=lambda line: line.at).file
        return None

    def originals(self) -> list[Original]:
        """Every file that was received, in the order of the journals, once for each event that its senders named.

        What cannot be read is added to `faults`, and so are bytes of which no line speaks.
        """
        days = list(self._days())
        journals = [list(self._lines(path)) for day in days for path in sorted(day.glob(JOURNALS))]
        received: dict[tuple[str, str], Original] = {}
        for original in heapq.merge(*journals, key=lambda original: original.line.at):
            received.setdefault(original.line.key, original)
        spoken_of = {digest for digest, _ in received}
        for day in days:
            for path in sorted(day.iterdir()):
                if DIGEST.fullmatch(path.stem) and path.suffix != UNFINISHED and path.stem not in spoken_of:
                    self._report(path, "no line of a journal speaks of these bytes; to have them, send the file again")
        return list(received.values())

    def damages(self, share: float = 1.0) -> list[Fault]:
        """Everything in the folder that cannot be read or is not what was received; resting for the rest of the time.

        Raises:
            OSError: the folder cannot be read.
        """
        self.faults = []
        for original in self.originals():
            began = time.monotonic()
            try:
                original.read()
            except Damaged as error:
                self._report(original.path, f"{error}; to have them again, send the file again")
            time.sleep((time.monotonic() - began) * (1 / share - 1))
        return self.faults

    def remove(self, digests: Collection[str]) -> int:
        """Remove files for good, with every line that speaks of them; how many lines that were.

        Raises:
            OSError: not all of them could be removed; do it again.
        """
        removed, texts = 0, [digest.encode() for digest in digests]
        for day in self._days():
            removed += sum(blank_lines(journal, texts) for journal in day.glob(JOURNALS))
            for path in list(day.iterdir()):
                if path.name[:64] in digests:
                    path.unlink()
            sync_folder(day)
        return removed

    def rename(self, digests: Collection[str], other: Callable[[str], str]) -> None:
        """Give files other names of as many bytes, in every line that speaks of them.

        Raises:
            OSError: not all of them could be renamed; do it again.
        """

        def changed(text: bytes) -> bytes:
            try:
                file = read_line(text).file
            except Damaged:
                return text
            name = other(file.name) if file.sha256 in digests else file.name
            return text if name == file.name else renamed_line(text, name)

        for day in self._days():
            for journal in day.glob(JOURNALS):
                overwrite_lines(journal, changed)

    def _days(self) -> Iterator[Path]:
        found = [path for path in self._folder.iterdir() if DAY.fullmatch(path.name) and path.is_dir()]
        return iter(sorted(found))

    def _lines(self, journal: Path) -> Iterator[Original]:
        try:
            *lines, torn = journal.read_bytes().split(b"\n")
        except OSError as error:
            self._report(journal, f"the journal cannot be read: {error.strerror}")
            return
        for number, text in enumerate(lines, start=1):
            if not text.strip():
                continue
            try:
                line = read_line(text)
            except Damaged as error:
                self._report(journal, f"line {number}: {error}")
                continue
            place = f"{journal.relative_to(self._folder)}, line {number}"
            yield Original(line, self._folder / path_of(line.file), place)
        if torn.strip():
            self._report(journal, f"line {len(lines) + 1}: the line was not written to its end; nobody was answered")

    def _report(self, path: Path, text: str) -> None:
        self.faults.append(Fault(str(path.relative_to(self._folder)), text))


def path_of(file: FileRef) -> Path:
    """Where the bytes of a file lie below the folder."""
    moment = (file.received_at or datetime.fromtimestamp(0, UTC)).astimezone(UTC)
    return Path(f"{moment:%Y-%m-%d}") / f"{file.sha256}{_suffix(file.format)}"


def _suffix(name: str) -> str:
    known = registry.by_name(name) if name in registry.NAMES else None
    return known.suffixes[0] if known is not None and known.suffixes else ".bin"


def _journal_name() -> str:
    return f"journal-{token_hex(8)}.jsonl"


def _holds(path: Path, file: FileRef) -> bool:
    """Whether a path has the bytes of a file already."""
    try:
        with path.open("rb") as opened:
            return sha256(opened.read(file.size + 1)).hexdigest() == file.sha256
    except OSError:
        return False


def _open(path: Path, how: int) -> int:
    """A descriptor to write bytes; Windows would write its own line ends into them."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | how | getattr(os, "O_BINARY", 0), 0o600)


def _write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    unfinished = path.with_name(f"{path.stem}.{token_hex(4)}{UNFINISHED}")
    try:
        descriptor = _open(unfinished, os.O_EXCL)
        with os.fdopen(descriptor, "wb") as opened:
            opened.writelines(pieces)
            opened.flush()
            os.fsync(descriptor)
        os.replace(unfinished, path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk; Windows, which cannot, keeps them with the files."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
