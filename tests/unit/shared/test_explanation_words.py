"""Explanations in words; the rest is shown by the terminal's tests, tests/unit/kibitz/test_explanations.py."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.explanation import ExplainedMatch, Given, Somebody
from shared.explanation_words import files_in_words, given_in_words, match_in_words, number


@pytest.mark.parametrize(
    ("value", "text"), [(Fraction(17, 3), "5.67"), (Fraction(9), "9"), (Fraction(-1, 2), "-0.5"), (None, "")]
)
def test_numbers_have_two_decimals_at_the_most(value: Fraction | None, text: str) -> None:
    assert number(value) == text


def test_files_are_numbered_where_there_are_several() -> None:
    assert files_in_words(["a.xml"]) == "a.xml"
    assert files_in_words(["a.xml", "b.xml"]) == "[1] a.xml, [2] b.xml"


def test_words_are_those_of_the_files_unchanged() -> None:
    gift = Given(
        kind="penalty",
        amount=Decimal(-10),
        unit="percent",
        of=Fraction(18),
        points=Fraction(-9, 5),
        reason="[late] <b>",
    )
    assert given_in_words(gift) == "penalty -10 % of 18 = -1.8 ([late] <b>)"
    match = ExplainedMatch(
        round=2, against=Somebody(id="A-3", number="3", name="Oak"), score=Fraction(12), unit="vps", rule="as stated"
    )
    assert match_in_words(match) == "round 2, against A-3 Oak: 12 VPs (as stated)"
