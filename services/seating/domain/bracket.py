"""The tree of a knock-out: who can meet whom in which round, and who meets as winners are known.

1. The tree has as many places as the next power of two. Seed 1 meets the last, and if the seeds win, the best always
   meets the last who is left; so the first two can meet in the final alone. (Custom of seeded draws in every game.)
2. Places beyond the number of entrants are byes; by rule 1 they fall to the top seeds.
3. Neighbours in the tree meet; their winners are neighbours in the next round.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Slot = str | None
"""An entrant; None for a bye."""


@dataclass(frozen=True)
class Tie:
    """A match of the tree.

    Attributes:
        round: 1 for the first.
        place: from 1 at the top of the tree, in its round.
        one, other: who meets; None while that is open.
        bye: whether there is nobody for one of the two to meet.
        winner: who goes on, if that is known.
    """

    round: int
    place: int
    one: str | None
    other: str | None
    bye: bool = False
    winner: str | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether both who meet are known."""
        return self.one is not None and self.other is not None


def seeded(names: Sequence[str]) -> tuple[Slot, ...]:
    """The places of the tree from top to bottom (rules 1 and 2).

    Args:
        names: in the order of their seeds.
    """
    seeds = [1]
    while len(seeds) < len(names):
        size = 2 * len(seeds) + 1
        seeds = [seed for better in seeds for seed in (better, size - better)]
    return tuple(names[seed - 1] if seed <= len(names) else None for seed in seeds)


def tree(slots: Sequence[Slot], winner: Callable[[int, str, str], str | None]) -> list[tuple[Tie, ...]]:
    """Every round of the tree, as far as it is known.

    Args:
        slots: the places from top to bottom, a power of two of them.
        winner: who has won, of the two who met in a round; None while that is not known.

    Raises:
        ValueError: the number of places is not a power of two, or somebody has two of them.
    """
    names = [name for name in slots if name is not None]
    if not slots or len(slots) & (len(slots) - 1) or len(set(names)) < len(names):
        raise ValueError("a tree has a power of two of places, and everybody one")
    rounds: list[tuple[Tie, ...]] = []
    level: list[tuple[Slot, bool]] = [(slot, slot is None) for slot in slots]
    while len(level) > 1:
        number = len(rounds) + 1
        ties = tuple(
            _tie(number, place, level[2 * place - 2], level[2 * place - 1], winner)
            for place in range(1, len(level) // 2 + 1)
        )
        empty = [level[2 * at][1] and level[2 * at + 1][1] for at in range(len(ties))]
        level = [(tie.winner, nobody) for tie, nobody in zip(ties, empty, strict=True)]
        rounds.append(ties)
    return rounds


def _tie(
    number: int, place: int, one: tuple[Slot, bool], other: tuple[Slot, bool],
    winner: Callable[[int, str, str], str | None],
) -> Tie:  # fmt: skip
    """A match between two places, each with whether nobody will ever be there."""
    if one[1] or other[1]:
        return Tie(number, place, one[0], other[0], bye=True, winner=one[0] or other[0])
    won = winner(number, one[0], other[0]) if one[0] is not None and other[0] is not None else None
    return Tie(number, place, one[0], other[0], winner=won)
