"""Web movements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import MovementFact
from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.mitchell import copies, mitchell, web
from tests.support.movement_cards import cards


@given(st.integers(1, 7), st.integers(1, 12))
def test_every_web_of_odd_numbers_can_be_played(rounds: int, more: int) -> None:
    plan = web(2 * rounds + 1 + 2 * more, 2 * rounds + 1)
    assert faults_of(plan, tables_of_a_board=copies(plan)) == ()


@given(st.integers(1, 7), st.integers(2, 5))
def test_a_multiple_of_the_rounds_needs_as_many_copies(half: int, times: int) -> None:
    rounds = 2 * half + 1
    plan = web(rounds * times, rounds)
    assert copies(plan) == times
    assert faults_of(plan, tables_of_a_board=times) == ()


def test_seventeen_tables_and_thirteen_rounds_are_as_they_are_played() -> None:
    boards = {(line.round, line.table): line.first_board for line in web(17, 13).lines}
    assert [boards[1, table] for table in ("1", "13", "14", "15", "16", "17")] == ["1", "25", "1", "3", "1", "25"]
    assert [boards[2, table] for table in ("1", "13", "14", "15", "16", "17")] == ["3", "1", "3", "5", "25", "23"]


@pytest.mark.parametrize(("tables", "rounds"), [(17, 12), (13, 13), (16, 13), (11, 13), (5, 1), (3, 1), (300, 13)])
def test_a_web_that_would_repeat_boards_is_refused(tables: int, rounds: int) -> None:
    with pytest.raises(NoSuchMovement):
        web(tables, rounds)


def test_a_plain_movement_needs_one_copy() -> None:
    assert copies(mitchell(7)) == 1


def test_the_upper_tables_of_a_web_pass_their_boards_up() -> None:
    assert cards(web(5, 3), 1) == "1 1: 1-2, 2 2: 3-4, 3 3: 5-6, 4 4: 1-2, 5 5: 5-6"
    assert cards(web(5, 3), 2) == "1 5: 3-4, 2 1: 5-6, 3 2: 1-2, 4 3: 3-4, 5 4: 3-4"
    assert cards(web(5, 3), 3) == "1 4: 5-6, 2 5: 1-2, 3 1: 3-4, 4 2: 5-6, 5 3: 1-2"


def test_a_web_of_a_multiple_passes_all_boards_down() -> None:
    assert cards(web(6, 3), 3) == "1 5: 5-6, 2 6: 1-2, 3 1: 3-4, 4 2: 5-6, 5 3: 1-2, 6 4: 3-4"


def test_a_movement_without_boards_needs_one_copy() -> None:
    assert copies(MovementFact(id="M", kind="pairs")) == 1
    assert copies(web(5, 3)) == 3
    assert copies(web(6, 3)) == 2
