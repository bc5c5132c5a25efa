"""Places from scores, and the ways in which files write them (USEBIO 1.4 section 2.7 PLACE; ACBLscore; PBN 2.1).

Equal values share a place and the next place leaves a gap: 1, 2=, 2=, 4. Splitting a tie is the organiser's
business (Law 81), never ours. Values are compared exactly, so that rounding for display cannot make a tie, unless
the caller hands over rounded values because its program ranks by them (ACBLscore does).
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from shared.bridge.unreadable import UnreadableText, normal, shorten

Key = TypeVar("Key", bound=Hashable)
Value = Fraction | Decimal | int


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place, alone or shared.

    Attributes:
        first: the best place of those who share it, from 1.
        shared_by: how many share it; None when a text says that the place is shared but not by how many.
    """

    first: int
    shared_by: int | None = 1

    @property
    def tied(self) -> bool:
        """Whether others share the place."""
        return self.shared_by != 1

    @property
    def last(self) -> int | None:
        """The last place that the tie takes up; None when the number of sharers is not known."""
        return None if self.shared_by is None else self.first + self.shared_by - 1

    def __str__(self) -> str:
        """Write the place as USEBIO 1.4 does: ``3`` or ``3=``."""
        return f"{self.first}=" if self.tied else str(self.first)


def rank(values: Mapping[Key, Value | None]) -> dict[Key, Place | None]:
    """Rank participants by descending value.

    Args:
        values: each participant's exact value; None for one without a standing, who stays unranked.

    Returns:
        The place of each participant, best first, then the unranked with None in the order given.
    """
    known = [(value, key) for key, value in values.items() if value is not None]
    known.sort(key=itemgetter(0), reverse=True)
    places: dict[Key, Place | None] = {}
    for _, tied in groupby(known, key=itemgetter(0)):
        keys = [key for _, key in tied]
        place = Place(len(places) + 1, len(keys))
        places.update(dict.fromkeys(keys, place))
    for key, value in values.items():
        if value is None:
            places[key] = None
    return places


_PLACE = re.compile(r"(=?)\s*(\d{1,6})(?:ST|ND|RD|TH)?\s*(=?)(?:\s*[/-]\s*(\d{1,6})(?:ST|ND|RD|TH)?)?", re.ASCII)


@lru_cache(maxsize=4096)
def parse_place(text: str) -> Place | None:
    """Read a place: ``3``, ``3=`` (USEBIO 1.4), ``=3`` (USEBIO 1.0), ``3/5`` (ACBL, a tie of three).

    Args:
        text: the text of a file; blank and ``-`` mean that no place is stated.

    Returns:
        The place, or None when the text states none.

    Raises:
        UnreadableText: code ``place-form`` when the text is no place.
    """
    word = normal(text)
    if word in ("", "-", "?"):
        return None
    found = _PLACE.fullmatch(word)
    if found is None:
        raise UnreadableText("place-form", text, f"{shorten(text)} is no place; expected a form like 3, 3=, =3 or 3/4")
    before, number, after, until = found.groups()
    first = int(number)
    last = int(until) if until is not None else None
    if first < 1 or (last is not None and last < first):
        raise UnreadableText("place-form", text, f"{shorten(text)} is no place; places start at 1 and rise")
    if last is not None:
        return Place(first, last - first + 1)
    return Place(first, None if before or after else 1)
