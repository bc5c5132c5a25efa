"""A scale of victory points as a table of ours, `VPScaleTable`: a row for each step of each chart."""

from itertools import groupby

from pydantic import ValidationError

from contracts.facts import ScaleChart, ScaleTable
from shared.bridge.matches.victory_points import ScaleDataError, given_scale
from shared.formats.pbn.tables import Table
from shared.formats.written_numbers import number

STEPS = ("Boards", "Margin", "Winner", "Loser", "UpTo")
"""Columns: the boards of the matches to which the chart applies; IMPs with the victory points from there on, or the
greatest percentage that is worth those of a draw, one more and so on."""


def rows_of(scale: ScaleTable) -> list[list[str | None]]:
    """The rows of a scale."""
    rows: list[list[str | None]] = []
    for chart in scale.charts:
        boards = "-".join(map(str, chart.boards))
        rows += ([boards, str(margin), number(winner), number(loser), None] for margin, winner, loser in chart.rows)
        rows += ([boards, None, None, None, number(limit)] for limit in chart.up_to)
    return rows


def scale_of(table: Table, name: str) -> ScaleTable | None:
    """The scale that a table has; None where it makes none."""
    rows = [[table.text(row, column) for column in STEPS] for row in table.rows]
    charts = []
    try:
        for boards, steps in groupby(rows, key=lambda row: row[0]):
            lines = [row[1:] for row in steps]
            in_imps = [tuple(row[:3]) for row in lines if row[0] is not None]
            up_to = [row[3] for row in lines if row[3] is not None]
            chart = {"boards": (boards or "").split("-"), "rows": in_imps, "up_to": up_to}
            charts.append(ScaleChart.model_validate(chart))
        percent = bool(charts) and bool(charts[0].up_to)
        middle = len(charts[0].up_to) if percent else None
        scale = ScaleTable(name=name, unit="percent" if percent else "imps", middle=middle, charts=tuple(charts))
        given_scale(scale)
    except (ValidationError, ScaleDataError):
        return None
    return scale
