"""All boards of an event, with what is counted over them: where one is another, its own are counted again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, compress
from operator import attrgetter, is_not, or_
from typing import Self

from services.scoring.domain.boards.board_list import Board, BoardKey, Trait

_KEY = attrgetter("key")


class AllBoards(tuple[Board, ...]):
    """Boards in their order.

    Attributes:
        keys: of the boards; the same object while none comes or goes.
        traits: how many have each.
    """

    keys: tuple[BoardKey, ...]
    traits: Mapping[Trait, int]

    @classmethod
    def of(cls, boards: Iterable[Board]) -> Self:
        """Count some boards."""
        made = cls(boards)
        made.keys, made.traits = _keys(made), _traits(made)
        return made

    def changed(self, boards: Iterable[Board]) -> Self:
        """The boards of the same keys, some of which are others."""
        made = type(self)(boards)
        new = map(is_not, made, self)
        traits = Counter(self.traits)
        for board, before in compress(zip(made, self, strict=True), new):
            traits.update(board.traits)
            traits.subtract(before.traits)
        made.keys, made.traits = self.keys, +traits
        return made


def keys_of(boards: Sequence[Board]) -> tuple[BoardKey, ...]:
    """The keys of boards, in their order."""
    return boards.keys if isinstance(boards, AllBoards) else _keys(boards)


def traits_of(boards: Sequence[Board]) -> Mapping[Trait, int]:
    """Of how many boards each trait is."""
    return boards.traits if isinstance(boards, AllBoards) else _traits(boards)


def _keys(boards: Iterable[Board]) -> tuple[BoardKey, ...]:
    return tuple(map(_KEY, boards))


def _traits(boards: Iterable[Board]) -> Mapping[Trait, int]:
    return Counter(chain.from_iterable(map(attrgetter("traits"), boards)))


Valued = tuple[Sequence[Board], Mapping[BoardKey, object]]
"""Boards, and a value of each by its key, in the same order."""


def others(now: Valued, before: Valued) -> list[Board] | None:
    """The boards that are others than in their places before, or whose values are; None where some came or went."""
    (boards, values), (were, had) = now, before
    keys = keys_of(boards)
    if not keys or keys != keys_of(were) or keys != tuple(values) or keys != tuple(had):
        return None
    differing = map(or_, map(is_not, boards, were), map(is_not, values.values(), had.values()))
    return list(compress(boards, differing))
