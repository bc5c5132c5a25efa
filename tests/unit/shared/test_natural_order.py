"""Names with numbers in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.natural_order import natural


def test_numbers_in_names_sort_as_numbers() -> None:
    assert sorted(["A10", "2", "10", "A2", "1B"], key=natural) == ["1B", "2", "10", "A2", "A10"]


def test_leading_noughts_change_nothing() -> None:
    assert natural("A007") == natural("A7")
    assert natural("0") == natural("00") < natural("1")


@pytest.mark.parametrize("text", ["", "²", "٣", "9" * 5_000])
def test_every_text_has_a_place(text: str) -> None:
    assert sorted([text, "1", "A"], key=natural)


@given(st.integers(0), st.integers(0))
def test_numbers_of_any_length_sort_by_size(one: int, other: int) -> None:
    assert (natural(str(one)) < natural(str(other))) == (one < other)
