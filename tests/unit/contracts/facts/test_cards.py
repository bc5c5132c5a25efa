"""What facts about cards speak of."""

from typing import Any

import pytest

from contracts.base import Compass
from contracts.facts.cards import AuctionFact, Call, DealFact, Hand, PlayedCard, PlayFact
from contracts.facts.results import Sides
from tests.support.objects import through_json


def test_two_deals_of_a_board_contradict_each_other_unless_they_are_of_other_sets() -> None:
    deal = DealFact(session="1", section="A", board="7", north=Hand(spades="AK"))
    assert deal.key == deal.replace(north=Hand(), dealer=Compass.EAST, vulnerable="All").key
    for of in ({"session": "2"}, {"section": None}, {"board": "8"}, {"set_id": "B"}):
        assert deal.replace(**of).key != deal.key


def test_a_hand_that_is_not_given_is_not_an_empty_hand() -> None:
    deal = DealFact(board="1", north=Hand())
    assert deal.north == Hand(spades="", hearts="", diamonds="", clubs="")
    assert deal.south is None
    assert through_json(deal) == deal


@pytest.mark.parametrize("kind", [AuctionFact, PlayFact])
def test_auction_and_play_belong_to_a_table(kind: Any) -> None:
    fact = kind(board="7", table="3", room="open", sides=Sides(ns="1", ew="2"))
    assert fact.key == fact.replace(first=Compass.SOUTH, notes="slow").key
    for of in ({"board": "8"}, {"table": "4"}, {"room": "closed"}, {"sides": Sides(ns="2", ew="1")}, {"session": "2"}):
        assert fact.replace(**of).key != fact.key


def test_calls_and_cards_keep_what_was_said_of_them() -> None:
    call = Call(call="2C", alert="!", note="Stayman", glyphs=(1, 14), irregularity="^I")
    card = PlayedCard(card="SA", note="underlead", glyphs=(2,))
    auction = AuctionFact(board="1", calls=(call,))
    play = PlayFact(board="1", cards=(card, PlayedCard(card="-")), claimed=9)
    assert through_json(auction) == auction
    assert through_json(play) == play


def test_cards_stand_in_the_order_of_the_columns_unless_the_file_says_otherwise() -> None:
    assert PlayFact(board="1").order == "columns"
