"""Handlers of the seating service: decode, call the core, have it drawn if necessary, publish the plan.

A draw of chess may take minutes, so up to `AT_ONCE` states of events are handled in parallel, and those of one event
one after the other. While an event is drawn, only its newest state waits: those that it has overtaken are dropped. Each
message is acknowledged when its own seats are published, so a process that dies during a draw leaves it to the next.

Several processes may handle states of one event. A newer state whose seats have not changed publishes nothing, so the
expected sequence number does not stop a process that still works on an older state. Therefore a process that has
published checks afterwards for a newer state, and seats that one too: either it was there before the check, or its own
handler sees what was published.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from contracts import subjects
from contracts.base import Excerpt, Instant, Slug
from contracts.facts import Facts
from contracts.messages import EventMerged, RoundAssigned
from contracts.standings import Standings
from services.seating.domain.assignment import Plan, plan
from services.seating.domain.chess.draw import DrawNeeded, PairNextRound
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.router import ServiceRouter
from shared.errors import Superseded

AT_ONCE = 32
"""States of events that are in hand; an event has at most two of them, one that is drawn and one that waits."""


class EventToSeat(Excerpt, title="EventMerged"):
    """A merged event without its travellers, which say nothing of seats and are more than half of it."""

    event: Slug
    applied: int
    facts: Facts
    standings: Standings
    calculated_at: Instant

    def merged(self) -> EventMerged:
        """The event, as seats are worked out from it."""
        return EventMerged.model_construct(**dict(self))


@dataclass
class _Turn:
    """Whose turn it is of the states of one event."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    inside: int = 0
    newest: int = 0
    overtaken: asyncio.Event = field(default_factory=asyncio.Event)


class Turns:
    """One state of an event at a time; of those that wait, the newest alone."""

    def __init__(self) -> None:
        """Begin without events."""
        self._turns: dict[str, _Turn] = {}

    @asynccontextmanager
    async def of(self, event: str, applied: int) -> AsyncIterator[None]:
        """Wait for the turn of a state; Superseded when a newer one came while it waited."""
        turn = self._turns.setdefault(event, _Turn())
        turn.inside += 1
        if applied > turn.newest:
            turn.newest = applied
            turn.overtaken.set()
            turn.overtaken = asyncio.Event()
        try:
            await self._take(turn, applied)
            try:
                yield
            finally:
                turn.lock.release()
        finally:
            turn.inside -= 1
            if not turn.inside:
                del self._turns[event]

    @staticmethod
    async def _take(turn: _Turn, applied: int) -> None:
        """Take the lock, or give up as soon as a newer state has come."""
        overtaken = asyncio.ensure_future(turn.overtaken.wait())
        taking = asyncio.ensure_future(turn.lock.acquire())
        try:
            await asyncio.wait({overtaken, taking}, return_when=asyncio.FIRST_COMPLETED)
            if applied < turn.newest:
                raise Superseded(f"state {applied} of an event was overtaken by {turn.newest}")
        except BaseException:
            if not taking.cancel() and not taking.cancelled():
                turn.lock.release()
            raise
        finally:
            overtaken.cancel()


@dataclass
class Deps:
    """What the handlers need; `turns` let one state of an event at a time, and a few draws side by side."""

    bus: Bus
    pair_next_round: PairNextRound
    draws_at_once: int = 2
    turns: Turns = field(default_factory=Turns)

    @cached_property
    def draws(self) -> Executor:
        """Where draws are waited for."""
        return ThreadPoolExecutor(self.draws_at_once, "draw")


def build_router() -> ServiceRouter:
    """Subscribe to merged events."""
    router = ServiceRouter("seating")
    router.publication("seating.round.assigned.v1")

    @router.subscribe("scoring.event.merged.v1", reads=EventToSeat, at_once=AT_ONCE)
    async def on_event_merged(
        message: EventToSeat, delivery: Delivery, deps: Annotated[Deps, Injected("deps")]
    ) -> None:
        subject = subjects.event_merged(message.event)
        async with deps.turns.of(message.event, message.applied):
            state, seq = message.merged(), delivery.seq
            # The newest state is read only if there is another.
            while await _seat(deps, state) and await deps.bus.first_seq(subject, after=seq):
                newest = await deps.bus.last(subject, EventToSeat)
                if newest is None or newest.message.applied <= state.applied:
                    break
                state, seq = newest.message.merged(), newest.seq

    return router


async def _seat(deps: Deps, state: EventMerged) -> bool:
    """Publish the seats of a state, and say whether they were others than those that were there."""
    last = await deps.bus.last(subjects.round_assigned(state.event), RoundAssigned)
    published, position = (last.message, last.seq) if last else (None, 0)
    planned = await asyncio.to_thread(plan, state, published, position)
    if isinstance(planned, DrawNeeded):
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(deps.draws, deps.pair_next_round, planned.request)
        planned = await asyncio.to_thread(plan, state, published, position, drawn)
    if not isinstance(planned, Plan):
        return False
    await deps.bus.publish(planned.subject, planned.message, expect_last=planned.expect_last)
    return True
