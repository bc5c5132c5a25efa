"""The tree of a knock-out: who can meet whom in which round, and who meets as winners are known.

1. The tree has as many places as the next power of two. Seed 1 meets the last, and if the seeds win, the best always
   meets the last who is left; so the first two can meet in the final alone. (Custom of seeded draws in every game.)
2. Places beyond the number of entrants are byes; by rule 1 they fall to the top seeds.
3. Neighbours in the tree meet; their winners are neighbours in the next round.
4. A match from which nobody goes on leaves its place empty; whoever would meet its winner goes on without a match.
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
        empty: whether it is known that nobody goes on.
    """

    round: int
    place: int
    one: str | None
    other: str | None
    bye: bool = False
    winner: str | None = None
    empty: bool = False

    @property
    def is_drawn(self) -> bool:
        """Whether both who meet are known."""
        return self.one is not None and self.other is not None

    @property
    def is_over(self) -> bool:
        """Whether it is known who goes on, be it nobody."""
        return self.winner is not None or self.empty


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


Winner = Callable[[int, str, str], Slot]
"""Who has won, of the two who met in a round; None while that is not known."""

Lost = Callable[[int, str, str], bool]
"""Whether of the two who were to meet in a round neither goes on."""


def tree(slots: Sequence[Slot], winner: Winner, both_lost: Lost = lambda *_: False) -> list[tuple[Tie, ...]]:
    """Every round of the tree, as far as it is known.

    Args:
        slots: the places from top to bottom, a power of two of them.
        winner: of a match.
        both_lost: asked of a match without a winner.

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
            _tie(number, place, level[2 * place - 2], level[2 * place - 1], winner, both_lost)
            for place in range(1, len(level) // 2 + 1)
        )
        level = [(tie.winner, tie.empty) for tie in ties]
        rounds.append(ties)
    return rounds


def _tie(
    number: int, place: int, one: tuple[Slot, bool], other: tuple[Slot, bool], winner: Winner, both_lost: Lost
) -> Tie:
    """A match between two places, each with whether nobody will ever be there."""
    (first, no_first), (second, no_second) = one, other
    if no_first or no_second:
        return Tie(number, place, first, second, bye=True, winner=first or second, empty=no_first and no_second)
    if first is None or second is None:
        return Tie(number, place, first, second)
    won = winner(number, first, second)
    return Tie(number, place, first, second, winner=won, empty=won is None and both_lost(number, first, second))
