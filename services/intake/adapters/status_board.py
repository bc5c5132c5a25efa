"""Where each file stands, kept in the key-value bucket FILE_STATUS by the file's digest.

The bucket is a projection of the messages on the bus. Writers join news to what is there and write only against the
revision that they read, so any number of replicas may do it at once.
"""

import asyncio
import logging
import random
from collections import OrderedDict

from pydantic import ValidationError

from services.intake.domain.status import FileRecord, join
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.errors import OperationFailed
from shared.telemetry import fields

BUCKET = "FILE_STATUS"

_ATTEMPTS = 30
_REMEMBERED = 50_000

logger = logging.getLogger("kibitz.intake")


class StatusBoard:
    """Reads and joins the records of files."""

    def __init__(self, bus: Bus) -> None:
        """Use this connection."""
        self._bus = bus
        self._noted: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def read(self, sha256: str) -> FileRecord | None:
        """What is known of a file; None when nothing is.

        Raises:
            OperationFailed: the bus does not answer.
        """
        return (await self._read(sha256))[0]

    async def note(self, sha256: str, news: FileRecord) -> FileRecord:
        """Join news of a file to what is known of it; the record as it is then.

        Raises:
            OperationFailed: the bus does not answer, or others write without end.
        """
        for attempt in range(_ATTEMPTS):
            known, revision = await self._read(sha256)
            record = join(known or FileRecord(), news)
            if record == known:
                return record
            value = record.model_dump_json(exclude_defaults=True).encode()
            try:
                await self._bus.kv_put(BUCKET, sha256, value, expect=revision)
            except Conflict:
                await asyncio.sleep(random.uniform(0, 0.01 * (attempt + 1)))  # noqa: S311 - jitter
                continue
            return record
        raise OperationFailed(f"the status of file {sha256[:12]} is written by others without end")

    async def note_once(self, sha256: str, news: FileRecord) -> None:
        """Like `note`, for what arrives again and again: what this process has noted already costs nothing."""
        key = (sha256, news.model_dump_json(exclude_defaults=True))
        if key in self._noted:
            self._noted.move_to_end(key)
            return
        await self.note(sha256, news)
        self._noted[key] = None
        while len(self._noted) > _REMEMBERED:
            self._noted.popitem(last=False)

    async def _read(self, sha256: str) -> tuple[FileRecord | None, int]:
        value, revision = await self._bus.kv_get(BUCKET, sha256)
        if value is None:
            return None, revision
        try:
            return FileRecord.model_validate_json(value), revision
        except ValidationError:
            logger.warning("the kept status cannot be read and is made anew", extra=fields(file=sha256[:12]))
            return None, revision
