"""The lists of files that the intake answers with, shared by all desks that ask whether something has moved."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from contracts import subjects
from contracts.questions import FileLine, FileList, FilesAsked
from services.broadcast.adapters.shared_work import SharedWork
from shared.bus.bus import Bus

LISTED = 200
"""Files that are asked for."""

PATIENCE = 10.0
"""Seconds in which the intake has to answer."""

RECENT = 2.0
"""Seconds within which a list is not asked for again, however many desks are open."""

Files = tuple[FileLine, ...]


@dataclass
class FileLists:
    """The newest files of an event, or of all.

    Attributes:
        clock: seconds that never jump.
    """

    bus: Bus
    clock: Callable[[], float] = time.monotonic
    _kept: dict[str | None, tuple[float, Files]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._asking: SharedWork[str | None, Files] = SharedWork(self.newest)

    async def newest(self, event: str | None = None) -> Files:
        """The list as it is now."""
        asked = FilesAsked(limit=LISTED, event=event)
        files = (await self.bus.ask(subjects.files_asked(), asked, FileList, patience=PATIENCE)).files
        now = self.clock()
        self._kept = {name: kept for name, kept in self._kept.items() if now - kept[0] < RECENT}
        self._kept[event] = (now, files)
        return files

    async def recent(self, event: str | None = None) -> Files:
        """The list as it was at most `RECENT` seconds ago."""
        at, files = self._kept.get(event, (None, ()))
        if at is not None and self.clock() - at < RECENT:
            return files
        return await self._asking.of(event)
