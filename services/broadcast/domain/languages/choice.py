"""Which language a reader gets.

Rule 1: what the reader has chosen goes before what the browser asks for, and that before the operator's own.
Rule 2: "pt-BR" is served by "pt"; of several wishes the one with the greatest weight counts (RFC 9110, 12.5.4).
"""

import re
from collections.abc import Collection

ENGLISH = "en"
"""What the page is written in."""

FROM_RIGHT = frozenset(("ar", "fa", "he", "ur"))
"""Languages that are written from right to left."""

_WISH = re.compile(r"\s*([a-zA-Z]{1,8}|\*)(?:-[a-zA-Z0-9-]{1,40})?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")
_MOST = 500
"""Letters of a header that are looked at."""


def wishes(header: str) -> list[str]:
    """The languages of an `Accept-Language`, the most wanted first; what is unreadable is left out."""
    found = [match for part in header[:_MOST].split(",") if (match := _WISH.fullmatch(part))]
    weighed = [(float(match[2] or 1), match[1].lower()) for match in found]
    return [language for weight, language in sorted(weighed, key=lambda wish: -wish[0]) if weight > 0]


def language_for(offered: Collection[str], chosen: str | None, header: str, own: str = ENGLISH) -> str:
    """The language of a page.

    Args:
        offered: there are words for.
        chosen: by the reader; whatever it is, it comes from outside.
        header: what the browser sends as `Accept-Language`, "" for none.
        own: of the operator.
    """
    wanted = [(chosen or "").lower(), *wishes(header), own.lower()]
    return next((language for language in wanted if language in offered), ENGLISH)


def direction_of(language: str) -> str:
    """As HTML calls it: "ltr" or "rtl"."""
    return "rtl" if language in FROM_RIGHT else "ltr"
