"""Results at the desk."""

from datetime import UTC, datetime
from typing import Any

import pytest

from contracts.corrections.queries import Answer, EventQueries, Query
from contracts.feed import board_channel, games_channel, matches_channel, seats_channel
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.results import RESULTS
from services.broadcast.domain.desk.pages.shown import Asked
from services.broadcast.domain.message_tables import BOARD_COLUMNS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings
from tests.unit.services.broadcast.domain.pages.test_rounds import games, matches, table

BOARDS = [{"id": "1-7", "board": "7", "session": "1"}, {"id": "2-7", "board": "7", "session": "2"}]


def values(tables: dict[str, TableState] | None = None, **query: str) -> Any:
    own = standings({"rank": 1}, boards=BOARDS)
    return RESULTS.page(Asked(Shown("club", tables or {}, own), query)).values


def on_board(*lines: dict[str, Any], boards: Any = BOARDS, **query: str) -> Any:
    made = table(BOARD_COLUMNS, *({"score": "", **line} for line in lines))
    board = TableState(made.columns, made.rows, {"id": "1-7", "board": "7", "session": "1", "unit": "match_points"})
    shown = Shown("club", {board_channel("club", "1-7"): board}, standings({"rank": 1}, boards=boards))
    return RESULTS.page(Asked(shown, {"board": "1-7", **query})).values["traveller"]


def test_boards_are_listed_by_session_and_none_is_open_until_it_is_chosen() -> None:
    made = values()
    assert [(each.session, [board["id"] for board in each.boards]) for each in made["sessions"]] == [
        ("1", ["1-7"]),
        ("2", ["2-7"]),
    ]
    assert made["traveller"] is None


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"score": "420"}, "420"),
        ({"score": "-50"}, "−50"),
        ({"score": "420", "ew_score": "400"}, "420 / 400"),
        ({"score": "A6040"}, "60% / 40%"),
        ({"score": "A5050"}, "50%"),
        ({"score": "PASS"}, "PASS"),
        ({"score": ""}, "no result"),
    ],
)
def test_a_score_is_shown_as_a_director_writes_it(line: dict[str, Any], text: str) -> None:
    (shown,) = on_board({"ns": "1", "ew": "2", **line})["lines"]
    assert shown["shown"] == text


def test_lines_stand_by_number_and_each_has_a_name_of_its_own() -> None:
    lines = on_board({"ns": "10", "ew": "2"}, {"ns": "9", "ew": "3"}, {"ns": "9", "ew": "3", "part": 1})["lines"]
    assert [line["ns"] for line in lines] == ["9", "9", "10"]
    assert len({line["id"] for line in lines}) == 3


def test_lines_can_be_added_but_not_those_of_teams_or_of_sections_with_travellers_of_their_own() -> None:
    assert on_board({"ns": "1", "ew": "2"})["takes_new"]
    assert not on_board({"ns": "1", "ew": "2", "ns_team": "X"})["takes_new"]
    apart = [BOARDS[0], {"id": "1-b-7", "board": "7", "session": "1"}]
    assert not on_board({"ns": "1", "ew": "2"}, boards=apart)["takes_new"]


def test_the_line_that_a_finding_is_about_is_marked() -> None:
    about = "450 instead of 420 on board 7 (1 against 2)"
    lines = on_board({"ns": "1", "ew": "2"}, {"ns": "11", "ew": "2"}, {"ns": "1", "ew": "22"}, about=about)["lines"]
    assert [(line["ns"], line["ew"]) for line in lines if line["meant"]] == [("1", "2")]
    assert not any(line["meant"] for line in on_board({"ns": "1", "ew": "2"})["lines"])


def test_the_round_of_the_match_or_game_that_a_finding_is_about_is_open_and_it_is_marked() -> None:
    played = [{"home": "1", "away": "2", "round": 1}, {"home": "2", "away": "11", "round": 1}]
    again = {"home": "2", "away": "1", "round": 2}
    tables = {matches_channel("club"): matches(*played, again, {"home": "3", "away": "1", "round": 3})}
    about = "match 1 - 2: match 1 against 2 in round 1 is stated as 7 : 13 VPs"
    made = values(tables, about=about)
    assert made["match_round"].id == "1"
    assert [made["meant_match"](match) for match in made["match_round"].rows] == [True, False]
    # Without a round it is any of their matches, and the newest is open; a round that is named is shown in any case.
    assert values(tables, about="match 2 - 1: two reports differ")["match_round"].id == "2"
    assert values(tables, about=about, round="3")["match_round"].id == "3"
    tables = {games_channel("club"): games(*({"round": n, "white": "5", "black": "25", "table": 1} for n in (1, 2)))}
    made = values(tables, about="player 25 in round 1: player 25 in round 1 has result 1")
    assert made["game_round"].id == "1"
    assert [made["meant_game"](game) for game in made["game_round"].rows] == [True]
    assert values(tables, about="player 2 in round 1: x")["game_round"].id == "1"
    assert not values(tables)["meant_game"](made["game_round"].rows[0])


def test_a_query_that_waits_marks_the_results_of_its_card_until_it_is_answered() -> None:
    query = Query(id="0" * 16, card="2", text="ten", asked_at=datetime(2031, 10, 3, 22, tzinfo=UTC))
    answered = query.replace(answer=Answer(verdict="stands", at=query.asked_at, by="Ada"))
    for own, sides, marked in (
        (query, ("1", "2"), True),
        (query, (None, "7+2"), True),
        (query, ("1", "22"), False),
        (answered, ("1", "2"), False),
    ):
        asked = Asked(Shown("club", {}, standings({"rank": 1})), {"query": query.id}, (), EventQueries(queries=(own,)))
        made = RESULTS.page(asked).values
        assert made["plays"](*sides) is marked
        assert (made["answering"] is None) is (own is answered)


def test_the_oldest_round_that_waits_for_a_game_is_open() -> None:
    played = games({"result": "1-0"}, {"round": 2}, {"round": 3}, {"round": 3, "table": 2, "white": "8"})
    tables = {games_channel("club"): played, matches_channel("club"): matches({})}
    assert [each.id for each in values(tables)["game_rounds"]] == ["3", "2", "1"]
    assert values(tables)["game_round"].id == "2"
    assert [game["table"] for game in values(tables, round="3")["game_round"].rows] == [1, 2]
    assert values({games_channel("club"): games({"result": "1-0"})})["game_round"].id == "1"


def test_a_match_of_chess_is_ruled_by_its_games() -> None:
    met = {matches_channel("club"): matches({})}
    assert values(met)["match_round"].id == "1"
    assert values({**met, games_channel("club"): games({})})["match_round"] is None


def test_the_page_needs_what_it_shows() -> None:
    always = [channel("club") for channel in (matches_channel, games_channel, seats_channel)]
    assert RESULTS.channels("club", {}) == tuple(always)
    assert RESULTS.channels("club", {"board": "1-7"}) == (*always, board_channel("club", "1-7"))
    assert RESULTS.channels("club", {"board": "7/../x" * 99}) == tuple(always)
