"""Rounds with exchanges by hand as a plan has them, and the rounds that follow."""

from typing import Any

import pytest

from contracts.facts import ExchangeFact, MovementFact, ResultFact, SystemFact
from contracts.seating import RoundAssignment
from services.seating.domain.assignment import next_round
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.results_as_drawn import results_as_drawn
from tests.support.chess_rounds import chess_event, players
from tests.support.exchanged_seats import swap
from tests.support.fragments import pair, result
from tests.support.merged import merged
from tests.support.played_movements import results_of

PLAN = mitchell(7, winners=1)
EVERYBODY = tuple(pair(str(number)) for number in range(1, 15))
SWAPS = {"participants": (swap("1", "3"), {"1": "3", "3": "1"}), "opponents": (swap("1", "8"), {"1": "8", "8": "1"})}


def played_with(exchange: ExchangeFact, results: tuple[ResultFact, ...]) -> tuple[ResultFact, ...]:
    """Results of which those of round 4 were played after the exchange."""
    of = merged(results=tuple(each for each in results if each.round == 4), exchanges=(exchange,))
    return (*(each for each in results if each.round != 4), *results_as_drawn(of))


def seats_after(last: int, plan: MovementFact | None, *exchanges: ExchangeFact, **more: Any) -> RoundAssignment:
    results = results_of(PLAN, last)
    for exchange in exchanges:
        results = played_with(exchange, results)
    movements = (plan,) if plan else ()
    facts = {"results": results, "movements": movements, "exchanges": exchanges, "participants": EVERYBODY, **more}
    found = next_round(merged(**facts))
    assert isinstance(found, RoundAssignment)
    return found


@pytest.mark.parametrize("plan", [PLAN, None], ids=["given", "inferred"])
@pytest.mark.parametrize("exchange", [swap("1", "3"), swap("3", "8"), swap("2", "5", what="tables")])
def test_a_movement_goes_on_after_a_round_with_an_exchange(plan: MovementFact | None, exchange: ExchangeFact) -> None:
    plain, after = seats_after(4, plan), seats_after(4, plan, exchange)
    assert after.tables == plain.tables
    assert (after.round, after.exchanges) == (5, ())
    moved = results_of(PLAN, 4)
    assert played_with(exchange, moved) != moved


@pytest.mark.parametrize("plan", [PLAN, None], ids=["given", "inferred"])
def test_an_exchange_holds_while_its_round_is_played(plan: MovementFact | None) -> None:
    exchange = swap("1", "3")
    before = seats_after(3, plan, exchange)
    first = next(each for each in played_with(exchange, results_of(PLAN, 4)) if each.round == 4 and each.table == "1")
    during = seats_after(3, plan, exchange, results=(*results_of(PLAN, 3), first))
    assert (before.round, during.round) == (4, 4)
    assert [(line.table, line.ns, line.ew) for line in during.tables] == [
        (line.table, line.ns, line.ew) for line in before.tables
    ]
    assert before.exchanges == during.exchanges != ()


def test_a_movement_that_the_director_names_goes_on() -> None:
    system = (SystemFact(system="mitchell"),)
    plain, after = (seats_after(4, None, *swaps, systems=system) for swaps in ((), (swap("1", "3"),)))
    assert plain.tables
    assert after.tables == plain.tables


def test_exchanges_are_taken_back_in_reverse_order_and_in_their_session_alone() -> None:
    table = {"round": 4, "session": "1"}
    results = (result("1", "5", "2", table="1", **table), result("1", "1", "4", table="2", **table))
    exchanges = (swap("1", "3"), swap("3", "5", minutes=1))
    found = results_as_drawn(merged(results=results, exchanges=exchanges))
    assert [(each.sides.ns, each.sides.ew) for each in found] == [("1", "2"), ("3", "4")]
    other = tuple(each.replace(session="2") for each in exchanges)
    assert tuple(results_as_drawn(merged(results=results, exchanges=other))) == results


def test_a_table_whose_other_one_has_no_result_yet_is_left_out() -> None:
    results = (result("1", "5", "2", table="1", round=4), result("1", "1", "4", table="3", round=4))
    found = results_as_drawn(merged(results=results, exchanges=(swap("1", "2", what="tables"),)))
    assert [each.table for each in found] == ["3"]


def test_a_round_robin_goes_on_after_a_round_with_exchanged_colours() -> None:
    robin = ("012 Made-up Robin", "042 2026/05/01", "142 3", "192 FIDE_ROUNDROBIN")
    turned = chess_event(*robin, *players("4 b 1", "3 w =", "2 b =", "1 w 0"))
    refused = next_round(turned)
    assert isinstance(refused, RoundAssignment)
    assert {finding.code for finding in refused.findings} == {"seating.not-the-table"}
    by_hand = turned.facts.replace(exchanges=(swap("1", "4", round=1),))
    found = next_round(turned.replace(facts=by_hand))
    assert isinstance(found, RoundAssignment)
    assert (found.round, len(found.tables)) == (2, 2)
