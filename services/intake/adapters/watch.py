"""Watches folders by looking at them again and again, which works on every system and every kind of mount.

Where the operating system tells of changes, a folder is looked at as soon as something changes in it, and once more
after `SETTLE`: a file that is whole and has not changed meanwhile is taken then, and not at the next regular look.

What was taken is remembered by path, size, time stamp and identity, so that it is not read again; after a restart every
file is read once more, found to be known by its digest, and sent to nobody.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from contracts.codes.intake import (
    EMPTY,
    FAILED,
    INCOMPLETE,
    NO_ROOM,
    NOT_KEPT,
    NOT_SETTLED,
    TOO_LARGE,
    UNKNOWN_FORMAT,
    UNREADABLE,
    WRITTEN_BACK,
)
from contracts.findings import Finding
from contracts.questions import FolderFinding, FolderList, FolderReport
from services.intake.adapters.changes import FolderChanges
from services.intake.adapters.folder import Changed, Entry, Unreadable, digest_file, list_folder, read_file
from services.intake.adapters.originals import NotKept
from services.intake.adapters.reception import Reception, Taken
from services.intake.domain.admission import Sending, finding_of
from services.intake.domain.content import TooLarge
from services.intake.domain.names import clean_name
from services.intake.domain.recognise import ending_of, recognise, too_large
from services.intake.domain.stability import (
    Rule,
    Seen,
    Waiting,
    is_restless,
    may_be_read,
    observe,
    patience_is_over,
    quiet_period,
)
from shared.bus.errors import StorageFull
from shared.errors import OperationFailed
from shared.formats.format import Ending
from shared.telemetry import continued, fields

logger = logging.getLogger("kibitz.intake")

SETTLE = 0.05
"""Seconds between the first two looks at what has changed."""

_RETRY = 5_000_000_000
_RETRY_FAULT = 60_000_000_000
_AT_ONCE = 4
_LARGEST_DIGEST = 16
_LONGEST_PAUSE = 30.0
_WORTH_SAYING = 20
_SAY_EVERY = 10


@dataclass(frozen=True)
class Limits:
    """How much is done at once.

    Attributes:
        max_bytes: of one file.
        scan_bytes: read in one look at all folders; what is more waits for the next.
        scan_files: looked at in each folder.
    """

    max_bytes: int
    scan_bytes: int
    scan_files: int


@dataclass
class Watched:
    """A folder and what is remembered of it, by path."""

    path: Path
    taken: dict[str, Seen] = field(default_factory=dict)
    waiting: dict[str, Waiting] = field(default_factory=dict)
    not_before: dict[str, int] = field(default_factory=dict)
    troubles: dict[tuple[str, str], Finding] = field(default_factory=dict)
    files: int = 0

    @property
    def name(self) -> str:
        """What senders and readers are told of the folder: its last component, never where it lies."""
        return clean_name(self.path.name or "folder")

    def report(self, most: int) -> FolderReport:
        """How the folder is, with at most so many findings."""
        findings = tuple(
            FolderFinding(name=clean_name(name) if name else None, finding=finding)
            for (name, _), finding in sorted(self.troubles.items())[:most]
        )
        taken, waiting = len(self.taken), len(self.waiting)
        return FolderReport(name=self.name, files=self.files, taken=taken, waiting=waiting, findings=findings)


class FolderWatch:
    """Takes in what settles in folders."""

    def __init__(
        self,
        folders: Iterable[Path],
        reception: Reception,
        limits: Limits,
        *,
        rule: Rule | None = None,
        interval: float = 0.3,
        changes: FolderChanges | None = None,
        steady: Callable[[], int] = time.monotonic_ns,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Watch these folders.

        Args:
            folders: that exist, or may come.
            reception: takes in what settles.
            limits: how much is done at once.
            rule: when a file is whole.
            interval: seconds between two looks.
            changes: tells of changes; without it the folders are only looked at.
            steady: a clock in nanoseconds that never goes back.
            now: the clock.
        """
        self.folders = tuple(Watched(path) for path in folders)
        self._reception = reception
        self._limits = limits
        self._rule = rule or Rule()
        self._interval = interval
        self._changes = changes or FolderChanges(())
        self._steady = steady
        self._now = now
        self._pause = 0.0
        self._bus_failed = False

    def report(self, most: int) -> FolderList:
        """How the folders are, with at most so many findings of each."""
        return FolderList(folders=tuple(folder.report(most) for folder in self.folders))

    async def run(self) -> None:
        """Watch until cancelled."""
        for folder in self.folders:
            logger.info("watching %s", folder.path, extra=fields(folder=folder.name))
        async with asyncio.TaskGroup() as group:
            group.create_task(self._changes.run())
            group.create_task(self._look())

    async def _look(self) -> None:
        changed = False
        while True:
            await self.scan()
            pause = max(self._interval, self._pause)
            settling = changed and not self._bus_failed and any(map(self._is_settling, self.folders))
            changed = await self._changes.within(min(pause, SETTLE) if settling else pause) or settling

    def _is_settling(self, folder: Watched) -> bool:
        return any(waiting.sightings < self._rule.sightings for waiting in folder.waiting.values())

    async def scan(self) -> int:
        """Look at every folder once; how many files were handed in."""
        budget = _Budget(self._limits.scan_bytes)
        self._bus_failed = False
        done = sum([await self._scan(folder, budget) for folder in self.folders])
        self._pause = min(max(1.0, self._pause * 2), _LONGEST_PAUSE) if self._bus_failed else 0.0
        return done

    async def _scan(self, folder: Watched, budget: "_Budget") -> int:
        listing = await asyncio.to_thread(list_folder, folder.path, self._limits.scan_files)
        now = self._steady()
        present = {entry.path for entry in listing.entries}
        for memory in (folder.taken, folder.waiting, folder.not_before):
            for path in memory.keys() - present:
                del memory[path]
        folder.files = len(present)
        ready = [entry for entry in listing.entries if self._is_ready(folder, entry, now)]
        for name, finding in listing.troubles:
            self._trouble(folder, name, finding)
        names = {entry.name for entry in listing.entries}
        current = {(name, finding.code) for name, finding in listing.troubles}
        folder.troubles = {key: value for key, value in folder.troubles.items() if key[0] in names or key in current}
        done = 0
        for start in range(0, len(ready), _AT_ONCE):
            batch = ready[start : start + _AT_ONCE]
            outcomes = await asyncio.gather(*(self._consider(folder, entry, budget) for entry in batch))
            done += sum(outcome is _Outcome.DONE for outcome in outcomes)
            if _Outcome.BUS_FAILED in outcomes:
                self._bus_failed = True
                break
            if len(ready) > _WORTH_SAYING and (start // _AT_ONCE) % _SAY_EVERY == 0:
                logger.info("taking in files: %d of %d", done, len(ready), extra=fields(folder=folder.name))
        return done

    def _is_ready(self, folder: Watched, entry: Entry, now: int) -> bool:
        if folder.taken.get(entry.path) == entry.seen:
            return False
        waiting = folder.waiting[entry.path] = observe(folder.waiting.get(entry.path), entry.seen, now)
        if is_restless(waiting, self._rule, now):
            self._trouble(folder, entry.name, NOT_SETTLED.finding(f"{clean_name(entry.name)} keeps changing"))
        return now >= folder.not_before.get(entry.path, now) and may_be_read(waiting, self._rule, now)

    async def _consider(self, folder: Watched, entry: Entry, budget: "_Budget") -> "_Outcome":
        if not budget.take(min(entry.seen.size, self._limits.max_bytes)):
            return _Outcome.LATER
        waiting = folder.waiting[entry.path]
        try:
            with continued({}, "intake watch"):
                done = await self._take(folder, entry, waiting)
        except Exception as error:
            return self._after_failure(folder, entry, waiting, error)
        if not done:
            return _Outcome.LATER
        folder.taken[entry.path] = entry.seen
        folder.waiting.pop(entry.path, None)
        folder.not_before.pop(entry.path, None)
        for code in (NOT_SETTLED.code, UNREADABLE.code, NO_ROOM.code, NOT_KEPT.code, FAILED.code):
            folder.troubles.pop((entry.name, code), None)
        return _Outcome.DONE

    def _after_failure(self, folder: Watched, entry: Entry, waiting: Waiting, error: Exception) -> "_Outcome":
        """What comes of a file that could not be handed in now; one file never ends the watching of the others."""
        name, now = clean_name(entry.name), self._steady()
        if isinstance(error, Changed):
            folder.waiting.pop(entry.path, None)
        elif isinstance(error, Unreadable):
            folder.not_before[entry.path] = now + _RETRY
            if patience_is_over(waiting, self._rule, now):
                self._trouble(folder, entry.name, UNREADABLE.finding(f"{name} cannot be read: {error}"))
        elif isinstance(error, OperationFailed):
            folder.not_before[entry.path] = now + _RETRY
            if isinstance(error, StorageFull):
                self._trouble(folder, entry.name, NO_ROOM.finding(f"{name} waits: {error}"))
                return _Outcome.BUS_FAILED
            if isinstance(error, NotKept):
                self._trouble(folder, entry.name, NOT_KEPT.finding(f"{name} waits: {error}"))
                return _Outcome.BUS_FAILED
            logger.error(
                "a file waits for the bus, look at the NATS servers: %s", error, extra=fields(folder=folder.name)
            )
            return _Outcome.BUS_FAILED
        else:
            folder.not_before[entry.path] = now + _RETRY_FAULT
            logger.error("taking in a file failed", exc_info=error, extra=fields(folder=folder.name, name=name))
            self._trouble(folder, entry.name, FAILED.finding(f"Taking in {name} failed"))
        return _Outcome.LATER

    async def _take(self, folder: Watched, entry: Entry, waiting: Waiting) -> bool:
        """Hand a file in; False when it is to be waited for."""
        size, limit = entry.seen.size, self._limits.max_bytes
        sending = Sending(
            name=entry.name, sender=folder.name, received_at=self._now(), written_at=_moment(entry.seen.mtime_ns)
        )
        if size > limit:
            why = too_large(size, limit)
            if size > limit * _LARGEST_DIGEST:
                # Reading it all, only to name it in a report, would take longer than the report is worth.
                self._trouble(folder, entry.name, finding_of(why))
                return True
            digest = await asyncio.to_thread(digest_file, entry)
            self._remember(folder, entry, await self._reception.refuse(digest, size, sending, why))
            return True
        try:
            content = await asyncio.to_thread(read_file, entry, limit)
        except TooLarge:
            raise Changed from None
        seen = recognise(content.sample)
        ending = Ending.WHOLE if seen.certain else ending_of(seen.format, content.sample)
        waiting = folder.waiting[entry.path] = replace(waiting, needs=quiet_period(ending, self._rule))
        if not may_be_read(waiting, self._rule, self._steady()):
            return False
        folder.troubles.pop((entry.name, INCOMPLETE.code), None)
        if ending is Ending.CUT and seen.code is None:
            cut = INCOMPLETE.finding(f"{clean_name(entry.name)} ends in the middle and was taken as it is")
            self._trouble(folder, entry.name, cut)
        self._remember(folder, entry, await self._reception.take_in(content, sending))
        return True

    def _remember(self, folder: Watched, entry: Entry, taken: Taken) -> None:
        for code in (EMPTY.code, TOO_LARGE.code, UNKNOWN_FORMAT.code, WRITTEN_BACK.code):
            folder.troubles.pop((entry.name, code), None)
        if taken.refusal is not None:
            folder.troubles[(entry.name, taken.refusal.code)] = taken.refusal
        elif taken.replaced and entry.path in folder.taken:
            back = WRITTEN_BACK.finding(f"{clean_name(entry.name)} was written again as it had been before")
            self._trouble(folder, entry.name, back.replace(file=taken.file.sha256))

    @staticmethod
    def _trouble(folder: Watched, name: str, finding: Finding) -> None:
        """Remember what is wrong, in a file or (without a name) the folder; it is logged when it begins."""
        if (name, finding.code) not in folder.troubles:
            about = fields(folder=folder.name, name=clean_name(name) if name else None, code=finding.code)
            logger.warning("%s. %s", finding.message, finding.advice, extra=about)
        folder.troubles[(name, finding.code)] = finding


class _Outcome(Enum):
    """What came of considering one file."""

    DONE = "done"
    LATER = "later"
    BUS_FAILED = "bus failed"


class _Budget:
    """How many bytes may still be read in this look; a single file always may."""

    def __init__(self, size: int) -> None:
        self._left = size
        self._used = False

    def take(self, size: int) -> bool:
        if self._used and size > self._left:
            return False
        self._used = True
        self._left -= size
        return True


def _moment(mtime_ns: int) -> datetime | None:
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).replace(microsecond=mtime_ns // 1000 % 1_000_000)
    except (ValueError, OverflowError, OSError):
        return None
