"""A board of a team match at two tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.artificial_scores import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Artificial
from shared.bridge.boards.board_line import BoardLine, Weighted
from shared.bridge.boards.imps import ImpTable
from shared.bridge.matches.board_comparison import BoardMethod, TeamBoard, balanced, convert, score_team_board
from tests.support.board_lines import played

points = st.integers(-300, 300).map(lambda tens: tens * 10)


def test_both_scores_of_a_file_are_north_souths_so_they_are_subtracted():
    board = score_team_board(played(420), played(-50), BoardMethod.IMPS)
    assert board == TeamBoard(Fraction(10), Fraction(-10))


@pytest.mark.parametrize(
    ("method", "won", "drawn", "lost"),
    [(BoardMethod.PAB, 2, 1, 0), (BoardMethod.BAM, 1, Fraction(1, 2), 0), (BoardMethod.AGGREGATE, 10, 0, -10)],
)
def test_other_methods_count_the_board_as_won_drawn_or_lost(method, won, drawn, lost):
    assert [convert(difference, method) for difference in (10, 0, -10)] == [won, drawn, lost]


@given(points, points, st.sampled_from(BoardMethod))
def test_the_two_teams_mirror_each_other(at_ns, at_ew, method):
    board = score_team_board(played(at_ns), played(at_ew), method)
    assert board.team + board.opponents == {BoardMethod.PAB: 2, BoardMethod.BAM: 1}.get(method, 0)
    swapped = score_team_board(played(at_ew), played(at_ns), method)
    assert (swapped.team, swapped.opponents) == (board.opponents, board.team)


def test_a_weighted_ruling_is_converted_result_by_result():
    ruling = Weighted(((620, Fraction(3, 10)), (-100, Fraction(7, 10))))
    board = score_team_board(played(ruling), played(-100), BoardMethod.IMPS)
    assert board.team == Fraction(3, 10) * 12
    assert board.opponents == -board.team
    both = score_team_board(played(ruling), played(ruling), BoardMethod.IMPS)
    assert both == TeamBoard(Fraction(0), Fraction(0))


def test_a_plus_for_both_teams_is_three_imps_each():
    board = score_team_board(BoardLine(AVERAGE_PLUS, AVERAGE_PLUS), played(420), BoardMethod.IMPS)
    assert board == TeamBoard(Fraction(3), Fraction(3))


def test_an_artificial_score_is_a_share_of_the_boards_points():
    line = BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)
    assert score_team_board(line, played(0), BoardMethod.PAB) == TeamBoard(Fraction("1.2"), Fraction("0.8"))
    assert score_team_board(line, played(0), BoardMethod.BAM) == TeamBoard(Fraction("0.6"), Fraction("0.4"))
    assert score_team_board(line, played(0), BoardMethod.AGGREGATE) == TeamBoard(None, None)


def test_the_artificial_score_counts_at_whichever_table_it_was_given():
    line = BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)
    assert score_team_board(played(0), line, BoardMethod.IMPS) == TeamBoard(Fraction(-3), Fraction(3))
    assert score_team_board(BoardLine(AVERAGE, AVERAGE), BoardLine(AVERAGE, AVERAGE), BoardMethod.IMPS).team == 0


def test_what_no_rule_decides_stays_unknown():
    assert score_team_board(played(420), BoardLine(None, None), BoardMethod.IMPS) == TeamBoard(None, None)
    odd = BoardLine(Artificial(Fraction(63)), AVERAGE_MINUS)
    assert score_team_board(odd, played(0), BoardMethod.IMPS) == TeamBoard(None, Fraction(-3))
    plus = BoardLine(AVERAGE_PLUS, AVERAGE_PLUS)
    assert score_team_board(odd, plus, BoardMethod.IMPS) == TeamBoard(None, Fraction(0))


def test_a_team_with_average_plus_at_one_table_and_average_minus_at_the_other_gets_average():
    line = BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)
    assert score_team_board(line, line, BoardMethod.IMPS) == TeamBoard(Fraction(0), Fraction(0))
    assert score_team_board(line, line, BoardMethod.BAM) == TeamBoard(Fraction(1, 2), Fraction(1, 2))
    turned = BoardLine(AVERAGE_MINUS, AVERAGE_PLUS)
    assert score_team_board(line, turned, BoardMethod.IMPS) == TeamBoard(Fraction(3), Fraction(-3))


def test_an_artificial_score_stands_while_the_other_table_has_no_score():
    line, nothing = BoardLine(AVERAGE_PLUS, AVERAGE_MINUS), BoardLine(None, None)
    assert score_team_board(line, nothing, BoardMethod.IMPS) == TeamBoard(Fraction(3), Fraction(-3))


def test_results_that_do_not_balance_are_averaged_in_a_knock_out():
    assert balanced(TeamBoard(Fraction(3), Fraction(3))) == TeamBoard(Fraction(0), Fraction(0))
    assert balanced(TeamBoard(Fraction(-12), Fraction(0))) == TeamBoard(Fraction(-6), Fraction(6))
    assert balanced(TeamBoard(Fraction(5), Fraction(-5))) == TeamBoard(Fraction(5), Fraction(-5))
    assert balanced(TeamBoard(None, Fraction(3))) == TeamBoard(None, Fraction(3))


def test_a_split_ruling_gives_each_team_its_own_result():
    board = score_team_board(BoardLine(-100, -620), played(620), BoardMethod.IMPS)
    assert board == TeamBoard(Fraction(-12), Fraction(0))


def test_the_organisers_table_is_used():
    own = ImpTable("own", (100, 200, 300))
    assert score_team_board(played(250), played(0), BoardMethod.IMPS, table=own).team == 2
