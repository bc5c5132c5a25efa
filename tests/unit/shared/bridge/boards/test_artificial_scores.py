"""Artificial adjusted scores (Law 12C2)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.artificial_scores import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Artificial,
    Grade,
    artificial_imps,
    awarded_percent,
    imp_value,
    is_artificial,
    matchpoint_value,
    own_average,
    parse_artificial,
)
from shared.bridge.unreadable import UnreadableText


def read(text: str) -> list[tuple[str | None, str | None]]:
    return [
        (pair.ns and str(pair.ns.percent), pair.ew and str(pair.ew.percent))
        for pair in parse_artificial(text).candidates
    ]


@pytest.mark.parametrize(
    ("percent", "top", "value"),
    [(60, 14, "8.4"), (40, 14, "5.6"), (60, 22, "13.2"), (40, 22, "8.8"), (50, 40, "20"), (60, Fraction(23, 2), "6.9")],
)
def test_an_artificial_score_is_a_percentage_of_the_top(percent, top, value):
    assert matchpoint_value(percent, top) == Fraction(value)


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("A6040", ("60", "40")),
        ("A5050", ("50", "50")),
        ("A6060", ("60", "60")),
        ("a4060", ("40", "60")),
        ("A5500", ("55", "0")),
        ("A1000", ("100", "0")),
        ("A0100", ("0", "100")),
        ("A10050", ("100", "50")),
        ("A505", ("50", "5")),
        ("A60/40", ("60", "40")),
        ("60%/40%", ("60", "40")),
        ("A60%40%", ("60", "40")),
        ("A 60 40", ("60", "40")),
        ("60 40", ("60", "40")),
        ("A62.5/37.5", ("125/2", "75/2")),
        ("60%", ("60", None)),
        ("Ave", ("50", "50")),
        ("AVE+", ("60", None)),
        ("Ave-", ("40", None)),
        ("Average plus", ("60", None)),
        ("A+", ("60", None)),
        ("A-", ("40", None)),
        ("A+/A-", ("60", "40")),
        ("A-A+", ("40", "60")),
        ("A+-", ("60", "40")),
        ("A+A+", ("60", "60")),
        ("Ave-/Ave", ("40", "50")),
    ],
)
def test_a_text_with_one_reading_gives_both_sides(text, sides):
    assert read(text) == [sides]
    assert parse_artificial(text).pair is not None


@pytest.mark.parametrize(
    ("text", "readings"),
    [("A737", [("73", "7"), ("7", "37")]), ("A999", [("99", "9"), ("9", "99")]), ("A60", [("6", "0"), ("60", None)])],
)
def test_an_ambiguous_text_gives_every_reading_and_chooses_none(text, readings):
    assert read(text) == readings
    assert parse_artificial(text).pair is None


def test_sixty_sixty_is_not_repaired_to_a_hundred():
    pair = parse_artificial("A6060").pair
    assert pair is not None
    assert pair.ns == pair.ew == Artificial(Fraction(60))


def test_awards_by_name_keep_their_grade_and_percentages_do_not_have_one():
    plus, number = parse_artificial("A+/A-").pair, parse_artificial("A6040").pair
    assert plus is not None
    assert number is not None
    assert (plus.ns, plus.ew) == (AVERAGE_PLUS, AVERAGE_MINUS)
    assert number.ns is not None
    assert number.ns.grade is None


@pytest.mark.parametrize(
    "text", ["", "A", "AP", "PASS", "420", "A6", "60-", "Ave++-", "A" + "6" * 100_000, "A12345678"]
)
def test_a_text_without_the_shape_of_an_artificial_score_is_refused(text):
    with pytest.raises(UnreadableText) as caught:
        parse_artificial(text)
    assert caught.value.code == "artificial-form"
    assert len(caught.value.reason) < 150


@pytest.mark.parametrize("text", ["A999999", "101%", "A60/400"])
def test_percentages_above_a_hundred_are_refused(text):
    with pytest.raises(UnreadableText) as caught:
        parse_artificial(text)
    assert caught.value.code == "artificial-percent"


@given(st.integers(10, 99), st.integers(10, 99))
def test_two_numbers_of_two_digits_are_never_ambiguous(ns, ew):
    assert read(f"A{ns}{ew}") == [(str(ns), str(ew))]


@given(st.text(max_size=60))
def test_any_text_gives_readings_or_a_refusal(text):
    try:
        readings = len(parse_artificial(text).candidates)
    except UnreadableText as refusal:
        readings = 1 if refusal.code.startswith("artificial-") else 0
    assert readings > 0


@pytest.mark.parametrize("percent", [Fraction(-1), Fraction(101)])
def test_a_percentage_outside_zero_to_a_hundred_cannot_be_made(percent):
    with pytest.raises(ValueError, match="0 to 100"):
        Artificial(percent)


def test_average_plus_is_at_least_sixty_or_the_sides_own_average():
    assert awarded_percent(Grade.PLUS, None) == 60
    assert awarded_percent(Grade.PLUS, Fraction(55)) == 60
    assert awarded_percent(Grade.PLUS, Fraction(63)) == 63


def test_average_minus_is_at_most_forty_or_the_sides_own_average():
    assert awarded_percent(Grade.MINUS, None) == 40
    assert awarded_percent(Grade.MINUS, Fraction(45)) == 40
    assert awarded_percent(Grade.MINUS, Fraction(35)) == 35


def test_average_is_fifty_whatever_the_side_averages():
    assert awarded_percent(Grade.AVERAGE, Fraction(70)) == 50
    assert AVERAGE.percent == 50


def test_own_average_is_total_over_tops_and_not_a_mean_of_percentages():
    assert own_average([(10, 14), (3, 14), (Fraction(9), Fraction(12))]) == Fraction(22, 40) * 100
    assert own_average([]) is None


def test_awards_in_imps_are_worth_what_the_regulation_says():
    assert [imp_value(grade, 3) for grade in (Grade.PLUS, Grade.AVERAGE, Grade.MINUS)] == [3, 0, -3]
    assert imp_value(Grade.PLUS, 2) == 2


@pytest.mark.parametrize(
    ("score", "imps"),
    [
        (AVERAGE_PLUS, 2),
        (Artificial(Fraction(40)), -2),
        (Artificial(Fraction(50)), 0),
        (Artificial(Fraction(63), Grade.PLUS), 2),
        (Artificial(Fraction(63)), None),
    ],
)
def test_only_awards_with_a_known_worth_become_imps(score, imps):
    assert artificial_imps(score, 2) == imps


def test_what_an_award_is_worth_is_compared_at_the_very_limit():
    assert artificial_imps(Artificial(Fraction(60)), 3) == 3
    assert artificial_imps(Artificial(Fraction(601, 10)), 3) is None
    assert own_average([(0, 0)]) is None
    assert own_average([(Fraction(1, 2), Fraction(1, 2))]) == 100
    assert own_average([(1, 1), (0, 1)]) == 50
    assert Artificial(Fraction(0)).percent == 0
    assert Artificial(Fraction(100)).percent == 100


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("A100", [("10", "0")]),
        ("A1001", [("100", "1")]),
        ("A100100", [("100", "100")]),
        ("A00", [("0", "0"), ("0", None)]),
        ("A10", [("1", "0"), ("10", None)]),
        ("A05", [("0", "5"), ("5", None)]),
        ("A50100", [("50", "100")]),
        ("A10100", [("10", "100")]),
    ],
)
def test_digits_in_a_row_are_split_without_leading_zeros_where_that_can_be(text, readings):
    assert read(text) == readings


@pytest.mark.parametrize(
    "text", ["A60:40", "A60-40", "A60,40", "60 / 40", "A 60 % / 40 %", "60:40%", "Adj 60/40", "AVE 60-40", "ART60%40%"]
)
def test_both_percentages_may_be_parted_by_several_signs(text):
    assert read(text) == [("60", "40")]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("Avg+", ("60", None)),
        ("Av-", ("40", None)),
        ("Ave.+", ("60", None)),
        ("Average", ("50", "50")),
        ("Average minus / average plus", ("40", "60")),
        ("A=", ("50", "50")),
        ("A=/+", ("50", "60")),
        ("Ave/Ave+", ("50", "60")),
    ],
)
def test_awards_are_written_in_several_ways(text, sides):
    assert read(text) == [sides]


def test_words_for_a_score_of_the_director_are_artificial_and_a_pass_is_not():
    assert all(map(is_artificial, ("A6040", "Adj", "ADJUSTED", "Ave+", "Art", "Ave+-")))
    assert not any(map(is_artificial, ("AP", "4S", "", "A999999")))
