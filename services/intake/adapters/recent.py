"""Which files arrived last, read from the bus by each process for itself and kept in memory."""

import asyncio
import heapq
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import islice

from contracts.base import FileRef
from contracts.codes.decisions import DECIDED
from contracts.messages import FileReceived, FileRejected
from contracts.questions import FileInEvent, FileLine, FileList
from services.intake.adapters.status_board import StatusBoard
from services.intake.domain.status import FileRecord, view
from shared.bus.bus import Bus
from shared.errors import OperationFailed

EVENTS_NAMED = 20
"""How many events of a file a list names."""

DECISIONS_NAMED, SENTENCES = 20, 400
"""Decisions of a file, and characters of what came of it, in a list of one event, which is one message."""

LISTED_AT_MOST = 1_000
"""How many files are listed at most."""

DAYS = 31
"""How far back a process looks when it starts."""

PAUSE = 5.0
"""Seconds before a bus that did not answer is asked again."""

logger = logging.getLogger("kibitz.intake")


class RecentFiles:
    """The files that arrived last."""

    def __init__(self, bus: Bus, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Read over this connection."""
        self._bus = bus
        self._now = now
        self._files: dict[str, FileRef] = {}

    def newest(self, limit: int) -> tuple[FileRef, ...]:
        """At most `limit` files, the newest first."""
        return tuple(heapq.nlargest(limit, self._files.values(), key=_arrival))

    def starting_with(self, digits: str) -> tuple[FileRef, ...]:
        """The files whose digests begin with these digits, the newest first."""
        found = (file for sha256, file in self._files.items() if sha256.startswith(digits))
        return tuple(sorted(found, key=_arrival, reverse=True))

    def add(self, file: FileRef) -> None:
        """Remember a file; a file that is known keeps its first arrival."""
        known = self._files.get(file.sha256)
        if known is None or _arrival(file) < _arrival(known):
            self._files[file.sha256] = file
        if len(self._files) > 2 * LISTED_AT_MOST:
            self._files = {file.sha256: file for file in self.newest(LISTED_AT_MOST)}

    async def run(self) -> None:
        """Read what there is, then what comes, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._read("intake.file.received.v1.*.*", FileReceived))
            group.create_task(self._read("intake.file.rejected.v1.*", FileRejected))

    async def _read(self, subject: str, model: type[FileReceived] | type[FileRejected]) -> None:
        while True:
            position = 0
            try:
                async for stored in self._bus.history(subject, model, since=self._now() - timedelta(days=DAYS)):
                    self.add(stored.message.file)
                    position = stored.seq
                async for stored in self._bus.follow(subject, model, position + 1):
                    self.add(stored.message.file)
            except OperationFailed as error:
                logger.warning("the list of files is behind: %s", error)
                await asyncio.sleep(PAUSE)


def _arrival(file: FileRef) -> tuple[datetime, str]:
    return (file.received_at or datetime.min.replace(tzinfo=UTC), file.sha256)


async def listed(recent: RecentFiles, board: StatusBoard, limit: int, event: str | None = None) -> FileList:
    """At most `limit` files, the newest first, with where each stands; of one event, with what came of each in it.

    Raises:
        OperationFailed: the bus does not answer.
    """
    lines: list[FileLine] = []
    for file in recent.newest(limit if event is None else LISTED_AT_MOST):
        line = await _line(board, file, event)
        if event is None or line.events:
            lines.append(line)
        if len(lines) == limit:
            break
    return FileList(files=tuple(lines))


async def _line(board: StatusBoard, file: FileRef, event: str | None) -> FileLine:
    status = view(await board.read(file.sha256) or FileRecord())
    fragments = [part for part in (status.fragments if status is not None else ()) if event in (None, part.event)]
    decided = (each.message for each in (status.findings if status is not None else ()) if each.code == DECIDED.code)
    return FileLine(
        sha256=file.sha256,
        name=file.name,
        format=file.format,
        sender=file.sender,
        received_at=file.received_at,
        state=status.state if status is not None else "received",
        findings=status.findings_total if status is not None else 0,
        events=tuple(
            FileInEvent(
                event=part.event,
                state=part.state,
                verdict=part.verdict and part.verdict.verdict,
                text=part.verdict.text[:SENTENCES] if part.verdict is not None and event else None,
                looks_like=part.verdict.looks_like if part.verdict and event else (),
            )
            for part in fragments[:EVENTS_NAMED]
        ),
        decided=tuple(islice(decided, DECISIONS_NAMED)) if event else (),
        url=address_of(file),
    )


def address_of(file: FileRef) -> str:
    """Where the intake says where a file stands."""
    return f"/v1/files/{file.sha256}"
