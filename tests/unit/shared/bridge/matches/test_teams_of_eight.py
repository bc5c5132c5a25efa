"""Boards of teams of eight, four ways."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.artificial_scores import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Artificial
from shared.bridge.boards.board_line import BoardLine, Weighted
from shared.bridge.boards.imps import ImpTable, imps
from shared.bridge.matches.board_comparison import TeamBoard
from shared.bridge.matches.teams_of_eight import EightMethod, add_boards, score_eight_board
from tests.support.board_lines import played

points = st.integers(-200, 200).map(lambda tens: tens * 10)
OURS, THEIRS = [620, 140], [600, -50]


def both(ours: Sequence[int | BoardLine], theirs: Sequence[int | BoardLine], *way: Any, **more: Any) -> TeamBoard:
    at_ns, at_ew = ([line if isinstance(line, BoardLine) else played(line) for line in side] for side in (ours, theirs))
    return score_eight_board(at_ns, at_ew, *way, **more)


def won(ours: Sequence[int | BoardLine], theirs: Sequence[int | BoardLine], *way: Any, **more: Any) -> Fraction | None:
    """The team's IMPs; without rulings its opponents have the opposite."""
    board = both(ours, theirs, *way, **more)
    assert board.opponents == (None if board.team is None else -board.team)
    return board.team


def test_cross_imps_compare_every_table_with_every_other():
    expected = imps(20) + imps(670) + imps(-460) + imps(190)
    assert won(OURS, THEIRS, EightMethod.XIMPS) == expected == 1 + 12 - 10 + 5


def test_two_matches_of_four_are_added():
    assert won(OURS, THEIRS, EightMethod.IMP_THEN_ADD) == imps(20) + imps(190) == 6


def test_added_scores_are_converted_once():
    assert won(OURS, THEIRS, EightMethod.ADD_THEN_IMP) == imps(210) == 5


def test_the_modified_table_is_data_and_without_it_the_board_is_not_scored():
    assert won(OURS, THEIRS, EightMethod.ADD_THEN_MOD_IMP) is None
    modified = ImpTable("modified", (30, 70, 130, 200))
    assert won(OURS, THEIRS, EightMethod.ADD_THEN_MOD_IMP, table=modified) == 4


@given(st.lists(points, min_size=2, max_size=2), st.lists(points, min_size=2, max_size=2), st.sampled_from(EightMethod))
def test_the_other_team_scores_the_opposite(ours, theirs, method):
    score = won(ours, theirs, method)
    other = won(theirs, ours, method)
    assert (score is None and other is None) or score == -other


def test_a_match_of_four_is_the_same_by_every_method():
    methods = (EightMethod.XIMPS, EightMethod.IMP_THEN_ADD, EightMethod.ADD_THEN_IMP)
    assert {won([420], [-50], method) for method in methods} == {10}


@pytest.mark.parametrize(("ours", "theirs"), [([], []), ([100], [100, 200])])
def test_a_team_that_sat_unequally_is_refused(ours, theirs):
    with pytest.raises(ValueError, match="equally often"):
        won(ours, theirs, EightMethod.XIMPS)


PLUS = BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)


def test_an_artificial_score_replaces_each_comparison_that_it_is_part_of():
    # 620 and 600 stay compared with each other and with 140: 1 and -10. The cancelled table is met twice, in XIMPS.
    assert won([620, 140], [600, PLUS], EightMethod.XIMPS) == imps(20) + imps(-460) - 3 - 3 == -15
    assert won([620, 140], [600, PLUS], EightMethod.IMP_THEN_ADD) == imps(20) - 3 == -2
    assert won([620, BoardLine(AVERAGE, AVERAGE)], [600, -50], EightMethod.XIMPS) == 1 + 12


def test_both_teams_may_have_the_plus():
    each = BoardLine(AVERAGE_PLUS, AVERAGE_PLUS)
    assert both([620, each], [600, 600], EightMethod.XIMPS) == TeamBoard(Fraction(1 + 1 + 6), Fraction(-1 - 1 + 6))


@pytest.mark.parametrize("method", [EightMethod.ADD_THEN_IMP, EightMethod.ADD_THEN_MOD_IMP])
def test_where_scores_are_added_an_artificial_score_has_no_worth(method):
    table = ImpTable("modified", (30, 70))
    assert both([620, 140], [600, PLUS], method, table=table) == TeamBoard(None, None)


@pytest.mark.parametrize("method", EightMethod)
def test_a_table_without_a_score_and_a_percentage_that_no_rule_values_leave_the_board_open(method):
    for line in (BoardLine(None, None), BoardLine(Artificial(Fraction(63)), Artificial(Fraction(37)))):
        assert both([620, 140], [600, line], method) == TeamBoard(None, None)


def test_a_weighted_score_is_converted_outcome_by_outcome():
    # Half of 620, half of -100, with 140 at the other table, against 600 and -50.
    ruling = played(Weighted(((620, Fraction(1, 2)), (-100, Fraction(1, 2)))))
    half = Fraction(1, 2)
    assert won([ruling, 140], [600, -50], EightMethod.ADD_THEN_IMP) == imps(210) * half + imps(-510) * half == -3
    crossed = (imps(20) + imps(670) + imps(-700) + imps(-50)) * half + imps(-460) + imps(190)
    assert won([ruling, 140], [600, -50], EightMethod.XIMPS) == crossed


def test_a_split_score_gives_each_team_its_own_sum():
    # Our pair keeps 620; theirs loses 650 at that table: 210 points for us, 240 against them.
    split = BoardLine(620, -650)
    assert both([split, 140], [600, -50], EightMethod.ADD_THEN_IMP) == TeamBoard(Fraction(5), Fraction(-6))


def test_a_sum_needs_every_part():
    known, open_ = TeamBoard(Fraction(3), Fraction(-3)), TeamBoard(None, Fraction(1))
    assert add_boards([known, known]) == TeamBoard(Fraction(6), Fraction(-6))
    assert add_boards([known, open_]) == TeamBoard(None, Fraction(-2))
