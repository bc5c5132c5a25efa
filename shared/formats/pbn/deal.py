"""The deal: hands in any rotation, hands that are not given, and end positions (3.4.11, 3.10)."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from contracts.base import Place
from contracts.codes.pbn import CARD_MISSING, CARD_REPEATED, DEAL_BROKEN, DEAL_EMPTY, HAND_SIZE, READ_AS
from contracts.facts import Hand
from shared.bridge.play.auction import CLOCKWISE, turn
from shared.bridge.play.card_play import PACK, RANKS, SUITS
from shared.bridge.play.seats import Seat
from shared.formats.pbn.report import Report

FULL_HAND = 13
_SHAPE = re.compile(r"\s*([NESWnesw])\s*:\s*(.*?)\s*", re.DOTALL)
_HAND = re.compile(r"[AKQJT2-9akqjt]*(?:\.[AKQJT2-9akqjt]*){3}", re.ASCII)
_FROM = {f"{seat.value}:": CLOCKWISE[number:] + CLOCKWISE[:number] for number, seat in enumerate(CLOCKWISE)}
_FULL_TEXT = FULL_HAND + len("...")
_hand = Hand.packer("spades", "hearts", "diamonds", "clubs")
_ORDER = {rank: number for number, rank in enumerate(RANKS)}
_EACH_RANK = 2 ** len(RANKS) - 1
_NAMED = 8
"""Cards of a kind that a message names."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of each seat whose hand is given, as sets like "SA", and as texts by suit.

    `whole`: every card of the pack is known to be dealt once, thirteen to each hand.
    """

    first: Seat
    suits: Mapping[Seat, tuple[str, str, str, str]]
    whole: bool = False

    @property
    def cards(self) -> dict[Seat, frozenset[str]]:
        """The cards of each seat."""
        return {
            seat: frozenset(suit + rank for suit, ranks in zip(SUITS, hand, strict=True) for rank in ranks)
            for seat, hand in self.suits.items()
        }

    @property
    def end_position(self) -> bool:
        """Whether every hand that is given has fewer than thirteen cards (3.10)."""
        return not self.whole and bool(self.suits) and max(map(_length, self.suits.values())) < FULL_HAND

    def hand(self, seat: Seat) -> Hand | None:
        """The hand of a seat as a fact, None when it is not given."""
        suits = self.suits.get(seat)
        return None if suits is None else _hand(suits)

    def text(self, first: Seat) -> str:
        """The tag value with the hands from `first` on, ranks in descending order."""
        seats = [turn(first, number) for number in range(4)]
        hands = (".".join(self.suits[seat]) if seat in self.suits else "-" for seat in seats)
        return f"{first}:{' '.join(hands)}"


def whole_deal(text: str) -> Deal | None:
    """A deal of all four hands as PBN writes it, every card dealt once; None for any other."""
    seats, hands = _FROM.get(text[:2]), text[2:].split(" ")
    if seats is None or len(hands) != len(seats):
        return None
    suits: dict[Seat, tuple[str, str, str, str]] = {}
    spades = hearts = diamonds = clubs = 0
    for seat, hand in zip(seats, hands, strict=True):
        ranks = hand.split(".")
        if len(hand) != _FULL_TEXT or len(ranks) != len(SUITS):
            return None
        (first, spade_ranks), (second, two), (third, three), (fourth, four) = map(_holding, ranks)
        suits[seat] = (first, second, third, fourth)
        spades, hearts, diamonds, clubs = spades + spade_ranks, hearts + two, diamonds + three, clubs + four
    # Of 52 powers of two thirteen make up each sum, and no fewer can: each of them is there once.
    return Deal(seats[0], suits, whole=True) if spades == hearts == diamonds == clubs == _EACH_RANK else None


def read_deal(text: str, place: Place, report: Report) -> Deal | None:
    """Read the value of a Deal tag; None when it states no cards."""
    if text.strip() in ("", "?"):
        return None
    match = _SHAPE.fullmatch(text)
    if match is None:
        report.add(DEAL_BROKEN, "a deal begins with a seat and a colon", place, stated=text)
        return None
    first = Seat(match[1].upper())
    hands = match[2].split()
    if len(hands) != 4:
        report.add(DEAL_BROKEN, f"the deal has {len(hands)} hands instead of four", place, stated=text)
        return None
    habit = text != text.strip() or "  " in text or ": " in text
    suits: dict[Seat, tuple[str, str, str, str]] = {}
    for number, hand in enumerate(hands):
        seat = turn(first, number)
        if hand == "-":
            continue
        cards = hand.replace("10", "T") if "10" in hand else hand
        if not _HAND.fullmatch(cards):
            report.add(DEAL_BROKEN, f"the hand of {seat} is not four suits with dots between them", place, stated=hand)
            return None
        if len(cards) - 3 > len(PACK):
            report.add(DEAL_BROKEN, f"the hand of {seat} has {len(cards) - 3:,} cards", place, stated=hand)
            return None
        habit = habit or cards is not hand
        spades, hearts, diamonds, clubs = (_holding(ranks)[0] for ranks in cards.upper().split("."))
        suits[seat] = (spades, hearts, diamonds, clubs)
    empty = [seat for seat, held in suits.items() if not any(held)]
    if empty and max(map(_length, suits.values())) in (0, FULL_HAND):
        # Three dots stand for a hand that is not given: nobody has played thirteen cards more than another.
        habit = True
        for seat in empty:
            del suits[seat]
    # Every card of the pack is dealt once, thirteen to each hand.
    whole = len(suits) == len(CLOCKWISE) and all(_length(hand) == FULL_HAND for hand in suits.values())
    whole = whole and all(len(set("".join(ranks))) == FULL_HAND for ranks in zip(*suits.values(), strict=True))
    deal = Deal(first, suits, whole)
    if habit:
        message = "PBN writes the blanks, the tens or the missing hands of this deal in another way"
        report.add_few(READ_AS, message, place, stated=text, computed=deal.text(first))
    if not deal.whole:
        _check(deal, place, report)
    return deal


def _length(hand: tuple[str, str, str, str]) -> int:
    return len("".join(hand))


@lru_cache(maxsize=16_384)
def _holding(ranks: str) -> tuple[str, int]:
    """Ranks in descending order, and the sum of a power of two for each; more than any sum of ranks for other text."""
    order = [_ORDER.get(rank, len(RANKS)) for rank in ranks]
    return "".join(sorted(ranks, key=lambda rank: _ORDER.get(rank, len(RANKS)))), sum(2**number for number in order)


def _check(deal: Deal, place: Place, report: Report) -> None:
    """Report cards that are dealt twice or to nobody, hands of unequal size, and a deal without any."""
    if not deal.suits:
        report.add(DEAL_EMPTY, "no hand of this deal has a card", place, stated=deal.text(deal.first))
        return
    counts = Counter(
        suit + rank for hand in deal.suits.values() for suit, ranks in zip(SUITS, hand, strict=True) for rank in ranks
    )
    twice = [card for card in PACK if counts[card] > 1]
    if twice:
        report.add(CARD_REPEATED, f"the deal has {_list(twice)} more than once", place, stated=_list(twice))
    lengths = {seat: _length(hand) for seat, hand in deal.suits.items()}
    longest = max(lengths.values(), default=0)
    full = longest >= FULL_HAND
    if full and len(lengths) == 4:
        missing = [card for card in PACK if not counts[card]]
        if missing:
            report.add(CARD_MISSING, f"the deal lacks {_list(missing)}", place, stated=_list(missing))
    wanted = FULL_HAND if full else longest
    wrong = [f"{seat} has {lengths[seat]}" for seat in CLOCKWISE if seat in lengths and lengths[seat] != wanted]
    # An end position may stand in the middle of a trick: some hands have one card less than the others.
    if wrong and (full or longest - min(lengths.values()) > 1):
        report.add(HAND_SIZE, f"{', '.join(wrong)} cards instead of {wanted}", place)


def _list(cards: list[str]) -> str:
    more = len(cards) - _NAMED
    return ", ".join(cards[:_NAMED]) + (f" and {more} more" if more > 0 else "")
