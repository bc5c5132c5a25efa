"""The tree of a knock-out: who can meet whom in which round, and the meetings as winners become known.

1. The number of places is the next power of two. Seed 1 meets the last seed, and as long as the better seeds win, the
   best meets the last one left; seeds 1 and 2 can only meet in the final. (Custom of seeded draws in every game.)
2. Places beyond the number of entrants are byes; by rule 1 they fall to the top seeds.
3. Neighbours in the tree meet; their winners are neighbours in the next round.
4. A match from which nobody goes on leaves its place empty; the opponent of its winner goes on without a match.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

Slot = str | None
"""An entrant; None for a bye."""


@dataclass(frozen=True)
class Tie:
    """A match of the tree.

    Attributes:
        round: 1 for the first.
        place: from 1 at the top of the tree, in its round.
        upper, lower: the two sides; None while unknown.
        bye: whether there is nobody for one of the two to meet.
        winner: who goes on, if that is known.
        empty: whether it is known that nobody goes on.
    """

    round: int
    place: int
    upper: str | None
    lower: str | None
    bye: bool = False
    winner: str | None = None
    empty: bool = False

    @property
    def is_drawn(self) -> bool:
        """Whether both who meet are known."""
        return self.upper is not None and self.lower is not None

    @property
    def is_over(self) -> bool:
        """Whether it is known who goes on, be it nobody."""
        return self.winner is not None or self.empty


def seeded(names: Sequence[str]) -> tuple[Slot, ...]:
    """The places of the tree from top to bottom (rules 1 and 2), for names in the order of their seeds."""
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
    """Every round of the tree, as far as it is known, of its places from top to bottom, a power of two of them.

    `both_lost` is asked of a match without a winner.
    """
    rounds: list[tuple[Tie, ...]] = []
    # Each place with whoever is there, and whether nobody will ever be.
    level: list[tuple[Slot, bool]] = [(slot, slot is None) for slot in slots]
    while len(level) > 1:
        ties = []
        for place, ((first, no_first), (second, no_second)) in enumerate(zip(level[::2], level[1::2], strict=True), 1):
            tie = Tie(len(rounds) + 1, place, first, second)
            if no_first or no_second:
                tie = replace(tie, bye=True, winner=first or second, empty=no_first and no_second)
            elif first is not None and second is not None:
                won = winner(tie.round, first, second)
                tie = replace(tie, winner=won, empty=won is None and both_lost(tie.round, first, second))
            ties.append(tie)
        level = [(tie.winner, tie.empty) for tie in ties]
        rounds.append(tuple(ties))
    return rounds
