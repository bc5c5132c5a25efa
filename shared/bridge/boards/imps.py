"""International match points: from a difference in points to IMPs (Law 78B).

The table of today is here. PBN 2.1 also names the tables of 1948 and 1961; they are not known for certain, and
an organiser may use a table of its own (ACBLscore files can point to one), so any table can be given as data.
"""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class ImpTable:
    """A table of IMPs: the smallest difference in points that is worth 1, 2, 3, ... IMPs. Standings give its name."""

    name: str
    lower_bounds: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse a table that does not rise."""
        pairs = zip((0, *self.lower_bounds), self.lower_bounds, strict=False)
        if not self.lower_bounds or any(after <= before for before, after in pairs):
            raise ValueError(f"the bounds of the IMP table {self.name!r} do not rise from above 0")


_CURRENT_BOUNDS = """
    20 50 90 130 170 220 270 320 370 430 500 600
    750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500 4000
"""
CURRENT = ImpTable("current", tuple(int(bound) for bound in _CURRENT_BOUNDS.split()))
"""The table of Law 78B."""


def given_table(lower_bounds: tuple[int, ...]) -> ImpTable | None:
    """Return the table that an event brings along, or None; its reader has already asked whether it rises."""
    return ImpTable("given", lower_bounds) if lower_bounds else None


def imps(difference: int | Fraction, table: ImpTable = CURRENT, cap: int | None = None) -> int:
    """Convert a difference in points (Law 78B); the IMPs have its sign.

    A difference is a fraction when a datum is not rounded; `cap` is ACBLscore's "Max IMP swing".
    """
    # The bounds are whole, so the whole part of a fractional difference decides.
    size = bisect_right(table.lower_bounds, int(difference if difference > 0 else -difference))
    if cap is not None:
        size = min(size, cap)
    return size if difference > 0 else -size


@dataclass(frozen=True, slots=True)
class LineImps:
    """IMPs of one line of a board, each side from its own point of view; None when there is nothing to score."""

    ns: Fraction | None
    ew: Fraction | None
