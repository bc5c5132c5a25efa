"""A table: rows with identities under named columns, and what is true of the whole of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

Row = tuple[JsonValue, ...]

SAFE_INTEGER = 2**53 - 1
"""The greatest integer that every reader of JSON keeps exact."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A whole table as its writer states it; never changed afterwards.

    Attributes:
        columns: names; a filter knows `section`, `ranking`, `rank` and `number`.
        rows: cells by row id: text, whole numbers, true, false, null, or lists of those; one kind to a column. No
            fractions: decimals are text, so that every reader sees the same digits and the checksum is the same.
        meta: what is true of the whole: round, status, title, and how to sort, because rows have no order.
    """

    columns: tuple[str, ...]
    rows: Mapping[str, Row]
    meta: Mapping[str, JsonValue] = field(default_factory=dict)


def check_row(key: str, row: Row, columns: tuple[str, ...]) -> None:
    """Refuse a row that readers could not agree on; ValueError says which."""
    if len(row) != len(columns):
        raise ValueError(f"row {key!r} has {len(row)} cells under {len(columns)} columns")
    for name, cell in zip(columns, row, strict=True):
        if not _is_exact(cell):
            raise ValueError(f"row {key!r}, column {name!r}: {type(cell).__name__} is no cell of a table")


def _is_exact(cell: JsonValue) -> bool:
    if cell is None or isinstance(cell, str | bool):
        return True
    if isinstance(cell, int):
        return -SAFE_INTEGER <= cell <= SAFE_INTEGER
    return isinstance(cell, list | tuple) and all(_is_exact(part) for part in cell)
