"""Queries of players in their bucket: one value for each event, so that its bounds hold whoever writes.

Beside them stands what a correction period ended with, so that two replicas, or one that was started again, decide the
same.
"""

from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from functools import reduce

from contracts.access.journal import Doing, OfAnswer, OfRight
from contracts.base import Contract, Instant, Sha256
from contracts.corrections.queries import Answer, EventQueries, Query, Right
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.kept.acts import ActBucket

BUCKET = "QUERIES"

ENDED_BY = "correction period"
"""Who decides that standings are official when their period is over, as their decision says."""

KEPT = timedelta(days=60)
"""For which the queries of an event are kept after the last change; longer than any correction period."""

_OF_EVENT, _OF_END = "event.", "end."


class PeriodEnd(Contract):
    """With what a correction period ended: which standings became official, and when that was decided."""

    outcome: Sha256
    at: Instant


class QueryBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus
        self._journal = ActBucket(bus)

    async def of_event(self, event: str) -> EventQueries:
        """The queries of an event."""
        return (await self._read(event))[0]

    async def all(self) -> AsyncIterator[tuple[str, EventQueries]]:
        """The queries of each event that has any."""
        async for key, value in self._bus.kv_items(BUCKET):
            if key.startswith(_OF_EVENT):
                yield key.removeprefix(_OF_EVENT), EventQueries.model_validate_json(value)

    async def ask(self, event: str, query: Query) -> None:
        """Keep a query.

        Raises:
            TooMany: so many wait for an answer.
        """
        await self._change(event, lambda queries: queries.asked(query))

    async def answer(
        self, event: str, identity: str, answer: Answer, doing: Doing, text: str, right: tuple[Right, ...] = ()
    ) -> bool:
        """Keep the answer to a query, and findings that are right with it; False where there is no such query."""
        before: Answer | None = None

        def change(queries: EventQueries) -> EventQueries | None:
            nonlocal before
            before = queries.answer_to(identity)
            answered = queries.answered(identity, answer)
            return answered and reduce(EventQueries.accepted, right, answered)

        if await self._change(event, change) is None:
            return False
        of_answer = OfAnswer(event=event, query=identity, before=before, after=answer, right=right)
        await self._journal.note(doing, text, of_answer, (event,))
        return True

    async def take_back(self, act: OfAnswer, doing: Doing) -> bool:
        """Have the answer before again, if any; False where another one has been given since."""

        def change(queries: EventQueries) -> EventQueries | None:
            if queries.answer_to(act.query) != act.after:
                return None
            doubted = reduce(EventQueries.doubted, (each.finding for each in act.right), queries)
            return doubted.answered(act.query, act.before)

        if await self._change(act.event, change) is None:
            return False
        back = act.replace(before=act.after, after=act.before, right=())
        await self._journal.note(doing, "", back, (act.event,))
        return True

    async def accept(self, event: str, right: Right, doing: Doing, text: str) -> None:
        """Keep that a finding is right."""
        await self._change(event, lambda queries: queries.accepted(right))
        await self._journal.note(doing, text, OfRight(event=event, right=right, accepted=True), (event,))

    async def doubt(self, event: str, right: Right, doing: Doing, text: str) -> None:
        """Forget what was said of a finding."""
        await self._change(event, lambda queries: queries.doubted(right.finding))
        await self._journal.note(doing, text, OfRight(event=event, right=right, accepted=False), (event,))

    async def end(self, event: str, until: datetime, proposed: PeriodEnd) -> PeriodEnd:
        """With what a period of an event ended: as whoever came first proposed."""
        key = f"{_OF_END}{event}.{int(until.timestamp() * 1_000_000)}"
        while True:
            value, revision = await self._bus.kv_get(BUCKET, key)
            if value is not None:
                return PeriodEnd.model_validate_json(value)
            try:
                await self._bus.kv_put(BUCKET, key, encode(proposed), expect=revision, ttl=KEPT)
            except Conflict:  # somebody was faster
                continue
            return proposed

    async def _change(self, event: str, change: Callable[[EventQueries], EventQueries | None]) -> EventQueries | None:
        while True:
            queries, revision = await self._read(event)
            changed = change(queries)
            if changed is None:
                return None
            try:
                await self._bus.kv_put(BUCKET, _OF_EVENT + event, encode(changed), expect=revision, ttl=KEPT)
            except Conflict:  # somebody was faster
                continue
            return changed

    async def _read(self, event: str) -> tuple[EventQueries, int]:
        value, revision = await self._bus.kv_get(BUCKET, _OF_EVENT + event)
        return (EventQueries() if value is None else EventQueries.model_validate_json(value)), revision
