"""The auction: whose turn it is, what is sufficient, what may be doubled, when it ends (Laws 17 to 22, 41).

Calls are texts in PBN's form: ``Pass``, ``X``, ``XX``, ``1C`` .. ``7NT``, and ``AP`` for passes up to the end. A player
who was skipped because another called out of turn has a place of his own in the row (`SKIPPED`), so that every call
belongs to the seat after the one before.

Rule 1: a bid is sufficient when it names more odd tricks, or as many in a higher denomination (Law 18).
Rule 2: only the opponents' last bid can be doubled, once, and only their double redoubled (Law 19).
Rule 3: four passes end an auction without a bid, three in a row any other (Law 22). A skipped turn is no pass.
Rule 4: declarer is who first bid the final denomination for the side that bid it last (Law 41D, Definitions).
Rule 5: a mark of an accepted insufficient bid makes it count as a bid; the next one has to be higher than it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shared.bridge.play.contract import PASSED_OUT, Contract, Denomination, ParsedContract, Risk
from shared.bridge.play.seats import Seat

SKIPPED = "^S"
"""Stands in a row of calls for a player who lost his turn to a call out of rotation."""

ALL_PASS = "AP"  # noqa: S105 - no password
CLOCKWISE = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)

_NEXT = dict(zip(CLOCKWISE, (*CLOCKWISE[1:], CLOCKWISE[0]), strict=True))
BIDS: dict[str, int] = {
    f"{level}{denomination.value}": number
    for number, (level, denomination) in enumerate(
        (level, denomination) for level in range(1, 8) for denomination in Denomination
    )
}
"""Every bid with its rank: 0 for one club, 34 for seven notrump."""

_CALLS = frozenset({*BIDS, "Pass", "X", "XX", ALL_PASS, SKIPPED})
_SPELLINGS = {
    **{call.upper(): call for call in _CALLS},
    **{f"{level}{word}": f"{level}NT" for level in range(1, 8) for word in ("N", "SA")},
    **dict.fromkeys(("P", "PAS", "PASSE"), "Pass"),
    **dict.fromkeys(("D", "DBL", "DOUBLE"), "X"),
    **dict.fromkeys(("R", "RDBL", "REDBL", "REDOUBLE"), "XX"),
    "ALLPASS": ALL_PASS,
}
_CONTRACTS = [
    [Contract(int(bid[0]), Denomination(bid[1:]), risk) for bid in BIDS]
    for risk in (Risk.UNDOUBLED, Risk.DOUBLED, Risk.REDOUBLED)
]
"""By how often it is doubled and the rank of the bid."""

Fault = Literal[
    "not-a-call", "insufficient", "sufficient", "inadmissible-double", "inadmissible-redouble", "after-end", "skip"
]
"""What can be wrong with a call; "sufficient" is a bid marked as insufficient that is none, "skip" a skipped turn in an
auction that was over or that nobody called in."""


def parse_call(text: str) -> str | None:
    """A call in PBN's form, from what programs and players write; None for a text that is none."""
    return _SPELLINGS.get(text.upper())


def turn(first: Seat, number: int) -> Seat:
    """The seat whose turn it is after `number` turns, when `first` had the first."""
    return CLOCKWISE[(CLOCKWISE.index(first) + number) % 4]


def after(seat: Seat) -> Seat:
    """The seat on the left."""
    return _NEXT[seat]


def partner(seat: Seat) -> Seat:
    """The seat across the table."""
    return _NEXT[_NEXT[seat]]


@dataclass(frozen=True, slots=True)
class CallFault:
    """A call that the Laws do not allow there: its number in the row from 0, the fault, and a sentence."""

    number: int
    fault: Fault
    reason: str


@dataclass(frozen=True, slots=True)
class AuctionOutcome:
    """What an auction gives; the contract is the last bid with its doubles, passed out, or None before any bid."""

    ended: bool
    contract: ParsedContract
    declarer: Seat | None
    faults: tuple[CallFault, ...]


class _State:
    """Where an auction stands; `bidder` is the side that bid last, 0 for that of who called first, 1 for the other."""

    def __init__(self, first: Seat) -> None:
        start = CLOCKWISE.index(first)
        self.turns = CLOCKWISE[start:] + CLOCKWISE[:start]
        self.bid = -1
        self.bidder: int | None = None
        self.doubled = 0
        self.passes = 0
        self.ended = False
        self.first_to_name: dict[tuple[int, str], Seat] = {}
        self.faults: list[CallFault] = []

    def fault(self, number: int, fault: Fault, reason: str) -> None:
        self.faults.append(CallFault(number, fault, reason))

    def take(self, number: int, call: str, insufficient: bool) -> None:
        if self.ended or call not in _CALLS:
            self._refuse(number, call)
        elif call == "Pass":
            self.passes += 1
            self.ended = self.passes == (4 if self.bidder is None else 3)
        elif call in BIDS:
            self._bid(number, call, insufficient)
        elif call == ALL_PASS:
            self.ended = True
        elif call == "X":
            self._double(number)
        elif call == "XX":
            self._redouble(number)

    def _refuse(self, number: int, call: str) -> None:
        if call not in _CALLS:
            self.fault(number, "not-a-call", f"{call[:20]!r} is not a call")
        else:
            self.fault(
                number, "skip" if call == SKIPPED else "after-end", f"{call} is called after the auction has ended"
            )

    def _bid(self, number: int, call: str, insufficient: bool) -> None:
        rank, seat = BIDS[call], self.turns[number % 4]
        if rank <= self.bid and not insufficient:
            self.fault(number, "insufficient", f"{call} by {seat} is not higher than {_CONTRACTS[0][self.bid]}")
        elif rank > self.bid and insufficient:
            self.fault(number, "sufficient", f"{call} by {seat} is marked as insufficient but is sufficient")
        self.bid, self.bidder, self.doubled, self.passes = rank, number % 2, 0, 0
        self.first_to_name.setdefault((number % 2, call[1:]), seat)

    def _double(self, number: int) -> None:
        seat = self.turns[number % 4]
        if self.doubled or self.bidder != (number + 1) % 2:
            self.fault(number, "inadmissible-double", f"{seat} doubles, but the last bid is not one of the opponents")
        else:
            self.doubled = 1
        self.passes = 0

    def _redouble(self, number: int) -> None:
        seat = self.turns[number % 4]
        if self.doubled != 1 or self.bidder != number % 2:
            self.fault(
                number, "inadmissible-redouble", f"{seat} redoubles, but the opponents have not doubled the last bid"
            )
        else:
            self.doubled = 2
        self.passes = 0


def follow_auction(first: Seat, calls: Sequence[str], insufficient: frozenset[int] = frozenset()) -> AuctionOutcome:
    """Follow an auction from its first call, as far as it goes.

    A call that is not allowed is reported, and a bid counts all the same.

    Args:
        first: who calls first, the dealer.
        calls: the row of calls, without hyphens before the dealer.
        insufficient: the numbers of bids that were insufficient and accepted.
    """
    state = _State(first)
    for number, call in enumerate(calls):
        state.take(number, call, number in insufficient)
    if state.bidder is None:
        passed = state.ended and not state.faults
        return AuctionOutcome(state.ended, PASSED_OUT if passed else None, None, tuple(state.faults))
    contract = _CONTRACTS[state.doubled][state.bid]
    declarer = state.first_to_name[state.bidder, contract.denomination.value]
    return AuctionOutcome(state.ended, contract, declarer, tuple(state.faults))
