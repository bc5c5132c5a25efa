"""Originals of files, kept in a folder outside the bus before their senders are answered.

A sync of the disk is what a file costs here, and many files can share most of it: those that come while others are
being written are written together.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from errno import EDQUOT, ENOSPC
from pathlib import Path

from contracts.base import FileRef
from services.intake.adapters.room import free_bytes
from shared.bus.errors import StorageFull
from shared.errors import OperationFailed
from shared.kept.originals import Kept, OriginalsWriter
from shared.telemetry import fields

AT_ONCE = 64
"""Files that are written together at most."""

FULL = "The disk of the originals is full: make room on it, and files are taken again"

SPARE = 64 * 1024
"""Bytes for journal and folders, beside those of the files that could not be written."""

logger = logging.getLogger("kibitz.intake")


class NotKept(OperationFailed):
    """The original of a file cannot be written."""


class Originals:
    """Writes originals; without a folder none."""

    def __init__(self, folder: Path | None = None, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Write into this folder, which has to exist."""
        self._folder = folder
        self._writer = OriginalsWriter(folder) if folder is not None else None
        self._now = now
        self._waiting: list[tuple[Kept, asyncio.Future[FileRef]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._lacking = 0

    async def keep(self, file: FileRef, pieces: Sequence[bytes]) -> FileRef:
        """Have a file and its line of the journal on the disk; the file as it is to be announced.

        That is another than the one given where the same bytes were received before.

        Raises:
            StorageFull: for want of room.
            NotKept: for another reason.
        """
        if self._writer is None:
            return file
        written: asyncio.Future[FileRef] = asyncio.get_running_loop().create_future()
        self._waiting.append(((file, pieces), written))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write(self._writer))
        return await written

    async def keep_known(self, file: FileRef, pieces: Sequence[bytes]) -> None:
        """The same for a file that was taken in before, as `file`, where its original is missing.

        Raises:
            StorageFull, NotKept: as of `keep`.
        """
        if self._writer is not None and not await asyncio.to_thread(self._writer.has, file):
            await self.keep(file, pieces)

    def problem(self) -> str:
        """Why no original can be written now, as a sentence without its stop; "": it can."""
        if self._folder is None:
            return ""
        if not os.access(self._folder, os.W_OK | os.X_OK):
            return "The folder of originals (KIBITZ_INTAKE_ORIGINALS) does not exist or cannot be written to"
        if self._lacking and free_bytes(self._folder) >= self._lacking:
            self._lacking = 0
        return FULL if self._lacking else ""

    async def _write(self, writer: OriginalsWriter) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            listening = [written for _, written in batch]
            try:
                files = await asyncio.to_thread(writer.write, [kept for kept, _ in batch], self._now())
            except Exception as failure:
                logger.error(
                    "originals cannot be written, and no file is taken until they can: look at their disk: %s",
                    failure,
                    extra=fields(files=len(batch)),
                )
                if _is_full(failure):
                    self._lacking = SPARE + sum(len(piece) for (_, pieces), _ in batch for piece in pieces)
                for written in listening:
                    if not written.done():
                        written.set_exception(_meaning(failure))
                continue
            self._lacking = 0
            for written, file in zip(listening, files, strict=True):
                if not written.done():
                    written.set_result(file)


def _is_full(failure: Exception) -> bool:
    return isinstance(failure, OSError) and failure.errno in (ENOSPC, EDQUOT)


def _meaning(failure: Exception) -> Exception:
    if _is_full(failure):
        return StorageFull(FULL)
    if not isinstance(failure, OSError):
        return failure
    return NotKept(f"The original of the file cannot be written: {failure.strerror or type(failure).__name__}")
