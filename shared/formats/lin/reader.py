"""Reader of a LIN record.

LIN has no published specification. It is a row of fields, each a two-letter code and a value between bars:
``md|3S45HAK…|mb|1N|pc|HK|``. What is read here was observed in the files of the platforms that write it:

    pn  names of South, West, North, East        st  style, left alone
    md  dealer (1 South, 2 West, 3 North, 4 East) and the hands of South, West, North, East
    ah  name of the board ("Board 7")            sv  vulnerability: o none, n NS, e EW, b both
    mb  a call: p, d, r, 1C … 7N, "!" behind an alerted one       an  explanation of the call before
    pc  a card in the order of play              mc  tricks that declarer has after a claim
    qx, rh, pg, rs, nt, zz  identifiers, page marks and notes: kept by the caller with the text itself

Rule 1: a hand that is left out is the rest of the pack when the other three have thirteen cards each.
Rule 2: what does not fit is reported in `LinRecord.problems` and left out; the caller keeps the text.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal
from urllib.parse import unquote

from contracts.base import Compass
from contracts.facts import Call, Hand, PlayedCard

LONGEST = 16_384
"""Characters of a record that are read; a deal with auction, explanations and play has a few thousand."""

MOST_PROBLEMS = 20
"""Problems of a record that are listed; what comes after so many is not read."""

MOST_CALLS = 319
"""The longest auction that the Laws allow: each of the 35 bids doubled, redoubled and passed round."""

MOST_EXPLAINED = 64
"""Calls of an auction that may be explained; every explained call takes memory of its own."""

TWICE_DEALT = "a card is in the deal twice"
"""The problem of a deal that two hands share a card of."""

MOST_CARDS = 52
"""Cards of a deal."""

_SEATS = (Compass.SOUTH, Compass.WEST, Compass.NORTH, Compass.EAST)
_DEALERS = dict(zip("1234", _SEATS, strict=True))
_VULNERABLE: dict[str, Literal["None", "NS", "EW", "All"]] = {
    "o": "None",
    "0": "None",
    "-": "None",
    "": "None",
    "n": "NS",
    "e": "EW",
    "b": "All",
}
_RANKS = "AKQJT98765432"
_CALL = re.compile(r"([1-7])(C|D|H|S|NT?)|P(?:ASS)?|XX?|DBL|D|RDBL|R", re.ASCII)
_SHORT = {"P": "Pass", "X": "X", "D": "X", "R": "XX"}
_CARD = re.compile(r"([SHDC])(10|[AKQJT2-9])", re.ASCII)


@dataclass
class LinRecord:
    """One board as a LIN record tells it.

    Attributes:
        board: the name behind `ah`, without the word Board.
        hands: by seat; a seat without cards in the record is missing.
        claimed: tricks that declarer has in all after a claim.
        problems: what could not be read, in words.
    """

    board: str | None = None
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    names: tuple[str, ...] = ()
    hands: dict[Compass, Hand] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    cards: list[PlayedCard] = field(default_factory=list)
    claimed: int | None = None
    problems: list[str] = field(default_factory=list)


def read(text: str) -> LinRecord:
    """Read one LIN record; also one whose values are percent-encoded. Never fails: see `LinRecord.problems`."""
    record = LinRecord()
    if len(text) > LONGEST:
        record.problems.append(f"the record has {len(text)} characters; only {LONGEST} were read")
        text = text[:LONGEST]
    parts = unquote(text, errors="replace").split("|")
    for code, value in zip(parts[0::2], parts[1::2], strict=False):
        # Nine fields of ten are cards.
        if code == "pc" and len(record.cards) < MOST_CARDS and (card := _played(value)) is not None:
            record.cards.append(card)
        elif problem := _read_field(record, code.strip().lower(), value.strip()):
            record.problems.append(problem)
            if len(record.problems) == MOST_PROBLEMS:
                break
    return record


def _read_field(record: LinRecord, code: str, value: str) -> str | None:
    """Read a field into the record; a problem in words where it does not fit."""
    problem: str | None = None
    match code:
        case "sv":
            record.vulnerable = _VULNERABLE.get(value.lower())
        case "ah":
            record.board = value.removeprefix("Board").strip()[:64] or None
        case "pn":
            record.names = tuple(name[:200] for name in value.split(",")[:4])
        case "mc" if value.isascii() and value.isdigit() and len(value) <= 3 and int(value) <= 13:
            record.claimed = int(value)
        case "mc":
            problem = f"{value[:20]!r} is not a number of tricks"
        case "md":
            record.dealer, hands, problem = _deal_of(value)
            record.hands = dict(hands)
        case "mb":
            text = value.replace("!", "").strip().upper()
            call = _call_of(text, "!" in value) if len(text) <= 5 and len(record.calls) < MOST_CALLS else None
            problem = f"{value[:20]!r} is not a call" if call is None else None
            record.calls += [call] if call is not None else []
        case "an" if value:
            problem = _explain(record.calls, value)
        case "pc":
            card = _played(value) if len(record.cards) < MOST_CARDS else None
            problem = f"{value[:20]!r} is not a card" if card is None else None
            record.cards += [card] if card is not None else []
    return problem


@lru_cache(maxsize=128)
def _deal_of(value: str) -> tuple[Compass | None, tuple[tuple[Compass, Hand], ...], str | None]:
    """Dealer, hands and a problem; every table that played a board repeats its deal."""
    dealer = _DEALERS.get(value[:1])
    hands = value[1:] if value[:1].isdigit() else value
    held: dict[Compass, list[str]] = {}
    for seat, text in zip(_SEATS, hands.split(","), strict=False):
        cards = _cards_of(text)
        if cards is None:
            return dealer, (), f"{text[:40]!r} is not a hand"
        if cards:
            held[seat] = cards
    everything = {card for cards in held.values() for card in cards}
    if len(everything) != sum(len(cards) for cards in held.values()):
        return dealer, (), TWICE_DEALT
    if len(held) == 3 and len(everything) == 39:
        missing = next(seat for seat in _SEATS if seat not in held)
        held[missing] = [suit + rank for suit in "SHDC" for rank in _RANKS if suit + rank not in everything]
    return dealer, tuple((seat, _hand(cards)) for seat, cards in held.items()), None


def _cards_of(text: str) -> list[str] | None:
    cards: list[str] = []
    suit = ""
    for letter in text.upper().replace("10", "T")[:64]:
        if letter in "SHDC":
            suit = letter
        elif letter in _RANKS and suit:
            cards.append(suit + letter)
        elif not letter.isspace():
            return None
    return cards


def _hand(cards: list[str]) -> Hand:
    suits = {suit: "".join(sorted((card[1] for card in cards if card[0] == suit), key=_RANKS.index)) for suit in "SHDC"}
    return Hand(spades=suits["S"], hearts=suits["H"], diamonds=suits["D"], clubs=suits["C"])


@lru_cache(maxsize=256)
def _call_of(text: str, alerted: bool) -> Call | None:
    """A call; equal calls are one object."""
    match = _CALL.fullmatch(text)
    if match is None:
        return None
    if match[1]:
        call = match[1] + ("NT" if match[2].startswith("N") else match[2])
    else:
        call = "XX" if text == "XX" else _SHORT[text[0]]
    return Call(call=call, alert="!" if alerted else None)


def _explain(calls: list[Call], text: str) -> str | None:
    """Give the last call its explanation; a problem in words where that cannot be."""
    if not calls:
        return "an explanation stands before the first call"
    if calls[-1].note is not None or len(calls) > MOST_EXPLAINED:
        return f"{text[:20]!r} is a second explanation of a call, or one too many"
    calls[-1] = Call(call=calls[-1].call, alert=calls[-1].alert, note=text)
    return None


@lru_cache(maxsize=256)
def _played(text: str) -> PlayedCard | None:
    """A card; equal cards are one object."""
    match = _CARD.fullmatch(text.strip().upper())
    return PlayedCard(card=match[1] + match[2].replace("10", "T")) if match is not None else None
