"""One thing broken in an event in matches that is right is found, at its place, and nothing else is."""

import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.codes import validation as codes
from contracts.facts import Label, MatchFact, Person, ResultFact, Sides, Stratum
from contracts.messages import Fragment
from services.validation.domain.check import check
from tests.support.breaking import HERE, Breaks, any_of, change, every, put
from tests.support.clean_matches import CleanMatches

TEAMS = Breaks()
"""In teams of four."""
PAIRS = Breaks()
"""In Swiss pairs."""


def score(whole: Fragment, number: int) -> tuple[Decimal, Decimal]:
    match = whole.facts.matches[number]
    assert match.home_score is not None
    assert match.away_score is not None
    return match.home_score, match.away_score


def without_sums(whole: Fragment) -> Fragment:
    """Without what would also be wrong when the score of a match is."""
    totals = tuple(total for total in whole.facts.totals if total.total is None)
    return change(whole, totals=totals)


def with_score(whole: Fragment, number: int, home: Decimal, away: Decimal) -> Fragment:
    return put(without_sums(whole), "matches", number, home_score=home, away_score=away)


def two_tables(whole: Fragment, dice: random.Random) -> tuple[int, ResultFact, ResultFact]:
    """The number of the first line of a board of a match, and both of its lines."""
    number = 2 * dice.randrange(len(whole.facts.results) // 2)
    return number, whole.facts.results[number], whole.facts.results[number + 1]


def without_pairs(line: ResultFact, **teams: str | None) -> Sides:
    return line.sides.replace(ns=None, ew=None, **teams)


def without_pair_totals(whole: Fragment) -> Fragment:
    return change(whole, totals=tuple(total for total in whole.facts.totals if total.kind == "team"))


def boards_of(whole: Fragment, match: MatchFact) -> list[int]:
    """The numbers of what a match states for its boards."""
    points = whole.facts.board_points
    return [number for number, fact in enumerate(points) if (fact.round, fact.home) == (match.round, match.home)]


@TEAMS.by(codes.TABLES_ALIKE)
def both_tables_are_told_as_north_south(whole: Fragment, dice: random.Random) -> Fragment:
    number, line, _ = two_tables(without_pair_totals(whole), dice)
    return put(without_pair_totals(whole), "results", number + 1, sides=without_pairs(line))


@TEAMS.by(codes.PAIR_OF_OTHER_TEAM)
def pairs_play_for_each_others_teams(whole: Fragment, dice: random.Random) -> Fragment:
    number, line, other = two_tables(whole, dice)
    swapped = line.sides.replace(ns=line.sides.ew, ew=line.sides.ns)
    whole = put(without_pair_totals(whole), "results", number + 1, sides=without_pairs(other))
    return put(whole, "results", number, sides=swapped)


@TEAMS.by(codes.BOARD_OUTSIDE_MATCH)
def a_match_has_a_board_of_another_round(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "matches", dice)
    match = whole.facts.matches[number]
    whole = put(whole, "matches", number, last_board=str(int(match.last_board or 0) - 1))
    return put(whole, "board_points", boards_of(whole, match)[-1])


@TEAMS.by(codes.MATCH_CONTRADICTED)
def the_other_team_reports_another_score(whole: Fragment, dice: random.Random) -> Fragment:
    match = whole.facts.matches[any_of(whole, "matches", dice)]
    other = MatchFact(
        at=HERE,
        session="1",
        kind="teams",
        round=match.round,
        home=match.away or "",
        away=match.home,
        unit="vps",
        first_board=match.first_board,
        home_score=Decimal(21),
        away_score=Decimal(3),
    )
    return change(without_sums(whole), matches=(*whole.facts.matches, other))


@TEAMS.by(codes.TWICE_ON_A_BOARD)
def a_team_plays_a_board_against_two_others(whole: Fragment, dice: random.Random) -> Fragment:
    line = two_tables(whole, dice)[1]
    others = {line.sides.ns_team, line.sides.ew_team}
    third = next(str(number) for number in range(1, 7) if str(number) not in others)
    sides = without_pairs(line, ew_team=third)
    again = line.replace(at=HERE, sides=sides, table="9", stated=None)
    return change(whole, results=(*whole.facts.results, again))


@TEAMS.by(codes.TWICE_ON_A_BOARD)
def a_player_sits_at_both_tables(whole: Fragment, dice: random.Random) -> Fragment:
    participants = list(whole.facts.participants)
    team = dice.choice("123456")
    first, second = (number for number, one in enumerate(participants) if one.team == team)
    both = (participants[second].players[0], participants[first].players[1])
    participants[second] = participants[second].replace(players=both)
    return every(change(whole, participants=tuple(participants)), "results", at=HERE)


@TEAMS.by(codes.UNKNOWN_PLAYER)
def a_stranger_sits_out(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "matches", any_of(whole, "matches", dice), sitting_out=("Zoe Else",))


@TEAMS.by(codes.UNKNOWN_CATEGORY)
def a_team_is_in_a_stratum_that_is_not_listed(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "participants", any_of(whole, "participants", dice), stratum="7")


@TEAMS.by(codes.UNKNOWN_CATEGORY)
def a_team_has_a_label_that_is_not_listed(whole: Fragment, dice: random.Random) -> Fragment:
    label = Label(name="COLOUR", value="red")
    return put(whole, "participants", any_of(whole, "participants", dice), labels=(label,))


@TEAMS.by(codes.STRATUM_NOT_OF_HOLDINGS)
def a_team_is_in_another_stratum_than_its_players_points_give(whole: Fragment, dice: random.Random) -> Fragment:
    strata = (Stratum(number=1), Stratum(number=2, upper_limit=Decimal(100)))
    event = whole.facts.event.replace(strata=strata, stratification="HIGHEST")
    number = any_of(whole, "participants", dice)
    players = tuple(one.replace(holding=Decimal(101)) for one in whole.facts.participants[number].players)
    plain = change(every(whole, "participants", stratum=None), events=(event,))
    return put(plain, "participants", number, players=players or (Person(holding=Decimal(101)),), stratum="2")


@TEAMS.by(codes.SEAT_SHARED)
def two_teams_start_at_one_seat(whole: Fragment, dice: random.Random) -> Fragment:
    seats = whole.facts.seats
    number = dice.randrange(1, len(seats))
    return put(whole, "seats", number, table=seats[0].table, direction=seats[0].direction)


@PAIRS.by(codes.TWICE_ON_A_BOARD)
def a_player_is_in_two_pairs_at_once(whole: Fragment, dice: random.Random) -> Fragment:
    participants = list(whole.facts.participants)
    one, other = dice.sample(range(len(participants)), 2)
    both = (participants[one].players[0], participants[other].players[1])
    participants[other] = participants[other].replace(players=both)
    return every(change(whole, participants=tuple(participants)), "results", at=HERE)


def broken(way: str, breaks: Breaks, seed: int, event: CleanMatches) -> None:
    code, break_it = breaks[way]
    verdict = check(break_it(event.fragment(), random.Random(seed)))
    assert {finding.code for finding in verdict.findings} == {code.code}
    assert any(finding.place == HERE for finding in verdict.findings)
    assert all(finding.subject and finding.advice and finding.file for finding in verdict.findings)


seeds = st.integers(0, 2**32 - 1)


@pytest.mark.slow
@pytest.mark.parametrize("way", TEAMS)
@given(seed=seeds)
@settings(max_examples=5)
def test_one_thing_broken_among_teams_is_found_at_its_place(way: str, seed: int) -> None:
    broken(way, TEAMS, seed, CleanMatches(seed=seed))


@pytest.mark.parametrize("way", PAIRS)
@given(seed=seeds)
@settings(max_examples=5)
def test_one_thing_broken_in_swiss_pairs_is_found_at_its_place(way: str, seed: int) -> None:
    broken(way, PAIRS, seed, CleanMatches(seed=seed, kind="swiss_pairs", scale="EBU_SWISS_PAIRS"))


CLEAN: dict[str, dict[str, Any]] = {
    "continuous scale": {"scale": "WBF_CONTINUOUS"},
    "scale of a federation": {"scale": "ACBL20", "boards_per_round": 7},
    "scale without a name": {"named": False, "sides": 4},
    "Swiss pairs": {"kind": "swiss_pairs", "scale": "EBU_SWISS_PAIRS"},
    "Swiss pairs, scale without a name": {"kind": "swiss_pairs", "scale": "EBU_SWISS_PAIRS", "named": False},
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", CLEAN)
@given(seed=seeds)
@settings(max_examples=6)
def test_an_event_in_matches_in_which_everything_is_right_gives_no_finding(kind: str, seed: int) -> None:
    assert check(CleanMatches(seed=seed, **CLEAN[kind]).fragment()).findings == ()


def test_every_code_about_matches_has_a_break() -> None:
    assert {code for code, _ in (*TEAMS.values(), *PAIRS.values())} == {
        codes.UNKNOWN_PLAYER,
        codes.UNKNOWN_CATEGORY,
        codes.STRATUM_NOT_OF_HOLDINGS,
        codes.SEAT_SHARED,
        codes.TWICE_ON_A_BOARD,
        codes.TABLES_ALIKE,
        codes.PAIR_OF_OTHER_TEAM,
        codes.BOARD_OUTSIDE_MATCH,
        codes.MATCH_CONTRADICTED,
    }
