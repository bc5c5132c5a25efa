"""Filters: which rows a client wants. They save bandwidth and are no access control.

Rule 1: a filter looks at one row at a time. A row that did not change cannot enter or leave, so a delta under a filter
needs only the rows that changed.
Rule 2: equal requests are equal values, so that their clients share one group and one encoded message.
Rule 3: a column that the table lacks restricts nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from contracts.feed import FilterRequest
from services.broadcast.domain.channel import Row

Accepts = Callable[[str, Row], bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """A request in canonical form: sorted, without repetition."""

    section: tuple[str, ...] = ()
    ranking: tuple[str, ...] = ()
    top: int | None = None
    pairs: tuple[str, ...] = ()

    @classmethod
    def of(cls, request: FilterRequest | None) -> Filter:
        """The canonical form of what a client asked for."""
        if request is None:
            return EVERYTHING
        return cls(
            section=tuple(sorted(set(request.section))),
            ranking=tuple(sorted(set(request.ranking))),
            top=request.top,
            pairs=tuple(sorted(set(request.pairs))),
        )

    def request(self) -> FilterRequest | None:
        """The filter as a client is told that it is applied; None for none."""
        if self == EVERYTHING:
            return None
        return FilterRequest(section=self.section, ranking=self.ranking, top=self.top, pairs=self.pairs)

    def bind(self, columns: tuple[str, ...]) -> Accepts | None:
        """The test of a row under these columns; None when every row passes."""
        tests = [
            test
            for test in (
                _is_one_of(columns, "section", self.section),
                _is_one_of(columns, "ranking", self.ranking),
                self._chosen(columns),
            )
            if test is not None
        ]
        if not tests:
            return None
        return lambda key, row: all(test(key, row) for test in tests)

    def _chosen(self, columns: tuple[str, ...]) -> Accepts | None:
        """Among the first `top`, or one of `pairs`."""
        top, pairs = self.top, frozenset(self.pairs)
        rank = columns.index("rank") if "rank" in columns else None
        number = columns.index("number") if "number" in columns else None
        if top is not None and rank is None:
            return None
        if top is None and not pairs:
            return None

        def accepts(key: str, row: Row) -> bool:
            if key in pairs or (number is not None and str(row[number]) in pairs):
                return True
            if top is None or rank is None:
                return False
            place = row[rank]
            return isinstance(place, int) and place <= top

        return accepts


EVERYTHING = Filter()


def _is_one_of(columns: tuple[str, ...], column: str, wanted: tuple[str, ...]) -> Accepts | None:
    if not wanted or column not in columns:
        return None
    index, allowed = columns.index(column), frozenset(wanted)
    return lambda _key, row: str(row[index]) in allowed
