"""Who meets whom: the search from the top first, the matching of least distance beyond its bound.

Places count from 0 in rank order, over those who are to be drawn. With an odd number one has the bye, or three are a
triple:

1. The bye goes to the lowest, of those who have had the fewest byes, without whom the others have a draw that has no
   rematch.
2. A triple is the three lowest of those who were in the fewest triples and had the fewest byes, who have not met, and
   without whom the others have a draw that has no rematch.
3. Where there is no draw without a rematch, the least cost decides (`least_distance`). A triple is then the first in
   the same order with the fewest rematches inside and outside; a bounded number of them is looked at.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from networkx import Graph, max_weight_matching

from services.seating.domain.swiss.least_distance import Bonds, least_distance
from services.seating.domain.swiss.model import FULL
from services.seating.domain.swiss.top_down import Couple, top_down

TRIPLES = 200
"""How many triples are looked at where each has a rematch."""

Three = tuple[int, int, int]


@dataclass(frozen=True)
class Pairing:
    """Who meets whom, who has the bye, who is a triple.

    Attributes:
        method: "top_down" or "least_distance".
    """

    couples: tuple[Couple, ...]
    method: str
    bye: int | None = None
    triple: Three | None = None


@dataclass(frozen=True)
class Pool:
    """Those who are to be drawn.

    Attributes:
        had: how many byes each has had; of those who may be a triple, byes and triples.
        bonds: what stands between two of them.
        steps: of the search from the top, for all searches of the draw together.
    """

    had: Sequence[int]
    bonds: Bonds
    second_bye_first: bool = True
    steps: int = 20_000

    @property
    def places(self) -> range:
        """Everybody, in rank order."""
        return range(len(self.had))

    def barred(self) -> list[AbstractSet[int]]:
        """For each place whom it should not meet, for whatever reason."""
        found: list[set[int]] = [set() for _ in self.had]
        for one, other in self.bonds:
            found[one].add(other)
            found[other].add(one)
        return list(found)

    def is_again(self, couple: Couple) -> bool:
        """Whether two have had a whole match, or are to be kept apart."""
        bond = self.bonds.get(couple)
        return bond is not None and (bond.apart or bond.halves >= FULL)


def pair_all(pool: Pool) -> Pairing:
    """Pair an even number, or an odd one with a bye."""
    if len(pool.had) % 2 == 0:
        found = top_down(pool.places, pool.barred(), pool.steps)
        if found.couples is not None:
            return Pairing(found.couples, "top_down")
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
        found = top_down([place for place in pool.places if place != bye], barred, left)
        if found.couples is not None:
            return Pairing(found.couples, "top_down", bye)
        left -= found.steps
        if not found.exhausted or left <= 0:
            break
    byes = dict(enumerate(pool.had))
    matching = least_distance(pool.places, pool.bonds, byes, second_bye_first=pool.second_bye_first)
    return Pairing(matching.couples, "least_distance", matching.bye)


def pair_with_triple(pool: Pool) -> Pairing:
    """Pair an odd number of three or more, three of them in a triple."""
    barred = pool.barred()
    left = pool.steps
    for triple in _triples(pool.had, lambda one, other: other not in barred[one]):
        rest = _without(pool, triple)
        found = top_down(rest, barred, left)
        left = max(left - found.steps, 1)
        if found.couples is not None:
            return Pairing(found.couples, "top_down", triple=triple)
        if not found.exhausted:
            couples = least_distance(rest, pool.bonds).couples
            if not any(couple in pool.bonds for couple in couples):
                return Pairing(couples, "least_distance", triple=triple)
    return _least_rematches(pool)


def _least_rematches(pool: Pool) -> Pairing:
    """Rule 3: a first look counts the rematches of each triple, and only the best is paired."""
    open_ = Graph((one, other) for one, other in combinations(pool.places, 2) if not pool.is_again((one, other)))
    reachable = max((len(pool.had) - 3) // 2 - len(max_weight_matching(open_, maxcardinality=True)), 0)
    best: Three | None = None
    fewest = 0
    for number, triple in enumerate(_triples(pool.had, lambda _one, _other: True)):
        rest = open_.subgraph(_without(pool, triple))
        left_over = (len(pool.had) - 3) // 2 - len(max_weight_matching(rest, maxcardinality=True))
        rematches = left_over + sum(map(pool.is_again, inside(triple)))
        if best is None or rematches < fewest:
            best, fewest = triple, rematches
        if fewest <= reachable or number >= TRIPLES:
            break
    assert best is not None, "three or more are drawn"  # noqa: S101
    return Pairing(least_distance(_without(pool, best), pool.bonds).couples, "least_distance", triple=best)


def inside(triple: Three) -> tuple[Couple, Couple, Couple]:
    """The three meetings of a triple."""
    one, other, third = triple
    return (one, other), (one, third), (other, third)


def _without(pool: Pool, triple: Three) -> list[int]:
    return [place for place in pool.places if place not in triple]


def _triples(had: Sequence[int], may_meet: Callable[[int, int], bool]) -> Iterator[Three]:
    """Triples of those who may all meet, the fewest had first, then the lowest."""
    sums = sorted({sum(three) for three in combinations_with_replacement(sorted(set(had)), 3)})
    for sum_ in sums:
        for one in range(len(had) - 3, -1, -1):
            for other in range(len(had) - 2, one, -1):
                if not may_meet(one, other):
                    continue
                for third in range(len(had) - 1, other, -1):
                    if had[one] + had[other] + had[third] == sum_ and may_meet(one, third) and may_meet(other, third):
                        yield one, other, third
