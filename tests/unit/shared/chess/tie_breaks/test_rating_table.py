"""The tables of the rating regulations."""

import pytest
from gacrux.fidetables import DiffToPd, ScoreToDp
from hypothesis import given
from hypothesis import strategies as st

from shared.chess.tie_breaks.rating_table import difference_of, expected_percent


@pytest.mark.parametrize(
    ("difference", "percent"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (-4, 49),
        (100, 64),
        (200, 76),
        (400, 92),
        (735, 99),
        (736, 100),
        (-736, 0),
        (2000, 100),
    ],
)
def test_the_expected_score_is_that_of_the_table(difference, percent):
    assert expected_percent(difference) == percent


@pytest.mark.parametrize(("percent", "difference"), [(50, 0), (75, 193), (25, -193), (100, 800), (0, -800), (99, 677)])
def test_the_difference_is_that_of_the_table(percent, difference):
    assert difference_of(percent) == difference


def test_every_value_is_that_of_another_program():
    assert [expected_percent(difference) for difference in range(len(DiffToPd))] == DiffToPd
    assert [difference_of(percent) for percent in range(101)] == ScoreToDp


@given(st.integers(-1000, 1000))
def test_two_players_expect_the_whole_point_together(difference):
    assert expected_percent(difference) + expected_percent(-difference) == 100


@given(st.integers(-900, 900))
def test_a_greater_difference_never_expects_less(difference):
    assert expected_percent(difference) <= expected_percent(difference + 1)


@given(st.integers(0, 99))
def test_a_better_result_stands_for_a_greater_difference(percent):
    assert difference_of(percent) < difference_of(percent + 1)
