"""What the tables of a board recorded of auction and play, for the lines of its traveller.

Rule 1: a record belongs to the line with the same session, board, table, room and sides.
Rule 2: calls stand from the dealer's turn on, and "AP" as the passes that it stands for.
Rule 3: cards stand in the order of play, up to the first that is not allowed or not known; why there are no more is
    said.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from contracts.base import Compass
from contracts.facts import AuctionFact, Call, DealFact, Facts, Hand, Key, PlayFact, ResultFact
from shared.bridge.play.auction import ALL_PASS, CLOCKWISE, after, parse_call
from shared.bridge.play.card_play import Cell, follow_play, in_columns, in_order
from shared.bridge.play.contract import Contract, Denomination, parse_contract, parse_declarer
from shared.bridge.play.seats import Seat
from shared.bridge.unreadable import UnreadableText

NO_TURN = "-"


class TableRecord(NamedTuple):
    """The columns of `TravellerLine` for auction and play, in its order."""

    calls: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    claimed: int | None = None
    broken_off: str | None = None


NOTHING = TableRecord()

Recorded = tuple[AuctionFact | None, PlayFact | None]
"""The facts about one table."""

ByTable = Mapping[Key, Recorded]
"""Those of a board, by table, room and sides."""


def by_board(facts: Facts) -> Mapping[tuple[str | None, str], ByTable]:
    """The records of an event by session and board."""
    boards: dict[tuple[str | None, str], dict[Key, Recorded]] = {}
    for auction in facts.auctions:
        boards.setdefault((auction.session, auction.board), {}).setdefault(_table(auction), (auction, None))
    for play in facts.plays:
        tables = boards.setdefault((play.session, play.board), {})
        auction_there, play_there = tables.get(_table(play), (None, None))
        tables[_table(play)] = auction_there, play_there or play
    return boards


def _table(fact: AuctionFact | PlayFact | ResultFact) -> Key:
    return fact.table, fact.room, *fact.sides


def record_of(result: ResultFact, recorded: ByTable, dealer: Compass | None, deal: DealFact | None) -> TableRecord:
    """What the table of a result recorded (rule 1)."""
    facts = recorded.get(_table(result))
    return _record(*facts, result.contract, result.declarer, dealer, deal) if facts is not None else NOTHING


@lru_cache(maxsize=1_024)
def _record(
    auction: AuctionFact | None,
    play: PlayFact | None,
    contract: str | None,
    declarer: str | None,
    dealer: Compass | None,
    deal: DealFact | None,
) -> TableRecord:
    """A record; a board is published again with each of its results, and only one of them is new."""
    calls = _calls(auction, dealer) if auction is not None else ()
    if play is None:
        return TableRecord(calls)
    cards, broken_off = _cards(play, contract, declarer, deal)
    return TableRecord(calls, cards, play.claimed, broken_off)


def _calls(auction: AuctionFact, dealer: Compass | None) -> tuple[str, ...]:
    """The calls of an auction (rule 2)."""
    first, begins = (CLOCKWISE.index(Seat(each.value)) if each else 0 for each in (auction.first or dealer, dealer))
    calls = [NO_TURN] * ((first - begins) % 4)
    for call in auction.calls:
        text = parse_call(call.call) or call.call
        if text == ALL_PASS:
            bid = any(known[0].isdigit() for known in calls)
            passes = next((number for number, known in enumerate(reversed(calls)) if known != "Pass"), len(calls))
            calls.extend(["Pass"] * ((3 if bid else 4) - passes))
        elif text not in ("*", "+"):
            calls.append(_explained(call, text))
    while calls and calls[-1] == NO_TURN:
        calls.pop()
    return tuple(calls)


def _explained(call: Call, text: str) -> str:
    mark = "!" if call.note or call.alert not in (None, "", "N") else ""
    return f"{text}{mark} {call.note}" if call.note else text + mark


def _cards(
    play: PlayFact, contract: str | None, declarer: str | None, deal: DealFact | None
) -> tuple[tuple[str, ...], str | None]:
    """The cards of a play, and why there are no more (rule 3)."""
    trump, leader = _conditions(contract, declarer)
    if trump is None or leader is None:
        return (), "the contract is not known" if trump is None else "declarer is not known"
    cells = [Cell(None if each.card == "-" else each.card, each.irregularity) for each in play.cards]
    first = leader
    if play.order == "played":
        places = in_columns([each.card for each in play.cards], trump)
        cells = [Cell(None) if place is None else cells[place] for place in places]
    elif play.first is not None:
        first = Seat(play.first.value)
    rows = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    outcome = follow_play(first, trump, leader, rows, hands_of(deal) if deal is not None else None)
    return in_order(first, rows, outcome)


def _conditions(contract: str | None, declarer: str | None) -> tuple[Denomination | None, Seat | None]:
    """The denomination of a contract, and who leads."""
    try:
        bid, seat = parse_contract(contract or ""), parse_declarer(declarer or "")
    except UnreadableText:
        return None, None
    return bid.denomination if isinstance(bid, Contract) else None, after(seat) if seat is not None else None


def hands_of(deal: DealFact) -> dict[Seat, frozenset[str]]:
    """The cards of each seat whose hand is known."""
    hands = dict(zip(CLOCKWISE, (deal.north, deal.east, deal.south, deal.west), strict=True))
    return {seat: frozenset(_held(hand)) for seat, hand in hands.items() if hand is not None}


def _held(hand: Hand) -> list[str]:
    suits = zip("SHDC", (hand.spades, hand.hearts, hand.diamonds, hand.clubs), strict=True)
    return [suit + rank for suit, ranks in suits for rank in ranks.upper().replace("10", "T")]
