"""Events are read from the bus when somebody asks for them: once for all who ask, and not for ever."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from contracts import subjects
from contracts.feed import EVENTS_CHANNEL, Reason, board_channel, boards_channel, seats_channel, standings_channel
from kibitz_client import Feed
from services.broadcast.adapters import event_loader
from services.broadcast.adapters.event_loader import EventLoader
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.websocket_server import FeedServer, ServerOptions
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger, Part
from services.broadcast.domain.limits import Limits
from shared.errors import OperationFailed
from tests.support.feed import TurnedClock
from tests.support.memory_bus import MemoryBus
from tests.support.published import STORED, as_read, board, seats, standings
from tests.support.sockets import get
from tests.support.time_limits import scaled

BOARD = board_channel("monday", "7")


class Slow(MemoryBus):
    """A bus that reads when it is let, and counts how often."""

    def __init__(self) -> None:
        super().__init__()
        self.let = asyncio.Event()
        self.let.set()
        self.reads: list[str] = []
        self.unreadable = ""
        self.error: Exception = OperationFailed("the cluster elects")

    async def history(self, subject_filter: str, model: Any, **wanted: Any) -> AsyncIterator[Any]:  # type: ignore[override]
        self.reads.append(subject_filter)
        await self.let.wait()
        if self.broken or subject_filter == self.unreadable:
            raise self.error
        async for stored in super().history(subject_filter, model, **wanted):
            yield stored


class Broadcast:
    """Two events on the bus, of which a ledger knows."""

    def __init__(self, **limits: Any) -> None:
        self.bus = Slow()
        self.clock = TurnedClock()
        self.hub = Hub(self.clock, Limits(**limits))
        self.ledger = Ledger(self.hub, "E1", "S1")
        self.loader = EventLoader(self.bus, self.ledger, self.follow)  # type: ignore[arg-type]
        self.followed: list[str] = []
        for event in ("monday", "friday"):
            self.bus.messages.append((subjects.standings_published(event), standings(event, 4)))
            self.bus.messages.append((subjects.board_scored(event, "7"), board(event, "7", 2)))
            self.bus.messages.append((subjects.round_assigned(event), seats(event, 3)))
        self.ledger.begin({}, ())
        for event in ("monday", "friday"):
            self.ledger.remember(as_read(standings(event, 4)), STORED)
        self.ledger.publish_list(Reason.PUBLISH, STORED)

    async def follow(self, event: str) -> Callable[[], None]:
        self.followed.append(event)
        return lambda: self.followed.remove(event)

    def serving(self) -> FeedServer:
        return FeedServer(self.hub, HttpApi(self.hub, fetch=self.loader.fetch), ServerOptions(grace=0.3))

    def positions(self) -> dict[str, int]:
        return {name: channel.seq for name, channel in self.hub.channels.items() if name != EVENTS_CHANNEL}


STANDINGS = standings_channel("monday")
WHOLE = {STANDINGS: 4, seats_channel("monday"): 3}
WITH_BOARDS = {**WHOLE, boards_channel("monday"): 2, BOARD: 2}


async def test_one_event_is_read_and_no_other_and_its_boards_when_somebody_asks_for_one() -> None:
    broadcast = Broadcast()
    assert await broadcast.loader.fetch(STANDINGS)
    assert (broadcast.positions(), broadcast.followed) == (WHOLE, [])
    assert broadcast.hub.evicted(BOARD)
    reads = len(broadcast.bus.reads)
    assert await broadcast.loader.fetch(seats_channel("monday"))
    assert len(broadcast.bus.reads) == reads, "it is here"
    assert await broadcast.loader.fetch(BOARD)
    assert (broadcast.positions(), broadcast.followed) == (WITH_BOARDS, ["monday"])
    assert not any("friday" in pattern for pattern in broadcast.bus.reads)


async def test_boards_are_followed_until_nobody_needs_them() -> None:
    broadcast = Broadcast(evict_after=60.0)
    assert await broadcast.loader.fetch(BOARD)
    broadcast.clock.turn(61)
    assert await broadcast.loader.fetch(STANDINGS)
    assert (broadcast.positions(), broadcast.followed) == (WHOLE, [])


async def test_who_asks_for_one_event_after_the_other_does_not_fill_the_memory() -> None:
    broadcast = Broadcast(idle_events=1)
    assert await broadcast.loader.fetch(BOARD)
    broadcast.clock.turn(1)
    assert await broadcast.loader.fetch(board_channel("friday", "7"))
    assert broadcast.hub.evicted(BOARD)
    assert set(broadcast.ledger.loaded) == {Part("friday", True)}


@pytest.mark.parametrize("channel", [EVENTS_CHANNEL, standings_channel("never"), "evt.", "nonsense"])
async def test_what_is_not_known_is_not_looked_for(channel: str) -> None:
    broadcast = Broadcast()
    assert await broadcast.loader.fetch(channel)
    assert broadcast.bus.reads == []


async def test_who_asks_together_shares_one_reading_and_may_leave() -> None:
    broadcast = Broadcast()
    broadcast.bus.let.clear()
    first, second = (asyncio.create_task(broadcast.loader.fetch(STANDINGS)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    broadcast.bus.let.set()
    assert await second
    assert broadcast.positions() == WHOLE
    assert len(broadcast.bus.reads) == len(set(broadcast.bus.reads)) * 2, "each pattern once by time, once by subject"


async def test_a_bus_that_cannot_be_read_leaves_the_event_at_rest_until_it_can() -> None:
    broadcast = Broadcast()
    broadcast.bus.broken = True
    assert not await broadcast.loader.fetch(STANDINGS)
    assert broadcast.positions() == {}
    assert broadcast.hub.evicted(STANDINGS)
    broadcast.bus.broken = False
    assert await broadcast.loader.fetch(STANDINGS)
    assert broadcast.positions() == WHOLE


@pytest.mark.parametrize("error", [OperationFailed("the cluster elects"), ValueError("no table")])
async def test_an_event_of_which_only_a_part_can_be_read_is_shown_to_nobody(error: Exception) -> None:
    broadcast = Broadcast()
    broadcast.bus.error = error
    for unreadable, channel, whole in (
        (subjects.round_assigned("monday"), STANDINGS, WHOLE),
        (subjects.deal_analysed("monday", subjects.ANY), BOARD, WITH_BOARDS),
    ):
        before, loaded = broadcast.positions(), dict(broadcast.ledger.loaded)
        broadcast.bus.unreadable = unreadable
        assert not await broadcast.loader.fetch(channel)
        assert (broadcast.positions(), broadcast.ledger.loaded, broadcast.followed) == (before, loaded, [])
        broadcast.bus.unreadable = ""
        assert await broadcast.loader.fetch(channel)
        assert broadcast.positions() == whole


async def test_a_bus_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loader, "PATIENCE", 0.01)
    broadcast = Broadcast()
    broadcast.bus.let.clear()
    assert not await broadcast.loader.fetch(STANDINGS)
    broadcast.bus.let.set()
    assert await broadcast.loader.fetch(STANDINGS)


async def test_clients_of_every_kind_meet_an_event_that_rests_as_if_it_had_been_there() -> None:
    broadcast = Broadcast()
    async with broadcast.serving() as server, asyncio.timeout(scaled(10)):
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed:
            async for update in feed.follow(standings_channel("monday")):
                assert (update.seq, update.stale) == (4, False)
                break
        answer = await get(server, "/v1/events/friday/boards/7")
        assert (answer.status, answer.headers["etag"]) == (200, '"E1-2"')


async def test_over_http_what_cannot_be_read_now_is_asked_for_again() -> None:
    broadcast = Broadcast()
    broadcast.bus.broken = True
    async with broadcast.serving() as server, asyncio.timeout(scaled(10)):
        for path in ("/v1/events/monday/seats", "/v1/channels/evt.monday.standings/events"):
            answer = await get(server, path)
            assert (answer.status, answer.headers["retry-after"]) == (503, "5")
        assert (await get(server, "/v1/events")).status == 200


@pytest.mark.slow
@pytest.mark.parametrize("way", ["websocket", "http"])
async def test_a_stop_does_not_wait_for_an_event_that_is_being_fetched(way: str) -> None:
    broadcast = Broadcast()
    broadcast.bus.let.clear()
    async with asyncio.timeout(scaled(5)):
        async with broadcast.serving() as server:
            if way == "http":
                asking: asyncio.Task[object] = asyncio.create_task(get(server, "/v1/events/monday/seats"))
            else:
                feed = Feed(f"ws://127.0.0.1:{server.port}")
                await feed.__aenter__()
                asking = asyncio.create_task(anext(feed.follow(BOARD)))
            while not broadcast.bus.reads:
                await asyncio.sleep(0.005)
        asking.cancel()
        if way == "websocket":
            await feed.__aexit__(None, None, None)
        await asyncio.gather(asking, return_exceptions=True)
    broadcast.bus.let.set()


async def test_a_client_that_leaves_while_its_event_is_fetched_leaves_nothing_behind() -> None:
    broadcast = Broadcast()
    broadcast.bus.let.clear()
    async with broadcast.serving() as server, asyncio.timeout(scaled(10)):
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed:
            asking = asyncio.create_task(anext(feed.follow(BOARD)))
            while not broadcast.bus.reads:
                await asyncio.sleep(0.005)
            asking.cancel()
        while sum(server.readers().values()):
            await asyncio.sleep(0.005)
        broadcast.bus.let.set()
        assert await broadcast.loader.fetch(BOARD)
        await asyncio.sleep(0.01)
        assert broadcast.hub.followed() == frozenset()
