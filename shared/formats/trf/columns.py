"""The table of records with fixed columns, `data/columns.txt`: which field stands where, in which dialect.

Columns are characters, counted from 1, both ends included, as the documents write them. A record that is only a code
and a text (012, 102, XXR, ...) is not here but in `reader/header.py`; 801 and 802, which repeat what other records
say, are in `reader/parse.py`. The points of 299 begin one column before the documents' columns, because a number of the
stated format needs it for a minus sign.

Sources: TRF16 (C.04 Annex 2), the draft of 2024, TRF-2026 (C.02.03 Annexure A).

A total is made of points and a rank, and its place spans both; a finding about one of them names its columns alone
(`field_place`).
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast

from contracts.base import Place
from shared.formats.data_files import blocks, data_text
from shared.formats.trf.dialects import Dialect

Kind = Literal["whole", "decimal", "text", "any"]
"""`text` is free, `any` is one of a few letters; both are stripped."""


_FIELD = re.compile(r"(\d+)-(\d+) (\w+) (whole|decimal|text|any)")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: its first and last column."""

    name: str
    first: int
    last: int
    kind: Kind

    def of(self, line: str) -> str:
        """The text of the field without blanks around it; empty when the line is too short."""
        return line[self.first - 1 : self.last].strip()


@dataclass(frozen=True, slots=True)
class Repeat:
    """Numbers that follow one another to the end of the line: first column, width, and distance of their beginnings."""

    first: int
    width: int
    step: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a record, and the numbers that follow them."""

    fields: tuple[Field, ...]
    repeat: Repeat | None = None

    def numbers(self, line: str) -> list[tuple[int, str]]:
        """The column and the text of each number that follows, blank ones included."""
        repeat = self.repeat
        if repeat is None:
            return []
        return [
            (column, line[column - 1 : column - 1 + repeat.width].strip())
            for column in range(repeat.first, len(line) + 1, repeat.step)
        ]


@cache
def _read(edition: str) -> dict[str, Layout]:
    """The layouts of the draft or of the final by record."""
    layouts: dict[str, Layout] = {}
    for head, rows in blocks(data_text("shared.formats.trf", "columns.txt")):
        code, _, *editions = head.split()
        fields, repeat = [], None
        for row in rows:
            if match := _FIELD.fullmatch(row):
                fields.append(Field(match[3], int(match[1]), int(match[2]), cast(Kind, match[4])))
            else:
                repeat = Repeat(*map(int, re.findall(r"\d+", row)))
        if edition in editions:
            layouts[code] = Layout(tuple(fields), repeat)
    return layouts


LAYOUTS: dict[Dialect, dict[str, Layout]] = {
    dialect: _read("draft" if dialect is Dialect.DRAFT_2024 else "final") for dialect in Dialect
}
"""The layouts of each dialect. TRF16 has none of the extensions; where one stands in it, it is read as the final's."""

PLAYER = LAYOUTS[Dialect.TRF26]["001"]
"""Record 001 up to its rounds, and the national records that begin with the code of a federation."""

FIRST_ROUND = 92
ROUND_STEP = 10
"""Rounds of 001: opponent in 92-95, colour in 97, result in 99, and ten columns further for each round."""

FIRST_DATE = 92
"""Record 132: the date of round 1 in 92-99, and ten columns further for each round."""

BOTH_WAYS = frozenset({"250", "299", "310", "320"})
"""Records that the draft and the final lay out differently."""


Total = Literal["points", "match_points", "game_points", "rank"]
"""Fields that a total is made of: 001 has points, 310 has both of a team."""


def field_place(total: Place | None, name: Total) -> Place | None:
    """The place of one field of a total, from points to rank of a record 001 or 310; else the place as it is."""
    if total is None or total.end_column is None:
        return total
    for layout in _layouts(total.path):
        fields = {entry.name: entry for entry in layout.fields}
        if name in fields and fields["rank"].last == total.end_column:
            return total.replace(column=fields[name].first, end_column=fields[name].last)
    return total


def _layouts(code: str | None) -> list[Layout]:
    """The layouts of a record that states totals; those of draft and final end in other columns."""
    if code not in ("001", "310"):
        return []
    return [LAYOUTS[dialect][code] for dialect in (Dialect.TRF26, Dialect.DRAFT_2024)]
