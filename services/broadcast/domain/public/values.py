"""From a whole table to the same with the places and scores that the organiser chose: those computed, or those stated.

Rules kept here:

1. Stated: where the rankings of an event, its matches, or the lines of one board state anything of that kind, only what
   is stated is shown, and nothing where nothing is. Rankings beside them of which nothing is stated have no rows: their
   order could be another one.
2. Where nothing of that kind is stated, what is computed is shown: there is nothing that it could contradict. Computed:
   a ranking that we do not score again has no rows.
3. What goes with a computed value goes with it: tie-breaks, penalties, handicaps, percentages, tops, margins.
4. Which values differ is never shown. What both rest on is: cards, contracts, scores of lines, results of games.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from contracts.facts import ValuesShown
from contracts.standings import AS_STATED
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import Row, TableState
from shared.bridge.rankings.stated_places import Stated, stated_places

_SCORES = {
    "standings": {"place": "stated_place", "total": "stated_total", "percentage": "stated_percentage"},
    "matches": {"home_score": "stated_home", "away_score": "stated_away"},
    "board": {"ns_points": "stated_ns", "ew_points": "stated_ew"},
}
"""Of a kind of channel, what is computed, and what is stated of it."""

_COMPUTED = {
    "standings": ("tie_breaks", "adjustment", "carry", "handicap", "final"),
    "matches": ("home_raw", "away_raw", "ruling"),
    "board": ("ns_percent", "ew_percent"),
}
"""Cells that go with what is computed."""

_META = frozenset({"top", "datum"})
"""What of a board goes with computed points."""

Cells = dict[str, Any]


def with_values(channel: str, table: Table, values: ValuesShown) -> Table:
    """A table with these values; the same where it has both, or is of a kind without places and scores."""
    kind = channel.split(".")[2]
    if values == "both":
        return table
    if kind == "seats":
        # Why two meet may name their scores.
        return table if values == "computed" else _made(table, lambda cells: {**cells, "reason": ""})
    if kind not in _SCORES:
        return table
    if values == "computed" or not _are_stated(kind, _cells(table)):
        made = _made(table, lambda cells: _without_stated(kind, cells))
        return _scored_again(made) if kind == "standings" and values == "computed" else made
    if kind == "standings":
        return _ranked(table)
    meta = {name: value for name, value in table.meta.items() if kind != "board" or name not in _META}
    return TableState(table.columns, _made(table, lambda cells: _stated(kind, cells)).rows, meta)


def matches_with_values(matches: Sequence[Mapping[str, Any]], values: ValuesShown) -> Sequence[Mapping[str, Any]]:
    """The matches of standings with these values; what their boards give is computed."""
    if values == "both":
        return matches
    if values == "computed" or not _are_stated("matches", matches):
        return [_without_stated("matches", match) for match in matches]
    return [{**_stated("matches", match), "by_board": ()} for match in matches]


def explanation_with_values(value: Any) -> Any:  # noqa: ANN401 - JSON
    """The JSON of an explanation without what is stated beside it."""
    if isinstance(value, list):
        return [explanation_with_values(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: explanation_with_values(part) for key, part in value.items() if key not in ("stated", "agrees")}


def _cells(table: Table) -> Iterable[Cells]:
    return (dict(zip(table.columns, row, strict=True)) for row in table.rows.values())


def _made(table: Table, change: Callable[[Cells], Mapping[str, Any]]) -> TableState:
    rows: dict[str, Row] = {
        key: tuple(change(cells).values()) for key, cells in zip(table.rows, _cells(table), strict=True)
    }
    return TableState(table.columns, rows, dict(table.meta))


def _are_stated(kind: str, rows: Iterable[Mapping[str, Any]]) -> bool:
    return any(row.get(name) is not None for row in rows for name in _SCORES[kind].values())


def _without_stated(kind: str, cells: Mapping[str, Any]) -> Cells:
    """Cells without what is stated, and whether it agrees."""
    return {**cells, **dict.fromkeys((*_SCORES[kind].values(), "agrees"))}


def _stated(kind: str, cells: Mapping[str, Any]) -> Cells:
    """Cells with what is stated in the place of what is computed."""
    scores = {name: cells.get(stated) for name, stated in _SCORES[kind].items()}
    return {**_without_stated(kind, cells), **dict.fromkeys(_COMPUTED[kind]), **scores}


def _scored_again(table: TableState) -> TableState:
    """Standings without the rankings whose totals are those stated."""
    listed: Any = table.meta.get("rankings") or ()
    stated = {each.get("id") for each in listed if str(each.get("title")).endswith(AS_STATED)}
    rows = {key: row for key, row in table.rows.items() if key.partition("|")[0] not in stated}
    return TableState(table.columns, rows, table.meta)


def _ranked(table: Table) -> TableState:
    """Standings of the rankings that are stated, in the order that is stated."""
    by_ranking: dict[str, dict[str, Cells]] = {}
    for key, cells in zip(table.rows, _cells(table), strict=True):
        by_ranking.setdefault(cells["ranking"], {})[key] = cells
    rows: dict[str, Row] = {}
    for ranking in by_ranking.values():
        if not _are_stated("standings", ranking.values()):
            continue
        places = stated_places([_said(cells) for cells in ranking.values()])
        for (key, cells), (place, rank) in zip(ranking.items(), places, strict=True):
            rows[key] = tuple({**_stated("standings", cells), "place": place, "rank": rank}.values())
    return TableState(table.columns, rows, dict(table.meta))


def _said(cells: Mapping[str, Any]) -> Stated:
    total, percentage = (cells[f"stated_{name}"] for name in ("total", "percentage"))
    return Stated(cells["stated_place"], *(None if text is None else Decimal(text) for text in (total, percentage)))
