from typing import Any

import pytest

from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import BOARD_COLUMNS, SEAT_COLUMNS
from services.broadcast.domain.pages import boards
from services.broadcast.domain.pages.rounds import match_rounds
from tests.unit.services.broadcast.domain.pages.test_rounds import matches

LINE = {
    "own": "1",
    "own_team": None,
    "own_names": None,
    "opponents_number": "2",
    "opponents_team": None,
    "percent": None,
}
LINE |= {"session": None, "round": 1, "direction": "NS", "contract": "4S", "tricks": 10, "score": "420", "points": "3"}


def line(**fields: Any) -> dict[str, Any]:
    """A line of a card."""
    return {**LINE, "unit": "imps", **fields}


def test_the_best_result_of_a_traveller_stands_first_and_those_without_points_last() -> None:
    rows = [{"ns": "3"}, {"ns": "10", "ns_points": "2"}, {"ns": "9", "ns_points": "2"}, {"ns": "1", "ns_points": "6"}]
    cells = {str(n): tuple(map(row.get, BOARD_COLUMNS)) for n, row in enumerate(rows)}
    meta: dict[str, Any] = {"board": "7", "unit": "match_points", "dealer": "S", "vulnerable": "All", "top": "12"}
    meta["deal"] = {"north": {"spades": "AKT", "hearts": ""}}
    made = boards.traveller(TableState(BOARD_COLUMNS, cells, meta), several_sessions=False)
    assert [row["ns"] for row in made.lines] == ["1", "9", "10", "3"]
    assert made.facts == ["Dealer South", "Both sides vulnerable", "Top 12"]
    assert made.centre == ["Dlr S", "Vul All"]
    assert made.hands["North"][:2] == [("S", "A K 10"), ("H", "–")]
    assert boards.high_card_points(made.hands["North"]) == 7


def test_boards_are_listed_by_session() -> None:
    listed = [{"id": "1-1", "session": "1"}, {"id": "2-1", "session": "2"}, {"id": "1-2", "session": "1"}]
    assert {session: [board["id"] for board in own] for session, own in boards.by_session(listed).items()} == {
        "1": ["1-1", "1-2"],
        "2": ["2-1"],
    }


def test_a_card_names_partners_and_the_side_where_it_changes() -> None:
    lines = [line(own="1+3"), line(direction="EW", own="1+4", score="-50")]
    (group,) = boards.card_groups({"participant": "1", "lines": lines}, [], {"3": "Ada Stone"})
    assert [each["beside"] for each in group.lines] == ["as North-South, with Ada Stone", "as East-West, with 4"]
    assert [each["own_score"] for each in group.lines] == ["420", "50"]
    assert [each["value"] for each in group.lines] == ["+3", "+3"]
    assert [each["grade"] for each in group.lines] == ["good", "good"]


@pytest.mark.parametrize(("percent", "grade"), [("60.00", "good"), ("40", "poor"), ("59.99", "")])
def test_a_good_board_and_a_bad_one_are_marked(percent: str, grade: str) -> None:
    (group,) = boards.card_groups({"participant": "1", "lines": [line(percent=percent)]}, [], {})
    assert [each["grade"] for each in group.lines] == [grade]


def test_the_boards_of_a_match_stand_below_it_and_its_result_is_from_this_side() -> None:
    played = {"boards": 8, "home_name": "Elms", "away_name": "Oaks", "home_score": "12.5", "away_score": "7.5"}
    rounds = match_rounds(matches(played, {"round": 2, "home": "2", "away": None}))
    lines = [line(own="21", own_team="2", opponents_team="1"), line(own="21", round=9, opponents_number="7")]
    alone, first, bye = boards.card_groups({"participant": "2", "lines": lines}, rounds, {})
    assert [each["round"] for each in alone.lines] == [9]
    assert (first.title, first.opponents, first.result, len(first.lines)) == ("Round 1", ("1", "Elms"), "7.5 : 12.5", 1)
    assert (bye.title, bye.opponents) == ("Round 2", None)


def test_seats_stand_by_table_with_the_names_that_are_known() -> None:
    rows = [
        {
            "section": "A",
            "table": "10",
            "ns": "1",
            "ns_names": "Rosa & Uri",
            "ew": "2",
            "first_board": 7,
            "last_board": 9,
        },
        {"section": "A", "table": "2", "north": "3", "south": "4", "first_board": 1},
    ]
    table = TableState(
        SEAT_COLUMNS, {str(n): tuple(map(row.get, SEAT_COLUMNS)) for n, row in enumerate(rows)}, {"round": 3}
    )
    made = boards.seats(table, {"3": "Ada", "4": "Ben"})
    assert made is not None
    assert made.title == "Round 3"
    assert made.tables[0] == boards.Seat("A2", [(["3", "4"], "Ada & Ben"), ([], "")], "1")
    assert made.tables[1] == boards.Seat("A10", [(["1"], "Rosa & Uri"), (["2"], "")], "7–9")
    assert boards.seats(None, {}) is None
