"""The score of one deal of rubber bridge or Chicago, above and below the line (Laws of Rubber Bridge; PBN 2.1, 4.2.5).

Rules kept here:

1. Below the line stand the trick points of a contract that is made, doubled or redoubled with it, and nothing else.
2. Above it stand overtricks, the premiums for slams and for a doubled contract made; for a contract defeated its
   undertricks, for the other side.
3. What does not follow from the deal alone may come on top of that, for either side: honours (100 or 150), and for the
   side that made its contract the premium of a game, a rubber or a part-score, which depends on the deals before.
"""

from dataclasses import dataclass

from shared.bridge.play.contract import Contract, Denomination, Risk
from shared.bridge.play.contract_score import contract_score, trick_points

HONOURS = (0, 100, 150)
"""Four honours of the trumps in one hand, five of them or four aces."""

PREMIUMS = (0, 50, 100, 300, 500, 700)
"""Part-scores and games of Chicago, the rubber, and an unfinished rubber."""

_SLAM = {6: (500, 750), 7: (1000, 1500)}


@dataclass(frozen=True, slots=True)
class LineScore:
    """The points of one side in a deal."""

    above: int
    below: int


def rubber_score(
    contract: Contract, tricks: int, vulnerable: bool, *, old_doubled_undertricks: bool = False
) -> tuple[LineScore, LineScore]:
    """What declarer's side and the defenders score by the deal alone (rules 1 and 2); see `contract_score`.

    Raises:
        ValueError: when the number of tricks is impossible.
    """
    margin = tricks - 6 - contract.level
    if margin < 0:
        lost = -contract_score(contract, tricks, vulnerable, old_doubled_undertricks=old_doubled_undertricks)
        return LineScore(0, 0), LineScore(lost, 0)
    above = _SLAM.get(contract.level, (0, 0))[vulnerable]
    if contract.risk is Risk.UNDOUBLED:
        above += margin * trick_points(Contract(1, _plain(contract.denomination)))
    else:
        above += 25 * contract.risk + margin * 50 * contract.risk * (2 if vulnerable else 1)
    return LineScore(above, trick_points(contract)), LineScore(0, 0)


def _plain(denomination: Denomination) -> Denomination:
    """A denomination whose first trick is worth what every other trick is: an overtrick in notrump is one of spades."""
    return Denomination.SPADES if denomination is Denomination.NOTRUMP else denomination


def explains(stated: LineScore, computed: LineScore, *, made: bool) -> bool:
    """Whether a side's stated score is the computed one with honours and premiums on top (rule 3).

    `made`: this side made its contract, and can have a premium for it.
    """
    more = stated.above - computed.above
    premiums = PREMIUMS if made else (0,)
    return stated.below == computed.below and any(more == honours + one for honours in HONOURS for one in premiums)
