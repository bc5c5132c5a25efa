"""One thing broken in an event in matches that is right is found, at its place, and nothing else is."""

import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, Label, MatchFact, Person, ResultFact, Sides, Stratum
from contracts.messages import Fragment
from services.validation.domain.check import check
from tests.support.breaking import HERE, Breaks, any_of, change, every, put
from tests.support.clean_event import CleanEvent
from tests.support.clean_matches import CleanMatches
from tests.support.fragments import points

TEAMS = Breaks()
"""In teams of four on a named scale."""
UNNAMED = Breaks()
"""In teams of four whose scale nobody names."""
PAIRS = Breaks()
"""In Swiss pairs on a named scale."""


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


@TEAMS.by(codes.BOARD_NOT_OF_TABLES)
def the_imps_of_a_board_are_not_those_of_its_scores(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "board_points", dice)
    stated = whole.facts.board_points[number].home_points
    assert stated is not None
    whole = every(whole, "matches", unit=None)  # or the match would no longer be the sum of its boards
    return put(without_sums(whole), "board_points", number, home_points=stated + dice.choice((-3, -1, 1, 5)))


@TEAMS.by(codes.BOARD_UNBALANCED)
def the_opponents_lose_less_than_a_team_wins(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "board_points", dice)
    stated = whole.facts.board_points[number].home_points
    assert stated is not None
    return put(whole, "board_points", number, away_points=1 - stated)


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


@TEAMS.by(codes.MATCH_SUM)
def a_match_is_stated_with_other_imps(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "matches", dice)
    boards = boards_of(whole, whole.facts.matches[number])
    margin = sum((whole.facts.board_points[board].home_points or Decimal(0) for board in boards), Decimal(31))
    return put(without_sums(whole), "matches", number, unit="imps", home_score=margin, away_score=-margin)


@TEAMS.by(codes.VPS_NOT_OF_SCALE)
def victory_points_are_of_another_margin(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "matches", dice)
    home, away = score(whole, number)
    step = dice.choice((-1, 1)) if 0 < home < 20 else (1 if home == 0 else -1)
    return with_score(whole, number, home + step, away - step)


@TEAMS.by(codes.MATCH_UNBALANCED)
def a_team_is_fined_in_a_match(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "matches", dice)
    home, away = score(whole, number)
    return with_score(whole, number, home - 2, away)


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


@TEAMS.by(codes.TOTAL_NOT_OF_MATCHES)
def a_team_has_another_total_than_its_matches_give(whole: Fragment, dice: random.Random) -> Fragment:
    number = dice.randrange(6)
    total = whole.facts.totals[number].total
    assert total is not None
    return every(put(whole, "totals", number, total=total + dice.choice((-10, 1, 10))), "totals", place=None)


@TEAMS.by(codes.TOTAL_COUNTS_OTHERWISE)
def a_carry_forward_is_in_the_total(whole: Fragment, dice: random.Random) -> Fragment:
    number = dice.randrange(6)
    total = whole.facts.totals[number]
    assert total.total is not None
    carried = AdjustmentFact(
        kind="carry_forward",
        participant=total.participant,
        participant_kind="team",
        session="1",
        amount=Decimal("2.5"),
        counted=False,
    )
    whole = change(whole, adjustments=(carried,))
    return every(put(whole, "totals", number, total=total.total + Decimal("2.5")), "totals", place=None)


@TEAMS.by(codes.WINS_NOT_OF_MATCHES)
def a_team_has_won_more_than_it_has_played(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "totals", dice.randrange(6), wins=Decimal(6))


@TEAMS.by(codes.PAIR_IMPS_SUM)
def a_pair_has_other_imps_than_its_lines(whole: Fragment, dice: random.Random) -> Fragment:
    number = 6 + dice.randrange(12)
    stated = whole.facts.totals[number].pair_imps
    assert stated is not None
    return put(whole, "totals", number, pair_imps=-stated + dice.choice((-3, 3)) if abs(stated) < 1 else -stated)


@TEAMS.by(codes.NOT_CHECKED)
def the_scale_is_one_of_which_there_is_no_table(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "events", 0, vp_scale=dice.choice(("ABF", "BBO VP20", "OTHER")))


@TEAMS.by(codes.BOARDS_PLAYED)
def a_pair_of_a_team_is_stated_with_another_number_of_boards(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "totals", 6 + dice.randrange(12), boards_played=dice.choice((24, 26)))


@TEAMS.by(codes.BOARDS_PLAYED)
def the_event_is_stated_with_fewer_boards(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "events", 0, boards_played=24)


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


@UNNAMED.by(codes.VPS_OUT_OF_ORDER)
def a_team_wins_a_match_and_loses_its_victory_points(whole: Fragment, dice: random.Random) -> Fragment:
    uneven = [n for n in range(len(whole.facts.matches)) if abs(score(whole, n)[0] - 10) > 3]
    assume(uneven)
    number = dice.choice(uneven)
    home, away = score(whole, number)
    return with_score(whole, number, away, home)


@UNNAMED.by(codes.MATCH_UNBALANCED)
def two_sides_share_less_than_the_others(whole: Fragment, dice: random.Random) -> Fragment:
    low = [n for n in range(len(whole.facts.matches)) if 5 < score(whole, n)[0] < 9]
    assume(low)
    number = dice.choice(low)
    home, away = score(whole, number)
    every_match = [max(score(whole, n)) for n in range(len(whole.facts.matches)) if n != number]
    assume(away < max(every_match))
    whole = every(whole, "board_points", home_points=None)  # no margins: only the sums are known
    return with_score(whole, number, home - 3, away)


@PAIRS.by(codes.VPS_NOT_OF_SCALE)
def victory_points_are_of_another_percentage(whole: Fragment, dice: random.Random) -> Fragment:
    return victory_points_are_of_another_margin(whole, dice)


@PAIRS.by(codes.TOTAL_NOT_OF_MATCHES)
def a_pair_has_another_total_than_its_matches_give(whole: Fragment, dice: random.Random) -> Fragment:
    return a_team_has_another_total_than_its_matches_give(whole, dice)


@PAIRS.by(codes.TWICE_ON_A_BOARD)
def a_player_is_in_two_pairs_at_once(whole: Fragment, dice: random.Random) -> Fragment:
    participants = list(whole.facts.participants)
    one, other = dice.sample(range(len(participants)), 2)
    both = (participants[one].players[0], participants[other].players[1])
    participants[other] = participants[other].replace(players=both)
    return every(change(whole, participants=tuple(participants)), "results", at=HERE)


@PAIRS.by(codes.MATCH_SUM)
def a_match_is_stated_with_another_percentage(whole: Fragment, dice: random.Random) -> Fragment:
    whole = without_sums(whole)
    number = any_of(whole, "matches", dice)
    whole = every(whole, "matches", unit=None)
    return put(whole, "matches", number, unit="percent", home_score=Decimal("99.5"), away_score=Decimal("0.5"))


def broken(way: str, breaks: Breaks, seed: int, event: CleanMatches) -> None:
    code, break_it = breaks[way]
    verdict = check(break_it(event.fragment(), random.Random(seed)))
    assert {finding.code for finding in verdict.findings} == {code.code}
    assert any(finding.place == HERE for finding in verdict.findings)
    assert all(finding.subject and finding.advice and finding.file for finding in verdict.findings)


seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("way", TEAMS)
@given(seed=seeds)
@settings(max_examples=5)
def test_one_thing_broken_among_teams_is_found_at_its_place(way: str, seed: int) -> None:
    broken(way, TEAMS, seed, CleanMatches(seed=seed))


@pytest.mark.parametrize("way", UNNAMED)
@given(seed=seeds)
@settings(max_examples=5)
def test_one_match_broken_on_a_scale_without_a_name_is_found_at_its_place(way: str, seed: int) -> None:
    broken(way, UNNAMED, seed, CleanMatches(seed=seed, named=False))


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


@pytest.mark.parametrize("kind", CLEAN)
@given(seed=seeds)
@settings(max_examples=6)
def test_an_event_in_matches_in_which_everything_is_right_gives_no_finding(kind: str, seed: int) -> None:
    assert check(CleanMatches(seed=seed, **CLEAN[kind]).fragment()).findings == ()


@given(seed=seeds, unit=st.sampled_from(["butler_imps", "cross_imps"]))
@settings(max_examples=8)
def test_a_line_with_wrong_imps_is_found(seed: int, unit: str) -> None:
    whole = CleanEvent(seed=seed, unit=unit).fragment()
    number = random.Random(seed).randrange(len(whole.facts.results))
    stated = whole.facts.results[number].stated
    assert stated is not None
    assert stated.ns is not None
    wrong = stated.replace(ns=stated.ns + 6, ew=-stated.ns - 6)
    (finding,) = check(put(whole, "results", number, stated=wrong)).findings
    assert finding.code == (codes.NOT_OF_DATUM if unit == "butler_imps" else codes.CROSS_IMPS_SUM).code
    assert finding.subject == f"board {whole.facts.results[number].board}"
    assert finding.place == HERE or unit == "cross_imps"


def test_a_wrong_score_is_found_at_the_board_of_the_match() -> None:
    whole = CleanMatches().fragment()
    line = whole.facts.results[10]
    stated = next(
        fact
        for fact in whole.facts.board_points
        if fact.board == line.board and line.sides.ns_team in (fact.home, fact.away)
    )
    changed = change(
        whole,
        results=tuple(
            result.replace(contract=None, ns_score=points(7000), ew_score=points(7000)) if result is line else result
            for result in whole.facts.results
        ),
    )
    found = {finding.code: finding for finding in check(changed).findings}
    assert found[codes.BOARD_NOT_OF_TABLES.code].place == stated.at


def test_every_code_about_matches_has_a_break() -> None:
    broken_here = {code for breaks in (TEAMS, UNNAMED, PAIRS) for code, _ in breaks.values()}
    others = {
        codes.UNKNOWN_PLAYER,
        codes.UNKNOWN_CATEGORY,
        codes.STRATUM_NOT_OF_HOLDINGS,
        codes.SEAT_SHARED,
        codes.TWICE_ON_A_BOARD,
        codes.BOARDS_PLAYED,
    }
    assert broken_here == others | set(codes.MATCH_CODES)
