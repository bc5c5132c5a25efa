"""Movements by name, as a director asks for them."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.seating.domain.movements.catalogue import (
    ENTRANTS,
    MovementRequest,
    faults_of_catalogue_movement,
    make_movement,
)
from services.seating.domain.movements.construction import NoSuchMovement


def who(names: Iterable[str | None]) -> set[str]:
    return {name for name in names if name is not None}


@given(st.sampled_from(sorted(ENTRANTS)), st.integers(2, 60), st.sampled_from((None, 3, 5, 7, 9)))
def test_what_is_made_is_sound_and_has_everybody_in_it(name: str, size: int, rounds: int | None) -> None:
    wanted = MovementRequest(name, size, rounds)
    try:
        plan = make_movement(wanted)
    except NoSuchMovement:
        return
    assert faults_of_catalogue_movement(wanted, plan) == ()
    if rounds is not None:
        assert plan.rounds == rounds
    seats = [getattr(one.sides, place) for one in plan.lines for place in one.sides.FIELDS]
    sides = {
        (place[:2] if plan.winners == 2 else "", getattr(one.sides, place))
        for one in plan.lines
        for place in one.sides.FIELDS
        if getattr(one.sides, place)
    }
    assert len(sides) == size
    assert all(int(name) <= size for name in who(seats))


@pytest.mark.parametrize(
    ("wanted", "name", "rounds"),
    [
        (MovementRequest("mitchell", 26, 12), "Mitchell 13 plain", 12),
        (MovementRequest("mitchell", 20), "Mitchell 10 skip", 9),
        (MovementRequest("mitchell", 20, style="share-and-relay"), "Mitchell 10 share-and-relay", 10),
        (MovementRequest("web", 34, 13), "Web 17 tables 13 rounds", 13),
        (MovementRequest("whist", 12), "Whist individual 12 players", 11),
        (MovementRequest("head-to-head", 9), "Round robin 9 teams", 9),
    ],
)
def test_movements_by_their_names(wanted: MovementRequest, name: str, rounds: int) -> None:
    plan = make_movement(wanted)
    assert (plan.name, plan.rounds) == (name, rounds)


def test_an_odd_number_has_a_half_table_or_a_rover() -> None:
    half = make_movement(MovementRequest("mitchell", 13))
    assert sum(None in (one.sides.ns, one.sides.ew) for one in half.lines) == 7
    rover = make_movement(MovementRequest("mitchell", 15, rover="ns"))
    assert (rover.tables, sum(one.sides.ns == "8" for one in rover.lines)) == (7, 6)
    assert make_movement(MovementRequest("mitchell", 15, winners=1, rover="ew")).name == "Mitchell 7 plain rover EW"


def test_an_arrow_switch_makes_one_winner() -> None:
    plan = make_movement(MovementRequest("mitchell", 14, arrow_switch=True))
    assert plan.winners == 1
    last = next(one for one in plan.lines if (one.round, one.table) == (7, "1"))
    assert (last.sides.ns, last.sides.ew) == ("9", "1")


@pytest.mark.parametrize(
    "more",
    [
        {"name": "waltz"},
        {"name": "howell", "rover": "ns"},
        {"name": "howell", "arrow_switch": True},
        {"name": "mitchell", "rover": "ns"},
        {"name": "web"},
        {"name": "american-whist", "size": 9, "rounds": 3},
    ],
)
def test_what_there_is_not_is_refused_with_its_reason(more: dict[str, Any]) -> None:
    with pytest.raises(NoSuchMovement) as refused:
        make_movement(MovementRequest(**{"size": 14, **more}))
    assert refused.value.code.code == "seating.no-such-movement"
    assert str(refused.value)


def test_a_whist_individual_meets_its_opponents_twice_on_purpose() -> None:
    wanted = MovementRequest("whist", 4)
    plan = make_movement(wanted)
    assert faults_of_catalogue_movement(wanted, plan) == ()
    assert faults_of_catalogue_movement(MovementRequest("rainbow", 4), plan)


def test_an_american_whist_is_played_in_all_its_rounds() -> None:
    assert make_movement(MovementRequest("american-whist", 5)).rounds == 4
    assert make_movement(MovementRequest("american-whist", 5, 4, each=3)).lines[0].last_board == "6"
    with pytest.raises(NoSuchMovement, match="all are played"):
        make_movement(MovementRequest("american-whist", 5, 3))
