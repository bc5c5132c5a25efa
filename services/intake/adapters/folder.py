"""One watched folder on the disk: what lies in it, and the bytes of one file; every function here may block.

Rules kept here:

1. Only regular files directly in the folder count; subfolders are not entered.
2. A link is followed when it ends at a file inside the folder, and never out of it.
3. A file is opened without waiting (a pipe would hang) and without following a link at its end, and what was opened
   must be what was seen, before reading and after: a half-written file is never handed on.
"""

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from contracts.codes.intake import CROWDED_FOLDER, NO_FOLDER, OUTSIDE_FOLDER
from contracts.findings import Finding
from services.intake.domain.content import Content, Gathering
from services.intake.domain.stability import Seen, in_the_making

PIECE = 1024 * 1024
"""Bytes read at once."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class Entry:
    """A file in a watched folder.

    Attributes:
        path: where it really lies, links resolved.
        name: in the folder.
    """

    path: str
    name: str
    seen: Seen


@dataclass(frozen=True)
class Listing:
    """What lies in a folder now, oldest first, and what is wrong with it."""

    entries: tuple[Entry, ...] = ()
    troubles: tuple[tuple[str, Finding], ...] = ()


class Changed(Exception):
    """The file is not, or not any more, what was seen."""


class Unreadable(Exception):
    """The file cannot be opened or read; the message says why."""


def list_folder(folder: Path, most: int) -> Listing:
    """Look at a folder and at most so many of its files; the rest waits until some are moved away."""
    entries: list[Entry] = []
    troubles: list[tuple[str, Finding]] = []
    looked_at = 0
    try:
        real = os.path.realpath(folder, strict=True)
        with os.scandir(real) as items:
            for item in items:
                if in_the_making(item.name):
                    continue
                looked_at += 1
                if looked_at > most:
                    troubles.append(("", CROWDED_FOLDER.finding(f"Only {most} of the folder's files are looked at")))
                    break
                entry = _entry(item, real, troubles)
                if entry is not None:
                    entries.append(entry)
    except OSError as error:
        return Listing(troubles=(("", NO_FOLDER.finding(f"The folder cannot be listed: {error.strerror}")),))
    entries.sort(key=lambda entry: (entry.seen.mtime_ns, entry.name))
    return Listing(tuple(entries), tuple(troubles))


def read_file(entry: Entry, limit: int) -> Content:
    """Read a file to its end.

    Raises:
        Changed: it is not what was seen, or was written while it was read.
        TooLarge: it has more than `limit` bytes.
        Unreadable: it cannot be opened or read.
    """
    gathering = Gathering(limit)
    _read(entry, gathering.add)
    if gathering.size != entry.seen.size:
        raise Changed
    return gathering.finish()


def digest_file(entry: Entry) -> str:
    """The SHA-256 of a file that is too large to be held.

    Raises:
        Changed: it is not what was seen, or was written meanwhile.
        Unreadable: it cannot be opened or read.
    """
    digest = sha256()
    _read(entry, digest.update)
    return digest.hexdigest()


def _read(entry: Entry, take: Callable[[bytes], None]) -> None:
    try:
        descriptor = os.open(entry.path, _FLAGS)
        with os.fdopen(descriptor, "rb") as file:
            if _seen(os.fstat(descriptor)) != entry.seen:
                raise Changed
            while piece := file.read(PIECE):
                take(piece)
            if _seen(os.fstat(descriptor)) != entry.seen:
                raise Changed
    except OSError as error:
        raise Unreadable(error.strerror or type(error).__name__) from error


def _entry(item: "os.DirEntry[str]", folder: str, troubles: list[tuple[str, Finding]]) -> Entry | None:
    try:
        path = item.path
        if item.is_symlink():
            path = os.path.realpath(path, strict=True)
            if os.path.dirname(path) != folder:
                if os.path.isfile(path):
                    troubles.append((item.name, OUTSIDE_FOLDER.finding("The link leads out of the watched folder")))
                return None
        seen = _seen(os.stat(path, follow_symlinks=False))
    except OSError:
        # It went away between listing and looking, or a link leads nowhere: the next look will tell.
        return None
    return Entry(path, item.name, seen) if seen is not None else None


def _seen(status: os.stat_result) -> Seen | None:
    """What a regular file looks like; None for anything else."""
    return Seen(status.st_size, status.st_mtime_ns, status.st_ino) if stat.S_ISREG(status.st_mode) else None
