"""The WBF's continuous and discrete victory point scales."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.bridge.matches.wbf_victory_points import MOST_BOARDS, continuous, continuous_table, discrete, discrete_table

CONTINUOUS = {
    7: {1: "10.47", 5: "12.18", 10: "13.99", 20: "16.77", 30: "18.69", 39: "19.92", 40: "20"},
    8: {1: "10.44", 10: "13.78", 20: "16.46", 40: "19.74", 42: "19.95", 43: "20"},
    10: {27: "17.34", 29: "17.68", 31: "18.00"},
    16: {
        1: "10.31",
        5: "11.48",
        10: "12.80",
        14: "13.75",
        20: "15.00",
        30: "16.73",
        40: "18.09",
        50: "19.16",
        59: "19.93",
        60: "20",
    },
    20: {7: "11.83", 33: "16.66", 67: "19.99", 68: "20"},
    24: {1: "10.25", 12: "12.75", 36: "16.64", 73: "19.97"},
    32: {20: "13.78", 60: "18.37", 84: "19.95"},
}

REPAIRED_CELLS = {8: 1, 10: 3, 12: 3, 14: 3, 16: 7, 20: 9, 24: 13, 28: 11, 32: 22, 48: 27, 64: 45}

DISCRETE = """
     5: 0 1 3 5 7 10 13 16 20 25 31
     6: 0 1 3 5 8 11 14 18 22 27 33
     7: 0 1 3 6 9 12 15 19 24 29 36
     8: 0 1 4 7 10 13 17 21 26 31 39
     9: 0 1 4 7 10 13 17 22 27 33 41
    10: 0 1 4 7 10 14 18 23 28 35 43
    11: 0 2 5 8 11 15 19 24 30 37 45
    12: 0 2 5 8 12 16 20 25 31 38 47
    13: 0 2 5 8 12 16 21 26 32 40 49
    14: 0 2 5 9 13 17 22 27 34 41 51
    15: 0 2 5 9 13 17 22 28 35 43 53
    16: 0 2 5 9 13 18 23 29 36 44 54
    20: 0 2 6 10 15 20 26 32 40 49 61
    24: 0 2 6 11 16 22 28 35 44 54 66
    28: 0 2 7 12 18 24 30 38 47 58 72
    32: 0 3 8 13 19 25 33 41 51 62 77
    40: 0 3 8 14 21 28 36 46 56 69 86
    48: 0 3 9 16 23 31 40 50 62 76 94
    56: 0 3 10 17 25 33 43 54 67 82 101
    64: 0 4 11 18 26 36 46 58 71 88 108
"""


def naive(margin: int, boards: int) -> int:
    """The curve in hundredths before any repair, in ordinary floating point."""
    tau = (math.sqrt(5) - 1) / 2
    exact = 10 + 10 * (1 - tau ** (3 * margin / (15 * math.sqrt(boards)))) / (1 - tau**3)
    return math.floor(min(exact, 20) * 100 + 0.5)


@pytest.mark.parametrize("boards", CONTINUOUS)
def test_continuous_victory_points_are_those_of_the_published_cells(boards):
    for margin, value in CONTINUOUS[boards].items():
        assert continuous(margin, boards) == (Decimal(value), 20 - Decimal(value))


@pytest.mark.parametrize(("boards", "cells"), REPAIRED_CELLS.items())
def test_the_repair_moves_as_many_cells_as_are_known(boards, cells):
    table = continuous_table(boards)
    assert sum(value * 100 != naive(margin, boards) for margin, value in enumerate(table)) == cells


@example(34)
@example(46)
@example(MOST_BOARDS)
@given(st.integers(1, MOST_BOARDS))
def test_another_imp_is_never_worth_more_than_the_one_before(boards):
    table = continuous_table(boards)
    steps = [after - before for before, after in pairwise(table)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)
    assert (table[0], table[-1]) == (10, 20)


@given(st.integers(1, MOST_BOARDS), st.integers(-1000, 1000))
def test_both_sides_share_twenty(boards, margin):
    ours, theirs = continuous(margin, boards)
    assert ours + theirs == 20
    assert continuous(-margin, boards) == (theirs, ours)
    assert sum(discrete(margin, boards)) == 20


@pytest.mark.parametrize("row", DISCRETE.strip().splitlines())
def test_discrete_first_margins_are_those_of_the_published_table(row):
    boards, margins = row.split(":")
    assert discrete_table(int(boards)) == tuple(int(margin) for margin in margins.split())


@pytest.mark.parametrize(("boards", "margins"), [(3, (0, 1, 4, 7, 10, 15)), (4, (0, 1, 4, 8, 12, 18))])
def test_half_matches_are_worth_five_to_ten(boards, margins):
    assert discrete_table(boards, half_match=True) == margins


def test_discrete_victory_points_of_a_seven_board_match():
    assert discrete(0, 7) == (10, 10)
    assert discrete(14, 7) == (15, 5)
    assert discrete(15, 7) == (16, 4)
    assert discrete(-36, 7) == (0, 20)
    assert discrete(-1000, 7) == (0, 20)
    assert discrete(-4, 3, half_match=True) == (3, 7)


def test_the_tables_do_not_depend_on_the_callers_decimal_settings():
    continuous_table.cache_clear()
    discrete_table.cache_clear()
    with localcontext() as context:
        context.prec = 5
        assert continuous(14, 16)[0] == Decimal("13.75")
        assert discrete_table(64)[-1] == 108


@pytest.mark.parametrize("boards", [0, -1, MOST_BOARDS + 1, 10**12])
def test_a_match_of_impossible_length_has_no_table(boards):
    with pytest.raises(ValueError, match="boards"):
        continuous_table(boards)
    with pytest.raises(ValueError, match="boards"):
        discrete_table(boards)
