"""The two ways of rounding a half, and writing decimals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.rounding import ACBLSCORE, EXACT, RoundingFamily, half_away_from_zero, half_up, to_decimal

HUNDREDTH = Fraction(1, 100)
values = st.fractions(min_value=-10_000, max_value=10_000)


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(Fraction(5, 2), 3), (Fraction(-5, 2), -2), (Fraction(24, 10), 2), (Fraction(-26, 10), -3), (Fraction(7), 7)],
)
def test_half_up_goes_towards_plus_infinity(value, rounded):
    assert half_up(value) == rounded


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(Fraction(125), 130), (Fraction(-125), -130), (Fraction(124), 120), (Fraction(-126), -130), (Fraction(0), 0)],
)
def test_half_away_from_zero_treats_both_signs_alike(value, rounded):
    assert half_away_from_zero(value, 10) == rounded


def test_the_acblscore_family_rounds_halves_up_below_the_average_too():
    assert ACBLSCORE.apply(Fraction("177.125")) == Fraction("177.13")
    assert ACBLSCORE.apply(Fraction("-32.625")) == Fraction("-32.62")


def test_a_family_may_round_halves_to_even() -> None:
    whole = RoundingFamily("whole", Fraction(1), "even")
    halves = [Fraction(number, 2) for number in (1, 3, 5, -3)]
    assert [whole.apply(half) for half in halves] == [0, 2, 2, -2]


def test_a_family_may_cut_towards_zero() -> None:
    tenths = RoundingFamily("cut-1", Fraction(1, 10), "cut")
    values = (Fraction("11.83"), Fraction("0.17"), Fraction("-0.17"), Fraction("2.5"))
    assert [tenths.apply(value) for value in values] == [
        Fraction("11.8"),
        Fraction("0.1"),
        Fraction("-0.1"),
        Fraction("2.5"),
    ]


def test_the_exact_family_changes_nothing():
    assert EXACT.apply(Fraction(1, 3)) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(500, 7), 2, "71.43"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(-1, 8), 2, "-0.12"),
        (Fraction(0), 2, "0.00"),
        (Fraction(10**40), 2, "1" + "0" * 40 + ".00"),
        (3, 1, "3.0"),
    ],
)
def test_a_value_is_written_with_a_fixed_number_of_decimals(value, places, text):
    assert str(to_decimal(value, places)) == text


@given(values)
def test_rounding_moves_a_value_by_half_a_step_at_most(value):
    for rounded in (half_up(value, HUNDREDTH), half_away_from_zero(value, HUNDREDTH)):
        assert abs(rounded - value) <= HUNDREDTH / 2
        assert (rounded / HUNDREDTH).denominator == 1


@given(values)
def test_rounding_away_from_zero_is_symmetrical(value):
    assert half_away_from_zero(-value, HUNDREDTH) == -half_away_from_zero(value, HUNDREDTH)
