"""The order of a ranking in which only what files state counts."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from shared.bridge.rankings.places import parse_place, rank
from shared.bridge.unreadable import UnreadableText


class Stated(NamedTuple):
    """What a file states for somebody in a ranking, each None where it does not."""

    place: str | None = None
    total: Decimal | None = None
    percentage: Decimal | None = None

    @property
    def says_anything(self) -> bool:
        """Whether it states any of them."""
        return any(part is not None for part in self)


def stated_places(rows: Sequence[Stated]) -> list[tuple[str | None, int | None]]:
    """Place and rank of each: as stated; where no place is, by the stated percentages, or totals where there are none.

    A place that cannot be read has no rank.
    """
    if any(row.place is not None for row in rows):
        return [(row.place, _rank(row.place)) for row in rows]
    by_percentage = any(row.percentage is not None for row in rows)
    values = {number: row.percentage if by_percentage else row.total for number, row in enumerate(rows)}
    places = rank(values)
    return [
        (None, None) if (place := places[number]) is None else (str(place), place.first) for number in range(len(rows))
    ]


def _rank(text: str | None) -> int | None:
    try:
        place = parse_place(text or "")
    except UnreadableText:
        return None
    return place.first if place is not None else None
