"""Lines of movements and sets of boards."""

import pytest

from contracts.codes.seating import NO_SUCH_MOVEMENT
from contracts.facts import Sides
from services.seating.domain.movements.construction import (
    MOST_TABLES,
    NoSuchMovement,
    around,
    check_size,
    line,
    movement,
    pairs_line,
)


@pytest.mark.parametrize(("number", "expected"), [(1, 1), (5, 5), (6, 1), (0, 5), (-4, 1), (11, 1)])
def test_numbers_go_around_from_one(number: int, expected: int) -> None:
    assert around(number, 5) == expected


def test_a_set_is_the_boards_of_one_round() -> None:
    found = line(3, 2, Sides(ns="4", ew="9"), 5, 3)
    assert (found.round, found.table, found.first_board, found.last_board) == (3, "2", "13", "15")
    assert pairs_line(3, 2, 4, 9, 5, 3) == found


def test_a_missing_pair_leaves_its_side_empty() -> None:
    assert pairs_line(1, 1, None, 2, 1, 2).sides == Sides(ew="2")


def test_a_movement_puts_its_lines_in_order_and_counts_them() -> None:
    found = movement(
        "Made up", [pairs_line(2, 10, 1, 2, 1, 1), pairs_line(2, 9, 3, 4, 2, 1), pairs_line(1, 9, 1, 4, 3, 1)]
    )
    assert [(one.round, one.table) for one in found.lines] == [(1, "9"), (2, "9"), (2, "10")]
    assert (found.tables, found.rounds, found.kind) == (2, 2, "pairs")
    assert (movement("Empty", []).tables, movement("Empty", []).rounds) == (0, 0)


@pytest.mark.parametrize(("tables", "rounds", "each"), [(1, 1, 1), (MOST_TABLES + 1, 1, 1), (2, 0, 1), (2, 1, 0)])
def test_what_no_movement_has_is_refused_with_its_code(tables: int, rounds: int, each: int) -> None:
    with pytest.raises(NoSuchMovement) as refused:
        check_size(tables, rounds, each, least=2)
    assert refused.value.code is NO_SUCH_MOVEMENT


def test_a_usual_size_is_not_refused() -> None:
    check_size(MOST_TABLES, 1, 1)
