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
from typing import Any, Generic, TypeVar

from shared.bridge.unreadable import UnreadableText, normal, shorten

Key = TypeVar("Key", bound=Hashable)
Value = Fraction | Decimal | int


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place from 1, alone or shared; `shared_by` is None when a text does not say by how many."""

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


_SEVERAL = -1


class Ranks(Generic[Key]):
    """Places by descending value, kept to date: one that changes costs a number, and a sort of whole numbers.

    Values of one denominator are compared by what stands above it, and kept so. Two different fractions differ by at
    least 1 / (a·b), where a and b are their denominators. So they differ by at least 1 when they are multiplied by the
    square of the greatest denominator or more, and whole numbers have their order.
    """

    def __init__(self, keys: Iterable[Key]) -> None:
        """Begin with nobody ranked; those who share a place stand in the order of `keys`."""
        self._numbers = {key: number for number, key in enumerate(keys)}
        self._values: list[tuple[int, int] | None] = [None] * len(self._numbers)
        self._below = self._shift = 0
        self._whole: list[int | None] = list(self._values)  # type: ignore[arg-type]
        self._stale = False

    def put(self, key: Key, value: Value | None) -> None:
        """Give a key its exact value; None for one without a standing, who stays unranked."""
        if value is None:
            number = self._numbers[key]
            self._values[number] = self._whole[number] = None
        else:
            self._put(self._numbers[key], *value.as_integer_ratio())

    def put_ratios(self, ratios: Iterable[tuple[int, int, int]]) -> None:
        """Give keys, by their numbers in the order given, values of fractions that need not be in lowest terms."""
        whole = self._whole
        for number, above, below in ratios:
            if below == self._below:
                whole[number] = above
            else:
                self._put(number, above, below)

    def _put(self, number: int, above: int, below: int) -> None:
        if below != self._below:  # which is 0 before there is one, and less where there are several
            if self._below > 0:
                self._values = [None if own is None else (own, self._below) for own in self._whole]
            shift = max(self._shift, 2 * below.bit_length())
            self._stale = self._stale or self._below > 0 or (self._below < 0 and shift > self._shift)
            self._below, self._shift = (_SEVERAL if self._below else below), shift
        if self._below > 0:
            self._whole[number] = above
        else:
            self._values[number], self._whole[number] = (above, below), (above << self._shift) // below

    def order(self) -> tuple[list[int], list[int]]:
        """The numbers of the keys that are ranked, best first, and how many share each place."""
        if self._stale:
            self._whole = [None if own is None else (own[0] << self._shift) // own[1] for own in self._values]
            self._stale = False
        whole: list[Any] = self._whole
        ranked: Iterable[int] = range(len(whole))
        if None in whole:
            ranked = [number for number in ranked if whole[number] is not None]
        best_first = sorted(ranked, key=whole.__getitem__, reverse=True)
        return best_first, list(Counter(map(whole.__getitem__, best_first)).values())

    def places(self) -> Iterator[tuple[Key, Place | None]]:
        """The place of each, best first, then the unranked with None in the order given."""
        best_first, shared = self.order()
        keys, ranked, first = list(self._numbers), iter(best_first), 1
        for shared_by in shared:
            place = place_of(first, shared_by)
            for number in islice(ranked, shared_by):
                yield keys[number], place
            first += shared_by
        if len(best_first) < len(keys):
            yield from ((key, None) for key, own in zip(keys, self._whole, strict=True) if own is None)


place_of = lru_cache(maxsize=16_384)(Place)
"""The same places are given again and again; one that has not changed is the same object."""


def rank(values: Mapping[Key, Value | None]) -> dict[Key, Place | None]:
    """Rank participants by descending value: best first, then the unranked, with None, in the order given."""
    ranks = Ranks(values)
    for key, value in values.items():
        ranks.put(key, value)
    return dict(ranks.places())


_PLACE = re.compile(r"(=?)\s*(\d{1,6})(?:ST|ND|RD|TH)?\s*(=?)(?:\s*[/-]\s*(\d{1,6})(?:ST|ND|RD|TH)?)?", re.ASCII)


@lru_cache(maxsize=4096)
def parse_place(text: str) -> Place | None:
    """Read a place: ``3``, ``3=`` (USEBIO 1.4), ``=3`` (1.0), ``3/5`` (ACBL, a tie of three); None for blank and ``-``.

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
