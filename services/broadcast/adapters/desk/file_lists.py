"""The lists of files that the intake answers with, shared by all desks that ask whether something has moved."""

import time
from collections.abc import Callable

from contracts import subjects
from contracts.questions import FileLine, FileList, FilesAsked, FolderList, FolderReport, FoldersAsked
from services.broadcast.adapters.shared_work import Recent
from shared.bus.bus import Bus

LISTED = 200
"""Files that are asked for."""

TROUBLES = 50
"""Findings that are asked for of each watched folder."""

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
        self._folders: Recent[None, tuple[FolderReport, ...]] = Recent(self._ask_folders, RECENT, clock)

    async def newest(self, event: str | None = None) -> Files:
        """The list as it is now."""
        return await self._lists.anew(event)

    async def recent(self, event: str | None = None) -> Files:
        """The list as it was at most `RECENT` seconds ago."""
        return await self._lists.of(event)

    async def folders(self) -> tuple[FolderReport, ...]:
        """The watched folders as they were at most `RECENT` seconds ago."""
        return await self._folders.of(None)

    async def _ask_folders(self, _key: None) -> tuple[FolderReport, ...]:
        asked = FoldersAsked(limit=TROUBLES)
        return (await self._bus.ask(subjects.folders_asked(), asked, FolderList, patience=PATIENCE)).folders

    async def _ask(self, event: str | None) -> Files:
        asked = FilesAsked(limit=LISTED, event=event)
        return (await self._bus.ask(subjects.files_asked(), asked, FileList, patience=PATIENCE)).files
