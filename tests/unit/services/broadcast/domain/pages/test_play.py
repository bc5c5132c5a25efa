from random import Random
from typing import Any

from services.broadcast.domain.pages.play import Call, auction, is_recorded, record
from shared.bridge.play.card_play import Cell, follow_play, in_columns
from shared.bridge.play.contract import Denomination
from shared.bridge.play.seats import Seat
from tests.support.deals import any_play

CARDS = any_play("S", Seat.WEST, Random(4))


def line(**fields: Any) -> dict[str, Any]:
    """A line of a traveller: South plays four spades."""
    return {"contract": "4S", "declarer": "S", "cards": CARDS, "calls": None, **fields}


def test_calls_stand_below_their_seats_and_what_was_said_of_them_apart() -> None:
    made = auction(["1S! five cards", "Pass", "2NT!"], "E")
    assert made.rows == [[Call(), Call(), Call("1S", True, 1), Call("Pass")], [Call("2NT", True)]]
    assert made.notes == ["five cards"]


def test_cards_stand_below_their_seats_and_the_winner_of_a_trick_leads_to_the_next() -> None:
    play = record(line(), "N", ()).play
    assert play is not None
    rows = [CARDS[start : start + 4] for start in range(0, 52, 4)]
    places = in_columns(CARDS, Denomination.SPADES)
    cells = [Cell(None if at is None else CARDS[at]) for at in places]
    followed = follow_play(Seat.WEST, Denomination.SPADES, Seat.WEST, [cells[at : at + 4] for at in range(0, 52, 4)])
    leads = [next("WNES"[at] for at, card in enumerate(row) if card and card.leads) for row in play.tricks]
    wins = [next("WNES"[at] for at, card in enumerate(row) if card and card.wins) for row in play.tricks]
    assert leads == [str(seat) for seat in followed.lead_to]
    assert wins[:-1] == leads[1:]
    assert [sorted(card.card for card in row if card) for row in play.tricks] == [sorted(row) for row in rows]
    assert not play.explained


def test_a_card_costs_the_side_that_played_it_and_no_other() -> None:
    worth = {"declarer": "S", "denomination": "S", "cards": [*CARDS[:3]], "tricks": [10, 11, 10, 10]}
    play = record(line(cards=CARDS[:3]), "N", [worth]).play
    assert play is not None
    west, north, east, _ = play.tricks[0]
    assert west is not None
    assert north is not None
    assert east is not None
    assert [(card.tricks, card.lost) for card in (west, north, east)] == [(11, 1), (10, 1), (10, 0)]
    assert not any(card.wins for card in (west, north, east)), "the trick is not complete"
    other = record(line(cards=CARDS[:4]), "N", [worth]).play
    assert other is not None
    assert not other.explained


def test_a_table_may_have_recorded_its_auction_alone_or_nothing() -> None:
    alone = record(line(cards=(), calls=["Pass"] * 4), None, ())
    assert alone.play is None
    assert alone.auction is not None
    assert alone.auction.rows[0] == [Call(), *[Call("Pass")] * 3], "from North, where the dealer is not known"
    assert record(line(declarer=None), "N", ()).play is None
    assert not is_recorded(line(cards=()))
    assert is_recorded({"broken_off": "a card of trick 1 is missing"})
