"""The score of a contract (Law 77 of the 2017 Laws of Duplicate Bridge), and the scores that can occur at all."""

from functools import cache

from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import Contract, Denomination, Passed, Risk
from shared.bridge.play.seats import Seat, Side

_TRICK_VALUE = {
    Denomination.CLUBS: 20,
    Denomination.DIAMONDS: 20,
    Denomination.HEARTS: 30,
    Denomination.SPADES: 30,
    Denomination.NOTRUMP: 30,
}
_FIRST_NOTRUMP_TRICK_EXTRA = 10
_TRICKS_IN_ALL = 13


def trick_points(contract: Contract) -> int:
    """The points of the tricks bid, when they are made: those that count towards a game."""
    extra = _FIRST_NOTRUMP_TRICK_EXTRA if contract.denomination is Denomination.NOTRUMP else 0
    return (contract.level * _TRICK_VALUE[contract.denomination] + extra) * contract.risk


def _made(contract: Contract, overtricks: int, vulnerable: bool) -> int:
    per_trick = _TRICK_VALUE[contract.denomination]
    trick_score = trick_points(contract)
    game = 500 if vulnerable else 300
    premium = game if trick_score >= 100 else 50
    if contract.level == 6:
        premium += 750 if vulnerable else 500
    elif contract.level == 7:
        premium += 1500 if vulnerable else 1000
    if contract.risk is Risk.UNDOUBLED:
        return trick_score + premium + overtricks * per_trick
    # 50 for making a doubled contract and 100 an overtrick; vulnerability and a redouble each double the latter.
    premium += 25 * contract.risk
    return trick_score + premium + overtricks * 50 * contract.risk * (2 if vulnerable else 1)


def _defeated(contract: Contract, undertricks: int, vulnerable: bool, old_doubled_undertricks: bool) -> int:
    if contract.risk is Risk.UNDOUBLED:
        return undertricks * (100 if vulnerable else 50)
    if vulnerable:
        doubled = 300 * undertricks - 100
    else:
        doubled = 200 * undertricks - 100
        if not old_doubled_undertricks:
            doubled += 100 * max(undertricks - 3, 0)
    return doubled * contract.risk // Risk.DOUBLED


def contract_score(
    contract: Contract | Passed, tricks: int, vulnerable: bool, *, old_doubled_undertricks: bool = False
) -> int:
    """Return the points that declarer's side scores (Law 77); negative when the contract fails.

    `old_doubled_undertricks` leaves out the extra 100 (redoubled 200) of the fourth and each further doubled undertrick
    not vulnerable: PBN 2.1's ``OldMP``.

    Raises:
        ValueError: when the number of tricks is impossible.
    """
    if isinstance(contract, Passed):
        return 0
    if not 0 <= tricks <= _TRICKS_IN_ALL:
        raise ValueError(f"a side wins 0 to 13 tricks, not {tricks}")
    margin = tricks - 6 - contract.level
    if margin >= 0:
        return _made(contract, margin, vulnerable)
    return -_defeated(contract, -margin, vulnerable, old_doubled_undertricks)


def ns_score(
    contract: Contract | Passed,
    declarer: Seat | None,
    tricks: int,
    vulnerability: Vulnerability,
    *,
    old_doubled_undertricks: bool = False,
) -> int:
    """Return the points that North-South score on a board; arguments as in `contract_score`.

    Raises:
        ValueError: when a contract has no declarer, or the number of tricks is impossible.
    """
    if isinstance(contract, Passed):
        return 0
    if declarer is None:
        raise ValueError(f"the contract {contract} needs a declarer")
    side = declarer.side
    points = contract_score(contract, tricks, vulnerability.of(side), old_doubled_undertricks=old_doubled_undertricks)
    return points if side is Side.NS else -points


@cache
def possible_scores(vul_ns: bool, vul_ew: bool, *, old_doubled_undertricks: bool = False) -> frozenset[int]:
    """Return every North-South score that Law 77 allows, passed out included.

    A score outside the set is a keying error whatever the contract was: +420 with North-South vulnerable, or +50 with
    East-West vulnerable.
    """
    scores = {0}
    for level in range(1, 8):
        for denomination in Denomination:
            for risk in Risk:
                contract = Contract(level, denomination, risk)
                for tricks in range(_TRICKS_IN_ALL + 1):
                    for vulnerable, sign in ((vul_ns, 1), (vul_ew, -1)):
                        points = contract_score(
                            contract, tricks, vulnerable, old_doubled_undertricks=old_doubled_undertricks
                        )
                        scores.add(sign * points)
    return frozenset(scores)
