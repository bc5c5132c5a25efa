"""Boards of teams of eight, four ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.imps import ImpTable, imps
from shared.bridge.teams_of_eight import EightMethod, score_eight_board, victory_point_boards

points = st.integers(-200, 200).map(lambda tens: tens * 10)
OURS, THEIRS = [620, 140], [600, -50]


def test_cross_imps_compare_every_table_with_every_other():
    expected = imps(20) + imps(670) + imps(-460) + imps(190)
    assert score_eight_board(OURS, THEIRS, EightMethod.XIMPS) == expected == 1 + 12 - 10 + 5


def test_two_matches_of_four_are_added():
    assert score_eight_board(OURS, THEIRS, EightMethod.IMP_THEN_ADD) == imps(20) + imps(190) == 6


def test_added_scores_are_converted_once():
    assert score_eight_board(OURS, THEIRS, EightMethod.ADD_THEN_IMP) == imps(210) == 5


def test_the_modified_table_is_data_and_without_it_the_board_is_not_scored():
    assert score_eight_board(OURS, THEIRS, EightMethod.ADD_THEN_MOD_IMP) is None
    modified = ImpTable("modified", (30, 70, 130, 200))
    assert score_eight_board(OURS, THEIRS, EightMethod.ADD_THEN_MOD_IMP, table=modified) == 4


@given(st.lists(points, min_size=2, max_size=2), st.lists(points, min_size=2, max_size=2), st.sampled_from(EightMethod))
def test_the_other_team_scores_the_opposite(ours, theirs, method):
    score = score_eight_board(ours, theirs, method)
    other = score_eight_board(theirs, ours, method)
    assert (score is None and other is None) or score == -other


def test_a_match_of_four_is_the_same_by_every_method():
    methods = (EightMethod.XIMPS, EightMethod.IMP_THEN_ADD, EightMethod.ADD_THEN_IMP)
    assert {score_eight_board([420], [-50], method) for method in methods} == {10}


def test_a_cap_limits_each_conversion():
    assert score_eight_board([2000, 2000], [0, 0], EightMethod.XIMPS, cap=10) == 40
    assert score_eight_board([2000, 2000], [0, 0], EightMethod.ADD_THEN_IMP, cap=10) == 10


@pytest.mark.parametrize(("ours", "theirs"), [([], []), ([100], [100, 200])])
def test_a_team_that_sat_unequally_is_refused(ours, theirs):
    with pytest.raises(ValueError, match="equally often"):
        score_eight_board(ours, theirs, EightMethod.XIMPS)


def test_victory_points_are_looked_up_by_the_length_that_the_method_asks_for():
    lengths = {method: victory_point_boards(method, 12) for method in EightMethod}
    assert lengths == {
        EightMethod.XIMPS: None,
        EightMethod.IMP_THEN_ADD: 24,
        EightMethod.ADD_THEN_IMP: 24,
        EightMethod.ADD_THEN_MOD_IMP: 12,
    }
