"""Rounding of exact scores, as each scoring program does it.

Scores stay exact `Fraction`s until a rule or a program rounds them. The ways of treating an exact half
are different rules, not tastes:

* half up (towards plus infinity): ACBLscore's match points, totals and percentages;
* half away from zero: Butler datums, and IMP totals, where the average is zero;
* half to even: `printf` and spreadsheets' kin, where they print a whole number;
* no rounding but a cut towards zero: programs that keep tenths of a point as whole numbers;
* half away from the average: the EBU White Book on factored match points, to four decimals; what one side of a board
  gains by the half, the other side loses. Nothing here rounds so: match points are kept exact.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

_HALF = Fraction(1, 2)


def half_up(value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """Round to the nearest multiple of a positive step, an exact half towards plus infinity."""
    quotient = Fraction(value) / step + _HALF
    return Fraction(quotient.numerator // quotient.denominator) * step


def half_away_from_zero(value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """Round to the nearest multiple of a positive step, an exact half away from zero."""
    return half_up(value, step) if value >= 0 else -half_up(-value, step)


@dataclass(frozen=True, slots=True)
class RoundingFamily:
    """How one family of scoring programs rounds.

    Attributes:
        step: the smallest unit that is kept, or None for exact values.
        to: where a value between two multiples of it goes: to the nearer one, an exact half "up" or to the "even" one;
            or "cut" towards zero.
    """

    name: str
    step: Fraction | None
    to: Literal["up", "even", "cut"] = "up"

    def apply(self, value: Fraction) -> Fraction:
        """Round an exact value."""
        if self.step is None:
            return value
        if self.to == "up":
            return half_up(value, self.step)
        multiples = value / self.step
        return (round(multiples) if self.to == "even" else int(multiples)) * self.step


EXACT = RoundingFamily("exact", None)
"""No rounding before display."""

HUNDREDTHS = RoundingFamily("printed-2", Fraction(1, 100))
"""Most programs print points so."""

ACBLSCORE = RoundingFamily("acblscore", Fraction(1, 100))
"""ACBLscore keeps two decimals of everything and rounds halves up (found from its own files)."""


def to_decimal(value: Fraction | int, places: int) -> Decimal:
    """Write a value with exactly so many decimals, so that ``str`` shows them all, an exact half upwards."""
    above, below = value.numerator * 10**places, value.denominator
    return decimal_of((2 * above + below) // (2 * below), places)


@lru_cache(maxsize=16_384)
def decimal_of(units: int, places: int) -> Decimal:
    """So many units of the last of some decimals; the percentages of an event are a few thousand numbers."""
    return Decimal(f"{units}E-{places}")
