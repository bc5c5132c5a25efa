"""Rounding of exact scores, as each scoring program does it.

Scores stay exact `Fraction`s until a rule or a program rounds them. The three ways of treating an exact half
are different rules, not tastes:

* half up (towards plus infinity): ACBLscore's match points, totals and percentages;
* half away from zero: Butler datums, and IMP totals, where the average is zero;
* half away from the average: the EBU White Book on factored match points; what one side of a board gains by
  the half, the other side loses.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

_HALF = Fraction(1, 2)
_ZERO = Fraction(0)


class HalfRule(StrEnum):
    """What becomes of a value exactly between two steps."""

    UP = "up"
    AWAY_FROM_ZERO = "away-from-zero"
    AWAY_FROM_AVERAGE = "away-from-average"


def half_up(value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """Round to the nearest multiple of `step`, an exact half towards plus infinity.

    Args:
        value: the exact value, in any unit.
        step: the positive step, in the same unit.
    """
    quotient = Fraction(value) / step + _HALF
    return Fraction(quotient.numerator // quotient.denominator) * step


def half_away_from(centre: Fraction | int, value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """Round to the nearest multiple of `step`, an exact half to the side away from `centre`.

    A half that lies on the centre itself goes up.

    Args:
        centre: the value from which halves move away, such as the average of a board.
        value: the exact value, in the unit of `centre`.
        step: the positive step, in the same unit.
    """
    if value < centre:
        return -half_up(-Fraction(value), step)
    return half_up(value, step)


def half_away_from_zero(value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """Round to the nearest multiple of `step`, an exact half away from zero.

    Args:
        value: the exact value, in any unit.
        step: the positive step, in the same unit.
    """
    return half_away_from(0, value, step)


@dataclass(frozen=True, slots=True)
class RoundingFamily:
    """How one family of scoring programs rounds; `step` None keeps values exact.

    Attributes:
        name: the name by which settings and findings know the family.
        step: the smallest unit that is kept, or None for exact values.
        half: what becomes of an exact half.
    """

    name: str
    step: Fraction | None
    half: HalfRule = HalfRule.UP

    def apply(self, value: Fraction, average: Fraction = _ZERO) -> Fraction:
        """Round a value of which `average` is the middle of the range (half the top of a board).

        Args:
            value: the exact value.
            average: the middle of the range, in the same unit; only `AWAY_FROM_AVERAGE` looks at it.
        """
        if self.step is None:
            return value
        match self.half:
            case HalfRule.UP:
                return half_up(value, self.step)
            case HalfRule.AWAY_FROM_ZERO:
                return half_away_from_zero(value, self.step)
            case HalfRule.AWAY_FROM_AVERAGE:
                return half_away_from(average, value, self.step)


EXACT = RoundingFamily("exact", None)
"""No rounding before display."""

ACBLSCORE = RoundingFamily("acblscore", Fraction(1, 100), HalfRule.UP)
"""ACBLscore keeps two decimals of everything and rounds halves up (found from its own files)."""

EBU = RoundingFamily("ebu", Fraction(1, 10_000), HalfRule.AWAY_FROM_AVERAGE)
"""EBU White Book, factored match points: four decimals, 0.00005 away from the average."""

FAMILIES = {family.name: family for family in (EXACT, ACBLSCORE, EBU)}


def to_decimal(value: Fraction | int, places: int, half: HalfRule = HalfRule.UP) -> Decimal:
    """Write a value with a fixed number of decimals.

    Args:
        value: the exact value.
        places: how many decimals to keep, 0 or more.
        half: what becomes of an exact half; away from the average needs `half_away_from` first.

    Returns:
        A Decimal that has exactly `places` decimals, so that ``str`` shows them all.
    """
    above, below = value.numerator * 10**places, value.denominator
    if half is not HalfRule.UP and above < 0:
        whole = -((-2 * above + below) // (2 * below))
    else:
        whole = (2 * above + below) // (2 * below)
    return Decimal(f"{whole}E-{places}")
