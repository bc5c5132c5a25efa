"""The play of the cards: who leads, who has to follow suit, who wins the trick (Laws 41, 44, 45, 53, 61).

Tricks are rows of four cells in the order of the seats, starting with the same seat in every row, as PBN and other
formats write them; a cell is a card ("SA") or None where it is not known or was not played.

Rule 1: the opening lead is made on declarer's left (Law 41A); the winner of a trick leads to the next (Law 44G).
Rule 2: a player follows suit when able (Law 44C); whether he is able is known where his hand is.
Rule 3: the highest trump wins, else the highest card of the suit led (Laws 44E, 44F).
Rule 4: a lead out of turn that was accepted (Law 53) starts the trick from there.
Rule 5: a trick with a missing card has no winner, and who leads to the next is unknown; what does not depend on that is
    checked all the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from shared.bridge.play.auction import CLOCKWISE, after
from shared.bridge.play.contract import Denomination
from shared.bridge.play.seats import Seat, Side

RANKS = "AKQJT98765432"
SUITS = "SHDC"
PACK = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The 52 cards of the pack (Law 1), highest first."""

_STRENGTH = {card: 13 - RANKS.index(card[1]) for card in PACK}

Fault = Literal["not-held", "played-twice", "revoke", "no-revoke", "lead-in-turn", "too-many", "not-a-card"]
"""What can be wrong with a card; "no-revoke" and "lead-in-turn" are marks of irregularities that did not happen."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A card in a row, or None; marked "R" for an admitted revoke, "L" for an accepted lead out of turn."""

    card: str | None
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class CardFault:
    """A card that the Laws do not allow there: the number of its cell over all rows from 0, and what is wrong."""

    number: int
    fault: Fault
    reason: str


@dataclass(frozen=True, slots=True)
class PlayOutcome:
    """What the play gives.

    Attributes:
        leader: who led to the first trick; None without a card.
        won: tricks of each side, of those whose four cards are known.
        complete: whether every trick of the deal was played to the end.
        certain: whether every trick before the last one has a winner.
        lead_to: for each row, who leads to it; None where that is not known.
        faults: in the order of the rows.
    """

    leader: Seat | None
    won: Mapping[Side, int]
    complete: bool
    certain: bool
    lead_to: tuple[Seat | None, ...]
    faults: tuple[CardFault, ...]


def winning_card(cards: Sequence[str], trump: Denomination | None) -> int:
    """Find the number of the card that wins a trick, of cards in the order of play (rule 3)."""
    ruffed = trump is not None and any(card[0] == trump.value for card in cards)
    suit = trump.value if trump is not None and ruffed else cards[0][0]
    return max(range(len(cards)), key=lambda number: _STRENGTH.get(cards[number], 0) * (cards[number][0] == suit))


def in_columns(cards: Sequence[str], trump: Denomination) -> list[int | None]:
    """Bring cards in the order of play into rows whose first column is the opening leader's (rules 1 and 3).

    For each cell the number of its card; None where a trick has none.
    """
    places: list[int | None] = []
    leader = 0
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        row = [start + number if number < len(trick) else None for number in range(4)]
        places.extend(row[-leader:] + row[:-leader] if leader else row)
        leader = (leader + winning_card(trick, trump)) % 4
    return places


def in_order(first: Seat, rows: Sequence[Sequence[Cell]], outcome: PlayOutcome) -> tuple[tuple[str, ...], str | None]:
    """Bring rows into the order of play, the reverse of `in_columns`, as far as they can be followed.

    Args:
        first: the seat of the first column.
        rows: as `follow_play` had them.
        outcome: what it made of them.

    Returns:
        The cards, and why the rows have more of them; None where they do not.
    """
    reasons = {fault.number: fault.reason for fault in reversed(outcome.faults) if fault.fault not in _HARMLESS}
    known = sum(cell.card is not None for row in rows for cell in row)
    start = CLOCKWISE.index(first)
    cards: list[str] = []
    for trick, row in enumerate(rows):
        leader = outcome.lead_to[trick] if trick < len(outcome.lead_to) else None
        if leader is None:
            return tuple(cards), f"who leads to trick {trick + 1} is not known" if known > len(cards) else None
        for number in range(4):
            column = (CLOCKWISE.index(leader) + number - start) % 4
            cell = row[column] if column < len(row) else Cell(None)
            if (reason := reasons.get(trick * 4 + column)) is not None:
                return tuple(cards), reason
            if cell.card is None:
                return tuple(cards), f"a card of trick {trick + 1} is missing" if known > len(cards) else None
            cards.append(cell.card)
    return tuple(cards), None


_HARMLESS = frozenset(("no-revoke", "lead-in-turn"))
"""Marks of irregularities that did not happen: the card itself is allowed."""


class _Table:
    def __init__(self, first: Seat, trump: Denomination | None, hands: Mapping[Seat, frozenset[str]]) -> None:
        start = CLOCKWISE.index(first)
        self.columns = tuple(CLOCKWISE[(start + number) % 4] for number in range(4))
        self.trump = trump
        self.left = {seat: set(hand) for seat, hand in hands.items()}
        self.played: set[str] = set()
        self.faults: list[CardFault] = []

    def fault(self, number: int, fault: Fault, reason: str) -> None:
        self.faults.append(CardFault(number, fault, reason))

    def card(self, number: int, seat: Seat, cell: Cell, led: str | None, *, leads: bool) -> None:
        """Take a card from its hand; `led` is the suit to follow, None for the leader or where it is not known."""
        card = cell.card or ""
        if card not in _STRENGTH:
            self.fault(number, "not-a-card", f"{card[:20]!r} is not a card")
            return
        hand = self.left.get(seat)
        if card in self.played:
            self.fault(number, "played-twice", f"{seat} plays {card}, which was played before")
        elif hand is not None and card not in hand:
            self.fault(number, "not-held", f"{seat} plays {card} but was not dealt it")
        self.played.add(card)
        if hand is not None:
            hand.discard(card)
        if led is None:
            if cell.mark == "R" and leads:
                self.fault(number, "no-revoke", f"{card} by {seat} is marked as a revoke but leads to a trick")
            return
        # Whoever plays another suit and keeps one of the suit led has revoked.
        could = hand is not None and any(other[0] == led for other in hand)
        if card[0] == led or not could:
            if cell.mark == "R" and (card[0] == led or hand is not None):
                self.fault(number, "no-revoke", f"{card} by {seat} is marked as a revoke but is none")
        elif cell.mark != "R":
            self.fault(number, "revoke", f"{seat} plays {card} but could follow suit ({led})")

    def winner(self, leader: Seat, row: Mapping[Seat, str]) -> Seat:
        order = [leader]
        while len(order) < 4:
            order.append(after(order[-1]))
        return order[winning_card([row[seat] for seat in order], self.trump)]


def follow_play(
    first: Seat,
    trump: Denomination | None,
    leader: Seat | None,
    rows: Sequence[Sequence[Cell]],
    hands: Mapping[Seat, frozenset[str]] | None = None,
) -> PlayOutcome:
    """Follow the play trick by trick.

    Args:
        first: the seat of the first column.
        trump: the denomination of the contract; None when it is not known, and then no trick has a winner.
        leader: who has to make the opening lead; None where that is not known.
        rows: for each trick its four cells; the last may be shorter.
        hands: the cards dealt to each seat whose hand is known.
    """
    hands = hands or {}
    table = _Table(first, trump, hands)
    tricks_in_all = max((len(hand) for hand in hands.values()), default=13) or 13
    won = {Side.NS: 0, Side.EW: 0}
    lead_to: list[Seat | None] = []
    opened: Seat | None = None
    certain = True
    for trick, row in enumerate(rows):
        if trick >= tricks_in_all and any(cell.card for cell in row):
            table.fault(
                trick * 4,
                "too-many",
                f"this card belongs to trick {tricks_in_all + 1}, but there are only {tricks_in_all}",
            )
            break
        leader = _leader(table, trick, row, leader)
        lead_to.append(leader)
        opened = opened or leader
        cards = _trick(table, trick, row, leader)
        whole = len(cards) == 4 and all(card in _STRENGTH for card in cards.values())
        if whole and leader is not None and trump is not None:
            leader = table.winner(leader, cards)
            won[leader.side] += 1
        else:
            certain = certain and not any(cell.card for later in rows[trick + 1 :] for cell in later)
            leader = None
    complete = sum(won.values()) == tricks_in_all
    return PlayOutcome(opened, won, complete, certain, tuple(lead_to), tuple(table.faults))


def _leader(table: _Table, trick: int, row: Sequence[Cell], expected: Seat | None) -> Seat | None:
    """Who leads: whose turn it is, or who is marked to have led out of turn."""
    for column, cell in enumerate(row):
        if cell.mark == "L":
            seat = table.columns[column]
            if seat == expected:
                table.fault(trick * 4 + column, "lead-in-turn", f"the lead of {seat} is marked and is in turn")
            return seat
    return expected


def _trick(table: _Table, trick: int, row: Sequence[Cell], leader: Seat | None) -> dict[Seat, str]:
    cells = {table.columns[column]: (trick * 4 + column, cell) for column, cell in enumerate(row[:4])}
    order = list(table.columns)
    if leader is not None:
        order = [leader]
        while len(order) < 4:
            order.append(after(order[-1]))
    cards: dict[Seat, str] = {}
    led: str | None = None
    for seat in order:
        number, cell = cells.get(seat, (0, Cell(None)))
        if cell.card is None:
            continue
        table.card(number, seat, cell, led, leads=seat == leader)
        cards[seat] = cell.card
        if seat == leader:
            led = cell.card[0]
    return cards
