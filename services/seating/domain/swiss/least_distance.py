"""The matching of least cost, used when the search from the top ends without a draw.

Costs, the highest first: two participants meet who should be kept apart; a rematch; a second bye (a setting exchanges
these two); a third meeting; a meeting after half a match; a bye for a participant who is not the lowest; the squared
distance in rank. Each outweighs any number of those after it, so a rematch occurs only if no draw avoids it.

Matching a large field is slow, so only neighbours in rank are considered at first. Their matching is the best of all if
a single meeting outside would cost more, since the distance is squared; otherwise the neighbourhood is doubled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from services.seating.domain.swiss.model import FULL
from services.seating.domain.swiss.top_down import Couple

NEIGHBOURS = 12
"""The distance in rank that is considered first."""


@dataclass(frozen=True)
class Bond:
    """What stands between two, apart from their distance: whether they must not meet, and half matches so far."""

    apart: bool = False
    halves: int = 0


Bonds = Mapping[Couple, Bond]
"""For those couples where there is something; the lower number first."""


@dataclass(frozen=True)
class Matching:
    """Who meets, and who has the bye."""

    couples: tuple[Couple, ...]
    bye: int | None = None


class _Costs:
    """Turns what is to be avoided into one number each."""

    def __init__(self, places: Sequence[int], bonds: Bonds, byes: Mapping[int, int], second_bye_first: bool) -> None:
        self._order = {place: order for order, place in enumerate(places)}
        self._bonds = bonds
        self._byes = byes
        self._swapped = not second_bye_first
        size = len(places)
        halves = max((bond.halves for bond in bonds.values()), default=0)
        self._base = size**3 + size * (halves + 2) + max(byes.values(), default=0) + 2

    def meeting(self, first: int, second: int) -> int:
        distance = (self._order[first] - self._order[second]) ** 2
        bond = self._bonds.get((first, second))
        if bond is None:
            return distance
        again = bond.halves >= FULL
        two = (0, again) if self._swapped else (again, 0)
        return self._weigh(
            bond.apart, *two, bond.halves - FULL if again else 0, 0 if again else bond.halves, 0, distance
        )

    def bye(self, place: int) -> int:
        second_bye = self._byes[place]
        two = (second_bye, 0) if self._swapped else (0, second_bye)
        return self._weigh(0, *two, 0, 0, len(self._order) - 1 - self._order[place], 0)

    def _weigh(self, *grades: int) -> int:
        """The seven grades of the costs, the highest first, as one number."""
        return reduce(lambda sum_, grade: sum_ * self._base + grade, grades)


def least_distance(
    places: Sequence[int], bonds: Bonds, byes: Mapping[int, int] | None = None, *, second_bye_first: bool = True
) -> Matching:
    """Pair everybody, in rank order, at the least cost.

    `byes` are how many each has had, where the number is odd; `second_bye_first`: a second bye is better than a
    rematch.
    """
    costs = _Costs(places, bonds, byes or {}, second_bye_first)
    least_bye = min(map(costs.bye, places)) if byes is not None else 0
    width = NEIGHBOURS
    while True:
        matching, cost = _match(places, costs, width, with_bye=byes is not None)
        left_out = (width + 1) ** 2 + len(matching.couples) - 1 + least_bye
        if cost <= left_out or width >= len(places):
            return matching
        width *= 2


def _match(places: Sequence[int], costs: _Costs, width: int, *, with_bye: bool) -> tuple[Matching, int]:
    """The matching of least cost among those who are not farther apart than this, and its cost."""
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - ten megabytes, and few events draw Swiss rounds

    graph = Graph()
    graph.add_weighted_edges_from(
        (order, lower, -costs.meeting(first, second))
        for order, first in enumerate(places)
        for lower, second in enumerate(places[order + 1 : order + 1 + width], order + 1)
    )
    nobody = len(places)
    if with_bye:
        graph.add_weighted_edges_from((order, nobody, -costs.bye(place)) for order, place in enumerate(places))
    couples: list[Couple] = []
    bye, cost = None, 0
    for edge in max_weight_matching(graph, maxcardinality=True):
        first, second = sorted(edge)
        cost -= graph.edges[first, second]["weight"]
        if second == nobody:
            bye = places[first]
        else:
            couples.append((places[first], places[second]))
    return Matching(tuple(sorted(couples)), bye), cost
