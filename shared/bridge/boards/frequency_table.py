"""The scores of one side of a board, sorted, for everything that is told by how many are lower and how many equal."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from itertools import accumulate

from shared.bridge.boards.board_line import Count, SideScore, frequencies


class FrequencyTable:
    """The scores of one side in one group, sorted, with how often each occurs.

    Building it takes a sort of the distinct scores; every question afterwards is a binary search.
    """

    __slots__ = ("_below", "_scores", "_weights", "count")

    def __init__(self, weights: Mapping[int, Count]) -> None:
        """Build the table; a part of a weighted ruling counts its weight."""
        self._scores = sorted(weights)
        self._weights = [weights[score] for score in self._scores]
        self._below: list[Count] = [0, *accumulate(self._weights)]
        self.count: Count = self._below[-1]

    def wins(self, points: int) -> Count:
        """Return the match points of a score, 2 for each lower and 1 for each other equal one; KeyError without it."""
        place = bisect_left(self._scores, points)
        if place == len(self._scores) or self._scores[place] != points:
            raise KeyError(points)
        return 2 * self._below[place] + self._weights[place] - 1


def frequency_table(scores: Iterable[tuple[SideScore, int]]) -> FrequencyTable:
    """Build the table of the scores of one side, each with the number of results it stands for."""
    return FrequencyTable(frequencies(scores))
