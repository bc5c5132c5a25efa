"""Follow the bus and feed the hub; broadcast owns no durable consumer and acknowledges nothing."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from contracts import subjects
from contracts.messages import BoardScored, DealAnalysed, RoundAssigned, StandingsPublished
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from shared.errors import OperationFailed
from shared.messaging.bus import Bus, Stored
from shared.messaging.router import ServiceRouter
from shared.messaging.wire import M
from shared.telemetry import fields

logger = logging.getLogger("kibitz.broadcast")

REMEMBERED = timedelta(minutes=15)
"""How far back messages are read at start, so that clients of a restarted service resume without a snapshot."""

PATIENCE = 120.0
"""Seconds of failing to read the bus after which the process ends, to be started again from nothing."""

RETRY = 1.0

STANDINGS = subjects.standings_published(subjects.ANY)
BOARDS = subjects.board_scored(subjects.ANY, subjects.ANY)
ANALYSES = subjects.deal_analysed(subjects.ANY, subjects.ANY)
SEATS = subjects.round_assigned(subjects.ANY)


@dataclass
class Deps:
    """What following needs.

    Attributes:
        ready: set when everything that stood on the bus at start is in the hub.
    """

    bus: Bus
    hub: Hub
    ready: asyncio.Event
    ledger: Ledger | None = None


def build_router(deps: Deps) -> ServiceRouter:
    """Broadcast handles nothing by durable consumer: its router is empty, and `follow` does the work."""
    return ServiceRouter("broadcast")


async def follow(deps: Deps) -> None:
    """Read what stands on the bus, then follow it for ever."""
    bus = deps.bus
    scored, seated = await bus.stream_created("SCORED"), await bus.stream_created("SEATED")
    ledger = Ledger(deps.hub, _epoch(scored), _epoch(seated))
    since = datetime.now(UTC) - REMEMBERED
    standings = await _remembered(bus, STANDINGS, StandingsPublished, since)
    boards = await _remembered(bus, BOARDS, BoardScored, since)
    analyses = await _remembered(bus, ANALYSES, DealAnalysed, since)
    seats = await _remembered(bus, SEATS, RoundAssigned, since)
    first: dict[str, int] = {}
    for message in standings:
        first.setdefault(message.message.standings.event, message.message.position.seq - 1)
    ledger.begin(first.items())
    for board in boards:
        ledger.take_board(board.message, board.time)
    for one in standings:
        ledger.take_standings(one.message, one.time)
    for analysis in analyses:
        ledger.take_analysis(analysis.message, analysis.time)
    for seat in seats:
        ledger.take_seats(seat.message, seat.time)
    deps.ledger = ledger
    deps.ready.set()
    logger.info("following %d events", len(first))
    async with asyncio.TaskGroup() as group:
        group.create_task(_pump(bus, STANDINGS, StandingsPublished, _after(standings), ledger.take_standings))
        group.create_task(_pump(bus, BOARDS, BoardScored, _after(boards), ledger.take_board))
        group.create_task(_pump(bus, ANALYSES, DealAnalysed, _after(analyses), ledger.take_analysis))
        group.create_task(_pump(bus, SEATS, RoundAssigned, _after(seats), ledger.take_seats))


def _after(read: Sequence[Stored[M]]) -> int:
    """Where to go on after what was read; each pattern has its own place, because each was read at its own moment."""
    return max((stored.seq for stored in read), default=0) + 1


async def _pump(bus: Bus, pattern: str, model: type[M], start: int, take: Callable[[M, datetime], None]) -> None:
    """Follow a pattern for ever; a cluster that elects or restarts is waited for, and read on where it was left.

    Raises:
        OperationFailed: the bus has not let itself be read for `PATIENCE` seconds.
    """
    loop = asyncio.get_running_loop()
    failing_since: float | None = None
    while True:
        try:
            async for stored in bus.follow(pattern, model, start):
                start, failing_since = stored.seq + 1, None
                take(stored.message, stored.time)
        except OperationFailed as error:
            failing_since = failing_since or loop.time()
            if loop.time() - failing_since > PATIENCE:
                raise
            logger.warning("the bus cannot be read, trying again: %s", error, extra=fields(service="broadcast"))
            await asyncio.sleep(RETRY)


async def _remembered(bus: Bus, pattern: str, model: type[M], since: datetime) -> list[Stored[M]]:
    """The last message of each quiet channel, then everything since then, in the order of the stream."""
    recent = [stored async for stored in bus.history(pattern, model, since=since)]
    moving = {stored.subject for stored in recent}
    last = [stored async for stored in bus.history(pattern, model, last_per_subject=True)]
    return [*(stored for stored in last if stored.subject not in moving and stored.time < since), *recent]


def _epoch(created: datetime) -> str:
    """The name of a numbering: it changes only when the stream is made anew."""
    return created.astimezone(UTC).strftime("%Y%m%dT%H%M%S%f")


async def keep_alive(deps: Deps, every: float = 2.0) -> None:
    """Tell the hub whether the bus is there, for the age of the data that clients are told."""
    while True:
        await asyncio.sleep(every)
        report = await deps.bus.healthy()
        deps.hub.degraded = not report.connected
        if report.connected:
            deps.hub.source_alive()
