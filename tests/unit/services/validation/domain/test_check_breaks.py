"""One thing broken in an event that is right is found, at its place, and nothing else is."""

import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, Hand, Participant, Person, Score, Sides, StatedScore
from contracts.messages import Fragment
from services.validation.domain.check import check
from shared.bridge.play.board_cycle import vulnerability
from shared.bridge.play.contract_score import possible_scores
from tests.support.breaking import HERE, Breaks, any_of, change, every, put
from tests.support.clean_event import SUITS, CleanEvent
from tests.support.fragments import points


def without_boards_played(whole: Fragment) -> Fragment:
    return every(whole, "totals", boards_played=None)


def with_score(whole: Fragment, number: int, value: int, **more: Any) -> Fragment:
    return put(whole, "results", number, ns_score=points(value), ew_score=points(value), **more)


def artificial(percent: int) -> Score:
    return Score(kind="artificial", percent=Decimal(percent))


BREAKS = Breaks()
breaks = BREAKS.by


@breaks(codes.UNKNOWN_PARTICIPANT)
def somebody_unknown_plays(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    sides = Sides(ns="99NS", ew=whole.facts.results[number].sides.ew)
    return without_boards_played(put(whole, "results", number, sides=sides))


@breaks(codes.TOTAL_OF_UNKNOWN)
def somebody_unknown_is_adjusted(whole: Fragment, dice: random.Random) -> Fragment:
    return change(whole, adjustments=(AdjustmentFact(at=HERE, kind="penalty", participant="99NS", amount=Decimal(-1)),))


@breaks(codes.TOTAL_OF_UNKNOWN)
def somebody_unknown_has_a_total(whole: Fragment, dice: random.Random) -> Fragment:
    total = whole.facts.totals[0].replace(at=HERE, participant="99NS", place=None, boards_played=None)
    return change(whole, totals=(*whole.facts.totals, total))


@breaks(codes.UNKNOWN_MEMBER)
def a_team_has_an_unknown_member(whole: Fragment, dice: random.Random) -> Fragment:
    team = Participant(at=HERE, id="T1", kind="team", name="Team one", members=("1NS", "99NS"))
    return change(whole, participants=(*whole.facts.participants, team))


@breaks(codes.UNKNOWN_MEMBER)
def a_pair_belongs_to_an_unknown_team(whole: Fragment, dice: random.Random) -> Fragment:
    team = Participant(id="T1", kind="team", name="Team one", members=("1NS",))
    whole = change(whole, participants=(*whole.facts.participants, team))
    return put(whole, "participants", 0, team="T2")


@breaks(codes.UNKNOWN_PART)
def a_total_belongs_to_an_unknown_section(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "totals", any_of(whole, "totals", dice), section="Z")


@breaks(codes.SHARED_ID)
def two_pairs_have_one_number(whole: Fragment, dice: random.Random) -> Fragment:
    participants = list(whole.facts.participants)
    other = dice.choice(participants).replace(at=HERE, players=(Person(name="Zoe Else"),))
    return change(whole, participants=(*participants, other))


@breaks(codes.NO_BOARD_NUMBER)
def a_result_has_no_board(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "results", any_of(whole, "results", dice), board=" ")


@breaks(codes.REPEATED_RESULT)
def a_result_stands_twice(whole: Fragment, dice: random.Random) -> Fragment:
    again = dice.choice(whole.facts.results).replace(at=HERE, part=1)
    return change(whole, results=(*whole.facts.results, again))


@breaks(codes.TWICE_ON_A_BOARD)
def a_pair_plays_a_board_twice(whole: Fragment, dice: random.Random) -> Fragment:
    whole = without_boards_played(every(whole, "results", round=None, table=None))
    board = dice.choice(whole.facts.results).board
    first, *_, last = [number for number, line in enumerate(whole.facts.results) if line.board == board]
    results = whole.facts.results
    return put(whole, "results", last, sides=Sides(ns=results[last].sides.ns, ew=results[first].sides.ew))


@breaks(codes.TWICE_AT_ONCE)
def a_pair_sits_at_two_tables(whole: Fragment, dice: random.Random) -> Fragment:
    second_of_a_round = [number for number, line in enumerate(whole.facts.results) if int(line.board) % 2 == 0]
    return put(whole, "results", dice.choice(second_of_a_round), table="99")


@breaks(codes.SCORE_NOT_IN_TENS)
def a_score_does_not_end_in_0(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    return with_score(whole, number, (whole.facts.results[number].ns_score.points or 0) + dice.choice((-5, 1, 3)))


@breaks(codes.SCORE_IMPOSSIBLE)
def a_score_cannot_be(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    vulnerable = vulnerability(int(whole.facts.results[number].board)).value
    possible = possible_scores(vulnerable in ("NS", "All"), vulnerable in ("EW", "All"))
    return with_score(whole, number, dice.choice([p for p in range(-2000, 2000, 10) if p not in possible]))


@breaks(codes.SCORE_NOT_OF_CONTRACT)
def a_score_is_of_another_contract(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    line = whole.facts.results[number]
    vulnerable = vulnerability(int(line.board)).value
    possible = possible_scores(vulnerable in ("NS", "All"), vulnerable in ("EW", "All"))
    return with_score(whole, number, dice.choice(sorted(possible - {line.ns_score.points or 0})))


@breaks(codes.SCORE_OF_PASSED_OUT)
def a_passed_out_board_has_a_score(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    return put(
        whole, "results", number, contract=dice.choice(("PASS", "Passed out")), declarer=None, tricks=None, lead=None
    )


@breaks(codes.CONTRACT_UNREADABLE)
def a_contract_is_nonsense(whole: Fragment, dice: random.Random) -> Fragment:
    contract = dice.choice(("9NT", "42", "4Z", "four spades"))
    return put(whole, "results", any_of(whole, "results", dice), contract=contract)


@breaks(codes.DECLARER_UNREADABLE)
def a_declarer_is_nonsense(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "results", any_of(whole, "results", dice), declarer=dice.choice(("Q", "NS", "5")))


@breaks(codes.TRICKS_IMPOSSIBLE)
def there_are_too_many_tricks(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "results", any_of(whole, "results", dice), tricks=dice.choice((-1, 14, 100)))


@breaks(codes.PASSED_OUT_BY_ALL)
def nobody_bids_on_a_board(whole: Fragment, dice: random.Random) -> Fragment:
    board = dice.choice(whole.facts.results).board
    out = {
        "contract": "PASS",
        "declarer": None,
        "tricks": None,
        "lead": None,
        "ns_score": points(0),
        "ew_score": points(0),
        "at": HERE,
    }
    return change(
        whole,
        results=tuple(line.model_copy(update=out) if line.board == board else line for line in whole.facts.results),
    )


@breaks(codes.ARTIFICIAL_IMPOSSIBLE)
def an_adjusted_score_is_no_percentage(whole: Fragment, dice: random.Random) -> Fragment:
    ns, ew = dice.choice(((160, 40), (60, -40)))
    number = any_of(whole, "results", dice)
    return put(whole, "results", number, ns_score=artificial(ns), ew_score=artificial(ew))


@breaks(codes.ARTIFICIAL_UNUSUAL)
def an_adjusted_score_gives_too_much(whole: Fragment, dice: random.Random) -> Fragment:
    ns, ew = dice.choice(((70, 70), (0, 0), (30, 40)))
    number = any_of(whole, "results", dice)
    return put(whole, "results", number, ns_score=artificial(ns), ew_score=artificial(ew))


@breaks(codes.VULNERABILITY_UNEXPECTED)
def a_board_has_another_vulnerability(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "boards", dice)
    others = {"None", "NS", "EW", "All"} - {whole.facts.boards[number].vulnerable}
    return put(whole, "boards", number, vulnerable=dice.choice(sorted(other for other in others if other)))


@breaks(codes.DEALER_UNEXPECTED)
def a_board_has_another_dealer(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "boards", dice)
    dealer = whole.facts.boards[number].dealer
    return put(whole, "boards", number, dealer=dice.choice([d for d in type(dealer) if d is not dealer]))  # type: ignore


@breaks(codes.LEAD_UNREADABLE)
def a_lead_is_no_card(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "results", any_of(whole, "results", dice), lead=dice.choice(("ZZ", "S", "11H", "S1")))


@breaks(codes.LEAD_NOT_HELD)
def a_lead_is_another_players(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    line = whole.facts.results[number]
    deal = next(deal for deal in whole.facts.deals if deal.board == line.board)
    dummy = {"N": deal.south, "E": deal.west, "S": deal.north, "W": deal.east}[line.declarer or "N"]
    return put(whole, "results", number, lead=dice.choice(cards(dummy or Hand())))


def cards(hand: Hand) -> list[str]:
    return [suit[0].upper() + rank for suit in SUITS for rank in getattr(hand, suit)]


@breaks(codes.DEAL_INCOMPLETE)
def a_card_is_dealt_twice(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "deals", dice)
    deal = whole.facts.deals[number]
    assert deal.north is not None
    assert deal.south is not None
    suit = next(suit for suit in SUITS if getattr(deal.north, suit) and getattr(deal.south, suit))
    held = getattr(deal.north, suit)[1:] + getattr(deal.south, suit)[0]
    return put(whole, "deals", number, north=deal.north.model_copy(update={suit: held}))


@breaks(codes.DEAL_INCOMPLETE)
def a_card_is_lost(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "deals", dice)
    seat = dice.choice(("north", "east", "south", "west"))
    hand = getattr(whole.facts.deals[number], seat)
    suit = next(suit for suit in SUITS if getattr(hand, suit))
    return put(whole, "deals", number, **{seat: hand.model_copy(update={suit: getattr(hand, suit)[1:]})})


@breaks(codes.DEALS_DIFFER)
def a_board_is_dealt_twice(whole: Fragment, dice: random.Random) -> Fragment:
    deal = dice.choice(whole.facts.deals)
    other = deal.replace(at=HERE, north=deal.south, south=deal.north)
    return change(whole, deals=(*whole.facts.deals, other))


@breaks(codes.POINTS_SUM)
def points_do_not_add_up(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    stated = whole.facts.results[number].stated
    assert stated is not None
    assert stated.ns is not None
    wrong = stated.replace(ns=stated.ns + dice.choice((-1, 1, 3)))
    return put(whole, "results", number, stated=wrong)


@breaks(codes.POINTS_IMPOSSIBLE)
def points_are_above_the_top(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "results", dice)
    stated = whole.facts.results[number].stated
    assert stated is not None
    assert stated.ns is not None
    assert stated.ew is not None
    top = stated.ns + stated.ew
    ns, ew = dice.choice(((top + 2, Decimal(-2)), (Decimal(-1), top + 1)))
    return put(whole, "results", number, stated=stated.replace(ns=ns, ew=ew))


@breaks(codes.BOARDS_PLAYED)
def boards_are_miscounted(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "totals", dice)
    count = whole.facts.totals[number].boards_played or 0
    return put(whole, "totals", number, boards_played=count + dice.choice((-2, -1, 1)))


@breaks(codes.PERCENTAGE_IMPOSSIBLE)
def a_percentage_is_above_100(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "totals", any_of(whole, "totals", dice), percentage=dice.choice((Decimal("100.01"), Decimal(-1))))


@breaks(codes.TOTAL_IMPOSSIBLE)
def a_total_is_above_the_maximum(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "totals", dice)
    maximum = whole.facts.totals[number].maximum or Decimal(0)
    return put(whole, "totals", number, total=dice.choice((maximum + 1, Decimal(-1))))


@breaks(codes.PLACE_UNREADABLE)
def a_place_is_no_number(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "totals", any_of(whole, "totals", dice), place=dice.choice(("first", "0", "2.5", "1//2")))


@breaks(codes.PLACE_OUT_OF_ORDER)
def the_best_pair_is_last(whole: Fragment, dice: random.Random) -> Fragment:
    side = dice.choice(("NS", "EW"))
    totals = whole.facts.totals
    firsts = [n for n, total in enumerate(totals) if total.place == "1" and total.participant.endswith(side)]
    assume(firsts)
    return put(whole, "totals", firsts[0], place=str(len(whole.facts.totals) // 2))


@breaks(codes.PLACES_UNEVEN)
def a_place_is_left_out(whole: Fragment, dice: random.Random) -> Fragment:
    count = len(whole.facts.totals) // 2
    lasts = [n for n, total in enumerate(whole.facts.totals) if total.place == str(count)]
    assume(lasts)
    return put(whole, "totals", lasts[0], place=str(count + 1))


@breaks(codes.TIE_ALONE)
def a_place_is_shared_with_nobody(whole: Fragment, dice: random.Random) -> Fragment:
    alone = [n for n, total in enumerate(whole.facts.totals) if "=" not in (total.place or "=")]
    assume(alone)
    number = dice.choice(alone)
    place = whole.facts.totals[number].place
    return put(whole, "totals", number, place=dice.choice((f"{place}=", f"={place}")))


@breaks(codes.ENDS_BEFORE_START)
def the_event_ends_before_it_starts(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "events", 0, end_date="2026-03-06")


@breaks(codes.ENDS_BEFORE_START)
def a_session_ends_before_it_starts(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "sessions", 0, start_time="2026-03-07T19:00", end_time="2026-03-07T17:30")


@breaks(codes.DATE_IN_FUTURE)
def the_event_is_in_another_century(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "events", 0, start_date="2126-03-07")


@breaks(codes.SESSION_OUTSIDE_EVENT)
def a_session_is_before_its_event(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "sessions", 0, date=dice.choice(("2026-03-06", "2025-03-07")))


NOTHING_TO_COMPUTE = frozenset(
    {
        codes.CONTRACT_UNREADABLE,
        codes.DECLARER_UNREADABLE,
        codes.LEAD_UNREADABLE,
        codes.PLACE_UNREADABLE,
        codes.NO_BOARD_NUMBER,
        codes.PASSED_OUT_BY_ALL,
        codes.UNKNOWN_PARTICIPANT,
        codes.UNKNOWN_MEMBER,
        codes.TOTAL_OF_UNKNOWN,
    }
)
"""What cannot be read, or is in no list: nobody knows what was meant."""

seeds = st.integers(0, 2**32 - 1)
fields = st.sampled_from((5, 7))


@pytest.mark.parametrize("name", BREAKS)
@given(seed=seeds, tables=fields)
@settings(max_examples=6)
def test_one_thing_broken_is_found_at_its_place_and_nothing_else_is(name: str, seed: int, tables: int) -> None:
    code, broken = BREAKS[name]
    verdict = check(broken(CleanEvent(seed=seed, tables=tables).fragment(), random.Random(seed)))
    assert {finding.code for finding in verdict.findings} == {code.code}
    assert any(finding.place == HERE for finding in verdict.findings)
    assert all(finding.subject and finding.advice and finding.file for finding in verdict.findings)
    assert all(finding.stated is not None for finding in verdict.findings) or code is codes.NO_BOARD_NUMBER
    assert all(finding.computed is not None for finding in verdict.findings) or code in NOTHING_TO_COMPUTE
    assert verdict.rejected_by is None


@pytest.mark.parametrize("unit", ["cross_imps", "butler_imps", "aggregate"])
def test_points_in_which_one_side_does_not_lose_what_the_other_wins_are_found(unit: str) -> None:
    whole = CleanEvent(unit=unit).fragment()
    stated = whole.facts.results[7].stated
    assert stated is not None
    assert stated.ew is not None
    verdict = check(put(whole, "results", 7, stated=stated.replace(ew=stated.ew + 3)))
    assert [(f.code, f.place) for f in verdict.findings] == [(codes.POINTS_NOT_OPPOSITE.code, HERE)]


def test_aggregate_points_that_are_not_the_score_are_found() -> None:
    whole = CleanEvent(unit="aggregate").fragment()
    wrong = StatedScore(ns=Decimal(123450), ew=Decimal(-123450), unit="aggregate")
    verdict = check(put(whole, "results", 7, stated=wrong))
    assert [(f.code, f.place) for f in verdict.findings] == [(codes.POINTS_NOT_SCORE.code, HERE)]


def test_every_code_of_the_catalogue_has_a_break_or_a_test_of_its_own() -> None:
    elsewhere = {
        codes.NOTHING,
        codes.VULNERABILITY_BY_SCORES,
        codes.MORE_LIKE_IT,
        codes.POINTS_NOT_OPPOSITE,
        codes.POINTS_NOT_SCORE,
    }
    # Breaks in events with matches, IMPs and seats stand in test_check_breaks_matches.py.
    elsewhere |= {
        codes.UNKNOWN_PLAYER,
        codes.UNKNOWN_CATEGORY,
        codes.STRATUM_NOT_OF_HOLDINGS,
        codes.SEAT_SHARED,
        codes.NOT_OF_DATUM,
        codes.CROSS_IMPS_SUM,
        *codes.MATCH_CODES,
    }
    assert {code for code, _ in BREAKS.values()} | elsewhere == set(codes.CODES)
