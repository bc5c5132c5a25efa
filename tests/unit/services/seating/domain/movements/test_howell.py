"""Howell movements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.howell import howell, starts
from services.seating.domain.movements.mitchell import copies
from tests.support.movement_cards import cards

SHARED = {(2, 3): 2, (3, 5): 3}
"""Tables and rounds for which there is no Howell with each set at one table."""


@pytest.mark.parametrize(("tables", "rounds"), sorted(starts()))
def test_every_howell_can_be_played(tables: int, rounds: int) -> None:
    plan = howell(2 * tables, rounds)
    assert (plan.tables, plan.rounds, len(plan.lines)) == (tables, rounds, tables * rounds)
    assert faults_of(plan, tables_of_a_board=SHARED.get((tables, rounds), 1)) == ()
    assert copies(plan) == SHARED.get((tables, rounds), 1)


@pytest.mark.parametrize("pairs", range(3, 21))
def test_in_a_complete_howell_everybody_meets_everybody(pairs: int) -> None:
    plan = howell(pairs)
    met = {frozenset((line.sides.ns, line.sides.ew)) for line in plan.lines if line.sides.ns and line.sides.ew}
    assert len(met) == pairs * (pairs - 1) // 2
    boards = {line.first_board for line in plan.lines if line.first_board}
    assert len(boards) == plan.rounds


@given(st.integers(3, 20), st.data())
def test_a_howell_of_any_number_of_rounds_can_be_played(pairs: int, data: st.DataObject) -> None:
    tables = (pairs + 1) // 2
    rounds = data.draw(st.integers(1, 2 * tables - 1))
    plan = howell(pairs, rounds)
    assert plan.rounds == rounds
    assert faults_of(plan, tables_of_a_board=3) == ()


def test_an_odd_number_of_pairs_has_each_of_them_sit_out_once() -> None:
    out = [line.sides.ns or line.sides.ew for line in howell(9).lines if line.first_board is None]
    assert sorted(str(who) for who in out) == [str(number) for number in range(1, 10)]


def test_who_moves_follows_the_number_one_lower() -> None:
    plan = howell(8, each=3)
    first = {line.sides.ns: line.table for line in plan.lines if line.round == 1}
    second = {line.sides.ns: line.table for line in plan.lines if line.round == 2}
    assert all(second[str(int(who) % 7 + 1)] == table for who, table in first.items() if who and who != "8")
    assert second["8"] == first["8"]


@pytest.mark.parametrize(("pairs", "rounds"), [(2, None), (8, 8), (8, 0), (24, None), (0, None)])
def test_a_howell_that_is_not_known_is_refused(pairs: int, rounds: int | None) -> None:
    with pytest.raises(NoSuchMovement):
        howell(pairs, rounds)


def test_the_last_pairs_keep_their_tables_and_the_others_go_on_by_one() -> None:
    plan = howell(8)
    assert cards(plan, 1) == "8 7: 1-2, 4 5: 3-4, 1 3: 5-6, 6 2: 9-10"
    assert cards(plan, 2) == "8 1: 3-4, 5 6: 5-6, 2 4: 7-8, 7 3: 11-12"
    reduced = howell(6, 4)
    assert cards(reduced, 1) == "5 3: 3-4, 6 4: 7-8, 1 2: 5-6"
    assert cards(reduced, 4) == "5 2: 1-2, 6 3: 5-6, 4 1: 3-4"
    assert (plan.winners, reduced.winners) == (1, 1)


def test_the_table_of_the_phantom_has_no_boards() -> None:
    assert cards(howell(5), 1) == "1: None-None, 5 2: 7-8, 3 4: 7-8"
