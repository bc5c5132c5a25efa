"""What a result speaks of, and what it says."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from contracts.base import Compass, Place
from contracts.facts.results import (
    BoardFact,
    BoardPointsFact,
    GameFact,
    MatchFact,
    ResultFact,
    Score,
    Sides,
    StatedScore,
    WeightedPoints,
)
from tests.support.objects import json_of, through_json

POINTS = Score(kind="points", points=420)
RESULT = ResultFact(board="7", sides=Sides(ns="1", ew="2"), ns_score=POINTS, ew_score=POINTS)
MATCH = MatchFact(kind="teams", round=2, home="4", away="9", first_board="1")


@pytest.mark.parametrize(
    "says",
    [
        {"contract": "4S"},
        {"declarer": "N"},
        {"tricks": 10},
        {"lead": "HT"},
        {"ns_score": Score(kind="late")},
        {"ew_score": Score(kind="unknown")},
        {"stated": StatedScore(ns=Decimal(3))},
        {"round": 3},
        {"table": "4"},
        {"section": "B"},
        {"room": "open"},
        {"foul_group": 1},
        {"arrow_switched": True},
        {"at": Place(line=4)},
    ],
)
def test_what_a_result_says_is_no_part_of_what_it_speaks_of(says: dict[str, Any]) -> None:
    assert RESULT.replace(**says).key == RESULT.key


@pytest.mark.parametrize(
    "of",
    [
        {"session": "2"},
        {"board": "8"},
        {"part": 1},
        {"sides": Sides(ns="2", ew="1")},
        {"sides": Sides(ns="1", ew="3")},
        {"sides": Sides(ns="1", ew="2", ns_team="A")},
    ],
)
def test_another_session_board_side_or_part_is_another_result(of: dict[str, Any]) -> None:
    assert RESULT.replace(**of).key != RESULT.key


def test_every_seat_and_team_tells_sides_apart() -> None:
    names = ("ns", "ew", "north", "south", "east", "west", "ns_team", "ew_team")
    keys = {Sides(**{name: "7"}).key for name in names}
    assert len(keys) == len(names)
    assert set(Sides.FIELDS) == set(names)


def test_a_board_of_another_section_may_have_another_dealer() -> None:
    assert BoardFact(board="1", section="A").key != BoardFact(board="1", section="B").key
    assert BoardFact(board="1", dealer=Compass.NORTH).key == BoardFact(board="1", vulnerable="All").key


def test_a_vulnerability_is_one_of_four() -> None:
    with pytest.raises(ValidationError):
        BoardFact(board="1", vulnerable="Both")  # type: ignore[arg-type]


def test_a_score_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValidationError):
        Score.checked({"kind": "guessed"})


def test_what_a_score_does_not_say_is_unknown_and_not_0() -> None:
    assert (Score(kind="unknown").points, Score(kind="unknown").percent, StatedScore().ns) == (None, None, None)
    assert (RESULT.tricks, RESULT.stated, RESULT.arrow_switched) == (None, None, None)


def test_parts_of_a_ruling_keep_their_exact_weights() -> None:
    score = Score(kind="weighted", parts=(WeightedPoints(weight=Decimal("0.333"), points=-50),))
    assert through_json(score) == score
    assert '"0.333"' in json_of(score)


def test_a_match_is_the_same_from_both_sides_and_another_in_another_round() -> None:
    turned = MATCH.replace(home="9", away="4", home_score=Decimal(12))
    assert turned.key == MATCH.key
    for of in (
        {"round": 3},
        {"away": "8"},
        {"kind": "pairs"},
        {"first_board": "9"},
        {"sub_match": "b"},
        {"session": "2"},
    ):
        assert MATCH.replace(**of).key != MATCH.key


def test_a_bye_is_a_match_of_one() -> None:
    bye = MatchFact(kind="teams", round=2, home="4")
    assert bye.key == bye.replace(home_score=Decimal(12)).key != MATCH.key


def test_points_of_a_board_belong_to_their_match() -> None:
    points = BoardPointsFact(round=1, home="4", away="9", board="3", home_points=Decimal(10))
    assert points.key == points.replace(home_points=None).key
    for of in ({"board": "4"}, {"round": 2}, {"home": "5"}, {"away": None}, {"session": "2"}):
        assert points.replace(**of).key != points.key


def test_both_players_of_a_game_state_it_for_themselves() -> None:
    white = GameFact(round=1, player="3", opponent="8", colour="w", result="1")
    black = GameFact(round=1, player="8", opponent="3", colour="b", result="1")
    assert white.key != black.key
    assert white.key == white.replace(result="=", opponent="9").key


def test_the_result_of_a_game_is_one_letter() -> None:
    with pytest.raises(ValidationError):
        GameFact.checked({"round": 1, "player": "3", "result": "1-0"})


def test_matches_of_two_teams_against_the_same_one_are_two() -> None:
    first, second = (MatchFact(kind="teams", home=home, away="9") for home in ("1", "2"))
    assert first.key != second.key
    assert first.key == MatchFact(kind="teams", home="9", away="1").key
