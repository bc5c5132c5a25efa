"""One line of a traveller as the scoring rules see it (Laws 12C1c, 12C2 and 78).

Each side has a score of its own, because a director may give the two sides different results (a split ruling).
All points are from the own side's point of view: the side that wins 420 has 420, its opponents -420, so for
every side more is better.

A side's score is one of

* an ``int``: points won at the table or assigned;
* a `Weighted` score: several results with weights that sum to 1;
* an `Artificial` score: a percentage, outside everybody's field;
* None: no score (not played, not yet played, unknown).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from shared.bridge.boards.artificial_scores import Artificial


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted assigned score (Law 12C1c): points and weight of each result; weights are positive and sum to 1."""

    components: tuple[tuple[int, Fraction], ...]

    def __post_init__(self) -> None:
        """Refuse weights that are not shares of one result."""
        if not self.components or any(weight <= 0 for _, weight in self.components):
            raise ValueError("a weighted score needs results with positive weights")
        total = sum((weight for _, weight in self.components), Fraction(0))
        if total != 1:
            raise ValueError(f"the weights of a weighted score sum to 1, not {total}")

    def __neg__(self) -> Weighted:
        """Return the same ruling from the other side's point of view."""
        return Weighted(tuple((-points, weight) for points, weight in self.components))


SideScore = int | Weighted | Artificial | None

Count = int | Fraction


def components(score: SideScore) -> Iterator[tuple[int, int | Fraction]]:
    """Yield the points and weights that a score puts into its side's field; artificial scores put in none."""
    if isinstance(score, int):
        yield score, 1
    elif isinstance(score, Weighted):
        yield from score.components


def frequencies(scores: Iterable[tuple[SideScore, int]]) -> dict[int, Count]:
    """Count how often each number of points occurs; a weighted ruling counts its weights."""
    weights: dict[int, Count] = {}
    for score, count in scores:
        if isinstance(score, int):
            weights[score] = weights.get(score, 0) + count
            continue
        for points, weight in components(score):
            weights[points] = weights.get(points, 0) + weight * count
    return weights


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The result of one board at one table.

    Attributes:
        group: which sub-field the line is compared in: boards fouled in the same way share a group.
        count: how many equal results the line stands for (PBN's ``Multiplicity``).
    """

    ns: SideScore
    ew: SideScore
    group: int = 0
    count: int = 1

    def __post_init__(self) -> None:
        """Refuse a line that stands for no result."""
        if self.count < 1:
            raise ValueError(f"a line stands for at least one result, not {self.count}")

    @property
    def scored(self) -> bool:
        """Whether either side has a score."""
        return self.ns is not None or self.ew is not None
