"""Hears from the operating system that something changes in folders, so that they are looked at in time.

Not every file system tells (network shares do not), so nothing depends on it: folders are looked at again and again all
the same.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from pathlib import Path

from watchfiles import Change, awatch

from shared.telemetry import fields

STEP = 20
"""Milliseconds of quiet after which a change is told of, and in which one is noticed."""

LONGEST = 100
"""Milliseconds after which changes that go on are told of."""

RETRY = 5.0
"""Seconds before a folder that cannot be listened to is tried again."""

logger = logging.getLogger("kibitz.intake")


class FolderChanges:
    """Listens to folders."""

    def __init__(self, folders: Iterable[Path]) -> None:
        """Prepare; `run` listens."""
        self._folders = tuple(folders)
        self._changed = asyncio.Event()
        logging.getLogger("watchfiles").setLevel(logging.WARNING)

    async def run(self) -> None:
        """Listen until cancelled."""
        async with asyncio.TaskGroup() as group:
            for folder in self._folders:
                group.create_task(self._listen(folder))

    async def within(self, seconds: float) -> bool:
        """Whether something has changed since the last call, or does within so many seconds; waits no longer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        changed = self._changed.is_set()
        self._changed.clear()
        return changed

    async def _listen(self, folder: Path) -> None:
        while True:
            try:
                async for changes in awatch(folder, recursive=False, step=STEP, debounce=LONGEST, watch_filter=None):
                    self._changed.set()
                    if (Change.deleted, str(folder)) in changes:
                        break
            except (OSError, RuntimeError) as error:
                logger.info("a folder cannot be listened to: %s", error, extra=fields(folder=folder.name))
            await asyncio.sleep(RETRY)
