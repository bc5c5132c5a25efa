"""An archive: one zip file with the journal lines of some originals and their bytes.

    manifest.json     version, events, and the SHA-256 of the journal
    journal.jsonl     the lines, each with its checksum, in their order
    files/<SHA-256>   the bytes of each file, once

Nothing in an archive is trusted. Its members are looked up by the digests of the journal, so no name of it becomes a
path; nothing is read beyond the size that a line states, which has a bound; every digest is checked. A list of members
that would not fit a bound is refused before it is read.
"""

import os
import zipfile
import zlib
from collections.abc import Iterable
from errno import EINVAL
from hashlib import sha256
from pathlib import Path
from struct import error as StructError
from struct import unpack
from typing import Literal

from pydantic import Field

from contracts.base import Contract, Sha256, Slug
from shared.kept.journal import Damaged, JournalLine, read_line, written_line
from shared.kept.originals import UNFINISHED, Original, path_of, sync_folder

MANIFEST, JOURNAL = "manifest.json", "journal.jsonl"

MOST_FILES = 60_000
MOST_BYTES = 256 * 1024 * 1024
"""Of one file, as the intake may be told to take it at most."""
LONGEST_LIST = 16 * 1024 * 1024
"""Bytes of the list of members and of the journal: about 200 a member and 500 a line."""
LONGEST_MANIFEST = 8 * 1024 * 1024

_END, _END_SIZE, _LOCATOR_64 = b"PK\x05\x06", 22, b"PK\x06\x07"


class Manifest(Contract):
    """What an archive holds."""

    version: Literal[1] = 1
    events: tuple[Slug, ...] = Field(max_length=MOST_FILES)
    files: int = Field(ge=0, le=MOST_FILES)
    journal: Sha256


def write(path: Path, events: Iterable[str], originals: Iterable[Original]) -> Manifest:
    """Write an archive of originals and read it back as a whole; there is none before all of it is on the disk.

    Raises:
        FileExistsError: there is a file of this name.
        Damaged: an original is gone or damaged, or what was written is not what is read.
        OSError, zipfile.LargeZipFile: it cannot be written, or is too large for one archive.
    """
    chosen = list(originals)
    if path.exists():
        raise FileExistsError(path)
    if len(chosen) > MOST_FILES:
        raise zipfile.LargeZipFile(f"more than {MOST_FILES} files")
    journal = b"".join(written_line(each.line) for each in chosen)
    if len(journal) > LONGEST_LIST:
        raise zipfile.LargeZipFile("the journal is too long")
    manifest = Manifest(events=tuple(sorted(events)), files=len(chosen), journal=sha256(journal).hexdigest())
    unfinished = path.with_name(path.name + UNFINISHED)
    try:
        with unfinished.open("wb") as opened:
            with zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED, allowZip64=False) as archive:
                archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
                archive.writestr(JOURNAL, journal)
                for digest, original in {each.line.file.sha256: each for each in chosen}.items():
                    archive.writestr(_member(digest), original.read())
            opened.flush()
            os.fsync(opened.fileno())
        if contents(unfinished) != (manifest, [each.line for each in chosen]):
            raise Damaged("what was written is not what was to be written")
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.absolute().parent)
    return manifest


def contents(path: Path) -> tuple[Manifest, list[JournalLine]]:
    """Check a whole archive, every digest of it; what it holds.

    Raises:
        Damaged: it is not what was written, or no archive.
        OSError: it cannot be read.
    """
    manifest, lines = _read(path)
    return manifest, [line for line, _ in lines]


def extract(path: Path, folder: Path) -> tuple[Manifest, list[Original]]:
    """Check a whole archive and write its files into an empty folder, as originals.

    Raises:
        Damaged: it is not what was written, or no archive.
        OSError: it cannot be read, or the folder not be written.
    """
    manifest, lines = _read(path, folder)
    return manifest, [Original(line, folder / path_of(line.file), place) for line, place in lines]


def _read(path: Path, folder: Path | None = None) -> tuple[Manifest, list[tuple[JournalLine, str]]]:
    """The manifest, and each line with its place; bytes are checked, and written where a folder is given."""
    _bounded(path)
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = Manifest.model_validate_json(_member_bytes(archive, MANIFEST, LONGEST_MANIFEST))
            journal = _member_bytes(archive, JOURNAL, LONGEST_LIST)
            if sha256(journal).hexdigest() != manifest.journal:
                raise Damaged("the journal is another than the manifest says")
            lines = [read_line(text) for text in journal.splitlines()]
            if len(lines) != manifest.files:
                raise Damaged(f"{len(lines)} lines, and the manifest says {manifest.files}")
            for line in lines:
                data = _file_bytes(archive, line)
                if folder is not None:
                    target = folder / path_of(line.file)
                    target.parent.mkdir(exist_ok=True)
                    target.write_bytes(data)
    except Damaged:
        raise
    except OSError as error:
        if error.errno != EINVAL:  # a place before the beginning of the file
            raise
        raise Damaged("no archive of Kibitz, or a damaged one") from None
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, StructError) as error:
        raise Damaged(f"no archive of Kibitz, or a damaged one: {type(error).__name__}") from None
    return manifest, [(line, f"{path.name}, line {number}") for number, line in enumerate(lines, start=1)]


def _file_bytes(archive: zipfile.ZipFile, line: JournalLine) -> bytes:
    file = line.file
    if file.size > MOST_BYTES:
        raise Damaged(f"{file.name}: larger than {MOST_BYTES >> 20} MiB")
    data = _member_bytes(archive, _member(file.sha256), file.size)
    if sha256(data).hexdigest() != file.sha256:
        raise Damaged(f"{file.name}: its bytes are not those that were received")
    return data


def _member(digest: str) -> str:
    return f"files/{digest}"


def _member_bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    try:
        with archive.open(name) as opened:
            data = opened.read(most + 1)
    except KeyError:
        raise Damaged(f"{name} is missing") from None
    except zlib.error:
        raise Damaged(f"{name} is damaged") from None
    if len(data) > most:
        raise Damaged(f"{name} is longer than it may be")
    return data


def _bounded(path: Path) -> None:
    """Refuse a list of members that is too long to be read, as the end of the file states it."""
    with path.open("rb") as opened:
        length = opened.seek(0, 2)
        opened.seek(max(0, length - 2 * _END_SIZE))
        tail = opened.read()
    end = tail[-_END_SIZE:]
    if len(end) < _END_SIZE or not end.startswith(_END) or _LOCATOR_64 in tail[:-_END_SIZE]:
        raise Damaged("no archive of Kibitz, or one whose end is missing")
    if unpack("<I", end[12:16])[0] > LONGEST_LIST:
        raise Damaged("its list of members is longer than it may be")
