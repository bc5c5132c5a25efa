"""Points by result."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import Detail
from shared.chess.points import Points, byes_to_come, points_of
from tests.support.chess_golden import compare_tournaments
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player

HALF = Fraction(1, 2)


def points(**stated: str) -> Points:
    names = {"win": "W", "plus": "+", "minus": "-"}
    return points_of(Detail(name=names.get(name, name), value=value) for name, value in stated.items())


@pytest.mark.parametrize(
    ("result", "value"),
    [
        ("1", 1),
        ("W", 1),
        ("=", HALF),
        ("D", HALF),
        ("0", 0),
        ("L", 0),
        ("+", 1),
        ("-", 0),
        ("U", 1),
        ("F", 1),
        ("H", HALF),
        ("Z", 0),
    ],
)
def test_a_result_has_its_usual_points_where_nothing_is_stated(result, value):
    assert points().game(result) == value


@pytest.mark.parametrize(
    ("result", "value"),
    [("1", 3), ("=", 1), ("+", 3), ("U", 3), ("F", 3), ("H", 1), ("Z", HALF), ("-", HALF), ("0", 0)],
)
def test_what_is_not_stated_follows_what_is(result, value):
    assert points(W="3", D="1", A="0.5").game(result) == value


def test_colours_may_have_points_of_their_own():
    system = points(WW="2", W="3")
    assert (system.game("1", "w"), system.game("1", "b"), system.game("1")) == (2, 3, 3)


def test_matches_have_match_points():
    assert [points().match(result) for result in "WDL"] == [2, 1, 0]
    assert points(TW="3").match("W") == 3


@pytest.mark.parametrize(
    ("result", "expected"), [("+", (2, 4)), ("-", (0, 0)), ("F", (2, 4)), ("H", (1, 2)), ("Z", (0, 0)), ("U", (1, 4))]
)
def test_a_team_without_a_match_has_points_as_if_it_had_one(result, expected):
    assert points().unplayed_match(result, 4, 1, "7") == expected


def test_record_320_says_what_a_team_is_given_that_is_left_over():
    assert points(TU="2", TUG="2.5").unplayed_match("U", 4, 1, "7") == (2, Fraction(5, 2))


def test_record_299_holds_for_one_some_or_all_in_one_round_or_all():
    system = points_of(
        [
            Detail(name="299 F", value="mp=1"),
            Detail(name="299 F", value="mp=0 gp=1 round=3 of=7,12"),
            Detail(name="299 -", value="gp=0.5"),
        ]
    )
    assert system.unplayed_match("F", 4, 3, "7") == (0, 1)
    assert system.unplayed_match("F", 4, 3, "8") == (1, 4)
    assert system.unplayed_match("F", 4, 2, "7") == (1, 4)
    assert system.unplayed_match("-", 4, 2, "7") == (0, HALF)


def test_byes_to_come_bring_what_the_scoring_system_gives_for_them():
    lines = (player(1, "2 w 1", "- H"), player(2, "1 b 0", "- U"), player(3, "- H", "4 w"), player(4, "- Z", "3 b"))
    assert byes_to_come(facts_of("012 x", "142 3", "162 W 3.0 D 1.0 P 2.0", *lines)) == {"1": 1, "2": 2}


def test_the_scale_makes_every_number_whole():
    assert points().scale() == 2
    assert points(D="0.4").scale() == 10
    assert points(W="1.25").scale([Fraction(1, 3)]) == 12


@given(st.text(max_size=20), st.text(max_size=40))
def test_no_detail_makes_the_reader_of_points_fail(name, value):
    points_of([Detail(name=name, value=value), Detail(name="299 F", value=value)]).scale()


def test_changes_of_points_change_the_tournament_as_the_golden_file_says():
    compare_tournaments("points", lambda line: line[:3] in ("162", "299", "320", "362", "XXS", "BBW", "BBD"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9999.9", Fraction(99999, 10)),
        ("10000", 1),
        ("-9999", -9999),
        ("-10000", 1),
        ("NaN", 1),
        ("Infinity", 1),
        ("x", 1),
    ],
)
def test_points_that_no_event_can_have_are_left_out(text, value):
    assert points(win=text).game("1") == value


def test_an_exception_without_a_round_or_with_a_wrong_one_holds_in_all():
    system = points_of([Detail(name="299 W", value="gp=3 round=x"), Detail(name="299 L", value="gp=0.3 round=2")])
    usual = (Fraction(2), Fraction(1))
    assert [system.instead("W", round_, "1", usual) for round_ in (1, 2)] == [(2, 3), (2, 3)]
    assert [system.instead("L", round_, "1", usual) for round_ in (1, 2)] == [usual, (2, Fraction(3, 10))]
    assert system.instead("D", 2, "1", usual) == usual


def test_every_unplayed_match_has_the_points_of_the_match_that_it_stands_for():
    system = points(TW="3", TD="1", TL="0.5", W="2", D="0.5", plus="1.5", F="4", U="3", H="0.25", A="0.1")
    expected = {
        "+": (3, 6),
        "F": (3, 16),
        "H": (1, 1),
        "U": (1, 12),
        "-": (0, Fraction(2, 5)),
        "Z": (0, Fraction(2, 5)),
    }
    assert {result: system.unplayed_match(result, 4, 1, "7") for result in expected} == expected


def test_the_scale_knows_the_points_of_exceptions():
    system = points_of([Detail(name="299 W", value="mp=0.2"), Detail(name="299 L", value="gp=0.125")])
    assert system.scale() == 40
    assert points(W="1").scale() == points(W="0.5").scale() == 2


def test_byes_to_come_of_several_rounds_add_up():
    lines = (player(1, "2 w 1", "- H", "- F"), player(2, "1 b 0", "3 w"), player(3, "- H", "2 b"))
    assert byes_to_come(facts_of("012 x", "142 3", *lines)) == {"1": Fraction(3, 2)}
