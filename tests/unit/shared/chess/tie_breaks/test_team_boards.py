"""Tie-breaks from boards."""

import pytest

from shared.chess.model import Board, Kind, Turn
from shared.chess.tie_breaks.team_boards import (
    board_count,
    bottom_board_elimination,
    by_board,
    of_rounds,
    of_tournament,
    top_board,
)
from tests.support.against_gacrux import compare_with_gacrux
from tests.support.chess import amounts, league, places
from tests.support.chess_golden import compare_values


def test_points_on_low_boards_count_more_in_board_count():
    assert board_count([2, 0, 1]) == 2 + 3


def test_top_boards_decide_from_the_first_and_bottom_boards_by_leaving_out_the_last():
    assert top_board([3, 1, 2]) == (3, 1, 2)
    assert bottom_board_elimination([3, 1, 2]) == (4, 3)


def test_points_are_added_up_by_board():
    turns = [Turn(Kind.PLAYED, boards=(Board(1, 2), Board(2, 1))), Turn(Kind.PLAYED, boards=(Board(2, 2), Board(9, 2)))]
    assert by_board(turns, 2) == [2, 3]


def test_a_team_that_scored_higher_up_is_ahead():
    table = league("3 w 1", "4 b 0", "1 b 0", "2 w 1", rounds=1)
    assert of_tournament(of_rounds(table, 0)) == [2, 0]
    assert amounts(table, "BC") == [1, 2]
    assert places(table, "PTS", "BC") == places(table, "PTS", "TBR") == places(table, "PTS", "BBE") == {"1": 1, "2": 2}


def test_a_team_left_over_counts_as_winning_on_every_board_whatever_it_was_given():
    table = league("- U", "- U", "5 w 1", "6 b 0", "3 b 0", "4 w 1", records=["320  1.0  1.0   1"], rounds=1)
    assert amounts(table, "PTS:GP") == [1, 1, 1]
    assert of_tournament(of_rounds(table, 0)) == [2, 2]
    assert amounts(table, "BC")[0] == 1 + 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_016))
def test_values_in_made_up_tournaments_are_those_of_gacrux(seed):
    compare_with_gacrux(seed, lambda code: code in ("BC", "TBR", "BBE", "EDEB", "EDEBB", "EDEBT"))


def test_values_of_small_tournaments_are_those_of_the_golden_file():
    compare_values("team-boards", ("BC", "TBR", "BBE"))
