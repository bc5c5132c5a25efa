"""Contracts, declarers and cards as result files write them (Laws 18, 19, 22; PBN 2.1; USEBIO 1.4).

Producers write the same contract as ``4Sx``, ``4SX``, ``4S*``, ``4 S x`` or ``4sdbl``, notrump as ``N``, ``NT`` or
``SA``, and a card with either half first. Reading accepts all of these; writing has one form, PBN's.

A text that states nothing gives None. A text that states nonsense raises `UnreadableText`, because a contract
that cannot be read must never become a passed-out board or an unknown one.
"""

import re
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Literal

from shared.bridge.play.seats import Seat, parse_seat
from shared.bridge.unreadable import UnreadableText, normal, shorten


class Denomination(StrEnum):
    """The strain of a contract, lowest first as in Law 18."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"


class Risk(IntEnum):
    """Undoubled, doubled or redoubled; the number multiplies the trick score (Law 77)."""

    UNDOUBLED = 1
    DOUBLED = 2
    REDOUBLED = 4


_RISK_SUFFIX = {Risk.UNDOUBLED: "", Risk.DOUBLED: "X", Risk.REDOUBLED: "XX"}


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract; its level is the odd tricks to be won, 1 to 7."""

    level: int
    denomination: Denomination
    risk: Risk = Risk.UNDOUBLED

    def __post_init__(self) -> None:
        """Refuse a level outside 1 to 7."""
        if not 1 <= self.level <= 7:
            raise ValueError(f"a contract's level is 1 to 7, not {self.level}")

    def __str__(self) -> str:
        """Write the contract as PBN does: ``4S``, ``3NTX``, ``2HXX``."""
        return f"{self.level}{self.denomination.value}{_RISK_SUFFIX[self.risk]}"


class Passed(Enum):
    """The board on which nobody bid (Law 22); its score is 0."""

    PASSED_OUT = "Pass"

    def __str__(self) -> str:
        """Write it as PBN does."""
        return self.value


PASSED_OUT: Literal[Passed.PASSED_OUT] = Passed.PASSED_OUT

ParsedContract = Contract | Literal[Passed.PASSED_OUT] | None

_NOT_STATED = frozenset({"", "-", "--", "---", "----", "?"})
_PASSES = frozenset(
    {
        "PASS",
        "PASSED",
        "PASSED OUT",
        "PASSEDOUT",
        "PASS OUT",
        "PASSOUT",
        "PASSE",
        "PAS",
        "ALL PASS",
        "ALLPASS",
        "AP",
        "P",
        "PO",
    }
)

_CONTRACT = re.compile(r"(\d+)\s*((?:NO )?[^\s\d*]*?)\s*(X{1,2}|[*]{1,2}|DBLD?|RDBLD?|DOUBLED|REDOUBLED)?", re.ASCII)

_DENOMINATIONS = {
    **dict.fromkeys(("C", "♣", "♧", "CLUB", "CLUBS"), Denomination.CLUBS),
    **dict.fromkeys(("D", "♦", "♢", "DIAMOND", "DIAMONDS"), Denomination.DIAMONDS),
    **dict.fromkeys(("H", "♥", "♡", "HEART", "HEARTS"), Denomination.HEARTS),
    **dict.fromkeys(("S", "♠", "♤", "SPADE", "SPADES"), Denomination.SPADES),
    **dict.fromkeys(("N", "NT", "SA", "NOTRUMP", "NOTRUMPS", "NO TRUMP", "NO TRUMPS"), Denomination.NOTRUMP),
}

_RISKS = {
    "": Risk.UNDOUBLED,
    **dict.fromkeys(("X", "*", "DBL", "DBLD", "DOUBLED"), Risk.DOUBLED),
    **dict.fromkeys(("XX", "**", "RDBL", "RDBLD", "REDOUBLED"), Risk.REDOUBLED),
}


def parse_contract(text: str) -> ParsedContract:
    """Read a contract as result files write it; None for blank, ``-`` and ``?``.

    Raises:
        UnreadableText: code ``contract-form`` when the text has not the shape of a contract,
            ``contract-level`` for a level outside 1 to 7, ``contract-denomination`` for an unknown strain.
    """
    word = normal(text.replace("×", "x"))
    if word in _NOT_STATED:
        return None
    if word in _PASSES:
        return PASSED_OUT
    found = _CONTRACT.fullmatch(word) if len(word) <= 24 else None
    if found is None:
        reason = f"{shorten(text)} is no contract; expected a level, a strain and X or XX, or Pass"
        raise UnreadableText("contract-form", text, reason)
    level, strain, doubling = found.groups(default="")
    denomination = _DENOMINATIONS.get(strain)
    if denomination is None:
        reason = f"{shorten(text)} has no strain that is known; expected C, D, H, S or NT after the level"
        raise UnreadableText("contract-denomination", text, reason)
    if level not in ("1", "2", "3", "4", "5", "6", "7"):
        reason = f"{shorten(text)} has level {level}; a contract's level is 1 to 7"
        raise UnreadableText("contract-level", text, reason)
    return Contract(int(level), denomination, _RISKS[doubling])


def parse_declarer(text: str) -> Seat | None:
    """Read a declarer: ``S``, ``s`` or ``South``; None when the text states none.

    Others are UnreadableText with the code ``seat-unknown``.
    """
    return parse_seat(text)


@dataclass(frozen=True, slots=True)
class ParsedCard:
    """A card as PBN writes it (``SA``, ``HT``), or None; `problem` says why, unless the text states nothing."""

    card: str | None
    problem: str | None = None


_SUITS = {
    **dict.fromkeys("S♠♤", "S"),
    **dict.fromkeys("H♥♡", "H"),
    **dict.fromkeys("D♦♢", "D"),
    **dict.fromkeys("C♣♧", "C"),
}
_RANKS = {**{rank: rank for rank in "AKQJT98765432"}, "10": "T"}


def parse_card(text: str) -> ParsedCard:
    """Read a card or an opening lead, suit first or rank first: ``AC``, ``CA``, ``H10``, ``♠A``.

    No letter is both a suit and a rank, so ``AC`` and ``CA`` can only be the ace of clubs.
    """
    word = normal(text).replace(" ", "").replace("-", "").replace("\ufe0f", "")
    if word in ("", "?"):
        return ParsedCard(None)
    for suit, rank in ((word[:1], word[1:]), (word[-1:], word[:-1])):
        if suit in _SUITS and rank in _RANKS:
            return ParsedCard(_SUITS[suit] + _RANKS[rank])
    if word in _SUITS:
        return ParsedCard(None, f"{shorten(text)} names a suit but no rank")
    if word in _RANKS:
        return ParsedCard(None, f"{shorten(text)} names a rank but no suit")
    expected = "a suit (S, H, D, C) and a rank (A, K, Q, J, 10 to 2)"
    return ParsedCard(None, f"{shorten(text)} is not a card; expected {expected}")
