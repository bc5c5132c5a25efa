"""Broadcast reads what stands on the bus, then follows it; a bus that goes away is waited for, and not for ever."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import JsonValue

from contracts import registry, subjects
from contracts.facts import PublicPolicy
from contracts.feed import (
    EVENTS_CHANNEL,
    analysis_channel,
    board_channel,
    boards_channel,
    games_channel,
    seats_channel,
    standings_channel,
)
from contracts.messages import Message
from contracts.standings import ScoredGame
from services.broadcast import handlers
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Part
from services.broadcast.handlers import Deps, build_router, follow, keep_alive
from shared.kept.uplink import Uplink, UplinkBucket
from tests.support.feed import TurnedClock
from tests.support.followed import as_changes
from tests.support.memory_bus import MemoryBus
from tests.support.published import analysis, board, chess_round, seats, standings
from tests.support.time_limits import scaled

LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)


def say(bus: MemoryBus, message: Message, subject: str, *, at: datetime | None = None) -> None:
    bus.messages.append((subject, message))
    if at is not None:
        bus.times[len(bus.messages)] = at


def say_standings(bus: MemoryBus, event: str, seq: int, *, at: datetime | None = None) -> None:
    say(bus, standings(event, seq), subjects.standings_published(event), at=at)


@asynccontextmanager
async def following(bus: MemoryBus) -> AsyncIterator[Deps]:
    deps = Deps(bus=bus, hub=Hub(TurnedClock()), ready=asyncio.Event())  # type: ignore[arg-type]
    task = asyncio.create_task(follow(deps))
    try:
        async with asyncio.timeout(scaled(10)):
            await deps.ready.wait()
            yield deps
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def until(deps: Deps, channel: str, seq: int) -> None:
    async with asyncio.timeout(scaled(10)):
        while channel not in deps.hub.channels or deps.hub.channels[channel].seq != seq:
            await asyncio.sleep(0.005)


def test_it_has_no_durable_consumer_whatever_the_registry_says_that_it_reads() -> None:
    assert build_router().specs == {}
    read = {entry.name for entry in registry.SUBJECTS if "broadcast" in entry.consumers}
    made = (subjects.board_scored, subjects.deal_analysed, subjects.round_scored)
    boards = [make("monday", subjects.ANY) for make in made]
    followed = {".".join(pattern.split(".")[:4]) for pattern in (handlers.STANDINGS, handlers.SEATS, *boards)}
    assert followed == read - {"export.file.rendered.v1"}  # asked for by routes.py, when somebody wants a file


async def test_what_stood_on_the_bus_is_there_before_anybody_is_answered_and_the_rest_follows() -> None:
    bus = MemoryBus()
    say_standings(bus, "monday", 4, at=LONG_AGO)
    say(bus, board("monday", "7", 2), subjects.board_scored("monday", "7"), at=LONG_AGO)
    say(bus, seats("monday", 3), subjects.round_assigned("monday"))
    async with following(bus) as deps:
        assert set(deps.hub.channels) == {EVENTS_CHANNEL}, "all else is read when somebody asks for it"
        assert await deps.fetch(standings_channel("monday"))
        assert await deps.fetch(board_channel("monday", "7"))
        known = {name: channel.seq for name, channel in deps.hub.channels.items()}
        assert known == {
            EVENTS_CHANNEL: 8,
            standings_channel("monday"): 4,
            boards_channel("monday"): 2,
            board_channel("monday", "7"): 2,
            seats_channel("monday"): 3,
        }
        say_standings(bus, "monday", 5)
        say(bus, board("monday", "8", 1), subjects.board_scored("monday", "8"))
        await until(deps, standings_channel("monday"), 5)
        await until(deps, board_channel("monday", "8"), 1)
        assert deps.hub.channels[EVENTS_CHANNEL].seq == 10


async def test_after_a_restart_the_list_of_events_has_the_number_that_it_had() -> None:
    bus = MemoryBus()
    for seq in (1, 2, 3):
        say_standings(bus, "monday", seq, at=LONG_AGO)
    for seq in (7, 8):
        say_standings(bus, "friday", seq)
    async with following(bus) as deps:
        assert deps.hub.channels[EVENTS_CHANNEL].seq == 2 * (3 + 8)
        assert set(deps.hub.channels[EVENTS_CHANNEL].rows) == {"monday", "friday"}
        assert deps.hub.channels[EVENTS_CHANNEL].fold(20) is not None
        assert await deps.fetch(standings_channel("friday"))
        assert await deps.fetch(standings_channel("monday"))
        # Friday has moved lately: who saw its seventh state resumes; of Monday only the present is known.
        assert deps.hub.channels[standings_channel("friday")].fold(7) is not None
        assert deps.hub.channels[standings_channel("monday")].fold(2) is None


async def test_a_list_of_quiet_events_is_there_at_once_and_is_told_as_of_its_newest() -> None:
    bus = MemoryBus()
    say_standings(bus, "monday", 4, at=LONG_AGO)
    say_standings(bus, "friday", 3, at=LONG_AGO + timedelta(days=1))
    async with following(bus) as deps:
        catalogue = deps.hub.channels[EVENTS_CHANNEL]
        assert (catalogue.seq, set(catalogue.rows), catalogue.ts) == (
            14,
            {"monday", "friday"},
            LONG_AGO + timedelta(days=1),
        )


async def test_a_list_that_never_was_cannot_be_resumed_from() -> None:
    bus = MemoryBus()
    say_standings(bus, "monday", 4, at=LONG_AGO)
    say_standings(bus, "friday", 3)
    async with following(bus) as deps:
        catalogue = deps.hub.channels[EVENTS_CHANNEL]
        assert (catalogue.seq, set(catalogue.rows)) == (14, {"monday", "friday"})
        assert catalogue.fold(12) is None, "friday as it was before its last message is not known"


class Watched(MemoryBus):
    """A bus that knows what of its messages is still held by somebody."""

    def __init__(self) -> None:
        super().__init__()
        self.handed: list[weakref.ref[Any]] = []
        self.most = 0

    @property
    def held(self) -> int:
        """How many of the messages there are."""
        return sum(handed() is not None for handed in self.handed)

    async def history(self, subject_filter: str, model: type, **wanted: Any) -> AsyncIterator[Any]:  # type: ignore[override]
        async for kept in super().history(subject_filter, model, **wanted):
            stored = copy(kept)
            self.handed.append(weakref.ref(stored))
            self.most = max(self.most, self.held)
            yield stored
            del stored


@pytest.mark.slow
async def test_what_is_read_at_the_start_is_not_kept() -> None:
    bus = Watched()
    for number in range(20):
        say_standings(bus, f"event-{number}", 4, at=LONG_AGO if number % 2 else None)
    async with following(bus):
        gc.collect()
        assert len(bus.handed) == 40, "those of lately are read twice"
        assert bus.held == 0
        assert bus.most <= 2


async def test_a_stream_that_was_made_anew_has_another_epoch() -> None:
    bus = MemoryBus()
    say_standings(bus, "monday", 1)
    epochs = set()
    for day in (0, 0, 1):
        bus.created += timedelta(days=day)
        async with following(bus) as deps:
            assert await deps.fetch(standings_channel("monday"))
            epochs.add(deps.hub.channels[standings_channel("monday")].epoch)
    assert len(epochs) == 2


@pytest.mark.parametrize("away", [False, True])
async def test_clients_are_told_when_the_bus_is_away(*, away: bool) -> None:
    bus = MemoryBus(broken=away)
    deps = Deps(bus=bus, hub=Hub(TurnedClock()), ready=asyncio.Event())  # type: ignore[arg-type]
    looking = asyncio.create_task(keep_alive(deps, every=0.001))
    async with asyncio.timeout(scaled(10)):
        while deps.hub.degraded != away or (not away and deps.hub._source_seen is None):
            await asyncio.sleep(0.005)
    looking.cancel()
    assert (deps.hub._source_seen is None) == away


@pytest.mark.parametrize("standing", [False, True])
async def test_clients_of_a_public_server_are_told_when_the_hall_is_away(*, standing: bool) -> None:
    bus, now = MemoryBus(), datetime.now(UTC)
    deps = Deps(bus=bus, hub=Hub(TurnedClock()), ready=asyncio.Event())  # type: ignore[arg-type]
    report = Uplink(side="world", other="old-town", standing=standing, since=now, at=now)
    await UplinkBucket(bus).write(report)  # type: ignore[arg-type]
    looking = asyncio.create_task(keep_alive(deps, every=0.001))
    async with asyncio.timeout(scaled(10)):
        while deps.uplink is None or deps.hub.degraded == standing:
            await asyncio.sleep(0.005)
    looking.cancel()
    assert deps.is_public
    assert deps.periods() == {}


async def test_events_that_nobody_needs_are_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "EVICT_EVERY", 0.001)
    bus = MemoryBus()
    say_standings(bus, "monday", 1, at=LONG_AGO)
    async with following(bus) as deps:
        assert await deps.fetch(standings_channel("monday"))
        assert standings_channel("monday") in deps.hub.channels
        deps.hub.clock.turn(1_000)  # type: ignore[attr-defined]
        async with asyncio.timeout(scaled(10)):
            while standings_channel("monday") in deps.hub.channels:
                await asyncio.sleep(0.001)
        assert await deps.fetch(standings_channel("monday"))
        assert deps.hub.channels[standings_channel("monday")].seq == 1


@pytest.mark.parametrize(
    ("make", "subject", "channel"),
    [
        (standings, subjects.standings_published("monday"), standings_channel("monday")),
        (seats, subjects.round_assigned("monday"), seats_channel("monday")),
        (lambda event, seq: board(event, "7", seq), subjects.board_scored("monday", "7"), board_channel("monday", "7")),
        (
            lambda event, seq: analysis(event, "7", seq),
            subjects.deal_analysed("monday", "7"),
            analysis_channel("monday", "7"),
        ),
    ],
)
async def test_of_each_kind_the_message_right_behind_the_last_one_of_the_start_is_followed(
    make: Callable[[str, int], Message], subject: str, channel: str
) -> None:
    bus = MemoryBus()
    say_standings(bus, "monday", 1, at=LONG_AGO)
    say(bus, make("monday", 2), subject, at=LONG_AGO)
    async with following(bus) as deps:
        assert await deps.fetch(channel)
        say(bus, make("monday", 3), subject)
        await until(deps, channel, 3)


async def test_a_message_that_cannot_be_shown_is_passed_over() -> None:
    bus = MemoryBus()
    say_standings(bus, "monday", 1)
    async with following(bus) as deps:
        assert await deps.fetch(standings_channel("monday"))
        broken = standings("monday", 2)
        (ranking,) = broken.standings.rankings
        rows = ranking.rows[0].replace(rank=2**60)
        say(
            bus,
            broken.replace(standings=broken.standings.replace(rankings=(ranking.replace(rows=(rows,)),))),
            subjects.standings_published("monday"),
        )
        say_standings(bus, "monday", 3)
        await until(deps, standings_channel("monday"), 3)
        assert deps.hub.channels[standings_channel("monday")].gaps == 1


def say_changes(bus: MemoryBus, event: str, first: int, last: int, *, at: datetime | None = None) -> None:
    """Standings that are whole once, and then changes of these."""
    base = len(bus.messages) + 1
    for message in as_changes((standings(event, seq) for seq in range(1, last + 1)), base):
        if message.position.seq >= first:
            say(bus, message, subjects.standings_published(event), at=at)


def total(deps: Deps, event: str) -> JsonValue:
    """The only total in the standings of an event."""
    channel = deps.hub.channels[standings_channel(event)]
    (row,) = channel.rows.values()
    return row[channel.columns.index("total")]


async def test_an_event_of_which_the_newest_standings_are_a_change_is_read_from_the_whole_ones_on() -> None:
    bus = MemoryBus()
    say_standings(bus, "friday", 1)
    say_changes(bus, "monday", 1, 5, at=LONG_AGO)
    async with following(bus) as deps:
        assert await deps.fetch(standings_channel("monday"))
        channel = deps.hub.channels[standings_channel("monday")]
        assert (channel.seq, total(deps, "monday"), channel.fold(4)) == (5, "5", None)


async def test_who_saw_standings_of_lately_resumes_from_them_although_they_were_changes() -> None:
    bus = MemoryBus()
    say_changes(bus, "monday", 1, 5)
    for seq in (1, 2):
        bus.times[seq] = LONG_AGO
    async with following(bus) as deps:
        assert await deps.fetch(standings_channel("monday"))
        channel = deps.hub.channels[standings_channel("monday")]
        assert (channel.fold(3) is not None, channel.fold(2)) == (True, None)


async def test_changes_are_followed() -> None:
    bus = MemoryBus()
    say_changes(bus, "monday", 1, 2)
    async with following(bus) as deps:
        assert await deps.fetch(standings_channel("monday"))
        bus.messages.pop(), bus.messages.pop()
        say_changes(bus, "monday", 1, 4)
        await until(deps, standings_channel("monday"), 4)
        assert total(deps, "monday") == "4"


async def test_standings_that_are_no_change_of_those_that_are_shown_are_read_again() -> None:
    bus = MemoryBus()
    say_changes(bus, "monday", 1, 3)
    async with following(bus) as deps:
        assert await deps.fetch(standings_channel("monday"))
        assert deps.ledger is not None
        loaded = deps.ledger.loaded[Part("monday", False)]
        assert loaded.tables is not None
        loaded.tables = replace(loaded.tables, of="0" * 64)
        bus.messages.clear()
        say_changes(bus, "monday", 1, 4)
        await until(deps, standings_channel("monday"), 4)
        assert (total(deps, "monday"), loaded.complete) == ("4", True)


class Noted(MemoryBus):
    """A bus that remembers from where it was followed."""

    def __init__(self) -> None:
        super().__init__()
        self.followed: dict[str, int] = {}

    async def follow(self, subject_filter: str, model: type, start_seq: int, *more: Any) -> AsyncIterator[Any]:
        self.followed[subject_filter] = start_seq
        async for stored in super().follow(subject_filter, model, start_seq, *more):
            yield stored
            del stored


async def test_nothing_that_was_there_at_the_start_is_followed() -> None:
    bus = Noted()
    for seq in (1, 2, 3):
        say_standings(bus, "monday", seq)
        say(bus, board("monday", "7", seq), subjects.board_scored("monday", "7"))
        say(bus, analysis("monday", "7", seq), subjects.deal_analysed("monday", "7"))
        say(bus, seats("monday", seq), subjects.round_assigned("monday"))
    async with following(bus) as deps:
        while len(bus.followed) < 2:
            await asyncio.sleep(0)
        assert bus.followed == {handlers.STANDINGS: 10, handlers.SEATS: 13}
        assert await deps.fetch(board_channel("monday", "7"))
        boards, analyses = (make("monday", subjects.ANY) for make in (subjects.board_scored, subjects.deal_analysed))
        while len(bus.followed) < 4:
            await asyncio.sleep(0)
        assert (bus.followed[boards], bus.followed[analyses]) == (11, 12)


async def test_after_a_restart_the_public_sees_the_state_of_a_delay_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "TURN_EVERY", 0.001)
    bus, now = MemoryBus(), datetime.now(UTC)
    for seq, minutes in ((1, 40), (2, 1)):
        late = standings("monday", seq)
        late = late.replace(standings=late.standings.replace(public=PublicPolicy(delay=30)))
        say(bus, late, subjects.standings_published("monday"), at=now - timedelta(minutes=minutes))
    async with following(bus) as deps:
        clock: TurnedClock = deps.hub.clock  # type: ignore[assignment]
        clock.turn((now - clock().utc).total_seconds())
        assert await deps.fetch(standings_channel("monday"))
        assert total(deps, "monday") == "1"
        clock.turn(29 * 60 + 1)
        await until(deps, standings_channel("monday"), 4)
        assert total(deps, "monday") == "2"


async def test_after_a_restart_what_is_made_of_several_messages_is_that_of_a_delay_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(handlers, "TURN_EVERY", 0.001)
    bus, now = MemoryBus(), datetime.now(UTC)
    late = standings("monday", 1)
    late = late.replace(standings=late.standings.replace(public=PublicPolicy(delay=30)))
    say(bus, late, subjects.standings_published("monday"), at=now - timedelta(minutes=300))
    game = ScoredGame(white="1", black="2", table=1)
    for minutes, name, seq, score in ((300, "7", 1, "420"), (2, "7", 2, "-50"), (1, "8", 1, "620")):
        at = now - timedelta(minutes=minutes)
        say(bus, board("monday", name, seq, score), subjects.board_scored("monday", name), at=at)
        played = chess_round("monday", int(name), seq, game.replace(result=f"{minutes}"))
        say(bus, played, subjects.round_scored("monday", name), at=at)
    say_later = standings("monday", 2).replace(standings=late.standings)
    say(bus, say_later, subjects.standings_published("monday"), at=now - timedelta(minutes=1))

    def shown(deps: Deps, channel: str, column: str) -> dict[str, Any]:
        found = deps.hub.channels[channel]
        return {key.partition("|")[0]: row[found.columns.index(column)] for key, row in found.rows.items()}

    async with following(bus) as deps:
        clock: TurnedClock = deps.hub.clock  # type: ignore[assignment]
        clock.turn((now - clock().utc).total_seconds())
        boards, games = boards_channel("monday"), games_channel("monday")
        assert await deps.fetch(boards)
        assert await deps.fetch(standings_channel("monday"))
        assert shown(deps, boards, "low") == {"7": 420}
        assert shown(deps, games, "result") == {"7": "300"}
        assert total(deps, "monday") == "1"
        clock.turn(29 * 60 + 1)
        deps.ledger.audiences.turn()  # type: ignore[union-attr]
        assert shown(deps, boards, "low") == {"7": -50, "8": 620}
        assert shown(deps, games, "result") == {"7": "2", "8": "1"}


async def test_after_a_restart_the_list_of_events_has_the_line_of_a_delay_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "TURN_EVERY", 0.001)
    bus, now = MemoryBus(), datetime.now(UTC)
    for seq, minutes in ((1, 400), (2, 90), (3, 20), (4, 1)):
        late = standings("monday", seq)
        late = late.replace(standings=late.standings.replace(public=PublicPolicy(delay=30)))
        say(bus, late, subjects.standings_published("monday"), at=now - timedelta(minutes=minutes))
    hub = Hub(TurnedClock())
    hub.clock.turn((now - hub.clock().utc).total_seconds())  # type: ignore[attr-defined]
    deps = Deps(bus=bus, hub=hub, ready=asyncio.Event())  # type: ignore[arg-type]
    task = asyncio.create_task(follow(deps))
    try:
        async with asyncio.timeout(scaled(10)):
            await deps.ready.wait()
            channel = hub.channels[EVENTS_CHANNEL]
            assert "after round 2" in channel.rows["monday"]
            assert channel.seq == 4 + 2
            for minutes, seq in ((10, 3), (20, 4)):
                hub.clock.turn(minutes * 60)  # type: ignore[attr-defined]
                while f"after round {seq}" not in channel.rows["monday"]:
                    await asyncio.sleep(0.001)
                assert channel.seq == 4 + seq
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
