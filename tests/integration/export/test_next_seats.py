"""From a round that is over to a file with the seats of the next one, over a real server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
from starlette.applications import Starlette

from contracts import subjects
from contracts.messages import EventMerged, FileRendered, Position, StandingsPublished
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline, seats_of
from services.broadcast.adapters.routes import Routes
from services.broadcast.handlers import Deps
from services.export import app as export
from services.export.settings import Settings as ExportSettings
from services.scoring.domain.event.history import before_round
from services.seating import app as seating
from services.seating.settings import Settings as SeatingSettings
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.service import run_services
from tests.support.acblscore_files import Plan, pairs_game
from tests.support.asgi import Reply, call
from tests.support.nats_server import running_bus
from tests.support.time_limits import scaled

(LOCAL,) = Pipeline([read_bytes(pairs_game(Plan(tables=5, rounds=4))[0], "game.ACA", Path("game.ACA"))]).events.values()


def after_round(number: int) -> EventMerged:
    merged = before_round(LOCAL.state, number + 1).score()[1]
    return merged.replace(applied=number)


@asynccontextmanager
async def services(settings: BusSettings) -> AsyncIterator[None]:
    stop = asyncio.Event()
    made = (export.create(lambda: ExportSettings(bus=settings)), seating.create(lambda: SeatingSettings(bus=settings)))
    running = [asyncio.create_task(run_services([service], stop=stop)) for service in made]
    try:
        yield
    finally:
        stop.set()
        await asyncio.gather(*running)


async def publish(bus: Bus, state: EventMerged) -> None:
    """What scoring publishes of a state."""
    await bus.publish(subjects.event_merged(state.event), state)
    published = StandingsPublished(
        standings=state.standings,
        position=Position(seq=state.applied, applied=state.applied),
        digest=f"{state.applied:064d}",
        calculated_at=state.calculated_at,
    )
    await bus.publish(subjects.standings_published(state.event), published)


async def asked(bus: Bus, target: str) -> Reply:
    routes = Routes(Deps(bus=bus, hub=None, ready=asyncio.Event()))  # type: ignore[arg-type]
    return await call(Starlette(routes=routes.routes()), "GET", target)


async def test_a_file_has_the_seats_of_the_round_after_each_round(bus_settings: BusSettings) -> None:
    event = LOCAL.state.event
    async with services(bus_settings), asyncio.timeout(scaled(60)), running_bus(bus_settings, "scoring") as bus:
        for number in (1, 2):
            await publish(bus, after_round(number))
            async for stored in bus.follow(subjects.file_rendered("usebio", event), FileRendered, 1):
                if stored.message.next_round == f"round {number + 1}":
                    break
            async with running_bus(bus_settings, "broadcast") as reader:
                reply = await asked(reader, f"/v1/events/{event}/files/usebio")
                listed: list[dict[str, Any]] = orjson.loads((await asked(reader, f"/v1/events/{event}/files")).body)[
                    "files"
                ]
            (copy,) = Pipeline([read_bytes(reply.body, "copy.xml", Path("copy.xml"))]).events.values()
            found, expected = seats_of(copy.score()[1]), seats_of(after_round(number))
            assert found is not None
            assert expected is not None
            assert found.round == number + 1
            assert [(at.table, at.ns, at.ew) for at in found.tables] == [
                (at.table, at.ns, at.ew) for at in expected.tables
            ]
            (shown,) = [one for one in listed if one["format"] == "usebio"]
            assert shown["next_round"] == f"round {number + 1}"
            assert "boards of the next round" in {loss["what"] for loss in shown["losses"]}
        await publish(bus, after_round(4))
        async for stored in bus.follow(subjects.file_rendered("usebio", event), FileRendered, 1):
            if stored.message.applied == 4:
                assert stored.message.next_round is None
                break
