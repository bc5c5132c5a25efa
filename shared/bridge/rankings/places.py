"""Places from scores, and the ways in which files write them (USEBIO 1.4 section 2.7 PLACE; ACBLscore; PBN 2.1).

Equal values share a place and the next place leaves a gap: 1, 2=, 2=, 4. Splitting a tie is the organiser's
business (Law 81), never ours. Values are compared exactly, so that rounding for display cannot make a tie, unless
the caller hands over rounded values because its program ranks by them (ACBLscore does).
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Generic, TypeVar

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


class Ranks(Generic[Key]):
    """Places by descending value, kept to date: one that changes costs a number, and a sort of whole numbers.

    Two different fractions differ by at least 1 / (a·b), where a and b are their denominators. So they differ by at
    least 1 when they are multiplied by the square of the greatest denominator or more, and whole numbers have their
    order. Behind each stands the number of its key, so that those who share a place stay in the order given.
    """

    def __init__(self, keys: Iterable[Key]) -> None:
        """Begin with nobody ranked.

        Args:
            keys: all that may be ranked, in the order of those who share a place.
        """
        self._numbers = {key: -number for number, key in enumerate(keys)}
        self._values: dict[Key, tuple[int, int]] = {}
        self._shift = 0
        self._order: dict[Key, int] = {}

    def put(self, key: Key, value: Value | None) -> None:
        """Give a key its exact value; None for one without a standing, who stays unranked."""
        if value is None:
            self._values.pop(key, None)
            self._order.pop(key, None)
            return
        above, below = self._values[key] = value.as_integer_ratio()
        if (shift := 2 * below.bit_length()) > self._shift:
            self._shift = shift
            self._order.clear()
        elif self._order:
            self._order[key] = self._whole(key, above, below)

    def _whole(self, key: Key, above: int, below: int) -> int:
        return ((above << self._shift) // below + 1) * len(self._numbers) + self._numbers[key]

    def places(self) -> Iterator[tuple[Key, Place | None]]:
        """The place of each, best first, then the unranked with None in the order given."""
        if not self._order:
            self._order = {key: self._whole(key, *value) for key, value in self._values.items()}
        order, size = self._order, len(self._numbers)
        best_first = sorted(order, key=order.__getitem__, reverse=True)
        first = 1
        ranked = iter(best_first)
        for shared_by in Counter((order[key] - 1) // size for key in best_first).values():
            place = _place(first, shared_by)
            for key in islice(ranked, shared_by):
                yield key, place
            first += shared_by
        if len(order) < size:
            yield from ((key, None) for key in self._numbers if key not in order)


_place = lru_cache(maxsize=16_384)(Place)
"""The same places are given again and again; one that has not changed is the same object."""


def rank(values: Mapping[Key, Value | None]) -> dict[Key, Place | None]:
    """Rank participants by descending value.

    Args:
        values: each participant's exact value; None for one without a standing, who stays unranked.

    Returns:
        The place of each participant, best first, then the unranked with None in the order given.
    """
    ranks = Ranks(values)
    for key, value in values.items():
        ranks.put(key, value)
    return dict(ranks.places())


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
