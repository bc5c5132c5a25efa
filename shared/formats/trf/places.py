"""Where one field of a record stands, for findings about what was read from several fields.

A total is made of points and a rank, and its place spans both; a finding about one of them names its columns alone.
"""

from __future__ import annotations

from typing import Literal

from contracts.base import Place
from shared.formats.trf.columns import LAYOUTS, Layout
from shared.formats.trf.dialects import Dialect

Total = Literal["points", "match_points", "game_points", "rank"]
"""Fields that a total is made of: 001 has points, 310 has both of a team."""


def field_place(total: Place | None, name: Total) -> Place | None:
    """The place of one field of a total.

    Args:
        total: from the first column of the points to the last of the rank, in a record 001 or 310.
        name: the field.

    Returns:
        The columns of the field; the place as it is where the record has no such field, or is none of TRF.
    """
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
