"""A victory point scale read from the matches of a file, where it names none that is known.

A greater margin is never worth less. The scale is what most matches of a margin state, as far as it keeps to that; a
match that states something else is probably wrong, and a finding says so.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

Row = tuple[int, Fraction, Fraction]
"""Boards of a match, a side's margin in IMPs, and the victory points that it is stated with."""


@dataclass(frozen=True)
class InferredScale:
    """Victory points by boards of the match and margin."""

    table: Mapping[tuple[int, Fraction], Fraction]

    def award(self, margin: Fraction, boards: int) -> Fraction | None:
        """The victory points of a side; None for a margin that no match bears out."""
        return self.table.get((boards, margin))


def infer_scale(rows: Iterable[Row]) -> InferredScale:
    """Read the scale from both sides of every match, in any order."""
    stated: dict[int, dict[Fraction, Counter[Fraction]]] = defaultdict(lambda: defaultdict(Counter))
    for boards, margin, points in rows:
        stated[boards][margin][points] += 1
    table = {}
    for boards, margins in stated.items():
        usual = {margin: max(counts, key=lambda points: (counts[points], points)) for margin, counts in margins.items()}
        for margin in _rising(sorted(usual.items())):
            table[boards, margin] = usual[margin]
    return InferredScale(table)


def _rising(items: list[tuple[Fraction, Fraction]]) -> list[Fraction]:
    """The margins of the longest run, with gaps, in which victory points never fall."""
    ends: list[Fraction] = []
    lengths = []
    for _, points in items:
        place = bisect_right(ends, points)
        ends[place : place + 1] = [points]
        lengths.append(place + 1)
    rising, wanted = [], len(ends)
    ceiling: Fraction | None = None
    for (margin, points), length in zip(reversed(items), reversed(lengths), strict=True):
        if length == wanted and (ceiling is None or points <= ceiling):
            rising.append(margin)
            ceiling, wanted = points, wanted - 1
    return rising
