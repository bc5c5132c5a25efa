"""The three ways of rounding a half, and writing decimals."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.rounding import (
    ACBLSCORE,
    EBU,
    EXACT,
    FAMILIES,
    HalfRule,
    RoundingFamily,
    half_away_from,
    half_away_from_zero,
    half_up,
    to_decimal,
)

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


def test_half_away_from_an_average_moves_both_sides_of_a_board_apart():
    average = Fraction(7)
    assert half_away_from(average, Fraction("8.00005"), EBU.step) == Fraction("8.0001")
    assert half_away_from(average, Fraction("5.99995"), EBU.step) == Fraction("5.9999")


def test_a_half_that_lies_on_the_average_goes_up():
    assert half_away_from(Fraction(1, 2), Fraction(1, 2)) == 1
    assert half_away_from(Fraction(-1, 2), Fraction(-1, 2)) == 0


def test_the_acblscore_family_rounds_halves_up_below_the_average_too():
    assert ACBLSCORE.apply(Fraction("177.125")) == Fraction("177.13")
    assert ACBLSCORE.apply(Fraction("32.625"), Fraction(36)) == Fraction("32.63")


def test_the_ebu_family_rounds_halves_away_from_the_average():
    assert EBU.apply(Fraction("6.99995"), Fraction(7)) == Fraction("6.9999")
    assert EBU.apply(Fraction("7.00005"), Fraction(7)) == Fraction("7.0001")


def test_the_exact_family_changes_nothing():
    assert EXACT.apply(Fraction(1, 3)) == Fraction(1, 3)


def test_a_family_may_round_away_from_zero():
    family = RoundingFamily("own", Fraction(1, 2), HalfRule.AWAY_FROM_ZERO)
    assert family.apply(Fraction(-1, 4)) == Fraction(-1, 2)


def test_families_are_found_by_the_names_that_settings_use():
    assert FAMILIES == {"exact": EXACT, "acblscore": ACBLSCORE, "ebu": EBU}


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


def test_writing_away_from_zero_is_asked_for():
    assert to_decimal(Fraction(-1, 8), 2, HalfRule.AWAY_FROM_ZERO) == Decimal("-0.13")


@given(values, values)
def test_rounding_moves_a_value_by_half_a_step_at_most(value, centre):
    for rounded in (
        half_up(value, HUNDREDTH),
        half_away_from_zero(value, HUNDREDTH),
        half_away_from(centre, value, HUNDREDTH),
    ):
        assert abs(rounded - value) <= HUNDREDTH / 2
        assert (rounded / HUNDREDTH).denominator == 1


@given(values)
def test_rounding_away_from_zero_is_symmetrical(value):
    assert half_away_from_zero(-value, HUNDREDTH) == -half_away_from_zero(value, HUNDREDTH)
