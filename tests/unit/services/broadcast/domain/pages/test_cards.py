from decimal import Decimal
from typing import Any

import pytest

from services.broadcast.domain.pages import cards
from services.broadcast.domain.pages.rounds import match_rounds
from tests.unit.services.broadcast.domain.pages.test_rounds import matches

NOBODY = cards.People({}, {})
LINE = {
    "own": "1",
    "own_team": None,
    "own_names": None,
    "opponents_number": "2",
    "opponents_team": None,
    "percent": None,
    "id": "1-1",
    "board": "1",
    "opponents": "Elms",
    "match_points": None,
    "match_points_against": None,
}
LINE |= {"session": None, "round": 1, "direction": "NS", "contract": "4S", "tricks": 10, "score": "420", "points": "3"}


def line(**fields: Any) -> dict[str, Any]:
    """A line of a card."""
    return {**LINE, "unit": "imps", **fields}


def test_boards_stand_below_their_opponents_with_the_partner_and_the_side_where_it_changes() -> None:
    lines = [line(own="1+3"), line(own="1+3", id="1-2"), line(direction="EW", own="1+4", score="-50")]
    known = cards.people([{"participant": who, "number": n, "name": name, "section": "B"} for who, n, name in PLAYERS])
    made = cards.bridge_card({"participant": "1", "lines": lines}, [], known)
    (group,) = made.groups
    assert [(run.direction, run.number, run.partners, len(run.lines)) for run in group.runs] == [
        ("NS", "2", "Ada Stone", 2),
        ("EW", "2", "4", 1),
    ]
    own = [each for run in group.runs for each in run.lines]
    assert [each["own_score"] for each in own] == ["420", "420", "50"]
    assert {(each["value"], each["grade"]) for each in own} == {("+3", "good")}
    assert (made.unit, made.percents, made.team, made.boards) == ("imps", False, False, 2)


PLAYERS = (("2", "2", "Elms"), ("3", "9", "Ada Stone"))


def test_people_are_numbered_by_section_unless_their_number_is_their_id() -> None:
    rows = [{"participant": "p1", "number": "1", "name": "Ada", "section": "B"}]
    assert cards.people([*rows, {"participant": "7", "number": "7", "name": "Ben", "section": "B"}]) == (
        {"p1": "Ada", "7": "Ben"},
        {"p1": "B1", "7": "7"},
    )


@pytest.mark.parametrize(("percent", "grade"), [("60.00", "good"), ("40", "poor"), ("59.99", "")])
def test_a_good_board_and_a_bad_one_are_marked(percent: str, grade: str) -> None:
    made = cards.bridge_card({"participant": "1", "lines": [line(percent=percent)]}, [], NOBODY)
    assert made.groups[0].runs[0].lines[0]["grade"] == grade


def test_the_boards_of_a_match_stand_below_it_and_its_result_is_from_this_side() -> None:
    played = {"boards": 8, "home_name": "Elms", "away_name": "Oaks", "home_score": "12.5", "away_score": "7.5"}
    rounds = match_rounds(matches(played, {"round": 2, "home": "2", "away": None}))
    lines = [line(own="21", own_team="2", opponents_team="1"), line(own="21", round=9, opponents_number="7")]
    alone, first, bye = cards.bridge_card({"participant": "21", "lines": lines}, rounds, NOBODY).groups
    assert [each["round"] for each in alone.lines] == [9]
    assert (first.title, first.opponents, first.result, len(first.lines)) == ("Round 1", ("1", "Elms"), "7.5 : 12.5", 1)
    other = cards.bridge_card({"participant": "9", "lines": [line(own="21", own_names="Cy & Di")]}, [], NOBODY)
    assert [run.pair for group in (first, *other.groups) for run in group.runs] == ["", "Cy & Di"]
    assert (bye.title, bye.opponents) == ("Round 2", None)


def team_lines() -> list[dict[str, Any]]:
    """Two boards of a match of a team, in both rooms."""
    of_team = {"own_team": "2", "opponents_team": "1", "opponents": "Ada & Ben"}
    first = {**of_team, "match_points": "3", "match_points_against": "-3"}
    second = {**of_team, "id": "1-2", "board": "2", "match_points": "-10", "match_points_against": "10"}
    rooms = {"NS": ("21", "Cy & Di"), "EW": ("22", "Eve & Flo")}
    return [
        line(**board, direction=room, own=own, own_names=names)
        for board in (first, second)
        for room, (own, names) in rooms.items()
    ]


def test_a_team_has_both_rooms_side_by_side_and_the_running_score() -> None:
    rounds = match_rounds(matches({"raw_unit": "imps", "boards": 2}))
    made = cards.bridge_card({"participant": "2", "lines": team_lines()}, rounds, NOBODY)
    assert (made.team, made.unit) == (True, "imps")
    assert [(each.board, each.points, each.running, each.grade) for each in made.groups[0].boards] == [
        ("1", "+3", "3 : 0", "good"),
        ("2", "−10", "3 : 10", "poor"),
    ]
    assert [[len(room) for room in each.rooms] for each in made.groups[0].boards] == [[1, 1], [1, 1]]


def test_points_for_each_board_are_added_up_for_both_sides() -> None:
    lines = [
        line(id=ident, match_points=ours, match_points_against=theirs)
        for ident, ours, theirs in (("1", "2", "0"), ("2", "1", "1"), ("3", None, None))
    ]
    assert [(each.points, each.running) for each in cards.match_boards(lines, "pab")] == [
        ("2", "2 : 0"),
        ("1", "3 : 1"),
        ("–", ""),
    ]


def test_a_match_has_its_own_boards_and_says_who_sat_where() -> None:
    rounds = match_rounds(matches({"raw_unit": "imps"}, {"round": 2}))
    card = {"participant": "2", "lines": [*team_lines(), line(round=2, own="21", own_team="2", opponents_team="1")]}
    made = cards.of_match(card, rounds[1], rounds[1].rows[0], NOBODY)
    assert made is not None
    assert len(made.groups) == 1
    assert len(made.groups[0].lines) == 4
    assert cards.line_ups(made.groups[0].lines) == [("NS", "Cy & Di", "Ada & Ben"), ("EW", "Eve & Flo", "Ada & Ben")]
    assert cards.of_match(None, rounds[1], rounds[1].rows[0], NOBODY) is None
    assert cards.of_match({**card, "lines": []}, rounds[1], rounds[1].rows[0], NOBODY) is None


def test_points_are_added_up_exactly() -> None:
    assert cards.sum_of(["0.1", "0.2", "1", None]) == Decimal("1.3")
