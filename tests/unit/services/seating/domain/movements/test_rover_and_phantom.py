"""Rovers, phantoms, withdrawals and late arrivals."""

from collections import Counter

import pytest

from contracts.facts import MovementFact
from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.movements.rover_and_phantom import with_rover, without
from tests.support.movement_cards import cards

POSSIBLE = [4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20]


def of(plan: MovementFact, who: str) -> list[int]:
    return [line.round for line in plan.lines if who in (line.sides.ns, line.sides.ew)]


@pytest.mark.slow
@pytest.mark.parametrize("side", ["ns", "ew"])
@pytest.mark.parametrize("tables", POSSIBLE)
def test_a_rover_plays_every_round_but_the_first_and_bumps_nobody_twice(tables: int, side: str) -> None:
    plan = mitchell(tables, winners=1)
    found = with_rover(plan, "99", side=side)
    rounds = plan.rounds or 0
    assert faults_of(found) == ()
    assert of(found, "99") == list(range(2, rounds + 1))
    pairs = {who for line in plan.lines for who in (line.sides.ns, line.sides.ew) if who}
    missed = Counter(rounds - len(of(found, who)) for who in pairs)
    assert missed == {1: rounds - 1, 0: 2 * tables - rounds + 1}
    assert {getattr(line.sides, side) for line in found.lines if line.round == 1} == {
        getattr(line.sides, side) for line in plan.lines if line.round == 1
    }


def test_with_seven_tables_the_rover_goes_up_two_tables() -> None:
    found = with_rover(mitchell(7, winners=1), "15")
    assert [int(line.table) for line in found.lines if line.sides.ns == "15"] == [3, 5, 7, 2, 4, 6]


@pytest.mark.parametrize("tables", [3, 9])
def test_there_is_no_rover_through_all_rounds_where_three_divides_the_tables(tables: int) -> None:
    with pytest.raises(NoSuchMovement):
        with_rover(mitchell(tables, winners=1), "99")


def test_a_shorter_movement_of_nine_tables_has_a_rover() -> None:
    assert faults_of(with_rover(mitchell(9, 7, winners=1), "19")) == ()


def test_who_meets_a_phantom_sits_out_and_no_boards_are_there() -> None:
    found = without(mitchell(5, winners=1), "10")
    assert of(found, "10") == []
    empty = [line for line in found.lines if line.sides.ew is None]
    assert [line.sides.ns for line in empty] == ["5", "1", "2", "3", "4"]
    assert {line.first_board for line in empty} == {None}


def test_who_withdraws_has_played_until_then() -> None:
    assert of(without(howell(8), "3", after=4), "3") == [1, 2, 3, 4]


def test_where_sides_share_numbers_only_one_side_is_missing() -> None:
    found = without(mitchell(5), "2", side="ew")
    assert {line.sides.ns for line in found.lines if line.table == "2"} == {"2"}
    assert all(line.sides.ew != "2" for line in found.lines)


def test_a_rover_sits_out_first_and_then_takes_another_seat_each_round() -> None:
    plan = with_rover(mitchell(5), "6")
    assert cards(plan, 1) == cards(mitchell(5), 1)
    assert cards(plan, 2) == "1 5: 3-4, 2 1: 5-6, 6 2: 7-8, 4 3: 9-10, 5 4: 1-2"
    assert cards(plan, 3) == "1 4: 5-6, 2 5: 7-8, 3 1: 9-10, 4 2: 1-2, 6 3: 3-4"
    assert plan.name == "Mitchell 5 plain rover NS"
