"""The rows of a TotalScoreTable as stated totals (5.10)."""

from __future__ import annotations

from collections.abc import Sequence

from contracts.facts import Detail, StatedTotal
from shared.formats.pbn.draft import Where
from shared.formats.pbn.game import Token
from shared.formats.pbn.scores import row_place
from shared.formats.pbn.tables import Table
from shared.formats.report import NAME_LENGTH, TEXT_LENGTH


def row_total(table: Table, row: Sequence[Token | None], where: Where, rank: str | None) -> StatedTotal:
    """Make a stated total of a row of a TotalScoreTable; its participant is filled in later."""
    total = next((value for name in _TOTALS if (value := table.number(row, name)) is not None), None)
    mean, cumulated = table.number(row, "MeanPercentage"), table.number(row, "TotalPercentage")
    percentage = mean if mean is not None else table.number(row, "Percentage")
    used = {"Rank", "PairId", "Names", "NrBoards", *_TOTALS[:1]}
    if percentage is None and cumulated is not None and cumulated <= 100:
        percentage = cumulated
        used.add("TotalPercentage")
    boards = table.number(row, "NrBoards")
    whole = boards is not None and boards == boards.to_integral_value()
    used |= {name for name in _TOTALS if table.number(row, name) == total} if total is not None else set()
    used |= {"Direction"} if table.line(row) else set()
    used |= {"MeanPercentage"} if mean is not None else {"Percentage"}
    return StatedTotal(
        at=row_place(row, table),
        participant="",
        kind="pair",
        session=where.session,
        total=total,
        percentage=percentage,
        place=rank,
        boards_played=int(boards) if boards is not None and whole else None,
        details=tuple(
            Detail(name=column.name[:NAME_LENGTH], value=token[1][:TEXT_LENGTH])
            for column, token in zip(table.columns, row, strict=True)
            if token is not None and column.name not in used and column.name and token[1] not in ("?", "!")
        ),
    )


_TOTALS = ("TotalMP", "TotalIMP", "TotalScore", "MP", "IMP", "Score")
"""Columns for the total, the first that stands counts; the last three are no predefined ones, and are used."""
