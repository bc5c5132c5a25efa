"""Seats of a round of the second session, written into a file and read again: they are those that are taken next."""

from pathlib import Path

import pytest

from contracts.facts import MovementFact, ResultFact, SessionFact
from contracts.seating import RoundAssignment
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline, seats_of
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.movements.mitchell import mitchell
from tests.support.fragments import fragment, pair
from tests.support.played_movements import results_of

EVENT = "club-pairs-2026-03-07"
FIRST_SESSION = 3


def session(name: str, over: int) -> tuple[MovementFact, tuple[ResultFact, ...]]:
    """Three tables for three rounds, of which so many are over."""
    plan = mitchell(3, winners=1).replace(session=name)
    return plan, tuple(one.replace(session=name) for one in results_of(plan, over))


def tables(seats: RoundAssignment | None) -> tuple[object, ...]:
    assert seats is not None
    return seats.session, seats.round, [(line.table, line.ns, line.ew) for line in seats.tables]


@pytest.mark.parametrize("over", [1, 2])
def test_seats_of_a_later_round_of_the_second_session_are_stated_by_the_file(over: int) -> None:
    plans, results = zip(session("1", FIRST_SESSION), session("2", over), strict=True)
    state = EventState(EVENT)
    state.apply(
        fragment(
            "evening",
            results=[*results[0], *results[1]],
            movements=plans,
            sessions=(SessionFact(id="1"), SessionFact(id="2")),
            participants=tuple(pair(str(number)) for number in range(1, 7)),
        )
    )
    merged = state.score()[1]
    assert merged.standings.progress.rounds_complete == FIRST_SESSION + over
    seats = seats_of(merged)
    written = exported()["usebio"].render(merged, seats=seats).data
    (copy,) = Pipeline([read_bytes(written, "copy.xml", Path("copy.xml"))]).events.values()
    again = seats_of(copy.score()[1])
    assert again is not None
    assert again.rule == "stated"
    assert tables(again) == tables(seats)
    assert tables(again)[:2] == ("2", over + 1)
