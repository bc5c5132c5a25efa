"""The order in which people read names: nothing before numbers before text, and "2" before "10"."""

from typing import Any

from contracts.facts import Key
from shared.natural_order import natural

SortKey = tuple[tuple[int, Any], ...]
"""A key in a form that can be compared with every other."""


def key_order(key: Key) -> SortKey:
    """Make keys comparable: nothing before numbers before text, and "2" before "10"."""
    parts: list[tuple[int, Any]] = []
    for part in key:
        if part is None or part == "":
            parts.append((0, 0))
        elif isinstance(part, int):
            parts.append((1, part))
        elif part.isascii() and part.isdigit():
            parts.append((1, int(part)))
        else:
            parts.append((2, natural(part)))
    return tuple(parts)
