"""Tie-breaks from ratings."""

import pytest

from shared.chess.tie_breaks.codes import tie_break
from shared.chess.tie_breaks.ratings import Games, can_rate, games_of, perfect_performance, performance, rounded_mean
from shared.chess.tie_breaks.values import values
from tests.support.against_gacrux import compare_with_gacrux
from tests.support.chess import amounts, swiss
from tests.support.chess_golden import compare_values

ROWS = ("2 w 1, 3 b =, 4 w +", "1 b 0, 4 w 1, - U", "4 w 0, 1 w =, - H", "3 b 1, 2 b 0, 1 b -")
TABLE = swiss(*ROWS, ratings=(2200, 2101, 2000, 1900))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("RTNG", [2200, 2101, 2000, 1900]),
        ("ARO", [2051, 2050, 2050, 2051]),
        ("ARO/C1", [2101, 2200, 2200, 2101]),
        ("TPR", [2051 + 193, 2050, 2050 - 193, 2051]),
        ("APRO", [1954, 2148, 2148, 1954]),
    ],
)
def test_only_games_over_the_board_count(code, expected):
    assert amounts(TABLE, code) == expected


def test_unrated_opponents_switch_ratings_off_unless_they_are_given_one():
    table = swiss(*ROWS, ratings=(2200, "", 2000, 1900))
    assert amounts(table, "ARO") == [None] * 4
    assert amounts(table, "ARO/U1500") == [1750, 2050, 2050, 1750]
    assert not can_rate(table, tie_break("TPR"))


def test_the_perfect_performance_is_the_lowest_rating_that_expects_the_result():
    (games,) = games_of(TABLE, (0,), tie_break("PTP"))
    assert games == Games([2101, 2000], 3)
    assert perfect_performance(games) == amounts(TABLE, "PTP")[0]
    lost = swiss("2 w 0", "1 b 1", ratings=(2000, 1800))
    assert amounts(lost, "PTP") == [1000, 2736]
    assert amounts(lost, "TPR") == [1000, 2800]


def test_nobody_met_is_no_value():
    table = swiss("- U", "- U", ratings=(2000, 1800))
    assert (
        amounts(table, "ARO")
        == amounts(table, "TPR")
        == amounts(table, "PTP")
        == amounts(table, "APRO")
        == [None, None]
    )
    assert performance(Games([], 0)) is None


def test_a_half_rounds_up():
    assert rounded_mean([2000, 2001]) == 2001
    assert rounded_mean([]) is None


def test_the_opponents_are_named_when_asked_for():
    found = values(TABLE, tie_break("ARO/C1"), explain=True)[0]
    assert [(term.round, term.opponent, term.amount, term.cut) for term in found.terms] == [
        (1, 1, 2101, False),
        (2, 2, 2000, True),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_016))
def test_values_in_made_up_tournaments_are_those_of_gacrux(seed):
    compare_with_gacrux(seed, lambda code: code in ("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"))


def test_values_of_small_tournaments_are_those_of_the_golden_file():
    compare_values(
        "ratings",
        (
            "ARO/U1300",
            "ARO/C1/U1300",
            "ARO/M1/U1300",
            "TPR",
            "TPR/U1300",
            "PTP/U1300",
            "APRO/U1300",
            "APPO/U1300",
            "RTNG/U1300",
            "RTNG/R",
        ),
    )
