"""The order in which people expect names with numbers in them: "2" before "10"."""

import re
from functools import lru_cache

_DIGITS = re.compile(r"([0-9]+)")


@lru_cache(maxsize=100_000)
def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts 2 before 10, and A2 before A10; numbers come before letters."""
    key: list[tuple[int, int, str]] = []
    for index, part in enumerate(_DIGITS.split(text)):
        if index % 2:
            digits = part.lstrip("0")
            key.append((0, len(digits), digits))
        elif part:
            key.append((1, 0, part))
    return tuple(key)
