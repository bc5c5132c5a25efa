"""The table of records with fixed columns: which field stands where, in which dialect.

Columns are characters, counted from 1, both ends included, as the documents write them. A record that is only a code
and a text (012, 102, XXR, ...) is not here but in `reader/header.py`; 801 and 802, which repeat what other records
say, are in `reader/parse.py`. The points of 299 begin one column before the documents' columns, because a number of the
stated format needs it for a minus sign.

Sources: TRF16 (C.04 Annex 2), the draft of 2024, TRF-2026 (C.02.03 Annexure A).

A total is made of points and a rank, and its place spans both; a finding about one of them names its columns alone
(`field_place`).
"""

from dataclasses import dataclass
from typing import Literal

from contracts.base import Place
from shared.formats.trf.dialects import Dialect

Kind = Literal["whole", "decimal", "text", "any"]
"""`text` is free, `any` is one of a few letters; both are stripped."""


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


def _layout(*fields: tuple[str, int, int, Kind], repeat: tuple[int, int, int] | None = None) -> Layout:
    return Layout(tuple(Field(*field) for field in fields), Repeat(*repeat) if repeat else None)


PLAYER = _layout(
    ("number", 5, 8, "whole"),
    ("sex", 10, 10, "any"),
    ("title", 11, 13, "any"),
    ("name", 15, 47, "text"),
    ("rating", 49, 52, "whole"),
    ("federation", 54, 56, "text"),
    ("fide_id", 58, 68, "text"),
    ("birth_date", 70, 79, "text"),
    ("points", 81, 84, "decimal"),
    ("rank", 86, 89, "whole"),
)
"""Record 001 up to its rounds, and the national records that begin with the code of a federation."""

FIRST_ROUND = 92
ROUND_STEP = 10
"""Rounds of 001: opponent in 92-95, colour in 97, result in 99, and ten columns further for each round."""

FIRST_DATE = 92
"""Record 132: the date of round 1 in 92-99, and ten columns further for each round."""

_COMMON: dict[str, Layout] = {
    "001": PLAYER,
    "013": _layout(("name", 5, 36, "text"), repeat=(37, 4, 5)),
    "300": _layout(
        ("round", 5, 7, "whole"), ("team", 9, 11, "whole"), ("opponent", 13, 15, "whole"), repeat=(17, 4, 5)
    ),
    "XXA": _layout(("number", 5, 8, "whole"), repeat=(10, 4, 5)),
}

_FORFEIT = _layout(
    ("type", 5, 6, "any"), ("round", 8, 10, "whole"), ("white", 12, 14, "whole"), ("black", 16, 18, "whole")
)

_DRAFT: dict[str, Layout] = {
    **_COMMON,
    "250": _layout(
        ("match_points", 5, 6, "decimal"),
        ("game_points", 8, 11, "decimal"),
        ("first_round", 13, 15, "whole"),
        ("last_round", 17, 19, "whole"),
        ("first", 21, 24, "whole"),
        ("last", 26, 29, "whole"),
    ),
    "299": _layout(
        ("type", 5, 5, "any"),
        ("match_points", 7, 9, "decimal"),
        ("game_points", 11, 15, "decimal"),
        ("round", 18, 20, "whole"),
        repeat=(22, 4, 5),
    ),
    "310": _layout(
        ("number", 5, 7, "whole"),
        ("name", 9, 40, "text"),
        ("nickname", 42, 46, "text"),
        ("strength", 48, 53, "decimal"),
        ("match_points", 55, 58, "decimal"),
        ("game_points", 60, 65, "decimal"),
        ("rank", 67, 69, "whole"),
        repeat=(72, 4, 5),
    ),
    "320": _layout(("match_points", 5, 6, "decimal"), ("game_points", 8, 11, "decimal"), repeat=(13, 3, 4)),
    "330": _layout(("type", 5, 5, "any"), ("round", 7, 9, "whole"), repeat=(11, 3, 4)),
    "340": _FORFEIT,
}

_FINAL: dict[str, Layout] = {
    **_COMMON,
    "240": _layout(("type", 5, 5, "any"), ("round", 7, 9, "whole"), repeat=(11, 4, 5)),
    "250": _layout(
        ("match_points", 5, 8, "decimal"),
        ("game_points", 10, 13, "decimal"),
        ("first_round", 15, 17, "whole"),
        ("last_round", 19, 21, "whole"),
        ("first", 23, 26, "whole"),
        ("last", 28, 31, "whole"),
    ),
    "260": _layout(("first_round", 5, 7, "whole"), ("last_round", 9, 11, "whole"), repeat=(13, 4, 5)),
    "299": _layout(
        ("type", 5, 5, "any"),
        ("match_points", 7, 11, "decimal"),
        ("game_points", 13, 17, "decimal"),
        ("round", 20, 22, "whole"),
        repeat=(24, 4, 5),
    ),
    "310": _layout(
        ("number", 5, 7, "whole"),
        ("name", 9, 40, "text"),
        ("nickname", 42, 46, "text"),
        ("strength", 48, 53, "decimal"),
        ("match_points", 55, 60, "decimal"),
        ("game_points", 62, 67, "decimal"),
        ("rank", 69, 71, "whole"),
        repeat=(74, 4, 5),
    ),
    "320": _layout(("match_points", 5, 8, "decimal"), ("game_points", 10, 13, "decimal"), repeat=(15, 3, 4)),
    "330": _FORFEIT,
}

LAYOUTS: dict[Dialect, dict[str, Layout]] = {
    Dialect.TRF16: _FINAL,
    Dialect.TRF16_XX: _FINAL,
    Dialect.TRF16_BB: _FINAL,
    Dialect.DRAFT_2024: _DRAFT,
    Dialect.TRF26: _FINAL,
}
"""The layouts of each dialect. TRF16 has none of the extensions; where one stands in it, it is read as the final's."""

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
