"""The recorder: follows the public feed as any reader does, and writes down each change that a target wants.

1. It reads what the public reads, so whatever an organiser holds back stays held back, here as on the page.
2. What is written down is not lost; what happened while this process was away is in the next whole table.
3. Changes fill their budget of the disk and no more, because at its end no file would be taken. Then what comes is
   written down when older changes have gone, as whole tables.
4. An event that cannot be followed is tried again, and holds up no other.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from datetime import UTC, datetime
from typing import Any

from contracts import subjects
from contracts.messages import TableChanged
from contracts.webhooks.targets import Target
from kibitz_client import Feed, Update
from services.notification.domain.webhooks.changes import Position, Seen, change_of, followed
from shared.bus.budgets import WARNING, over, uses
from shared.bus.bus import Bus
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.notification")

LIST_PER_SECOND = 0.5

STREAM, ROOM_LOOK = "CHANGES", 1.0
"""What changes are kept in, and seconds between two looks at its size."""

AGAIN = 5.0
"""Seconds until what ended is tried again."""


class Recorder:
    """Follows the tables that targets want.

    Attributes:
        events: the list of events, as the feed shows it.
    """

    def __init__(self, bus: Bus, feed: Callable[[], Feed], every: float) -> None:
        """Write over this bus what a feed shows; what changes within so many seconds is one change."""
        self._bus = bus
        self._per_second = 1 / every
        self._feed = feed
        self._tasks: dict[str, tuple[tuple[str, ...], asyncio.Task[None]]] = {}
        self._list: asyncio.Task[None] | None = None
        self._used, self._looked_at = 0, -ROOM_LOOK
        self.events: dict[str, Any] = {}

    def arrange(self, targets: Iterable[Target]) -> None:
        """Follow what these targets want from now on, and nothing else."""
        targets = tuple(targets)
        if targets and self._list is None:
            self._list = asyncio.create_task(self._for_ever(self._follow_list))
        if not targets and self._list is not None:
            self._list.cancel()
            self._list, self.events = None, {}
        wanted = followed(self.events, targets, datetime.now(UTC))
        for event, (tables, task) in [*self._tasks.items()]:
            if wanted.get(event) != tables:
                task.cancel()
                del self._tasks[event]
        for event, tables in wanted.items():
            if event not in self._tasks:
                self._tasks[event] = tables, asyncio.create_task(self._for_ever(self._follow_event, event, tables))

    async def _for_ever(self, work: Callable[..., Coroutine[Any, Any, None]], *about: object) -> None:
        while True:
            try:
                await work(*about)
            except* Exception as errors:
                place = fields(about=" ".join(map(str, about)))
                logger.warning("the feed cannot be followed: %s", errors.exceptions[0], extra=place)
            await asyncio.sleep(AGAIN)

    async def _follow_list(self) -> None:
        async with self._feed() as feed:
            async for update in feed.events(wait=True, max_rate=LIST_PER_SECOND):
                self.events = dict(update.table.rows)

    async def _follow_event(self, event: str, tables: Iterable[str]) -> None:
        async with self._feed() as feed, asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(self._follow_table(feed, event, table))

    async def _follow_table(self, feed: Feed, event: str, table: str) -> None:
        subject = subjects.table_changed(event, table)
        last = await self._bus.last(subject, TableChanged)
        told = Position(last.message.epoch, last.message.seq) if last is not None else None
        before: Seen | None = None
        async for update in feed.follow(f"evt.{event}.{table}", wait=True, max_rate=self._per_second):
            if (seen := _seen(event, table, update)) is None:
                continue
            if (change := change_of(seen, before, told)) is not None:
                await self._make_sure_of_room()
                await self._bus.publish(subject, change)
                told = seen.position
            if seen.position == told:
                before = seen

    async def _make_sure_of_room(self) -> None:
        """Look at most once a second.

        Raises:
            OperationFailed: there is none.
        """
        now = asyncio.get_running_loop().time()
        if now > self._looked_at + ROOM_LOOK:
            stream = self._bus.client.js.stream_info
            info = await self._bus.in_stream(STREAM, lambda: stream(STREAM))
            self._used = info.state.bytes if info is not None else 0
            self._looked_at = now
        if over(uses({STREAM: self._used}, self._bus.settings.storage), WARNING):
            raise OperationFailed(f"the budget of {STREAM} is used: give the bus more storage, or name fewer events")


def _seen(event: str, table: str, update: Update[Any]) -> Seen | None:
    """A table as an update has it; None before there is one."""
    if update.epoch is None:
        return None
    return Seen(
        event,
        table,
        Position(update.epoch, update.seq),
        update.table.columns,
        update.table.rows,
        update.table.meta,
        update.reason,
        update.at or datetime.now(UTC),
    )
