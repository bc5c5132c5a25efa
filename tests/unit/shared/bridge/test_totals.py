"""Session totals, percentages, carry-over, handicap and penalties."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.rounding import to_decimal
from shared.bridge.totals import (
    Standing,
    TotalConvention,
    acblscore_score,
    acblscore_total,
    carry_forward,
    exact_total,
    multi_session_total,
    penalty_matchpoints,
    percent_of_session,
    percentage,
)

halves = st.integers(0, 22).map(lambda wins: Fraction(wins, 2))


def spread(total: str, boards: int) -> list[Fraction]:
    """Give each of the boards an equal part of the total."""
    return [Fraction(total) / boards] * boards


@pytest.mark.parametrize(
    ("total", "played", "possible", "top", "score", "percent"),
    [
        ("163.5", 24, 26, 11, "177.13", "61.93"),
        ("161", 24, 26, 11, "174.42", "60.99"),
        ("145.5", 24, 26, 11, "157.63", "55.12"),
        ("127", 24, 26, 11, "137.58", "48.10"),
        ("38.5", 16, 18, 4, "43.31", "60.15"),
        ("29.0", 16, 18, 4, "32.63", "45.32"),
        ("26.5", 16, 18, 4, "29.81", "41.40"),
    ],
)
def test_acblscore_rounds_the_session_score_before_the_percentage(total, played, possible, top, score, percent):
    result = acblscore_total(spread(total, played), top=top, boards_possible=possible)
    assert result.score == Fraction(score)
    assert result.percent == Fraction(percent)
    assert result.possible == top * possible
    assert result.boards == played


def test_the_exact_family_gives_another_hundredth_for_the_same_boards():
    boards = [(score, 11) for score in spread("161", 24)]
    exact = exact_total(boards)
    assert exact.score == 161
    assert exact.possible == 264
    assert str(to_decimal(exact.percent, 2)) == "60.98"


def test_an_acblscore_adjustment_is_added_after_rounding_and_counts_in_the_percentage():
    result = acblscore_total(spread("163.5", 24), top=11, boards_possible=26, adjustment=-Fraction("5.5"))
    assert result.score == Fraction("171.63")
    assert result.percent == Fraction("60.01")


def test_a_session_without_a_result_has_no_percentage():
    assert exact_total([]).percent is None
    empty = acblscore_total([], top=11, boards_possible=26)
    assert (empty.score, empty.percent, empty.boards) == (0, None, 0)
    assert percentage(0, 0) is None


def test_totals_in_imps_have_no_percentage():
    result = exact_total([(Fraction(13, 4), 0), (Fraction(-1, 2), 0)], adjustment=-1)
    assert (result.score, result.percent, result.boards) == (Fraction(7, 4), None, 2)


@given(st.lists(halves, min_size=1, max_size=30))
def test_both_families_agree_to_a_hundredth_on_a_full_session(scores):
    exact = exact_total([(score, 11) for score in scores])
    rounded = acblscore_total(scores, top=11, boards_possible=len(scores))
    assert rounded.score == exact.score
    assert abs(rounded.percent - exact.percent) <= Fraction(1, 200)


def test_boards_with_different_tops_weigh_by_their_tops():
    assert exact_total([(7, 14), (6, 6)]).percent == 65


def test_carry_forward_brings_half_the_qualifying_score_to_the_finals_top():
    carried = carry_forward(330, qualifying_max=312, qualifying_boards=26, final_max=364, final_boards=26)
    assert carried == Fraction("192.5")


def test_an_acbl_total_is_the_session_and_the_carry_over():
    assert multi_session_total([Fraction("219.5")], carried=192) == Fraction("411.5")
    percent = percentage(Fraction("219.5"), 364)
    assert str(to_decimal(percent, 2)) == "60.30"


def test_adjustments_in_percent_of_the_session_become_points():
    assert percent_of_session(-2, 364) == Fraction("-7.28")


def test_a_penalty_is_a_negative_share_of_one_boards_top():
    assert penalty_matchpoints(25, 22) == Fraction("-5.5")


def test_handicap_is_outside_the_total_since_usebio_1_4_and_inside_before():
    standing = Standing(Fraction(55), adjustment=Fraction(-2), handicap=Fraction("4.5"), carried=Fraction(10))
    assert standing.stated(TotalConvention.USEBIO_1_4) == 53
    assert standing.stated(TotalConvention.USEBIO_BEFORE_1_4) == Fraction("57.5")
    assert standing.ranked == Fraction("67.5")


def test_a_session_score_is_brought_to_the_full_total_whatever_that_is():
    # 95.5 of 27 boards with a top of 7, where the event's full total is 216.
    assert acblscore_score(Fraction("95.5"), played=27 * 7, full=216) == Fraction("109.14")
    assert acblscore_score(0, played=0, full=216) == 0
