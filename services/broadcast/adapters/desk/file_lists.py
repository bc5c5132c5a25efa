"""The lists of files that the intake answers with, shared by all desks that ask whether something has moved."""

import time
from collections.abc import Callable

from contracts import subjects
from contracts.questions import FileLine, FileList, FilesAsked
from services.broadcast.adapters.shared_work import Recent
from shared.bus.bus import Bus

LISTED = 200
"""Files that are asked for."""

PATIENCE = 10.0
"""Seconds in which the intake has to answer."""

RECENT = 2.0
"""Seconds within which a list is not asked for again, however many desks are open."""

Files = tuple[FileLine, ...]


class FileLists:
    """The newest files of an event, or of all."""

    def __init__(self, bus: Bus, clock: Callable[[], float] = time.monotonic) -> None:
        """Ask over this bus."""
        self._bus = bus
        self._lists: Recent[str | None, Files] = Recent(self._ask, RECENT, clock)

    async def newest(self, event: str | None = None) -> Files:
        """The list as it is now."""
        return await self._lists.anew(event)

    async def recent(self, event: str | None = None) -> Files:
        """The list as it was at most `RECENT` seconds ago."""
        return await self._lists.of(event)

    async def _ask(self, event: str | None) -> Files:
        asked = FilesAsked(limit=LISTED, event=event)
        return (await self._bus.ask(subjects.files_asked(), asked, FileList, patience=PATIENCE)).files
