"""What a match is worth that was not played as it should have been (EBU White Book, Swiss events; Laws 12C2 and 86A).

Rules kept here:

1. A match that is void gives each side 40 % of the scale's maximum, 8 of 20; one that the director spoiled, and a bye
   or sit-out, 60 %, 12 of 20, as average plus.
2. Who met a higher opponent by a mistake of others has 5 and ¾ of the score; who met a lower one by an own mistake
   loses a quarter of what exceeds 5 (that a score below 5 stands is our choice; the formula as it is printed would
   raise it). Both are of the scale to 20.
3. A board that is taken out of a match gives 3 IMPs for average plus and -3 for average minus, if at least half of the
   match was played. Of a shorter one no source says what it is worth.
"""

from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from shared.bridge.boards.artificial_scores import Grade, imp_value

REMOVED_BOARD_IMPS = 3
_MISMATCH_MAXIMUM = 20
_LIMIT = 5


class MatchAward(StrEnum):
    """What the director gives a side for a match."""

    VOID = "void"
    DIRECTOR_FAULT = "director fault"
    PLUS = "average plus"
    AVERAGE = "average"
    MINUS = "average minus"
    MET_HIGHER = "mismatch higher"
    MET_LOWER = "mismatch lower"


_SHARES = {
    MatchAward.VOID: Fraction(2, 5),
    MatchAward.DIRECTOR_FAULT: Fraction(3, 5),
    MatchAward.PLUS: Fraction(3, 5),
    MatchAward.AVERAGE: Fraction(1, 2),
    MatchAward.MINUS: Fraction(2, 5),
}
"""Of the scale's maximum (rule 1)."""

GRADES = {"average plus": Grade.PLUS, "average": Grade.AVERAGE, "average minus": Grade.MINUS}
"""The awards of Law 12C2 by the names that directors give them."""


def match_award(award: MatchAward, maximum: Fraction | int, played: Fraction | None = None) -> Fraction | None:
    """Return the victory points of an award (rules 1 and 2), of the most that the scale gives for the match.

    Only a mismatch asks for the victory points for what was `played`; it has None without them, and on other scales
    than that to 20.
    """
    share = _SHARES.get(award)
    if share is not None:
        return Fraction(maximum) * share
    if played is None or maximum != _MISMATCH_MAXIMUM:
        return None
    return mismatch(played, against_higher=award is MatchAward.MET_HIGHER)


def ruling_of(home: Decimal | Fraction, away: Decimal | Fraction, maximum: Fraction | int) -> MatchAward | None:
    """Return the ruling by which both sides have these victory points; None where their boards must have given them.

    What both sides have of a match that is void, or that the director spoiled, does not add up to the maximum, as the
    victory points of two margins do.
    """
    both = (Fraction(home), Fraction(away))
    for award in (MatchAward.VOID, MatchAward.DIRECTOR_FAULT):
        if both == (Fraction(maximum) * _SHARES[award],) * 2:
            return award
    return None


def bye(maximum: Fraction | int) -> Fraction:
    """Return the victory points of a bye or sit-out (rule 1)."""
    return Fraction(maximum) * _SHARES[MatchAward.PLUS]


def mismatch(score: Fraction, *, against_higher: bool) -> Fraction:
    """Correct the victory points, on the scale to 20, of a match of opponents who should not have met (rule 2).

    `against_higher`: the contestant was not at fault and met a higher one; else it was at fault and met a lower one.
    """
    if against_higher:
        return _LIMIT + score * 3 / 4
    return score - max(score - _LIMIT, Fraction(0)) / 4


def removed_board(grade: Grade, *, played: int, boards: int) -> Fraction | None:
    """Return the IMPs of a board that was taken out of a match (rule 3); None when less than half was played.

    `played` boards have a score on both sides; `boards` are all of the match, this one included.
    """
    return imp_value(grade, REMOVED_BOARD_IMPS) if 2 * played >= boards > 0 else None
