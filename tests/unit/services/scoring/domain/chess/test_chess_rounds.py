from decimal import Decimal

import pytest

from contracts.facts import Facts
from contracts.standings import ScoredGame, ScoredRound
from services.scoring.domain.chess.chess_scores import ChessScores
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team

EVENT = "marsh-cup-2031"

PAIRED = (
    player(1, "3 w 1", "2 b =", name="Stone, Ada", rating=2210, title="WFM", points="1.5"),
    player(2, "4 b 1", "1 w =", name="Field, Ben", rating=2105, points="1.5"),
    player(3, "1 b 0", "4 w", name="Marsh, Cy", points="0.0"),
    player(4, "2 w 0", "3 b", name="Brook, Di", points="0.0"),
    player(5, "- U", "- H", name="Lane, Ed", points="1.5"),
)


def rounds(*lines: str) -> tuple[ScoredRound, ...]:
    scores = ChessScores()
    scores.score(facts_of(*lines))
    return scores.rounds(EVENT)


def said(games: ScoredRound) -> list[tuple[int | None, str, str | None, str | None]]:
    return [(game.table, game.white, game.black, game.result) for game in games.games]


def test_a_round_has_its_games_by_board_and_then_the_byes() -> None:
    first, second = rounds(*PAIRED)
    assert said(first) == [(1, "1", "3", "1-0"), (2, "4", "2", "0-1"), (None, "5", None, None)]
    assert said(second) == [(1, "2", "1", "½-½"), (2, "3", "4", None), (None, "5", None, None)]
    assert [game.bye for game in (first.games[2], second.games[2])] == ["U", "H"]


def test_a_game_names_both_players_with_rating_title_and_points() -> None:
    assert rounds(*PAIRED)[0].games[0] == ScoredGame(
        table=1,
        white="1",
        black="3",
        white_name="Stone, Ada",
        black_name="Marsh, Cy",
        white_title="WFM",
        white_rating=Decimal(2210),
        result="1-0",
        white_points=Decimal(1),
        black_points=Decimal(0),
    )


@pytest.mark.parametrize(
    ("white", "black", "result", "points"),
    [
        ("2 w +", "1 b -", "+--", (1, 0)),
        ("2 w -", "1 b -", "---", (0, 0)),
        ("2 w W", "1 b L", "1-0", (1, 0)),
        ("2 w 1", "1 b 1", "1-1", (1, 1)),
        ("2 w 1", "1 b", "1-0", (1, None)),
        ("2 w", "1 b =", "½-½", (None, Decimal("0.5"))),
    ],
)
def test_each_half_of_a_result_is_that_of_its_own_line(
    white: str, black: str, result: str, points: tuple[Decimal | None, Decimal | None]
) -> None:
    (game,) = rounds(player(1, white), player(2, black))[0].games
    assert (game.result, (game.white_points, game.black_points)) == (result, points)


def test_of_two_who_name_others_each_is_told_as_it_is_stated() -> None:
    first = rounds(player(1, "2 w 1"), player(2, "3 b 0"), player(3, "2 w 1"))[0]
    assert said(first) == [(1, "1", "2", "1-0"), (2, "3", "2", "1-0")]
    assert [game.black_points for game in first.games] == [None, Decimal(0)]


def test_a_game_without_colours_says_so() -> None:
    (game,) = rounds(player(1, "2 - +"), player(2, "1 - -"))[0].games
    assert (game.white, game.result, game.uncoloured) == ("1", "+--", True)


def test_a_round_of_which_nothing_changes_is_the_same_object() -> None:
    scores, facts = ChessScores(), facts_of(*PAIRED)
    scores.score(facts)
    first, _ = scores.rounds(EVENT)
    games = tuple(game.replace(result="1") if game.key == (2, "3") else game for game in facts.games)
    scores.score(facts.replace(games=games))
    again, second = scores.rounds(EVENT)
    assert again is first
    assert said(second)[1] == (2, "3", "4", "1-0")


def test_an_earlier_result_moves_the_boards_of_later_rounds_as_if_it_had_always_been_there() -> None:
    scores, facts = ChessScores(), facts_of(*PAIRED)
    scores.score(facts)
    scores.rounds(EVENT)
    turned = {(1, "1"): "0", (1, "3"): "1"}
    changed = facts.replace(games=tuple(game.replace(result=turned.get(game.key, game.result)) for game in facts.games))
    scores.score(changed)
    fresh = ChessScores()
    fresh.score(changed)
    assert scores.rounds(EVENT) == fresh.rounds(EVENT)
    assert said(scores.rounds(EVENT)[1])[0] == (1, "2", "1", "½-½")


TEAMS = (
    team(1, [1, 2], mp="2.0", gp="1.5", rank=1),
    team(2, [3, 4], mp="0.0", gp="0.5", rank=2),
    player(1, "3 w 1", name="Stone, Ada"),
    player(2, "4 b =", name="Field, Ben"),
    player(3, "1 b 0", name="Marsh, Cy"),
    player(4, "2 w =", name="Brook, Di"),
)


def test_boards_of_a_match_name_the_teams_and_their_colours_alternate() -> None:
    (first,) = rounds(*TEAMS)
    assert [(game.table, game.board, game.white, game.white_team, game.black_team) for game in first.games] == [
        (1, 1, "1", "1", "2"),
        (1, 2, "4", "2", "1"),
    ]
    assert [game.result for game in first.games] == ["1-0", "½-½"]


def test_there_are_no_rounds_before_the_first_game() -> None:
    assert ChessScores().rounds(EVENT) == ()
    scores = ChessScores()
    scores.score(Facts(events=facts_of(*PAIRED).events))
    assert scores.rounds(EVENT) == ()
