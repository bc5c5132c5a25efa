"""What a message says of the tables of standings that were in the message before."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from contracts.base import Contract, Sha256
from contracts.standings import ROWS, BoardRef, ScoredMatch, StandingRow
from contracts.tables import Form

CELLS = Form(
    StandingRow, "Cells of some columns of a ranking; other columns are as they were.", ROWS.parts, is_partial=True
)
"""Cells of rankings by column."""

Run = tuple[int, int]
"""Rows that follow each other: the place of the first one in the table before, from 0, or -1 for added ones; and how
many there are."""


class OrderChange(Contract):
    """Which parts of a list are where.

    Attributes:
        runs: of the list as it is now, from its beginning; None where everything is where it was.
    """

    runs: tuple[Run, ...] | None = None


class CellsChange(Contract):
    """Cells of some rows, the same of each column.

    Attributes:
        at: the places of the rows in the table as it is now, each as the step from the one before, the first from 0.
        values: by column; for each column as many as there are places.
    """

    at: tuple[int, ...]
    values: Annotated[Sequence[StandingRow], CELLS]


class RowsChange(OrderChange):
    """How the rows of a ranking have changed.

    The columns `place` and `rank` belong to the places of the table: a cell of them is as it was in this place, whoever
    stands there now, unless `cells` says otherwise. Cells of other columns go with their rows.

    Attributes:
        added: the rows that are new, in their order.
        cells: of rows that stay, and of the columns `place` and `rank`, what is not as it was.
    """

    added: Annotated[Sequence[StandingRow], ROWS] = ()
    cells: tuple[CellsChange, ...] = ()


class MatchesChange(OrderChange):
    """How the list of matches has changed; one of which anything has changed is among the added ones."""

    added: tuple[ScoredMatch, ...] = ()


class BoardsChange(OrderChange):
    """How the list of travellers has changed."""

    added: tuple[BoardRef, ...] = ()


class StandingsChange(Contract):
    """What has changed of the tables in the message before.

    Attributes:
        before: digest of the standings that are changed.
        base: sequence in the stream of the newest message that is whole. Whoever does not have the standings before
            reads the subject from there.
        rankings: for each ranking of the standings, in their order; None where its rows are there, all of them.
        matches, boards: likewise.
    """

    before: Sha256
    base: int = Field(ge=1)
    tables: Sha256
    rankings: tuple[RowsChange | None, ...] = ()
    matches: MatchesChange | None = None
    boards: BoardsChange | None = None
