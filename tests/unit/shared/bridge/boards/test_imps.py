"""The IMP table (Law 78B)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.imps import CURRENT, ImpTable, given_table, imps


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (0, 0),
        (10, 0),
        (20, 1),
        (40, 1),
        (50, 2),
        (490, 10),
        (500, 11),
        (590, 11),
        (600, 12),
        (3990, 23),
        (4000, 24),
        (15_200, 24),
        (-10, 0),
        (-20, -1),
        (-600, -12),
        (Fraction(399, 10), 1),
        (Fraction(-395, 8), -1),
    ],
)
def test_differences_are_worth_what_the_table_says(difference, expected):
    assert imps(difference) == expected


def test_every_bound_of_the_table_is_worth_one_more_than_ten_points_less():
    for value, bound in enumerate(CURRENT.lower_bounds, start=1):
        assert (imps(bound - 10), imps(bound)) == (value - 1, value)
    assert len(CURRENT.lower_bounds) == 24


def test_a_cap_limits_the_swing_in_both_directions():
    assert imps(2000, cap=12) == 12
    assert imps(-2000, cap=12) == -12
    assert imps(100, cap=12) == 3


@given(st.integers(-20_000, 20_000))
def test_the_loser_loses_what_the_winner_wins(difference):
    assert imps(-difference) == -imps(difference)


def test_a_table_of_the_organisers_own_is_used():
    own = given_table((100, 300))
    assert own == ImpTable("given", (100, 300))
    assert [imps(points, own) for points in (90, 100, 300, 9000)] == [0, 1, 2, 2]
    assert given_table(()) is None
    assert imps(1, ImpTable("from one point on", (1,))) == 1


@pytest.mark.parametrize("bounds", [(), (20, 20), (0, 20), (300, 100)])
def test_bounds_that_do_not_rise_are_refused(bounds):
    with pytest.raises(ValueError, match="IMP table"):
        ImpTable("own", bounds)
