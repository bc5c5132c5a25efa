"""The forms of how results are scored: what is carried forward, the scale of victory points, the table of IMPs."""

import re
from collections.abc import Mapping
from typing import Any

from contracts.decisions import AnyDecision, CarryForward, UseImps, UseScale
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear, whole_number
from shared.bridge.boards.imps import ImpTable
from shared.bridge.matches.victory_points import load_scale, scale_called

MOST_LINES = 2_000
"""Lines of a scale that are read."""

_BOARDS = re.compile(r"boards?\s+(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", re.ASCII | re.IGNORECASE)
_APART = re.compile(r"[\s;]+|,(?=\s|$)")


def _carry(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    kind, _, participant = fields.get("participant", "").partition(":")
    if not participant:
        raise Unclear("Choose who carries a score forward.")
    given = {name: fields.get(name, "").strip().replace(",", ".") for name in ("score", "maximum")}
    where = {"participant": participant, "kind": kind, "session": fields.get("session") or None}
    boards = whole_number(fields.get("boards", ""))
    return (CarryForward.model_validate({"decision": "carry", "boards": boards, **where, **given}),)


def _scale(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    if name := fields.get("scale"):
        return _checked_scale({"name": name})
    unit, charts = fields.get("unit", ""), _charts(fields.get("charts", ""))
    made = [_imp_chart(chart) if unit == "imps" else _percent_chart(chart) for chart in charts]
    middle = len(made[0]["up_to"]) if unit == "percent" else None
    table = {"name": " ".join(fields.get("name", "").split()), "unit": unit, "middle": middle, "charts": made}
    return _checked_scale({"table": table})


def _checked_scale(given: Mapping[str, Any]) -> tuple[AnyDecision, ...]:
    decision = UseScale.model_validate({"decision": "scale", **given})
    try:
        load_scale(decision.table or scale_called(decision.called))
    except ValueError as error:
        raise Unclear(f"This is no scale: {error}.") from None
    return (decision,)


Chart = tuple[tuple[int, int], list[list[str]]]
"""The fewest and the most boards, and the numbers of each line."""


def _charts(text: str) -> list[Chart]:
    """The charts of a scale: each begins with a line of its boards, as "boards 7-9"."""
    charts: list[Chart] = []
    for line in filter(None, map(str.strip, text.splitlines()[:MOST_LINES])):
        if found := _BOARDS.fullmatch(line):
            charts.append(((int(found[1]), int(found[2] or found[1])), []))
        elif charts:
            charts[-1][1].append([part.replace(",", ".") for part in _APART.split(line) if part])
        else:
            break
    if not charts:
        raise Unclear('Begin each chart of the scale with a line like "boards 7-9".')
    return charts


def _imp_chart(chart: Chart) -> dict[str, Any]:
    boards, lines = chart
    if any(len(line) != 3 for line in lines):
        raise Unclear("Write in each line of the scale the first margin in IMPs, the winner's points and the loser's.")
    return {"boards": boards, "rows": lines}


def _percent_chart(chart: Chart) -> dict[str, Any]:
    boards, lines = chart
    return {"boards": boards, "up_to": [number for line in lines for number in line]}


def _imps(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    bounds = [whole_number(part) for part in re.split(r"[\s,;]+", fields.get("lower_bounds", "").strip())]
    if None in bounds:
        raise Unclear("Write the smallest differences in points that are worth 1, 2, 3, ... IMPs: 20 50 90.")
    decision = UseImps.model_validate({"decision": "imps", "lower_bounds": bounds})
    try:
        ImpTable("given", decision.lower_bounds)
    except ValueError as error:
        raise Unclear(f"This is no table of IMPs: {error}.") from None
    return (decision,)


READERS: Mapping[str, Reader] = {"carry": _carry, "scale": _scale, "imps": _imps}
"""Which form decides what."""
