"""The seating service publishes its plan on top of what it published last, and nothing twice."""

from datetime import UTC, datetime

import pytest

from contracts import registry, subjects
from contracts.facts import SeatFact
from contracts.messages import EventMerged, RoundAssigned
from services.seating.domain.chess_draw import Draw, DrawRequest, NoPairing, Pairing
from services.seating.handlers import Deps, build_router
from shared.messaging import Conflict, Delivery
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.memory_bus import MemoryBus
from tests.support.merged import merged

SUBJECT = subjects.round_assigned("made-up-pairs")
DELIVERY = Delivery(subject="x", stream="MERGED", seq=1, deliveries=1, time=datetime(2031, 10, 3, tzinfo=UTC))


def seated(table: str, applied: int) -> EventMerged:
    seats = (
        SeatFact(kind="pair", participant="1", stage="start", table=table, direction="NS"),
        SeatFact(kind="pair", participant="2", stage="start", table=table, direction="EW"),
    )
    return merged(applied=applied, seats=seats)


def nobody_draws(request: DrawRequest) -> NoPairing:
    raise AssertionError(f"nothing was to be drawn: {request}")


async def hear(bus: MemoryBus, *messages: EventMerged) -> None:
    (subscription,) = build_router(Deps(bus=bus, pair_next_round=nobody_draws)).subscriptions  # type: ignore[arg-type]
    for message in messages:
        await subscription.handler(message, DELIVERY)


def test_it_hears_what_the_registry_says() -> None:
    router = build_router(Deps(bus=MemoryBus(), pair_next_round=nobody_draws))  # type: ignore[arg-type]
    heard = {subscription.subject.name for subscription in router.subscriptions}
    assert heard == {entry.name for entry in registry.SUBJECTS if "seating" in entry.consumers}


async def test_seats_are_published_once_and_again_when_they_change() -> None:
    bus = MemoryBus()
    await hear(bus, seated("3", 1), seated("3", 2), seated("4", 3), seated("4", 3))
    assert [subject for subject, _ in bus.messages] == [SUBJECT, SUBJECT]
    positions = [(one.position.seq, one.position.applied) for one in bus.said(SUBJECT)]  # type: ignore[attr-defined]
    assert positions == [(1, 1), (2, 3)]


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
    (subscription,) = build_router(Deps(bus=bus, pair_next_round=engine)).subscriptions  # type: ignore[arg-type]
    for applied, last in enumerate(("2 w =", "2 w =", "2 w 1"), 1):
        lines = players("3 w 1", "4 b =" if last == "2 w =" else "4 b 0", "1 b 0", last)
        await subscription.handler(chess_event(*SWISS, *lines, applied=applied), DELIVERY)
    assert [request.round for request in asked] == [2, 2]
    said = bus.said("seating.round.assigned")
    assert [one.assignment.basis for one in said] == [request.digest for request in asked]  # type: ignore[attr-defined]
    assert [one.position.applied for one in said] == [1, 3]  # type: ignore[attr-defined]
