"""Standings over a real server: changes of those before, whole after a restart, and broadcast follows them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from contracts import subjects
from contracts.feed import standings_channel
from contracts.messages import FragmentAccepted, StandingsPublished
from contracts.standings_changes.tables import standings_digest
from services.broadcast.domain.hub import Hub
from services.broadcast.handlers import Deps, follow
from services.scoring.app import create
from services.scoring.domain.event.event_state import EventState
from services.scoring.settings import Settings
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.service import run_services
from tests.support.feed import TurnedClock
from tests.support.followed import newest_standings
from tests.support.fragments import fragment, result
from tests.support.nats_server import running_bus
from tests.support.time_limits import scaled

FRAGMENTS = [
    fragment(
        f"part {number}",
        minutes=number,
        event="monday",
        results=[result(f"{number}", "1", "2", 10 * number), result(f"{number}", "3", "4", 50)],
    )
    for number in range(1, 9)
]


@asynccontextmanager
async def scoring(settings: BusSettings) -> AsyncIterator[None]:
    stop = asyncio.Event()
    service = create(lambda: Settings(bus=settings, double_dummy_workers=0))
    running = asyncio.create_task(run_services([service], stop=stop))
    try:
        yield
    finally:
        stop.set()
        await running


async def published(bus: Bus, first: int, last: int) -> list[StandingsPublished]:
    """What comes of some of the fragments."""
    subject = subjects.standings_published("monday")
    after = await bus.last_seq(subject)
    for each in FRAGMENTS[first:last]:
        await bus.publish(subjects.fragment_accepted(each.event), FragmentAccepted(fragment=each))
    found: list[StandingsPublished] = []
    async for stored in bus.follow(subject, StandingsPublished, after + 1):
        found.append(stored.message)
        if len(found) == last - first:
            break
    return found


async def test_standings_are_whole_once_for_each_process_and_changes_after_that(bus_settings: BusSettings) -> None:
    async with asyncio.timeout(scaled(60)), AsyncExitStack() as stack, running_bus(bus_settings, "validation") as bus:
        async with scoring(bus_settings):
            before = await published(bus, 0, 3)
        reader = await stack.enter_async_context(running_bus(bus_settings, "broadcast"))
        deps = Deps(bus=reader, hub=Hub(TurnedClock()), ready=asyncio.Event())
        following = asyncio.create_task(follow(deps))
        await deps.ready.wait()
        assert await deps.fetch(standings_channel("monday"))
        channel = deps.hub.channels[standings_channel("monday")]
        assert (channel.seq, channel.fold(1) is not None) == (3, True)
        async with scoring(bus_settings):
            after = await published(bus, 3, 8)
        whole = [message.changes is None for message in (*before, *after)]
        assert whole == [True, False, False, True, False, False, False, False]
        assert [message.position.seq for message in (*before, *after)] == list(range(1, 9))

        state = EventState("monday")
        for each in FRAGMENTS:
            state.apply(each)
        expected = state.score()[0].standings
        newest = await newest_standings(bus, "monday")
        assert (newest.standings, newest.digest) == (expected, standings_digest(expected))
        while channel.seq < 8:
            await asyncio.sleep(0.01)
        assert channel.meta["digest"] == newest.digest
        totals = {row.id: str(row.total) for row in expected.rankings[0].rows}
        shown = channel.columns.index("total")
        assert {key.partition("|")[2]: row[shown] for key, row in channel.rows.items()} == totals
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
