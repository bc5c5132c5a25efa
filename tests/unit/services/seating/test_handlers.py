"""The seating service publishes its plan on top of what it published last, and nothing twice."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest

from contracts import registry, subjects
from contracts.facts import SeatFact
from contracts.messages import EventMerged, RoundAssigned
from services.seating.domain.chess.draw import Draw, DrawRequest, NoPairing, Pairing
from services.seating.handlers import AT_ONCE, Deps, Turns, build_router
from shared.bus.errors import Conflict
from shared.errors import Superseded
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.handlers import handlers, subjects_heard
from tests.support.memory_bus import MemoryBus
from tests.support.merged import merged
from tests.support.time_limits import scaled

SUBJECT = subjects.round_assigned("made-up-pairs")
MERGED = "scoring.event.merged.v1"


def seated(table: str, applied: int) -> EventMerged:
    seats = (
        SeatFact(kind="pair", participant="1", stage="start", table=table, direction="NS"),
        SeatFact(kind="pair", participant="2", stage="start", table=table, direction="EW"),
    )
    return merged(applied=applied, seats=seats)


def nobody_draws(request: DrawRequest) -> NoPairing:
    raise AssertionError(f"nothing was to be drawn: {request}")


async def hear(bus: MemoryBus, *messages: EventMerged) -> None:
    handle = handlers(build_router, Deps(bus=bus, pair_next_round=nobody_draws))[MERGED]  # type: ignore[arg-type]
    for message in messages:
        await handle(message)


def test_it_hears_what_the_registry_says() -> None:
    heard = subjects_heard(build_router())
    assert heard == {entry.name for entry in registry.SUBJECTS if "seating" in entry.consumers}


async def test_seats_are_published_once_and_again_when_they_change() -> None:
    bus = MemoryBus()
    await hear(bus, seated("3", 1), seated("3", 2), seated("4", 3), seated("4", 3))
    assert [subject for subject, _ in bus.messages] == [SUBJECT, SUBJECT]
    positions = [(one.position.seq, one.position.applied) for one in bus.said(SUBJECT)]  # type: ignore[attr-defined]
    assert positions == [(1, 1), (2, 3)]


async def test_a_state_that_is_the_newest_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bus, read, last = MemoryBus(), [], MemoryBus.last

    async def noted(self: MemoryBus, subject: str, model: type) -> object:
        read.append(subject)
        return await last(self, subject, model)

    monkeypatch.setattr(MemoryBus, "last", noted)
    stored = await bus.publish(subjects.event_merged("made-up-pairs"), seated("3", 1))
    handle = handlers(build_router, Deps(bus=bus, pair_next_round=nobody_draws))[MERGED]  # type: ignore[arg-type]
    await handle(seated("3", 1), stored.seq)
    assert len(bus.said(SUBJECT)) == 1
    assert set(read) == {SUBJECT}


async def test_an_older_state_that_comes_late_changes_nothing() -> None:
    bus = MemoryBus()
    await hear(bus, seated("4", 5), seated("3", 4))
    assert len(bus.messages) == 1


async def test_a_second_writer_is_refused_by_the_bus() -> None:
    class Meanwhile(MemoryBus):
        async def last(self, subject: str, model: type[RoundAssigned]) -> None:
            return None

    bus = Meanwhile()
    await hear(bus, seated("3", 1))
    with pytest.raises(Conflict):
        await hear(bus, merged(applied=2, seats=()), seated("4", 2), seated("5", 3))
    assert len(bus.messages) == 1


async def test_a_round_of_chess_is_drawn_once_for_what_it_is_drawn_from() -> None:
    asked: list[DrawRequest] = []

    def engine(request: DrawRequest) -> Draw:
        asked.append(request)
        return Draw((Pairing(1, 0, 1), Pairing(2, 2, 3)))

    bus = MemoryBus()
    handle = handlers(build_router, Deps(bus=bus, pair_next_round=engine))[MERGED]  # type: ignore[arg-type]
    for applied, last in enumerate(("2 w =", "2 w =", "2 w 1"), 1):
        lines = players("3 w 1", "4 b =" if last == "2 w =" else "4 b 0", "1 b 0", last)
        await handle(chess_event(*SWISS, *lines, applied=applied))
    assert [request.round for request in asked] == [2, 2]
    said = bus.said("seating.round.assigned")
    assert [one.assignment.basis for one in said] == [request.digest for request in asked]  # type: ignore[attr-defined]
    assert [one.position.applied for one in said] == [1, 3]  # type: ignore[attr-defined]


class SlowEngine:
    """An engine whose draws last until they are let go."""

    def __init__(self) -> None:
        self.begun, self.go_on = Event(), Event()
        self.asked: list[DrawRequest] = []

    def __call__(self, request: DrawRequest) -> Draw:
        self.asked.append(request)
        self.begun.set()
        assert self.go_on.wait(10)
        return Draw((Pairing(1, 0, 1), Pairing(2, 2, 3)))


@contextmanager
def drawing() -> Iterator[SlowEngine]:
    engine = SlowEngine()
    try:
        yield engine
    finally:
        engine.go_on.set()


def chess(applied: int, last: str = "2 w =") -> EventMerged:
    return chess_event(
        *SWISS, *players("3 w 1", "4 b =" if last == "2 w =" else "4 b 0", "1 b 0", last), applied=applied
    )


async def test_a_long_draw_does_not_hold_up_the_seats_of_other_events() -> None:
    bus = MemoryBus()
    with drawing() as engine:
        handle = handlers(build_router, Deps(bus=bus, pair_next_round=engine))[MERGED]  # type: ignore[arg-type]
        assert [subscriber.max_workers for subscriber in build_router().subscribers] == [AT_ONCE]
        long = asyncio.ensure_future(handle(chess(1)))
        assert await asyncio.to_thread(engine.begun.wait, 10)
        await handle(seated("3", 1))
        assert [subject for subject, _ in bus.messages] == [SUBJECT]
        assert not long.done()
        engine.go_on.set()
        await long
    assert len(bus.messages) == 2


async def test_states_of_one_event_wait_for_each_other_and_only_the_newest_does() -> None:
    bus = MemoryBus()
    with drawing() as engine:
        handle = handlers(build_router, Deps(bus=bus, pair_next_round=engine))[MERGED]  # type: ignore[arg-type]
        first = asyncio.ensure_future(handle(chess(1)))
        assert await asyncio.to_thread(engine.begun.wait, 10)
        second = asyncio.ensure_future(handle(chess(2)))
        await asyncio.sleep(0)
        third = asyncio.ensure_future(handle(chess(3, "2 w 1")))
        with pytest.raises(Superseded):
            await second
        assert len(engine.asked) == 1
        assert not third.done()
        engine.go_on.set()
        await asyncio.gather(first, third)
    assert [one.position.applied for one in bus.said("seating.round.assigned")] == [1, 3]  # type: ignore[attr-defined]


async def test_a_turn_that_is_given_up_or_fails_lets_the_next_one_in() -> None:
    turns = Turns()
    order: list[int] = []
    inside = asyncio.Event()
    fail = asyncio.Event()

    async def take(applied: int) -> None:
        async with turns.of("a", applied):
            order.append(applied)
            inside.set()
            if applied == 1:
                await fail.wait()
                raise ValueError(applied)

    first = asyncio.ensure_future(take(1))
    await inside.wait()
    given_up = asyncio.ensure_future(take(2))
    await asyncio.sleep(0.01)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    third = asyncio.ensure_future(take(3))
    await asyncio.sleep(0.01)
    fail.set()
    assert isinstance((await asyncio.gather(first, return_exceptions=True))[0], ValueError)
    await third
    await take(2)
    assert order == [1, 3, 2]


async def test_a_draw_whose_service_is_stopped_publishes_nothing_and_is_left_to_the_next() -> None:
    bus = MemoryBus()
    with drawing() as engine:
        handle = handlers(build_router, Deps(bus=bus, pair_next_round=engine))[MERGED]  # type: ignore[arg-type]
        long = asyncio.ensure_future(handle(chess(1)))
        assert await asyncio.to_thread(engine.begun.wait, 10)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        engine.go_on.set()
        await handle(chess(1))
    assert len(bus.messages) == 1


class HeldUp(MemoryBus):
    """A bus on which seats can be held up on their way."""

    def __init__(self) -> None:
        super().__init__()
        self.holding = False
        self.waits, self.go_on = asyncio.Event(), asyncio.Event()

    async def publish(self, subject: str, message: object, *, expect_last: int | None = None) -> object:
        if subject == SUBJECT and self.holding:
            self.waits.set()
            await self.go_on.wait()
        return await super().publish(subject, message, expect_last=expect_last)


def tables_of(bus: MemoryBus) -> list[str | None]:
    return [one.assignment.tables[0].table for one in bus.said(SUBJECT)]  # type: ignore[attr-defined]


async def test_of_two_processes_the_one_with_an_older_state_does_not_have_the_last_word() -> None:
    """The newer state gives the seats that are there, so it publishes nothing that would refuse the older one."""
    bus = HeldUp()
    one, other = (
        handlers(build_router, Deps(bus=bus, pair_next_round=nobody_draws))[MERGED]  # type: ignore[arg-type]
        for _ in range(2)
    )
    merged_subject = subjects.event_merged("made-up-pairs")
    first, older, newer = seated("3", 1), seated("4", 2), seated("3", 3)
    await bus.publish(merged_subject, first)
    await one(first)
    await bus.publish(merged_subject, older)
    bus.holding = True
    late = asyncio.ensure_future(one(older))
    await bus.waits.wait()
    await bus.publish(merged_subject, newer)
    await other(newer)
    assert tables_of(bus) == ["3"]
    bus.holding = False
    bus.go_on.set()
    await late
    assert tables_of(bus) == ["3", "4", "3"]
    assert [one.position.applied for one in bus.said(SUBJECT)] == [1, 2, 3]  # type: ignore[attr-defined]


def test_it_publishes_what_the_registry_says() -> None:
    declared = {entry.name for entry in registry.SUBJECTS if "seating" in entry.producers}
    assert build_router().publications.keys() == declared | {"dead"}


async def test_a_state_that_is_overtaken_as_it_takes_its_turn_hands_it_on() -> None:
    turns = Turns()
    order: list[int] = []

    async def take(applied: int) -> None:
        async with turns.of("a", applied):
            order.append(applied)

    older, newer = await asyncio.wait_for(asyncio.gather(take(1), take(2), return_exceptions=True), scaled(10))
    assert isinstance(older, Superseded)
    assert str(older) == "state 1 of an event was overtaken by 2"
    assert (newer, order) == (None, [2])
