"""Tie-breaks from own results."""

from dataclasses import replace

import pytest

from shared.chess.model import GAME
from tests.support.against_gacrux import compare_with_gacrux
from tests.support.chess import amounts, league, swiss
from tests.support.chess_golden import compare_values

ROWS = ("2 w 1, 3 b +, - U, 4 b 1, - H, 5 b -", "1 b 0, 4 w 1, 3 w =, - F, 5 b W, 6 w 1")


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        ("WIN", 4, 4),
        ("WON", 2, 3),
        ("BPG", 1, 2),
        ("BWG", 1, 1),
        ("REP", 4, 6),
        ("PTS", 4.5, 4.5),
        ("STD", 4.5, 4.5),
        ("PS", 1 + 2 + 3 + 4 + 4.5 + 4.5, 0 + 1 + 1.5 + 2.5 + 3.5 + 4.5),
        ("PS/C1", 18, 13),
        ("PS/C2", 16, 12),
    ],
)
def test_each_count_of_games_byes_and_forfeits(code, first, second):
    assert amounts(swiss(*ROWS, "", "", "", ""), code)[:2] == [first, second]


def test_standard_points_do_not_depend_on_the_scoring_system():
    three = swiss("2 w 1, - U, 2 w =", "1 b 0, - H, 1 b =", header=["162  W 3.0    D 1.0    L 0.0    P 3.0"])
    assert amounts(three, "PTS") == [7, 2]
    assert amounts(three, "STD") == [2.5, 1]
    assert amounts(three, "WIN") == [2, 0]


def test_a_bye_worth_less_than_a_win_is_no_win():
    assert amounts(swiss("- U, 2 w 1", "2 w 1, 1 b 0", header=["162  W 1.0    P 0.5"]), "WIN") == [1, 1]


def test_koya_counts_points_against_those_with_half_of_the_most():
    robin = ("2 w 1, 3 b 0, 4 w 1", "1 b 0, 4 w 1, 3 b =", "4 w =, 1 w 1, 2 w =", "3 b =, 2 b 0, 1 b 0")
    table = swiss(*robin, type_="Round Robin")
    assert amounts(table, "PTS") == [2, 1.5, 2, 0.5]
    assert amounts(table, "KS") == [1, 0.5, 1.5, 0.5]
    assert amounts(table, "KS/L+1") == [0, 0.5, 1, 0.5]
    assert amounts(table, "KS/L-2") == [2, 1.5, 2, 0.5]


def test_in_an_odd_round_robin_the_round_without_a_game_lowers_koyas_limit():
    odd = swiss("2 w 1, - Z, 3 b =", "1 b 0, 3 w 1, - Z", "- Z, 2 b 0, 1 w =", type_="Round Robin")
    assert amounts(odd, "PTS") == [1.5, 1, 0.5]
    assert amounts(odd, "KS") == [1, 0, 0.5]


def test_of_a_team_matches_or_with_gp_games_are_counted():
    rest = ("7 w 1, 7 b 1", "8 b 1, 8 w 1", "5 b 0, 5 w 0", "6 w 0, 6 b 0")
    table = league("3 w 1, - H", "4 b =, - H", "1 b 0", "2 w =", *rest, rounds=2)
    expected = {
        "WIN": [1, 0],
        "WIN:GP": [1, 0],
        "BPG": [0, 1],
        "BPG:GP": [1, 1],
        "BWG:GP": [0, 0],
        "STD": [1.5, 0],
        "STD:GP": [2.5, 0.5],
    }
    assert {code: amounts(table, code)[:2] for code in expected} == expected


def test_where_game_points_rank_the_boards_of_a_team_are_counted():
    table = league("3 w 1", "4 b 1", "1 b 0", "2 w 0", rounds=1)
    assert (amounts(table, "WIN"), amounts(replace(table, primary=GAME), "WIN")) == ([1, 0], [2, 0])
    assert (amounts(table, "BWG"), amounts(replace(table, primary=GAME), "BWG")) == ([0, 0], [1, 0])


@pytest.mark.parametrize("seed", range(1_000, 1_016))
def test_values_in_made_up_tournaments_are_those_of_gacrux(seed):
    compare_with_gacrux(seed, lambda code: code in ("WIN", "WON", "BPG", "BWG", "PS", "PS:GP", "REP", "STD", "KS"))


def test_values_of_small_tournaments_are_those_of_the_golden_file():
    compare_values(
        "own-results",
        (
            "WIN",
            "WIN:GP",
            "WON",
            "WON:GP",
            "BPG",
            "BPG:GP",
            "BWG",
            "BWG:GP",
            "PS",
            "PS/C1",
            "PS:GP",
            "REP",
            "STD",
            "STD:GP",
            "KS",
            "KS/L+1",
            "KS:GP",
        ),
    )
