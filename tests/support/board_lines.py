"""Lines of a board as they come from a table."""

from __future__ import annotations

from shared.bridge.boards.board_line import BoardLine, Weighted


def played(ns: int | Weighted, *, group: int = 0, count: int = 1) -> BoardLine:
    """The line of a result that counts for both sides.

    Args:
        ns: points or weighted points of North-South.
        group: see `BoardLine`.
        count: see `BoardLine`.
    """
    return BoardLine(ns, -ns, group, count)
