"""Butler scoring against a datum."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.artificial_scores import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Artificial
from shared.bridge.boards.board_line import BoardLine, Weighted
from shared.bridge.boards.butler import (
    DROP_BEST_AND_WORST,
    NO_TRIM,
    STEPPED,
    TEN_PERCENT,
    TWENTIETH,
    TWENTIETH_NEAREST,
    DatumAverage,
    DatumRule,
    Trim,
    butler_imps,
    datum,
    score_butler_board,
)
from tests.support.board_lines import played

EIGHT_TABLES = [420, 420, 450, -50, 170, 420, -50, 400]
MEAN = DatumRule()
scores = st.lists(st.integers(-200, 200).map(lambda tens: tens * 10), min_size=1, max_size=25)


def of(points, rule=MEAN):
    return datum([(value, 1) for value in points], rule)


def test_the_datum_of_eight_tables_is_their_mean_rounded_to_ten():
    assert of(EIGHT_TABLES, DatumRule(step=None)) == Fraction("272.5")
    assert of(EIGHT_TABLES) == 270


def test_each_score_is_imped_against_the_datum_and_the_sum_is_not_zero():
    board = score_butler_board([played(points) for points in EIGHT_TABLES], MEAN)
    ns = [line.ns for line in board.lines]
    assert ns == [4, 4, 5, -8, -3, 4, -8, 4]
    assert sum(ns) == 2
    assert [line.ew for line in board.lines] == [-value for value in ns]
    assert board.datums_ns == {0: 270}


def test_dropping_one_score_at_each_end_moves_the_datum():
    exact = of(EIGHT_TABLES, DatumRule(trim=DROP_BEST_AND_WORST, step=None))
    assert exact == Fraction(1780, 6)
    board = score_butler_board([played(points) for points in EIGHT_TABLES], DatumRule(trim=DROP_BEST_AND_WORST))
    assert board.datums_ns == {0: 300}
    assert [line.ns for line in board.lines] == [3, 3, 4, -8, -4, 3, -8, 3]


def test_the_median_lies_between_the_two_middle_scores():
    median = DatumRule(DatumAverage.MEDIAN)
    assert of(EIGHT_TABLES, median) == 410
    assert of([100, 50, 620], median) == 100
    assert of([100], median) == 100


@pytest.mark.parametrize(("scores_", "expected"), [((120, 130), 130), ((-120, -130), -130), ((110, 120, 120), 120)])
def test_an_exact_five_goes_away_from_zero(scores_, expected):
    assert of(scores_) == expected


@pytest.mark.parametrize(
    ("scores_", "expected"), [((120, 130), 120), ((130, 140), 140), ((-120, -130), -120), ((120, 140, 130), 130)]
)
def test_an_exact_five_goes_to_the_even_ten_where_the_rule_says_so(scores_, expected):
    assert of(scores_, DatumRule(to="even")) == expected


@pytest.mark.parametrize(("scores_", "expected"), [((120, 130), 120), ((110, 129), 110), ((-110, -129), -110)])
def test_a_datum_is_cut_towards_zero_where_the_rule_says_so(scores_, expected):
    assert of(scores_, DatumRule(to="cut")) == expected


@pytest.mark.parametrize(
    ("trim", "dropped"),
    [
        (NO_TRIM, {1: 0, 100: 0}),
        (DROP_BEST_AND_WORST, {1: 0, 2: 0, 3: 1, 100: 1}),
        (STEPPED, {3: 0, 4: 1, 10: 1, 11: 2, 25: 2, 26: 3, 40: 3, 41: 4}),
        (TEN_PERCENT, {9: 0, 10: 1, 19: 1, 20: 2}),
        (TWENTIETH, {19: 0, 20: 1, 39: 1, 40: 2}),
        (TWENTIETH_NEAREST, {9: 0, 10: 1, 29: 1, 30: 2}),
        (Trim(proportion=Fraction(1, 2)), {3: 1, 4: 0}),
    ],
)
def test_each_trimming_rule_drops_its_number_at_each_end(trim, dropped):
    assert {count: trim.at_each_end(count) for count in dropped} == dropped


@given(scores, st.sampled_from([NO_TRIM, DROP_BEST_AND_WORST, STEPPED, TEN_PERCENT]), st.sampled_from(DatumAverage))
def test_a_datum_lies_among_the_scores_and_mirrors_for_the_other_side(points, trim, average):
    rule = DatumRule(average, trim)
    value = of(points, rule)
    assert min(points) <= value <= max(points)
    assert of([-point for point in points], rule) == -value


@given(scores, st.integers(2, 5))
def test_an_untrimmed_datum_does_not_notice_that_all_results_are_repeated(points, times):
    assert datum([(point, times) for point in points], MEAN) == of(points)


@given(scores)
def test_trimming_by_weights_equals_dropping_sorted_scores(points):
    drop = STEPPED.at_each_end(len(points))
    kept = sorted(points)[drop : len(points) - drop]
    assert of(points, DatumRule(trim=STEPPED, step=None)) == Fraction(sum(kept), len(kept))


def test_a_weighted_ruling_counts_in_the_datum_with_its_weights_and_is_imped_result_by_result():
    ruling = Weighted(((620, Fraction(1, 4)), (-100, Fraction(3, 4))))
    assert datum([(ruling, 1), (140, 1)], DatumRule(step=None)) == Fraction(110)
    assert butler_imps(ruling, Fraction(110)) == Fraction(1, 4) * 11 + Fraction(3, 4) * -5


def test_artificial_scores_are_outside_the_datum_and_worth_what_the_regulation_says():
    lines = [played(100), played(50), BoardLine(AVERAGE_PLUS, AVERAGE_MINUS), BoardLine(AVERAGE, AVERAGE)]
    lines.append(BoardLine(Artificial(Fraction(60)), Artificial(Fraction(63))))
    board = score_butler_board(lines, MEAN, average_plus=2)
    assert board.datums_ns == {0: 80}
    assert [(line.ns, line.ew) for line in board.lines[2:]] == [(2, -2), (0, 0), (2, None)]


def test_a_split_ruling_gives_each_side_its_own_datum():
    board = score_butler_board([BoardLine(420, 50), played(-50)], DatumRule(step=None))
    assert board.datums_ns == {0: 185}
    assert [(line.ns, line.ew) for line in board.lines] == [(6, 0), (-6, 0)]


def test_groups_have_datums_of_their_own():
    board = score_butler_board([played(400), played(600), played(-100, group=1)], MEAN)
    assert board.datums_ns == {0: 500, 1: -100}
    assert board.lines[2].ns == 0


def test_a_stated_datum_is_used_instead_of_a_computed_one():
    board = score_butler_board([played(420), played(-50)], MEAN, stated_datum=400)
    assert [line.ns for line in board.lines] == [1, -10]
    assert [line.ew for line in board.lines] == [-1, 10]


def test_a_cap_limits_every_swing():
    board = score_butler_board([played(2000), played(-2000)], MEAN, cap=10)
    assert [line.ns for line in board.lines] == [10, -10]


def test_a_board_without_a_real_score_has_no_datum():
    board = score_butler_board([BoardLine(AVERAGE, AVERAGE), BoardLine(None, None)], MEAN)
    assert board.datums_ns == {0: None}
    assert [line.ns for line in board.lines] == [0, None]
    assert butler_imps(420, None) is None


def test_an_average_plus_is_worth_three_imps_unless_the_event_says_otherwise():
    assert butler_imps(AVERAGE_PLUS, None) == 3
    assert score_butler_board([BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)], MEAN).lines[0].ns == 3
    assert score_butler_board([BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)], MEAN, average_plus=2).lines[0].ew == -2


@pytest.mark.parametrize(
    ("trim", "dropped"),
    [
        (NO_TRIM, {}),
        (DROP_BEST_AND_WORST, {3: 1, 4: 1, 100: 1}),
        (STEPPED, {3: 0, 4: 1, 10: 1, 11: 2, 25: 2, 26: 3, 40: 3, 41: 4, 5995: 400, 5996: 401, 6011: 401}),
        (TEN_PERCENT, {9: 0, 10: 1, 19: 1, 20: 2}),
        (TWENTIETH, {19: 0, 20: 1, 39: 1, 40: 2}),
        (TWENTIETH_NEAREST, {9: 0, 10: 1, 29: 1, 30: 2}),
    ],
)
def test_extreme_scores_are_left_out_from_these_numbers_of_results_on(trim, dropped):
    assert [trim.at_each_end(count) for count in (0, 1, 2)] == [0, 0, 0]
    assert {count: trim.at_each_end(count) for count in dropped} == dropped


def test_a_datum_that_would_drop_every_score_drops_none():
    two = Trim(steps=((1, 2),))
    assert [two.at_each_end(count) for count in (3, 4, 5)] == [0, 0, 2]
    assert of([100, 200, 300, 900], DatumRule(trim=two, step=None)) == 375
    assert of([100, 200, 300, 400, 900], DatumRule(trim=two, step=None)) == 300
