"""Cross-IMPs, their averages, and their victory points."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.artificial_scores import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS
from shared.bridge.boards.board_line import BoardLine, Weighted
from shared.bridge.boards.cross_imps import (
    CrossAverage,
    CrossField,
    averaged,
    cross_total,
    probst_imps,
    probst_match_imps,
    score_cross_board,
)
from shared.bridge.boards.imps import imps
from shared.bridge.rounding import to_decimal
from tests.support.board_lines import played
from tests.support.time_limits import scaled

EIGHT_TABLES = [420, 420, 450, -50, 170, 420, -50, 400]
TOTALS = [26, 26, 34, -57, -19, 26, -57, 21]
scores = st.lists(st.integers(-200, 200).map(lambda tens: tens * 10), min_size=1, max_size=25)


def ns_of(lines, average, **options):
    return [line.ns for line in score_cross_board(lines, average, **options)]


def decimals(values, places):
    return [str(to_decimal(value, places)) for value in values]


def test_the_sum_of_comparisons_of_eight_tables():
    lines = [played(points) for points in EIGHT_TABLES]
    assert ns_of(lines, CrossAverage.SUM) == TOTALS
    assert [line.ew for line in score_cross_board(lines, CrossAverage.SUM)] == [-total for total in TOTALS]


def test_the_average_by_scores_of_eight_tables():
    values = ns_of([played(points) for points in EIGHT_TABLES], CrossAverage.SCORES)
    assert decimals(values, 3) == ["3.250", "3.250", "4.250", "-7.125", "-2.375", "3.250", "-7.125", "2.625"]


def test_the_average_by_comparisons_of_eight_tables():
    values = ns_of([played(points) for points in EIGHT_TABLES], CrossAverage.COMPARISONS)
    expected = ["3.7143", "3.7143", "4.8571", "-8.1429", "-2.7143", "3.7143", "-8.1429", "3.0000"]
    assert decimals(values, 4) == expected


@given(scores, st.none() | st.integers(0, 24))
def test_counting_by_thresholds_equals_comparing_every_pair(points, cap):
    by_pairs = [sum(imps(own - other, cap=cap) for other in points) for own in points]
    assert ns_of([played(value) for value in points], CrossAverage.SUM, cap=cap) == by_pairs


@given(scores, st.fractions(min_value="0.01", max_value="0.99"))
def test_the_cross_imps_of_a_board_sum_to_nothing(points, weight):
    ruling = Weighted(((130, weight), (-90, 1 - weight)))
    values = ns_of([played(ruling), *(played(value) for value in points)], CrossAverage.COMPARISONS)
    assert sum(values) == 0


def test_a_weighted_ruling_is_the_weighted_mean_of_its_results():
    ruling = Weighted(((620, Fraction(1, 4)), (-100, Fraction(3, 4))))
    field = CrossField([(ruling, 1), (140, 1)])
    assert cross_total(ruling, field) == Fraction(1, 4) * imps(480) + Fraction(3, 4) * imps(-240)


def test_a_line_that_stands_for_several_results_counts_as_so_many():
    spelt_out = ns_of([played(420), played(420), played(-50)], CrossAverage.COMPARISONS)
    folded = ns_of([played(420, count=2), played(-50)], CrossAverage.COMPARISONS)
    assert folded == [spelt_out[0], spelt_out[2]] == [5, -10]


def test_a_score_without_a_comparison_has_no_average():
    assert ns_of([played(420)], CrossAverage.COMPARISONS) == [None]
    assert ns_of([played(420)], CrossAverage.SUM) == [0]
    assert ns_of([BoardLine(None, None)], CrossAverage.SUM) == [None]


def test_artificial_scores_are_outside_the_field():
    lines = [played(420), played(-50), BoardLine(AVERAGE_PLUS, AVERAGE_MINUS), BoardLine(AVERAGE, AVERAGE)]
    assert ns_of(lines, CrossAverage.COMPARISONS) == [10, -10, 2, 0]
    assert ns_of(lines, CrossAverage.COMPARISONS, average_plus=3)[2] == 3
    assert ns_of(lines, CrossAverage.SUM)[2] == 4
    assert ns_of(lines, CrossAverage.SUM, expected=4)[2] == 6


def test_fouled_boards_are_compared_within_their_group():
    lines = [played(420), played(-50), played(1000, group=1), played(980, group=1)]
    assert ns_of(lines, CrossAverage.SUM) == [10, -10, 1, -1]


def test_groups_of_a_fouled_board_can_be_brought_to_the_comparisons_of_all_its_results():
    lines = [played(620), played(620), played(-100), played(420, group=1), played(-50, group=1)]
    by_comparisons = ns_of(lines, CrossAverage.SUM, by_comparisons=True)
    assert ns_of(lines, CrossAverage.SUM) == [12, 12, -24, 10, -10]
    assert by_comparisons == [24, 24, -48, 40, -40]
    adjusted = [played(620), played(-100), BoardLine(AVERAGE_PLUS, AVERAGE_MINUS), BoardLine(AVERAGE, AVERAGE)]
    assert ns_of(adjusted, CrossAverage.SUM, average_plus=3, by_comparisons=True) == [12, -12, 9, 0]


def test_a_board_with_fewer_results_is_factored_when_asked():
    assert averaged(Fraction(12), 4, CrossAverage.COMPARISONS) == 4
    assert averaged(Fraction(12), 4, CrossAverage.COMPARISONS, expected=6) == Fraction(18, 5)
    assert averaged(Fraction(12), 4, CrossAverage.SCORES, expected=6) == 3
    assert averaged(Fraction(12), 4, CrossAverage.SUM, expected=6) == 18


def test_five_thousand_different_scores_take_no_pairwise_loop():
    lines = [played(points) for points in range(0, 50_000, 10)]
    started = time.process_time()
    values = ns_of(lines, CrossAverage.SUM)
    assert time.process_time() - started < scaled(4.0)
    assert values[0] == -values[-1]


def test_cross_imps_are_brought_to_the_size_of_a_team_match():
    values = [probst_imps(Fraction(total), 8) for total in TOTALS]
    expected = ["4.9135", "4.9135", "6.4254", "-10.7720", "-3.5907", "4.9135", "-10.7720", "3.9686"]
    assert decimals(values, 4) == expected


def test_a_whole_root_keeps_the_result_exact():
    assert probst_imps(Fraction(5), 2) == 5
    assert probst_imps(Fraction(5), 9) == Fraction(5, 6)


@pytest.mark.parametrize(("boards", "whole"), [([(5, 2), (5, 9)], 6), ([(3, 9)], 1), ([(-3, 9)], -1), ([], 0)])
def test_a_match_is_rounded_to_whole_imps_away_from_the_average(boards, whole):
    assert probst_match_imps([(Fraction(total), count) for total, count in boards]) == whole


def test_a_board_without_a_comparison_has_no_match_imps():
    with pytest.raises(ValueError, match="two scores"):
        probst_imps(Fraction(0), 1)


def test_an_average_plus_is_worth_two_imps_unless_the_event_says_otherwise():
    lines = [played(420), played(-50), BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)]
    assert ns_of(lines, CrossAverage.SCORES)[2] == 2
    assert ns_of(lines, CrossAverage.SCORES, average_plus=3)[2] == 3


def test_a_group_with_one_result_has_nothing_to_bring_to_all_comparisons():
    lines = [played(620), played(-100), played(420, group=1)]
    assert ns_of(lines, CrossAverage.SUM, by_comparisons=True) == [24, -24, 0]
    alone = [BoardLine(Weighted(((420, Fraction(1, 2)), (-50, Fraction(1, 2)))), None), played(170)]
    assert ns_of(alone, CrossAverage.SUM, by_comparisons=True) == ns_of(alone, CrossAverage.SUM)


def test_expected_scores_of_an_empty_field_bring_nothing():
    assert averaged(Fraction(0), 0, CrossAverage.SUM, expected=5) == 0
    assert averaged(Fraction(0), 0, CrossAverage.SCORES, expected=5) is None
    assert averaged(Fraction(1, 2), Fraction(1, 2), CrossAverage.SCORES, expected=3) == 1
    assert averaged(Fraction(3), Fraction(3, 2), CrossAverage.COMPARISONS) == 6
