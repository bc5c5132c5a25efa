"""Exchanges by hand: who sits where after them, what is kept through corrections and locks, and what cannot be made."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import Detail, ExchangeFact, LockFact, MatchFact, Participant, PresenceFact, SeatFact
from contracts.messages import EventMerged
from contracts.seating import Exchange, RoundAssignment, SeatAssignment
from services.seating.domain.assignment import Plan, next_round, plan
from services.seating.domain.chess.draw import Draw, Pairing
from services.seating.domain.exchanges import exchanged, with_exchanges, without_exchanges
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.seating_list import people
from shared.bridge.reported import is_reported
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.exchanged_seats import swap
from tests.support.merged import merged
from tests.support.played_movements import results_of
from tests.support.swiss import scored

FOUR = ("3 w 1", "4 b =", "1 b 0", "2 w =")
DRAWN = Draw((Pairing(1, 0, 1), Pairing(2, 3, 2)))


def seats(*meetings: tuple[str, str], **more: Any) -> RoundAssignment:
    tables = tuple(
        SeatAssignment(table=str(n), ns=ns, ew=ew, first_board=str(n), reason="as drawn")
        for n, (ns, ew) in enumerate(meetings, 1)
    )
    return RoundAssignment(**{"event": "open", "stage": "round", "round": 4, "rule": "swiss", "tables": tables, **more})


def event(*facts: ExchangeFact, **more: Any) -> EventMerged:
    return merged(exchanges=facts, **more)


def met(found: RoundAssignment) -> list[tuple[str | None, str | None]]:
    return [(line.ns or line.white, line.ew or line.black) for line in found.tables]


def messages(found: RoundAssignment) -> list[str]:
    return [finding.message for finding in found.findings]


def test_two_take_each_others_places_and_boards_and_tables_stay() -> None:
    found = with_exchanges(seats(("1", "2"), ("3", "4")), event(swap("1", "4")))
    assert met(found) == [("4", "2"), ("3", "1")]
    assert [(line.table, line.first_board, line.by_hand) for line in found.tables] == [
        ("1", "1", "by hand: 4 in place of 1"),
        ("2", "2", "by hand: 1 in place of 4"),
    ]
    assert messages(found) == ["1 and 4 have exchanged their places"]
    assert found.exchanges == (Exchange(first="1", second="4"),)


def test_opponents_exchange_their_sides() -> None:
    found = with_exchanges(seats(("1", "2"), ("3", "4")), event(swap("2", "1")))
    assert met(found) == [("2", "1"), ("3", "4")]
    assert [line.by_hand for line in found.tables] == ["by hand: sides exchanged", ""]


def test_tables_exchange_who_sits_at_them_and_why() -> None:
    both = seats(("1", "2"), ("3", "4"))
    both = both.replace(tables=(both.tables[0].replace(ns_names="Ann", reason="first"), both.tables[1]))
    found = with_exchanges(both, event(swap("1", "2", what="tables")))
    assert met(found) == [("3", "4"), ("1", "2")]
    assert [(line.table, line.first_board, line.ns_names, line.reason) for line in found.tables] == [
        ("1", "1", "", "as drawn"),
        ("2", "2", "Ann", "first"),
    ]


def test_exchanges_are_made_in_the_order_in_which_they_were_decided() -> None:
    drawn = seats(("1", "2"), ("3", "4"), ("5", "6"))
    other_then_one, one_then_other = [("3", "2"), ("5", "4"), ("1", "6")], [("5", "2"), ("1", "4"), ("3", "6")]
    one, other = swap("1", "3"), swap("3", "5")
    assert met(with_exchanges(drawn, event(one, swap("3", "5", minutes=-1)))) == other_then_one
    assert met(with_exchanges(drawn, event(other, swap("1", "3", minutes=-1)))) == one_then_other
    assert met(with_exchanges(drawn, event(swap("3", "5", number=1), one))) == one_then_other
    assert met(with_exchanges(drawn, event(other, swap("1", "3", number=1)))) == other_then_one


def test_who_sits_out_may_take_a_place_and_the_letter_of_the_bye_stays_where_it_is() -> None:
    drawn = seats(("1", "2"), sitting_out=("3", "9"), byes=(Detail(name="3", value="U"), Detail(name="9", value="H")))
    names = (Participant(id="3", kind="pair", name="Cy & Di"),)
    found = with_exchanges(drawn, event(swap("3", "1"), participants=names))
    assert (met(found), found.sitting_out) == ([("3", "2")], ("1", "9"))
    assert [(bye.name, bye.value) for bye in found.byes] == [("1", "U"), ("9", "H")]
    assert found.tables[0].ns_names == "Cy & Di"
    assert with_exchanges(drawn, event(swap("9", "1"))).tables == drawn.tables


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (swap("1", "7"), "7 has no place in round 4"),
        (swap("1", "8"), "8 is away"),
        (swap("1", "9", what="tables"), "there is not one table 9"),
        (swap("5", "6"), "both sit out"),
    ],
)
def test_what_cannot_be_exchanged_is_said_and_everybody_stays(fact: ExchangeFact, why: str) -> None:
    away = PresenceFact(participant="8", round=4, present=False)
    drawn = seats(("1", "2"), ("3", "4"), sitting_out=("5", "6", "8"))
    of = event(fact, presences=(away,), participants=(Participant(id="8", kind="pair"),))
    found = with_exchanges(drawn, of)
    assert (found.tables, found.exchanges) == (drawn.tables, ())
    assert [(finding.code, why in finding.message) for finding in found.findings] == [
        ("seating.exchange-not-made", True)
    ]


def test_an_exchange_is_of_its_round_and_session_until_it_is_taken_back() -> None:
    drawn = seats(("1", "2"), ("3", "4"), session="A")
    for other in (swap("1", "3", round=5), swap("1", "3", session="B"), swap("1", "3", exchanged=False)):
        assert with_exchanges(drawn, event(other)) == drawn
    assert with_exchanges(drawn, event(swap("1", "3", session="A"))) != drawn


def test_seats_that_a_file_states_stay_and_once_the_round_has_begun_nothing_is_said() -> None:
    stated = seats(("1", "2"), ("3", "4"), rule="stated")
    (finding,) = with_exchanges(stated, event(swap("1", "3"))).findings
    assert "the files state these seats" in finding.message
    begun = (MatchFact(kind="teams", round=4, home="1", away="2"),)
    assert with_exchanges(stated, event(swap("1", "3"), matches=begun)) == stated


NUMBERS = [str(number) for number in range(1, 10)]
some_exchanges = st.lists(
    st.builds(
        lambda both, tables, minutes: swap(*both, what="tables" if tables else "participants", minutes=minutes),
        st.lists(st.sampled_from([*NUMBERS, "10", "99"]), min_size=2, max_size=2, unique=True),
        st.booleans(),
        st.integers(0, 5),
    ),
    max_size=5,
    unique_by=lambda fact: fact.key,
)


def seating(order: list[str]) -> RoundAssignment:
    return seats((order[0], order[1]), (order[2], order[3]), (order[4], order[5]), sitting_out=tuple(order[6:]))


@given(st.permutations(NUMBERS), some_exchanges)
def test_nobody_is_lost_or_doubled_and_tables_keep_their_boards(order: list[str], facts: list[ExchangeFact]) -> None:
    drawn = seating(order)
    of = event(*facts)
    found = with_exchanges(drawn, of)
    everybody = Counter(name for line in found.tables for name in people(line).values()) + Counter(found.sitting_out)
    assert everybody == Counter(NUMBERS)
    assert [(line.table, line.first_board) for line in found.tables] == [
        (line.table, line.first_board) for line in drawn.tables
    ]
    assert without_exchanges(found, of) == drawn
    assert {line.by_hand != "" for line in found.tables} == {
        people(before) != people(line) for before, line in zip(drawn.tables, found.tables, strict=True)
    }


@given(st.permutations(NUMBERS), st.booleans())
def test_the_same_exchange_twice_is_none(order: list[str], tables: bool) -> None:
    drawn = seating(order)
    swapped = Exchange(what="tables", first="1", second="3") if tables else Exchange(first=order[0], second=order[6])
    once = exchanged(drawn, swapped, {})
    assert once != drawn
    assert exchanged(once, swapped, {}) == drawn


def chess(*facts: ExchangeFact, locked: bool = False, rows: tuple[str, ...] = FOUR) -> EventMerged:
    of = chess_event(*SWISS, *players(*rows))
    return of.replace(facts=of.facts.replace(exchanges=facts, locks=(LockFact(locked=locked),)))


def test_an_exchange_needs_no_second_draw_and_is_kept_on_what_is_drawn_again() -> None:
    first = plan(chess(), None, 0, DRAWN)
    assert isinstance(first, Plan)
    swapped = plan(chess(swap("1", "2", round=2)), first.message, 1)
    assert isinstance(swapped, Plan)
    assert met(swapped.message.assignment) == [("2", "1"), ("4", "3")]
    assert swapped.message.assignment.tables[0].by_hand == "by hand: colours exchanged"
    assert plan(chess(swap("1", "2", round=2)), swapped.message, 2) is None
    corrected = ("3 w 0", "4 b =", "1 b 1", "2 w =")
    again = Draw((Pairing(1, 2, 1), Pairing(2, 3, 0)))
    anew = plan(chess(swap("1", "2", round=2), rows=corrected), swapped.message, 2, again)
    assert isinstance(anew, Plan)
    assert met(anew.message.assignment) == [("3", "1"), ("4", "2")]
    back = plan(chess(rows=corrected), anew.message, 3)
    assert isinstance(back, Plan)
    assert met(back.message.assignment) == [("3", "2"), ("4", "1")]


def test_locked_seats_are_exchanged_and_stay_locked() -> None:
    first = plan(chess(locked=True), None, 0, DRAWN)
    assert isinstance(first, Plan)
    fact = swap("1", "4", round=2)
    swapped = plan(chess(fact, locked=True), first.message, 1)
    assert isinstance(swapped, Plan)
    corrected = plan(
        chess(fact, locked=True, rows=("3 w 0", "4 b =", "1 b 1", "2 w =")),
        swapped.message,
        2,
        Draw((Pairing(1, 2, 1), Pairing(2, 3, 0))),
    )
    assert isinstance(corrected, Plan)
    for found in (swapped.message.assignment, corrected.message.assignment):
        assert (met(found), found.locked) == ([("4", "2"), ("1", "3")], True)
        assert "1 and 4 have exchanged their places" in messages(found)
    assert any("would" in text for text in messages(corrected.message.assignment))
    back = plan(chess(locked=True, rows=("3 w 0", "4 b =", "1 b 1", "2 w =")), corrected.message, 3)
    assert isinstance(back, Plan)
    assert met(back.message.assignment) == [("1", "2"), ("4", "3")]


def test_in_a_movement_two_pairs_exchange_places_in_one_round_alone() -> None:
    movement = mitchell(7, winners=1)
    results = results_of(movement, 1)
    assert all(is_reported(result) for result in results)
    plain = next_round(merged(results=results, movements=(movement,)))
    moved = next_round(merged(results=results, movements=(movement,), exchanges=(swap("1", "2", round=2),)))
    assert isinstance(plain, RoundAssignment)
    assert isinstance(moved, RoundAssignment)
    assert moved.round == 2
    other = {"1": "2", "2": "1"}
    assert met(moved) == [tuple(other.get(name or "", name) for name in both) for both in met(plain)]
    assert [line.first_board for line in moved.tables] == [line.first_board for line in plain.tables]


def test_a_swiss_round_that_is_played_after_an_exchange_stays_as_it_was_seated() -> None:
    first = ((1, 5, 18), (2, 6, 14), (3, 7, 12), (4, 8, 11))
    one_in = scored(first, ((3, 2, 20),), of_rounds=4)
    by_hand = one_in.replace(facts=one_in.facts.replace(exchanges=(swap("1", "3", round=2),)))
    found = next_round(by_hand)
    assert isinstance(found, RoundAssignment)
    assert met(found) == [("3", "2"), ("1", "4"), ("8", "7"), ("6", "5")]
    other = next_round(one_in)
    assert isinstance(other, RoundAssignment)
    assert [finding.code for finding in other.findings] == ["seating.drawn-otherwise"]


def test_a_seat_of_a_file_is_not_exchanged_in_an_event_of_files_alone() -> None:
    stated = (
        SeatFact(participant="1", stage="next", table="1", direction="NS"),
        SeatFact(participant="2", stage="next", table="1", direction="EW"),
    )
    found = next_round(event(swap("1", "2"), seats=stated))
    assert isinstance(found, RoundAssignment)
    assert met(found) == [("1", "2")]
