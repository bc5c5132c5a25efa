"""The order in which people read names: nothing before numbers before text, and "2" before "10"."""

from functools import lru_cache
from typing import Any

from contracts.facts import Key
from shared.natural_order import natural

Part = tuple[int, Any]
SortKey = tuple[Part, ...]
"""A key in a form that can be compared with every other."""


def key_order(key: Key) -> SortKey:
    """Make keys comparable: nothing before numbers before text, and "2" before "10"."""
    return tuple(map(_part_order, key))


@lru_cache(maxsize=100_000)
def _part_order(part: str | int | None) -> Part:
    """The parts of keys come again in every fact of an event."""
    if part is None or part == "":
        return (0, 0)
    if isinstance(part, int):
        return (1, part)
    if part.isascii() and part.isdigit():
        return (1, int(part))
    return (2, natural(part))
