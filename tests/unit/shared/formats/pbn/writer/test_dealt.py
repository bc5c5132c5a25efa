"""Which of several deals was played."""

from contracts.base import Compass
from contracts.facts import AuctionFact, DealFact, Hand, PlayedCard, PlayFact
from shared.formats.pbn.writer.dealt import deal_of

ONE = DealFact(board="1", dealer=Compass.NORTH, north=Hand(spades="A"), east=Hand(spades="K"), set_id=None)
OTHER = DealFact(board="1", dealer=Compass.NORTH, north=Hand(spades="Q"), east=Hand(spades="J"), set_id="2")
THIRD = DealFact(board="1", dealer=Compass.EAST, set_id="3")
DEALS = [ONE, OTHER, THIRD]


def play(*cards: str, first: Compass | None = Compass.NORTH, order: str = "columns") -> PlayFact:
    return PlayFact(board="1", first=first, cards=tuple(PlayedCard(card=card) for card in cards), order=order)


def test_the_dealer_called_first() -> None:
    assert deal_of(DEALS, AuctionFact(board="1", first=Compass.EAST), None) is THIRD
    assert deal_of(DEALS, AuctionFact(board="1", first=Compass.NORTH), None) is ONE
    assert deal_of(DEALS, None, None) is ONE


def test_everybody_held_what_he_played() -> None:
    assert deal_of(DEALS, None, play("SQ", "SJ", "-", "H2")) is OTHER
    assert deal_of(DEALS, None, play("SJ", "-", first=Compass.EAST)) is OTHER
    assert deal_of(DEALS, AuctionFact(board="1", first=Compass.NORTH), play("S9")) is ONE
    assert deal_of(DEALS, None, play("SQ", first=None)) is ONE
    assert deal_of(DEALS, None, play("SQ", order="played")) is ONE


def test_a_deal_of_the_same_game_comes_first() -> None:
    deal = ONE.replace(set_id="game 2")
    assert deal_of([ONE, deal], AuctionFact(board="1", table="game 2", first=Compass.NORTH), None) is deal
    assert deal_of([ONE, deal], AuctionFact(board="1", table="2", first=Compass.NORTH), None) is ONE


def test_without_a_deal_there_is_none() -> None:
    assert deal_of([], None, play("SQ")) is None
