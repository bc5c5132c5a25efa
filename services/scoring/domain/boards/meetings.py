"""Which pairs have met, and in which lines they sat, as results come in."""

from collections import defaultdict
from collections.abc import Iterable

from contracts.base import Direction
from contracts.facts import ResultFact, Sides


class Meetings:
    """The sides of all lines; a result costs what is new of it.

    Attributes:
        seats: the lines in which each has sat.
        lines: the same of lines that name both sides, and `met` the opponents.
    """

    def __init__(self) -> None:
        """Begin without a line."""
        self._sides: set[Sides] = set()
        self._begin()

    def _begin(self) -> None:
        self.seats: dict[str | None, set[Direction]] = defaultdict(set)
        self.lines: dict[str | None, set[Direction]] = defaultdict(set)
        self.met: dict[str | None, set[str]] = defaultdict(set)

    def update(self, results: Iterable[ResultFact]) -> None:
        """Take the results as they are now."""
        before, self._sides = self._sides, {result.sides for result in results}
        if not before <= self._sides:
            before = set()
            self._begin()
        for sides in self._sides - before:
            self.seats[sides.ns].add(Direction.NS)
            self.seats[sides.ew].add(Direction.EW)
            if sides.ns is not None and sides.ew is not None:
                self.lines[sides.ns].add(Direction.NS)
                self.lines[sides.ew].add(Direction.EW)
                self.met[sides.ns].add(sides.ew)
                self.met[sides.ew].add(sides.ns)
