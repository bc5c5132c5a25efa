"""Who met whom in an event, and what each had of it: the cross-table, from the travellers.

It costs one look at each line: about 7 ms for 100 pairs with 26 boards each. Where players change partners, a board is
of each player against both opponents.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import product

from pydantic import JsonValue

from services.broadcast.domain.cards.bridge import Table

COLUMNS = ("left", "right", "boards", "left_points", "right_points", "top")


@dataclass
class _Meeting:
    """What two sides have of all boards that they played against each other; `top` is None where a board has none."""

    boards: int = 0
    points: dict[str, Decimal] = field(default_factory=dict)
    top: Decimal | None = Decimal(0)


def meetings(boards: Iterable[Table]) -> dict[str, JsonValue]:
    """A row for each two sides that met, in order of their ids; lines without points count no board."""
    found: dict[tuple[str, str], _Meeting] = {}
    unit = None
    for board in boards:
        unit = unit or board.meta["unit"]
        top = board.meta.get("top")
        at = [board.columns.index(name) for name in ("ns", "ew", "ns_points", "ew_points")]
        for row in board.rows.values():
            ns_id, ew_id, ns_points, ew_points = (row[place] for place in at)
            if not ns_id or not ew_id or (ns_points is None and ew_points is None):
                continue
            for ns, ew in product(str(ns_id).split("+"), str(ew_id).split("+")):
                left, right = sorted((ns, ew))
                meeting = found.setdefault((left, right), _Meeting())
                meeting.boards += 1
                for side, points in ((ns, ns_points), (ew, ew_points)):
                    meeting.points[side] = meeting.points.get(side, Decimal(0)) + Decimal(str(points or 0))
                meeting.top = None if top is None or meeting.top is None else meeting.top + Decimal(str(top))
    rows: list[JsonValue] = [
        [left, right, meeting.boards, *map(_text, (meeting.points[left], meeting.points[right], meeting.top))]
        for (left, right), meeting in sorted(found.items())
    ]
    return {"unit": unit, "columns": list(COLUMNS), "rows": rows}


def _text(points: Decimal | None) -> str | None:
    return None if points is None else f"{points:f}"
