"""Which of several deals under one number was played at a table."""

from __future__ import annotations

from collections.abc import Sequence

from contracts.base import Compass
from contracts.facts import AuctionFact, DealFact, Hand, PlayFact
from shared.formats.pbn.draft import game_number

_NAMES = {Compass.NORTH: "north", Compass.EAST: "east", Compass.SOUTH: "south", Compass.WEST: "west"}


def deal_of(deals: Sequence[DealFact], auction: AuctionFact | None, play: PlayFact | None) -> DealFact | None:
    """The deal that is called by the table's game, else the first with which the auction and the play are possible.

    Where there is none such it is the first of all; None where there are no deals.
    """
    table = next((one.table for one in (auction, play) if one is not None), None)
    if table is not None and game_number(table) is not None:
        deals = [*(deal for deal in deals if deal.set_id == table), *deals]
    fitting = (deal for deal in deals if _called(deal, auction) and _played(deal, play))
    return next(fitting, next(iter(deals), None))


def _called(deal: DealFact, auction: AuctionFact | None) -> bool:
    """Whether the dealer called first, as far as both are known."""
    first = auction.first if auction is not None else None
    return None in (first, deal.dealer) or first == deal.dealer


def _played(deal: DealFact, play: PlayFact | None) -> bool:
    """Whether everybody held the cards that he played, as far as it is known who played them."""
    if play is None or play.first is None or play.order != "columns":
        return True
    seats = list(Compass)
    start = seats.index(play.first)
    hands: list[Hand | None] = [getattr(deal, _NAMES[seat]) for seat in seats[start:] + seats[:start]]
    return all(_holds(hands[number % 4], card.card) for number, card in enumerate(play.cards))


def _holds(hand: Hand | None, card: str) -> bool:
    """Whether a card is in a hand; one that is not known may be."""
    if hand is None or len(card) < 2:
        return True
    suits = {"S": hand.spades, "H": hand.hearts, "D": hand.diamonds, "C": hand.clubs}
    return card[1] in suits.get(card[0], "")
