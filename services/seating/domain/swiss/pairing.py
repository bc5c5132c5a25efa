"""Who meets whom: first the search from the top, then, beyond its bound, the matching of least distance.

Places count from 0 in rank order, over the participants to be drawn. With an odd number one has the bye, or three form
a triple:

1. The bye goes to the lowest of those with the fewest byes, provided that the others can be paired without a rematch.
2. A triple is the three lowest, of those with the fewest triples and byes, who have not met and without whom the others
   can be paired without a rematch.
3. If no draw avoids a rematch, the least cost decides (`least_distance`). A triple is then the first in the same order
   with the fewest rematches inside and outside; a bounded number of triples is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, filterfalse, islice
from typing import TYPE_CHECKING

from services.seating.domain.swiss.least_distance import Bonds, least_distance
from services.seating.domain.swiss.model import FULL
from services.seating.domain.swiss.top_down import Couple, top_down

if TYPE_CHECKING:
    from networkx import Graph

LOOKS = 120_000
"""How many triples are looked at, times how many are drawn: all of them up to 29 sides.

With more sides than that, and at most 12 rounds behind them, everybody is left with so many who were not met that any
triple leaves the others a draw (Dirac's theorem).
"""

Three = tuple[int, int, int]


@dataclass(frozen=True)
class Pairing:
    """Who meets whom, who has the bye, who is a triple; by the method "top_down" or "least_distance"."""

    couples: tuple[Couple, ...]
    method: str
    bye: int | None = None
    triple: Three | None = None


@dataclass(frozen=True)
class Pool:
    """Those who are to be drawn, and the steps that all searches of the draw have together.

    `had` are byes; of those who may be a triple, byes and triples.
    """

    had: Sequence[int]
    bonds: Bonds
    second_bye_first: bool = True
    steps: int = 20_000

    @property
    def places(self) -> range:
        """Everybody, in rank order."""
        return range(len(self.had))

    @property
    def looks(self) -> int:
        """How many triples are looked at."""
        return max(LOOKS // len(self.had), 1)

    def barred(self) -> list[AbstractSet[int]]:
        """For each place whom it should not meet, for whatever reason."""
        barred: list[set[int]] = [set() for _ in self.had]
        for first, second in self.bonds:
            barred[first].add(second)
            barred[second].add(first)
        return list(barred)

    def is_again(self, couple: Couple) -> bool:
        """Whether two have had a whole match, or are to be kept apart."""
        bond = self.bonds.get(couple)
        return bond is not None and (bond.apart or bond.halves >= FULL)


def pair_all(pool: Pool) -> Pairing:
    """Pair an even number, or an odd one with a bye."""
    if len(pool.had) % 2 == 0:
        search = top_down(pool.places, pool.barred(), pool.steps)
        if search.couples is not None:
            return Pairing(search.couples, "top_down")
        return Pairing(least_distance(pool.places, pool.bonds).couples, "least_distance")
    return _with_bye(pool)


def _with_bye(pool: Pool) -> Pairing:
    """Rule 1."""
    barred = pool.barred()
    left = pool.steps
    fewest = min(pool.had)
    for bye in sorted(pool.places, key=lambda place: (pool.had[place], -place)):
        if pool.had[bye] > fewest and not pool.second_bye_first:
            break
        search = top_down([place for place in pool.places if place != bye], barred, left)
        if search.couples is not None:
            return Pairing(search.couples, "top_down", bye)
        left -= search.steps
        if not search.exhausted or left <= 0:
            break
    byes = dict(enumerate(pool.had))
    matching = least_distance(pool.places, pool.bonds, byes, second_bye_first=pool.second_bye_first)
    return Pairing(matching.couples, "least_distance", matching.bye)


def pair_with_triple(pool: Pool) -> Pairing:
    """Pair an odd number of three or more, three of them in a triple (rules 2 and 3).

    A count of those who can meet tells quickly whether a triple leaves the others a draw; only one that does is paired.
    """
    barred = pool.barred()
    couples = (len(pool.had) - 3) // 2
    left = pool.steps
    bounded = islice(_triples(pool.had, lambda first, second: second not in barred[first]), pool.looks)
    for number, triple in enumerate(bounded):
        rest = _without(pool, triple)
        search = top_down(rest, barred, left)
        left = max(left - search.steps, 1)
        if search.couples is not None:
            return Pairing(search.couples, "top_down", triple=triple)
        if not number:
            allowed = _graph(both for both in combinations(pool.places, 2) if both not in pool.bonds)
            if _most_couples(allowed) < couples:
                break
        if not search.exhausted and _most_couples(allowed.subgraph(rest)) == couples:
            return Pairing(least_distance(rest, pool.bonds).couples, "least_distance", triple=triple)
    return _least_rematches(pool)


def _graph(edges: Iterable[tuple[int, int]]) -> Graph:
    """Who can be paired with whom."""
    from networkx import Graph  # noqa: PLC0415 - ten megabytes, and most events draw no Swiss round

    return Graph(edges)


def _most_couples(graph: Graph) -> int:
    """How many can be paired at most."""
    from networkx import max_weight_matching  # noqa: PLC0415 - as above

    return len(max_weight_matching(graph, maxcardinality=True))


def _least_rematches(pool: Pool) -> Pairing:
    """Rule 3."""
    open_ = _graph(filterfalse(pool.is_again, combinations(pool.places, 2)))
    couples = (len(pool.had) - 3) // 2
    reachable = max(couples - _most_couples(open_), 0)
    best: tuple[int, Three] | None = None
    for triple in islice(_triples(pool.had, lambda _one, _other: True), pool.looks):
        left_over = couples - _most_couples(open_.subgraph(_without(pool, triple)))
        rematches = left_over + sum(map(pool.is_again, combinations(triple, 2)))
        if best is None or rematches < best[0]:
            best = rematches, triple
        if best[0] <= reachable:
            break
    assert best is not None, "three or more are drawn"  # noqa: S101
    return Pairing(least_distance(_without(pool, best[1]), pool.bonds).couples, "least_distance", triple=best[1])


def _without(pool: Pool, triple: Three) -> list[int]:
    return [place for place in pool.places if place not in triple]


def _triples(had: Sequence[int], may_meet: Callable[[int, int], bool]) -> Iterator[Three]:
    """Triples of those who may all meet, the fewest had first, then the lowest."""
    sums = sorted({sum(three) for three in combinations_with_replacement(sorted(set(had)), 3)})
    for sum_ in sums:
        for first in range(len(had) - 3, -1, -1):
            for second in range(len(had) - 2, first, -1):
                third_had = sum_ - had[first] - had[second]
                for third in range(len(had) - 1, second, -1) if may_meet(first, second) else ():
                    if had[third] == third_had and may_meet(first, third) and may_meet(second, third):
                        yield first, second, third
