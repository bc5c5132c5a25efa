from decimal import Decimal

from services.scoring.domain.chess.chess_matches import chess_matches
from services.scoring.domain.chess.chess_scores import ChessScores
from shared.chess.model import Tournament
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team

TEAMS = (
    team(1, [1, 2], name="Elms", mp="2.0", gp="1.5", rank=1),
    team(2, [3, 4], name="Oaks", mp="0.0", gp="0.5", rank=2),
)


def test_a_match_has_game_points_and_match_points_of_both_teams() -> None:
    scores = ChessScores()
    scores.score(facts_of(*TEAMS, player(1, "3 w 1"), player(2, "4 b ="), player(3, "1 b 0"), player(4, "2 w =")))
    (match,) = scores.matches()
    assert (match.round, match.table, match.home_name, match.away_name) == (1, "1", "Elms", "Oaks")
    assert (match.home_raw, match.away_raw, match.raw_unit) == (Decimal("1.5"), Decimal("0.5"), "game_points")
    assert (match.home_score, match.away_score, match.unit) == (Decimal(2), Decimal(0), "points")
    assert (match.boards, match.cancelled, match.length) == (2, 0, 2)


def test_a_match_in_play_has_no_score_yet() -> None:
    scores = ChessScores()
    scores.score(facts_of(*TEAMS, player(1, "3 w 1"), player(2, "4 b"), player(3, "1 b 0"), player(4, "2 w")))
    (match,) = scores.matches()
    assert (match.home_score, match.away_score) == (None, None)
    assert (match.home_raw, match.boards, match.cancelled) == (Decimal(1), 1, 0)


def test_a_tournament_of_players_has_no_matches() -> None:
    scores = ChessScores()
    scores.score(facts_of(player(1, "2 w 1"), player(2, "1 b 0")))
    assert scores.matches() == ()
    assert list(chess_matches(Tournament((), rounds=1), {})) == []


def test_a_team_with_a_bye_that_gives_points_has_a_match_without_an_opponent() -> None:
    byes = ("240 F   1    3", "240 H   1    4", "240 Z   1    5")
    others = tuple(team(number, [2 * number - 1, 2 * number], name=f"T{number}") for number in (3, 4, 5))
    people = (player(1, "3 w 1"), player(2, "4 b ="), player(3, "1 b 0"), player(4, "2 w ="))
    scores = ChessScores()
    scores.score(facts_of(*TEAMS, *others, *people, *(player(number) for number in range(5, 11)), *byes))
    free = [match for match in scores.matches() if match.away is None]
    assert [(match.home_name, match.home_raw, match.home_score) for match in free] == [
        ("T3", Decimal(2), Decimal(2)),
        ("T4", Decimal(1), Decimal(1)),
    ]
