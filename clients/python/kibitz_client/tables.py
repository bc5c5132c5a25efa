"""What a program that follows a channel is given: its table, and what is new in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

Row = Mapping[str, Any]
"""A row by names of columns."""

RowT_co = TypeVar("RowT_co", bound=Mapping[str, object], covariant=True)


@dataclass(frozen=True, slots=True)
class Table(Generic[RowT_co]):
    """A channel's table at one position; it does not change any more.

    Attributes:
        columns: their names, in order.
        rows: by id, in no order.
        meta: what is true of the whole: title, round, status.
    """

    columns: tuple[str, ...]
    rows: Mapping[str, RowT_co]
    meta: Mapping[str, Any]

    def sorted(self, *columns: str) -> list[RowT_co]:
        """The rows by these columns, smallest first; None and columns that the table lacks come last."""

        def key(row: Mapping[str, object]) -> list[tuple[int, int, str]]:
            return [_order(row.get(column)) for column in columns]

        return sorted(self.rows.values(), key=key)


@dataclass(frozen=True, slots=True)
class Update(Generic[RowT_co]):
    """A channel as it is now, and what is new since the update before.

    Attributes:
        changed: ids of rows that are new or different.
        meta_changed: whether `table.meta` is different.
        reason: why it changed: "result", "publish", "penalty" or "correction"; None after a snapshot.
        connected: False: the line is down, and this is what was known last. The client is connecting again.
        stale: whether the table may be old: not connected, not caught up, or the server is cut off from its source.
        epoch, seq: the position; good for an ETag.
        at: when the table was true.
        source_age: seconds since the server heard from its source, as it said last; None when it has not said.
    """

    channel: str
    table: Table[RowT_co]
    changed: frozenset[str]
    removed: frozenset[str]
    meta_changed: bool
    reason: str | None
    connected: bool
    stale: bool
    epoch: str | None
    seq: int
    at: datetime | None
    source_age: float | None


def _order(cell: object) -> tuple[int, int, str]:
    """Numbers by value, then text, then nothing."""
    if isinstance(cell, bool) or cell is None:
        return (2, 0, "")
    if isinstance(cell, int):
        return (0, cell, "")
    return (1, 0, str(cell))
