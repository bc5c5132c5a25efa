"""Par: the result that neither side can better by bidding on when everybody sees all cards (PBN 2.1, 4.2.7).

The auction is a game with two players, the sides. A contract that goes down is doubled, one that makes is not; the
declarer of a side is whoever wins most tricks.

Rule 1: against a contract a side passes, and it counts, or bids a higher one of its own; it does what is better for it.
Rule 2: so the worth of a contract is known once the worth of all higher ones is: from 7NT downwards.
Rule 3: dealer's side chooses first: any contract, or to leave the choice to the others; they may pass the board out.
    Where both sides could make the same contract, this decides who has it.
Rule 4: a par contract gives par, and no higher contract would give the other side more: so a sacrifice stands above
    what it saves from. Of several levels that give the same the lowest is named.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import Contract, Denomination, Risk
from shared.bridge.play.contract_score import contract_score
from shared.bridge.play.seats import Seat, Side

Tricks = Mapping[tuple[Seat, Denomination], int]
"""Tricks that each declarer wins in each denomination, twenty numbers from 0 to 13."""

CELLS = tuple((seat, denomination) for seat in Seat for denomination in Denomination)
"""What a whole table has a number for."""

_BEYOND = 100_000
"""More than any score."""

_SEATS = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that gives par, doubled when it goes down, and who of the side wins how many tricks."""

    contract: Contract
    declarers: tuple[Seat, ...]
    tricks: int


@dataclass(frozen=True, slots=True)
class Par:
    """The par of a deal: points for North-South, and contracts in the order of bidding; none where it is passed out."""

    score: int
    contracts: tuple[ParContract, ...]


class _Option(NamedTuple):
    """A contract of a side with what it gives and what it is worth, both in North-South's points."""

    side: Side
    result: ParContract
    gives: int
    worth: int


def par(tricks: Tricks, vulnerability: Vulnerability, dealer: Seat | None) -> Par | None:
    """Return the par of a deal from its whole table; None where it depends on a dealer that is not known.

    Raises:
        KeyError: when a number is missing.
        ValueError: when a number is impossible.
    """
    if dealer is None:
        ns, ew = (_par(tricks, vulnerability, side) for side in Side)
        return ns if ns == ew else None
    return _par(tricks, vulnerability, dealer.side)


def par_scores(tricks: Tricks, vulnerability: Vulnerability) -> tuple[int, int]:
    """Return the par for North-South when their side deals, and when the other does, without its contracts.

    The same as `par` gives, by the running best of all higher bids; for files with many deals.

    Raises:
        KeyError: when a number is missing.
    """
    most = {
        (side, denomination): max(tricks[seat, denomination] for seat in _SEATS[side])
        for side in Side
        for denomination in Denomination
    }
    vulnerable = {side: vulnerability.of(side) for side in Side}
    best_ns, best_ew = -_BEYOND, _BEYOND
    for level in range(7, 0, -1):
        for denomination in reversed(Denomination):
            ns = _score(level, denomination, most[Side.NS, denomination], vulnerable[Side.NS])
            ew = -_score(level, denomination, most[Side.EW, denomination], vulnerable[Side.EW])
            best_ns, best_ew = max(best_ns, min(ns, best_ew)), min(best_ew, max(ew, best_ns))
    return max(best_ns, min(0, best_ew)), min(best_ew, max(0, best_ns))


@cache
def _score(level: int, denomination: Denomination, tricks: int, vulnerable: bool) -> int:
    """What a contract gives its side; one of 980 numbers."""
    risk = Risk.UNDOUBLED if tricks >= level + 6 else Risk.DOUBLED
    return contract_score(Contract(level, denomination, risk), tricks, vulnerable)


def _par(tricks: Tricks, vulnerability: Vulnerability, first: Side) -> Par:
    options = _options(tricks, vulnerability)
    second = _other(first)
    passed = _better(second, 0, *(option.worth for option in options if option.side is second))
    score = _better(first, passed, *(option.worth for option in options if option.side is first))
    if score == 0:
        return Par(0, ())
    return Par(score, tuple(option.result for option in reversed(_last_words(options, score))))


def _last_words(options: list[_Option], score: int) -> list[_Option]:
    """The contracts that give par and are not bid over (rule 4), highest first."""
    found: dict[tuple[Side, Denomination], _Option] = {}
    best = {Side.NS: score, Side.EW: score}
    for bid in zip(options[::2], options[1::2], strict=True):
        for option in bid:
            if option.gives == option.worth == score == best[_other(option.side)]:
                key = (option.side, option.result.contract.denomination)
                found.pop(key, None)
                found[key] = option
        best = {option.side: _better(option.side, best[option.side], option.gives) for option in bid}
    return list(found.values())


def _options(tricks: Tricks, vulnerability: Vulnerability) -> list[_Option]:
    """Every bid as North-South's and as East-West's contract, the highest first, with its worth (rules 1 and 2)."""
    options: list[_Option] = []
    for level in range(7, 0, -1):
        for denomination in reversed(Denomination):
            found = []
            for side in Side:
                result = _result(tricks, side, level, denomination)
                points = contract_score(result.contract, result.tricks, vulnerability.of(side))
                gives = points if side is Side.NS else -points
                others = _other(side)
                worth = _better(others, gives, *(higher.worth for higher in options if higher.side is others))
                found.append(_Option(side, result, gives, worth))
            options += found
    return options


def _result(tricks: Tricks, side: Side, level: int, denomination: Denomination) -> ParContract:
    won = {seat: tricks[seat, denomination] for seat in _SEATS[side]}
    most = max(won.values())
    risk = Risk.UNDOUBLED if most >= level + 6 else Risk.DOUBLED
    declarers = tuple(seat for seat, number in won.items() if number == most)
    return ParContract(Contract(level, denomination, risk), declarers, most)


def _better(side: Side, *scores: int) -> int:
    """The best of some scores in North-South's points for a side."""
    return max(scores) if side is Side.NS else min(scores)


def _other(side: Side) -> Side:
    return Side.EW if side is Side.NS else Side.NS
