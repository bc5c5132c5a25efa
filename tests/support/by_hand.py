"""Scores of boards worked out the long way: every score against every other one, and a table read row by row.

Nothing here calls the code under test; the bounds of the IMP table are those of Law 78B.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

BOUNDS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000,
    3500, 4000,
)  # fmt: skip


def imps(points: int | Fraction) -> int:
    """IMPs of a difference in points."""
    won = sum(abs(points) >= bound for bound in BOUNDS)
    return won if points > 0 else -won


def match_points(scores: Sequence[int]) -> list[Fraction]:
    """2 for each lower score, 1 for each other one that is equal."""
    return [
        Fraction(sum(2 * (mine > other) + (mine == other) for j, other in enumerate(scores) if j != i))
        for i, mine in enumerate(scores)
    ]


def cross_imps(scores: Sequence[int], divisor: int | None = None) -> list[Fraction]:
    """The mean of the IMPs against every other score, or their sum divided by something else."""
    by = divisor or len(scores) - 1
    return [Fraction(sum(imps(mine - other) for other in scores), by) for mine in scores]


def butler_imps(scores: Sequence[int], datum: int) -> list[Fraction]:
    """IMPs against a datum."""
    return [Fraction(imps(score - datum)) for score in scores]


def datum(scores: Sequence[int]) -> int:
    """The mean to the nearest 10; a 5 goes away from zero."""
    mean = Fraction(sum(scores), len(scores))
    tens = int(abs(mean) / 10 + Fraction(1, 2)) * 10
    return tens if mean >= 0 else -tens


def places(totals: Mapping[str, Fraction | Decimal | int]) -> dict[str, str]:
    """1 more than there are better ones; with an equals sign where others have as much."""
    values = list(totals.values())
    return {
        name: f"{1 + sum(other > value for other in values)}{'=' if values.count(value) > 1 else ''}"
        for name, value in totals.items()
    }


def printed(value: Fraction, decimals: int = 2) -> Decimal:
    """With so many decimals, halves up."""
    whole = (value * 10**decimals * 2 + 1) // 2
    return Decimal(int(whole)).scaleb(-decimals)
