"""Two processes seat the states of some events as they come: the newest state has the last word, over a real server."""

import asyncio

from contracts import subjects
from contracts.facts import SeatFact
from contracts.messages import EventMerged, RoundAssigned
from services.seating.domain.chess.draw import DrawRequest, NoPairing
from services.seating.handlers import Deps, build_router
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from tests.support.merged import merged
from tests.support.nats_server import running_bus, start
from tests.support.time_limits import scaled

EVENTS = tuple(f"event-{number}" for number in range(12))
OVERTAKEN = "2"
"""The table of the state in the middle, whose seats are late."""


class Late(Bus):
    """A bus on which seats of the state in the middle take their time."""

    async def publish(self, subject, message, **more):  # type: ignore[no-untyped-def]
        if message.assignment.tables[0].table == OVERTAKEN:
            await asyncio.sleep(0.5)
        return await super().publish(subject, message, **more)


def nobody_draws(request: DrawRequest) -> NoPairing:
    raise AssertionError(f"nothing was to be drawn: {request}")


def seated(event: str, table: str, applied: int) -> EventMerged:
    seats = tuple(
        SeatFact(kind="pair", participant=who, stage="start", table=table, direction=side)
        for who, side in (("1", "NS"), ("2", "EW"))
    )
    return merged(applied=applied, seats=seats).replace(event=event)


async def seats(bus: Bus) -> list[tuple[str | None, int]]:
    """The table at which everybody sits, event by event, and of which state that is."""
    found = [await bus.last(subjects.round_assigned(event), RoundAssigned) for event in EVENTS]
    return [(one.message.assignment.tables[0].table, one.message.position.applied) for one in found if one is not None]


async def test_the_newest_state_has_the_last_word_whoever_is_late(bus_settings: BusSettings) -> None:
    """Its seats are those that were there, so that it is said again only if the state before it came after it."""
    late = [Late("seating", bus_settings, router=build_router()) for _ in range(2)]
    try:
        for bus in late:
            bus.broker.context.set_global("deps", Deps(bus=bus, pair_next_round=nobody_draws))
            await start(bus)
        async with running_bus(bus_settings, "scoring") as scoring, asyncio.timeout(scaled(20)):
            for applied, table in enumerate(("1", OVERTAKEN, "1"), 1):
                for event in EVENTS:
                    await scoring.publish(subjects.event_merged(event), seated(event, table, applied))
                while applied == 1 and len(await seats(scoring)) < len(EVENTS):
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.1)
            quiet = 0
            while quiet < 12:
                await asyncio.sleep(0.1)
                found = await seats(scoring)
                settled = {table for table, _ in found} == {"1"} and 3 in {applied for _, applied in found}
                quiet = quiet + 1 if settled else 0
    finally:
        for bus in late:
            await bus.stop()
