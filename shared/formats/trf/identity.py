"""Which event a file speaks of: name (012), city (022) and first day (042), joined with hyphens, as far as they go.

An identity longer than a `Slug` is cut and ends in a checksum of the whole, so that groups A and B of a long name stay
two events.
"""

from __future__ import annotations

import zlib

from contracts.base import SLUG_LENGTH, slug


def event_slug(name: str | None, city: str | None, start_date: str | None) -> str | None:
    """The identity of a tournament; None when it has no name, because a place and a day name no event."""
    if not name or not name.strip():
        return None
    given = [part for part in (name, city, start_date) if part and part.strip()]
    parts = [slug(part) for part in given]
    whole = "-".join(parts)
    if len(whole) <= SLUG_LENGTH and max(map(len, parts)) < SLUG_LENGTH - 1:
        return whole
    checksum = zlib.crc32("\n".join(given).encode("utf-8", "surrogatepass"))
    return whole[: SLUG_LENGTH - 9].rstrip("-") + f"-{checksum:08x}"
