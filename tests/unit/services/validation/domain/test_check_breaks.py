"""One thing broken in an event that is right is found, at its place, and nothing else is."""

import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.codes import validation as codes
from contracts.codes.code import codes_of
from contracts.facts import Hand, Person, Score, Sides
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


@breaks(codes.SHARED_ID)
def two_pairs_have_one_number(whole: Fragment, dice: random.Random) -> Fragment:
    participants = list(whole.facts.participants)
    other = dice.choice(participants).replace(at=HERE, players=(Person(name="Zoe Else"), Person(name="Max Else")))
    return change(whole, participants=(*participants, other))


@breaks(codes.PLAYER_MISSING)
def a_pair_names_one_player(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "participants", dice)
    return put(whole, "participants", number, players=whole.facts.participants[number].players[:1])


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
        whole, results=tuple(line.replace(**out) if line.board == board else line for line in whole.facts.results)
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
    return put(whole, "deals", number, north=deal.north.replace(**{suit: held}))


@breaks(codes.DEAL_INCOMPLETE)
def a_card_is_lost(whole: Fragment, dice: random.Random) -> Fragment:
    number = any_of(whole, "deals", dice)
    seat = dice.choice(("north", "east", "south", "west"))
    hand = getattr(whole.facts.deals[number], seat)
    suit = next(suit for suit in SUITS if getattr(hand, suit))
    return put(whole, "deals", number, **{seat: hand.replace(**{suit: getattr(hand, suit)[1:]})})


@breaks(codes.DEALS_DIFFER)
def a_board_is_dealt_twice(whole: Fragment, dice: random.Random) -> Fragment:
    deal = dice.choice(whole.facts.deals)
    other = deal.replace(at=HERE, north=deal.south, south=deal.north)
    return change(whole, deals=(*whole.facts.deals, other))


@breaks(codes.PERCENTAGE_IMPOSSIBLE)
def a_percentage_is_above_100(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "totals", any_of(whole, "totals", dice), percentage=dice.choice((Decimal("100.01"), Decimal(-1))))


@breaks(codes.PLACE_UNREADABLE)
def a_place_is_no_number(whole: Fragment, dice: random.Random) -> Fragment:
    return put(whole, "totals", any_of(whole, "totals", dice), place=dice.choice(("first", "0", "2.5", "1//2")))


@breaks(codes.PLACES_ALIKE)
def everybody_is_first(whole: Fragment, dice: random.Random) -> Fragment:
    kind, session = whole.facts.totals[0].kind, whole.facts.totals[0].session
    for number, total in enumerate(whole.facts.totals):
        if (total.kind, total.session) == (kind, session):
            whole = put(whole, "totals", number, place=dice.choice(("1", "1")))
    return whole


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
        codes.PLACES_ALIKE,
        codes.NO_BOARD_NUMBER,
        codes.PASSED_OUT_BY_ALL,
    }
)
"""What cannot be read: nobody knows what was meant."""

seeds = st.integers(0, 2**32 - 1)
fields = st.sampled_from((5, 7))


@pytest.mark.slow
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


def test_every_code_of_the_catalogue_has_a_break_or_a_test_of_its_own() -> None:
    others = {codes.NOTHING, codes.VULNERABILITY_BY_SCORES, codes.MORE_LIKE_IT}
    # Breaks in events with matches and seats stand in test_check_breaks_matches.py.
    others |= {codes.UNKNOWN_PLAYER, codes.UNKNOWN_CATEGORY, codes.STRATUM_NOT_OF_HOLDINGS, codes.SEAT_SHARED}
    others |= {codes.TABLES_ALIKE, codes.PAIR_OF_OTHER_TEAM, codes.BOARD_OUTSIDE_MATCH, codes.MATCH_CONTRADICTED}
    # Auctions, movements, directions and files that need not have anything have tests of their own.
    others |= {codes.CALL_NOT_ALLOWED, codes.CONTRACT_NOT_OF_AUCTION, codes.LINE_MISSING, codes.DIRECTIONS_SWAPPED}
    others |= {codes.NOTHING_YET, codes.DIRECTION_NOT_TAKEN, codes.LINE_UP_OF_OTHER_TEAM, codes.CARD_NOT_ALLOWED}
    others |= {codes.LEAD_NOT_PLAYED, codes.TRICKS_NOT_CLAIMED, codes.BIRTH_UNLIKELY, codes.COUNT_EXCEEDED}
    others |= {codes.MATCH_OF_OTHER_TEAM, codes.MATCH_BOARDS_DIFFER, codes.BOARDS_EXCHANGED}
    assert {code for code, _ in BREAKS.values()} | others == set(codes_of(vars(codes)))
