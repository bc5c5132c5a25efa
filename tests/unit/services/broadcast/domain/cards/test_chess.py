from decimal import Decimal
from typing import Any

import pytest

from contracts.standings import ScoredGame
from services.broadcast.domain.cards.chess import chess_card
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import GAME_COLUMNS, MATCH_COLUMNS, STANDINGS_COLUMNS, round_rows
from tests.support.published import chess_round, round_as_read

GAMES = (
    (1, ScoredGame(table=1, white="1", black="2", white_name="Stone", black_name="Field", black_rating=Decimal("2000"),
                   result="1-0", white_points=Decimal("1"), black_points=Decimal("0"))),
    (2, ScoredGame(table=1, white="3", black="1", white_name="Marsh", black_name="Stone", white_rating=Decimal("2100"),
                   white_title="FM", result="½-½", white_points=Decimal("0.5"), black_points=Decimal("0.5"))),
    (3, ScoredGame(table=1, white="1", black="4", white_name="Stone", black_name="Brook", black_rating=Decimal("1900"),
                   result="+--", white_points=Decimal("1"), black_points=Decimal("0"))),
    (4, ScoredGame(white="1", white_name="Stone", white_points=Decimal("0.5"), bye="H")),
    (5, ScoredGame(table=2, white="5", black="1", white_name="Lane", black_name="Stone")),
)  # fmt: skip
TEAM_GAMES = (
    (1, ScoredGame(table=1, board=1, white="1", black="3", white_name="Stone", white_team="1", black_team="2",
                   result="1-0", white_points=Decimal("1"), black_points=Decimal("0"))),
    (1, ScoredGame(table=1, board=2, white="4", black="2", black_name="Field", white_team="2", black_team="1",
                   result="0-1", white_points=Decimal("0"), black_points=Decimal("1"))),
)  # fmt: skip


def table(games: tuple[tuple[int, ScoredGame], ...]) -> TableState:
    rows = {}
    for number, game in games:
        rows |= round_rows(round_as_read(chess_round("open", number, 1, game)).round)
    return TableState(GAME_COLUMNS, rows)


def standings(**cells: Any) -> TableState:
    row = tuple({"ranking": "overall", **cells}.get(name) for name in STANDINGS_COLUMNS)
    return TableState(STANDINGS_COLUMNS, {f"overall|{cells['number']}": row}, {"rankings": [{"id": "overall"}]})


def test_a_card_has_every_round_with_the_running_score() -> None:
    card = chess_card(
        "1", standings(number="1", name="Stone", place="2", total="3", federation="SUI"), table(GAMES), None
    )
    assert card is not None
    lines: Any = card["lines"]
    assert [(line["round"], line["colour"], line["opponent"], line["result"], line["running"]) for line in lines] == [
        (1, "w", "2", "1", "1"),
        (2, "b", "3", "½", "1.5"),
        (3, "w", "4", "+", "2.5"),
        (4, None, None, None, "3"),
        (5, "b", "5", None, None),
    ]
    assert (lines[1]["opponent_name"], lines[1]["opponent_title"], lines[1]["opponent_rating"]) == (
        "Marsh",
        "FM",
        "2100",
    )
    assert lines[3]["bye"] == "H"
    assert (card["place"], card["total"], card["federation"], card["kind"]) == ("2", "3", "SUI", "player")


def test_the_performance_counts_games_over_the_board_against_rated_opponents() -> None:
    card = chess_card("1", None, table(GAMES), None)
    # 1½ of 2 against 2050 on average: 75 per cent stand for 193 points.
    assert card is not None
    assert card["performance"] == 2050 + 193
    assert card["name"] == "Stone"


def test_nobody_has_no_card() -> None:
    assert chess_card("9", standings(number="1", name="Stone"), table(GAMES), None) is None
    assert chess_card("", None, table(GAMES), None) is None


def test_somebody_who_has_not_played_yet_has_a_card_without_lines() -> None:
    card = chess_card("9", standings(number="9", name="Late", rating="1800"), table(GAMES), None)
    assert card is not None
    assert (card["name"], card["rating"], card["lines"], card["performance"]) == ("Late", "1800", [], None)


@pytest.mark.parametrize(
    ("kind", "own", "name"), [(None, ["1", "2"], "Elms"), ("team", ["1", "2"], "Elms"), ("player", ["1"], "Stone")]
)
def test_a_team_has_the_boards_of_its_matches_and_a_player_his_own(kind: Any, own: list[str], name: str) -> None:
    card = chess_card("1", standings(number="1", name="Elms", place="1"), table(TEAM_GAMES), None, kind)
    assert card is not None
    lines: Any = card["lines"]
    assert [line["own"] for line in lines] == own
    assert card["name"] == name
    assert card["place"] == (None if kind == "player" else "1")


def matches(*rows: dict[str, Any]) -> TableState:
    return TableState(MATCH_COLUMNS, {str(at): tuple(map(row.get, MATCH_COLUMNS)) for at, row in enumerate(rows)})


def test_a_team_has_its_byes_and_the_matches_that_nobody_came_to() -> None:
    met = matches(
        {"round": 1, "table": "1", "home": "1", "away": "2", "home_raw": "2", "away_raw": "0"},
        {"round": 3, "home": "1", "home_name": "Elms", "home_raw": "1"},
        {"round": 2, "table": "1", "home": "2", "away": "1", "home_name": "Oaks", "home_raw": "0", "away_raw": "2"},
        {"round": 3, "table": "1", "home": "2", "away": "3", "home_raw": "0", "away_raw": "2"},
    )
    card = chess_card("1", None, table(TEAM_GAMES), met)
    assert card is not None
    lines: Any = card["lines"]
    assert [tuple(line[name] for name in ("round", "own", "opponent", "points", "running")) for line in lines] == [
        (1, "1", "3", "1", "1"),
        (1, "2", "4", "1", "2"),
        (2, None, "2", "2", "4"),
        (3, None, None, "1", "5"),
    ]
    assert (lines[2]["opponent_name"], lines[2]["opponent_team"], lines[2]["points_against"]) == ("Oaks", None, "0")
    assert len({frozenset(line) for line in lines}) == 1, "every line has the same fields"
    player: Any = chess_card("1", None, table(TEAM_GAMES), met, "player")
    assert [line["round"] for line in player["lines"]] == [1]
