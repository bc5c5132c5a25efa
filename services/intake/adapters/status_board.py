"""Where each file stands, kept in the key-value bucket FILE_STATUS by the file's digest.

The bucket is a projection of the messages on the bus. Writers join news to what is there and write only against the
revision that they read, so any number of replicas may do it at once.
"""

import asyncio
import hashlib
import logging
import random
from collections import OrderedDict
from dataclasses import dataclass

from pydantic import ValidationError

from services.intake.domain.status import FileRecord, join
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.errors import OperationFailed
from shared.telemetry import fields

BUCKET = "FILE_STATUS"

_ATTEMPTS = 30
_REMEMBERED = 50_000
_KNOWN = 500

GATHERED = 0.15
"""Seconds in which news of a file are gathered before they are written: mostly it is scored by then."""

logger = logging.getLogger("kibitz.intake")


@dataclass
class _Writing:
    """News of a file that wait to be written together."""

    news: FileRecord
    written: asyncio.Task[FileRecord]


class StatusBoard:
    """Reads and joins the records of files.

    The messages about a file come within a fraction of a second: what comes within `GATHERED` seconds is written once.
    """

    def __init__(self, bus: Bus) -> None:
        """Use this connection."""
        self._bus = bus
        self._noted: OrderedDict[bytes, None] = OrderedDict()
        self._known: OrderedDict[str, tuple[FileRecord, int]] = OrderedDict()
        self._writing: dict[str, _Writing] = {}

    async def read(self, sha256: str) -> FileRecord | None:
        """What is known of a file; None when nothing is.

        Raises:
            OperationFailed: the bus does not answer.
        """
        record, _ = await self._read(sha256)
        writing = self._writing.get(sha256)
        return record if writing is None else join(record or FileRecord(), writing.news)

    def announce(self, sha256: str, news: FileRecord) -> None:
        """Join news that come again by a message; whoever reads here knows them at once."""
        self._write_soon(sha256, news).add_done_callback(_log_failure)

    async def note(self, sha256: str, news: FileRecord) -> FileRecord:
        """Join news of a file to what is known of it; the record as it is then.

        Raises:
            OperationFailed: the bus does not answer, or others write without end.
        """
        return await asyncio.shield(self._write_soon(sha256, news))

    def _write_soon(self, sha256: str, news: FileRecord) -> asyncio.Task[FileRecord]:
        writing = self._writing.get(sha256)
        if writing is None:
            task = asyncio.ensure_future(self._write(sha256))
            writing = self._writing[sha256] = _Writing(news, task)
        else:
            writing.news = join(writing.news, news)
        return writing.written

    async def _write(self, sha256: str) -> FileRecord:
        await asyncio.sleep(GATHERED)
        writing, taken = self._writing[sha256], None
        try:
            while writing.news != taken:
                taken = writing.news
                record = await self._put(sha256, taken)
            return record
        finally:
            del self._writing[sha256]

    async def _put(self, sha256: str, news: FileRecord) -> FileRecord:
        for attempt in range(_ATTEMPTS):
            known: FileRecord | None
            known, revision = self._known.pop(sha256) if sha256 in self._known else await self._read(sha256)
            record = join(known or FileRecord(), news)
            if record != known:
                value = record.model_dump_json(exclude_defaults=True).encode()
                try:
                    revision = await self._bus.kv_put(BUCKET, sha256, value, expect=revision)
                except Conflict:
                    await asyncio.sleep(random.uniform(0, 0.01 * (attempt + 1)))  # noqa: S311 - jitter
                    continue
            self._known[sha256] = record, revision
            while len(self._known) > _KNOWN:
                self._known.popitem(last=False)
            return record
        raise OperationFailed(f"the status of file {sha256[:12]} is written by others without end")

    async def note_once(self, sha256: str, news: FileRecord) -> None:
        """Like `note`, for what arrives again and again: what this process has noted already costs nothing."""
        text = sha256 + news.model_dump_json(exclude_defaults=True)
        key = hashlib.blake2b(text.encode(), digest_size=16).digest()
        if key in self._noted:
            self._noted.move_to_end(key)
            return
        await self.note(sha256, news)
        self._noted[key] = None
        while len(self._noted) > _REMEMBERED:
            self._noted.popitem(last=False)

    def forget(self, sha256: str) -> None:
        """Forget what this process has read and noted of a file: the bucket may have lost it."""
        self._known.pop(sha256, None)
        self._noted.clear()

    async def _read(self, sha256: str) -> tuple[FileRecord | None, int]:
        value, revision = await self._bus.kv_get(BUCKET, sha256)
        if value is None:
            return None, revision
        try:
            return FileRecord.model_validate_json(value), revision
        except ValidationError:
            logger.warning("the kept status cannot be read and is made anew", extra=fields(file=sha256[:12]))
            return None, revision


def _log_failure(written: asyncio.Task[FileRecord]) -> None:
    if not written.cancelled() and (error := written.exception()) is not None:
        logger.warning("the status of a file is behind: %s", error)
