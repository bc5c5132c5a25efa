"""Session totals, percentages, carry-over, handicap and penalties."""

from __future__ import annotations

from fractions import Fraction

from shared.bridge.rankings.totals import (
    acblscore_score,
    carry_forward,
    penalty_matchpoints,
    percent_of_session,
    percentage,
)
from shared.bridge.rounding import to_decimal


def test_carry_forward_brings_half_the_qualifying_score_to_the_finals_top():
    carried = carry_forward(330, qualifying_max=312, qualifying_boards=26, final_max=364, final_boards=26)
    assert carried == Fraction("192.5")


def test_nothing_possible_has_no_percentage():
    assert percentage(0, 0) is None
    assert str(to_decimal(percentage(Fraction("219.5"), 364), 2)) == "60.30"


def test_adjustments_in_percent_of_the_session_become_points():
    assert percent_of_session(-2, 364) == Fraction("-7.28")


def test_a_penalty_is_a_negative_share_of_one_boards_top():
    assert penalty_matchpoints(25, 22) == Fraction("-5.5")


def test_a_session_score_is_brought_to_the_full_total_whatever_that_is():
    # 95.5 of 27 boards with a top of 7, where the event's full total is 216.
    assert acblscore_score(Fraction("95.5"), played=27 * 7, full=216) == Fraction("109.14")
    assert acblscore_score(0, played=0, full=216) == 0


def test_the_smallest_share_of_a_board_has_a_percentage():
    half = Fraction(1, 2)
    assert percentage(half, half) == 100
    assert percentage(half, 1) == 50
    assert acblscore_score(half, played=half, full=4) == 4
    assert acblscore_score(half, played=1, full=4) == 2
