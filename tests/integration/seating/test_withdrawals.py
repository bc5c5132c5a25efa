"""Standings and seats of an event of which the director has withdrawn somebody say the same of its rounds."""

import pytest

from contracts.facts import EventFact, MovementFact, PresenceFact
from contracts.messages import EventMerged
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.assign import next_round
from services.seating.domain.chess.draw import DrawNeeded
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.mitchell import mitchell
from tests.support.fragments import fragment, pair
from tests.support.played_movements import results_of

FIRST = 4
"""The round from which on they are not there."""


def after(plan: MovementFact, last: int, *gone: str, given: bool, late: bool = False) -> EventMerged:
    """An event after a round, without those who are gone; with `late` one of its tables is still to come."""
    played = [
        one
        for one in results_of(plan, last)
        if (one.round or 0) < FIRST or {one.sides.ns, one.sides.ew}.isdisjoint(gone)
    ]
    if late:
        missing = next(one.table for one in played if one.round == last)
        played = [one for one in played if (one.round, one.table) != (last, missing)]
    numbers = sorted({who for one in results_of(plan) for who in (one.sides.ns, one.sides.ew) if who}, key=int)
    state = EventState("evening")
    state.apply(
        fragment(
            "evening",
            event="evening",
            results=played,
            events=(EventFact(name="Evening", rounds=plan.rounds),),
            participants=tuple(map(pair, numbers)),
            movements=(plan,) if given else (),
            presences=tuple(PresenceFact(participant=who, round=FIRST, present=False) for who in gone),
        ),
        (),
    )
    return state.score()[1]


@pytest.mark.parametrize("plan", [mitchell(7, winners=1), howell(10)], ids=["mitchell", "howell"])
@pytest.mark.parametrize("given", [True, False], ids=["given", "inferred"])
def test_a_round_without_who_has_withdrawn_is_complete_and_the_next_is_seated(plan: MovementFact, given: bool) -> None:
    for last in (FIRST, FIRST + 1):
        merged = after(plan, last, "9", given=given)
        seats = next_round(merged)
        progress = merged.standings.progress
        assert (progress.rounds_complete, progress.text, progress.slow) == (last, f"after round {last}", ())
        assert seats is not None
        assert not isinstance(seats, DrawNeeded)
        assert (seats.rule, seats.round) == ("movement" if given else "inferred", last + 1)
        assert "9" not in {who for table in seats.tables for who in (table.ns, table.ew)}


@pytest.mark.parametrize("given", [True, False], ids=["given", "inferred"])
def test_a_table_that_is_late_is_still_waited_for(given: bool) -> None:
    merged = after(mitchell(7, winners=1), FIRST, "9", given=given, late=True)
    assert merged.standings.progress.text == "after round 3, 5 of 6 tables of round 4"


def test_with_a_movement_several_may_withdraw_and_two_who_were_to_meet_cost_one_table() -> None:
    plan = mitchell(7, winners=1)
    both = next(one.sides for one in plan.lines if one.round == FIRST)
    for gone in ((both.ns or "", both.ew or ""), ("1", "9", "12")):
        merged = after(plan, FIRST + 1, *gone, given=True)
        assert merged.standings.progress.text == f"after round {FIRST + 1}"
        seats = next_round(merged)
        assert seats is not None
        assert not isinstance(seats, DrawNeeded)
        assert seats.round == FIRST + 2
