"""The search from the top: the leader meets the next in rank order that is allowed, and so on down.

If the rest cannot be paired, the last meeting is undone first. So the result is the first of all draws in rank order.
In the worst case this never ends, so it stops after a number of steps.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

Couple = tuple[int, int]
"""Two by their places in rank order, the higher first."""


@dataclass(frozen=True)
class Found:
    """What a search gave: who meets, the meetings that were tried, and whether everything was."""

    couples: tuple[Couple, ...] | None
    steps: int
    exhausted: bool = False


def top_down(places: Sequence[int], barred: Sequence[AbstractSet[int]], steps: int) -> Found:
    """Pair an even number, in rank order, each with the next that is not barred; end after some steps."""
    count = len(places)
    taken = [False] * count
    made: list[Couple] = []
    tried = first = 0
    then = 1
    while first < count:
        forbidden = barred[places[first]]
        partner = then
        while partner < count and (taken[partner] or places[partner] in forbidden):
            partner += 1
        tried += 1
        if partner < count:
            taken[first] = taken[partner] = True
            made.append((first, partner))
            while first < count and taken[first]:
                first += 1
            then = first + 1
        elif not made:
            return Found(None, tried, exhausted=True)
        else:
            first, partner = made.pop()
            taken[first] = taken[partner] = False
            then = partner + 1
        if tried >= steps and first < count:
            return Found(None, tried)
    return Found(tuple((places[higher], places[lower]) for higher, lower in made), tried)
