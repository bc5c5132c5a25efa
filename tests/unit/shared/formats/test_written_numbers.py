"""How numbers look."""

from decimal import Decimal

import pytest

from shared.formats.written_numbers import number, rounded, without_noise


@pytest.mark.parametrize(
    ("value", "text"),
    [(Decimal("62.01923"), "62.01923"), (Decimal("1E+2"), "100"), (Decimal("4.0"), "4.0"), (7, "7"), (None, None)],
)
def test_numbers_are_written_exactly_and_without_exponent(value: Decimal | int | None, text: str | None) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [("13.428571", "13.43"), ("0.005", "0.01"), ("-0.005", "-0.01"), ("12.50", "12.5"), ("100", "100")],
)
def test_computed_numbers_have_at_most_two_decimals(value: str, text: str) -> None:
    assert number(rounded(Decimal(value))) == text


def test_digits_of_floating_point_are_not_kept() -> None:
    assert str(without_noise(Decimal("5.166666666666667"))) == "5.166666666667"
    assert str(without_noise(Decimal("5.25"))) == "5.25"
