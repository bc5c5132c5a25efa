"""The order in which people read names: nothing before numbers before text, and "2" before "10"."""

from functools import lru_cache
from typing import Any

from contracts.facts import Key

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
            parts.append((2, _natural(part)))
    return tuple(parts)


@lru_cache(maxsize=100_000)
def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Split "12NS" into 12 and "NS", so that it comes after "2NS"."""
    pieces: list[tuple[int, int, str]] = []
    digits = ""
    letters = ""
    for char in text:
        if char.isascii() and char.isdigit():
            if letters:
                pieces.append((1, 0, letters))
                letters = ""
            digits += char
        else:
            if digits:
                pieces.append((0, int(digits), ""))
                digits = ""
            letters += char
    if digits:
        pieces.append((0, int(digits), ""))
    if letters:
        pieces.append((1, 0, letters))
    return tuple(pieces)
