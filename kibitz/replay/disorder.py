"""What goes wrong between a scoring program and its listeners: files late, twice, out of order.

The same seed gives the same disorder.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from kibitz.replay.cut import Part


@dataclass(frozen=True)
class Disorder:
    """How much goes wrong: parts in any order; and shares of them, 0 to 100, that come twice, or one or two late."""

    shuffle: bool = False
    duplicate: int = 0
    late: int = 0


def disorderly(parts: Sequence[Part], disorder: Disorder, seed: int) -> list[Part]:
    """The parts as they come; none is lost."""
    draw = random.Random(seed)  # noqa: S311 - a rehearsal, not a secret
    order = [(float(place), part) for place, part in enumerate(parts)]
    if disorder.late:
        order = [(place + _hit(draw, disorder.late) * draw.choice((1.5, 2.5)), part) for place, part in order]
    if disorder.duplicate:
        twice = [(place + draw.uniform(0, 3), part) for place, part in order if _hit(draw, disorder.duplicate)]
        order += twice
    if disorder.shuffle:
        draw.shuffle(order)
        return [part for _, part in order]
    return [part for _, part in sorted(order, key=itemgetter(0))]


def _hit(draw: random.Random, percent: int) -> bool:
    return draw.randrange(100) < percent
