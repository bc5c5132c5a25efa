from random import Random
from typing import Any

import pytest

from contracts.base import Direction
from contracts.facts import EventFact, MovementFact, Participant, StatedTotal
from services.scoring.domain.rankings.winners import Meetings, WinnersToDate, winners_of
from tests.support.fragments import pair, result
from tests.support.ranked import LINES, facts, total, two_tables

GAMES = [result(str(board), str(ns), str(ew), 50) for board in range(3) for ns in (1, 2) for ew in (3, 4)]


def test_each_has_opponents_and_the_lines_in_which_it_sat() -> None:
    meetings = Meetings([result("1", "1", "2", 50), result("2", "3", "1", 50)])
    assert meetings.met == {"1": {"2": 1, "3": 1}, "2": {"1": 1}, "3": {"1": 1}}
    assert meetings.seats["1"].keys() == {Direction.NS, Direction.EW}


def test_winners_of_results_that_come_and_go_are_those_of_the_results_that_are_there() -> None:
    chance, kept, before = Random(7), WinnersToDate(), []
    everybody = tuple(pair(name) for name in "1234")
    seen = set()
    for _ in range(60):
        results = chance.sample(GAMES, chance.randrange(len(GAMES)))
        kept.change([*((line, 1) for line in results), *((line, -1) for line in before)])
        now = facts(*everybody, results=tuple(results))
        assert kept.of(now) == winners_of(now)
        seen.add(kept.of(now))
        before = results
    assert seen == {1, 2}


@pytest.mark.parametrize("stated", [1, 2])
def test_the_number_of_winners_is_what_the_file_says(stated: Any) -> None:
    said = facts(*LINES, event=EventFact(winners=stated), totals=(total("1", "1"), total("11", "1")))
    assert winners_of(said) == stated


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((total("1", "1"), total("11", "1")), 2),
        ((total("1", "1"), total("11", "1="), total("12", "1=")), 2),
        ((total("1", "1"), total("11", "2")), 1),
        ((total("1", "1="), total("11", "1=")), 1),
        ((total("1", "1"), total("11", "1"), total("2", "2"), total("12", "2")), 2),
        ((total("1", "1"), total("11", "1"), total("2", "3"), total("12", "4")), 1),
        ((total("1", "1"), total("2", "1")), 1),
        ((total("1", "1"), total("11", "first")), 1),
        ((total("1", "1"), total("99", "1")), 1),
        ((total("1", "1"), total("11", "1", kind="team")), 1),
        ((), 1),
    ],
)
def test_else_there_are_two_when_each_line_has_a_first_place_of_its_own(
    totals: tuple[StatedTotal, ...], winners: int
) -> None:
    assert winners_of(facts(*LINES, totals=totals)) == winners


def test_lines_that_no_list_has_are_those_in_which_pairs_always_sat() -> None:
    everybody = (pair("1"), pair("2"), pair("11"), pair("12"))
    totals = (total("1", "1"), total("2", "2"), total("11", "1"), total("12", "2"))
    assert winners_of(facts(*everybody, results=tuple(two_tables()), totals=totals)) == 2
    switched = (*two_tables(), result("2", "11", "1"))
    assert winners_of(facts(*everybody, results=switched, totals=totals)) == 1


def test_without_places_two_lines_that_always_met_each_other_are_two_fields() -> None:
    everybody = (pair("1"), pair("2"), pair("11"), pair("12"))
    rounds = [result(board, ns, ew) for board, ns, ew in (("1", "1", "11"), ("1", "2", "12"), ("2", "1", "12"))]
    mitchell = (*rounds, result("2", "2", "11"))
    assert winners_of(facts(*everybody, results=mitchell)) == 2
    assert winners_of(facts(*everybody, results=mitchell, totals=(total("1", None),))) == 2
    for others in ((), (result("2", "11", "2"),), (*mitchell[3:], result("3", "1", "2"))):
        assert winners_of(facts(*everybody, results=(*rounds, *others))) == 1, "one opponent, or a switch"
    assert winners_of(facts(*everybody, results=mitchell, event=EventFact(winners=1))) == 1
    switch = (MovementFact(id="m", kind="pairs", winners=1),)
    assert winners_of(facts(*everybody, results=mitchell, movements=switch)) == 1


def test_winners_of_two_sessions_are_not_two_winners() -> None:
    sessions = (total("1", "1", session="1"), total("11", "1", session="2"))
    assert winners_of(facts(*LINES, totals=sessions)) == 1
    assert winners_of(facts(*LINES, totals=(*sessions, total("11", "1", session="1")))) == 2


def test_one_pair_without_a_line_makes_one_field() -> None:
    totals = (total("1", "1"), total("11", "1"))
    assert winners_of(facts(*LINES, pair("5"), totals=totals)) == 1


def test_phantoms_and_players_of_pairs_do_not_decide_about_lines() -> None:
    totals = (total("1", "1"), total("11", "1"))
    others = (pair("0", phantom=True), Participant(id="p1", kind="player"))
    assert winners_of(facts(*LINES, *others, totals=totals)) == 2


def test_nobody_known_is_one_field() -> None:
    assert winners_of(facts(totals=(total("1", "1"), total("11", "1")))) == 1
