"""From the messages of the bus to the tables of the feed: which columns and what meta each channel has.

Cells are text, whole numbers, booleans or null; decimals stay text, so that every reader sees the same digits.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import count, repeat
from typing import Any

from pydantic import JsonValue

from contracts.analysis import DealAnalysis, DeclarerTricks
from contracts.seating import RoundAssignment
from contracts.standings import LINES, ROWS, ScoredMatch, TravellerLine
from contracts.tables import Lists
from services.broadcast.domain.channel import Row, TableState
from services.broadcast.domain.excerpts import FeedBoard, FeedRanking, FeedStandings, FeedStandingsPublished

CATALOGUE_COLUMNS = ("name", "organiser", "date", "kind", "status", "progress", "leader", "updated")
STANDINGS_COLUMNS = (
    "ranking", "number", "name", "section", "direction", "place", "rank", "total", "percentage", "boards", "adjustment",
    "carry", "handicap", "final", "tie_breaks", "agrees", "stated_place", "stated_total", "stated_percentage",
)  # fmt: skip
MATCH_COLUMNS = tuple(name for name in ScoredMatch.model_fields if name != "by_board")
BOARD_COLUMNS = TravellerLine.FIELDS
ANALYSIS_COLUMNS = tuple(name for name in DeclarerTricks.model_fields if name != "declarer")
SEAT_COLUMNS = (
    "section", "table", "ns", "ns_names", "ew", "ew_names", "north", "east", "south", "west", "white", "black",
    "first_board", "last_board", "reason",
)  # fmt: skip

VERDICTS_SHOWN = 20


def standings_table(message: FeedStandingsPublished) -> TableState:
    """The standings of an event."""
    standings = message.standings
    rows: dict[str, Row] = {}
    for ranking in standings.rankings:
        rows.update(_rows(ranking))
    meta: dict[str, JsonValue] = {
        "title": standings.name,
        "organiser": standings.organiser,
        "date": standings.date,
        "kind": standings.kind,
        "status": standings.status,
        "status_reason": standings.status_reason,
        "outcome": standings.outcome,
        "reassigned_to": standings.reassigned_to,
        "unit": standings.rankings[0].unit if standings.rankings else standings.method["board_scoring"],
        "method": standings.method,
        "progress": standings.progress,
        "rankings": [_given(vars(ranking), without=("rows",)) for ranking in standings.rankings],
        "matches": len(standings.matches),
        "boards": standings.boards,
        "verdicts": _verdicts(message.verdicts),
        "change": _change(message.change),
        "looks_like": message.looks_like,
        "sources": standings.sources,
        "sources_total": standings.sources_total,
        "differences": standings.differences,
        "findings_total": standings.findings_total,
        "findings": standings.findings[:50],
        "calculated_at": message.calculated_at.isoformat(),
        "digest": message.digest,
    }
    return TableState(STANDINGS_COLUMNS, rows, meta)


def _given(fields: Mapping[str, Any], *, without: Collection[str]) -> dict[str, JsonValue]:
    return {name: value for name, value in fields.items() if value is not None and name not in without}


def _verdicts(verdicts: Sequence[Mapping[str, JsonValue]]) -> list[JsonValue]:
    """What came of the files of this message that do not count; the words for the director are the intake's to tell."""
    apart = [verdict for verdict in verdicts if verdict["verdict"] != "counts"]
    return [_given(verdict, without=("fragment", "text", "looks_like")) for verdict in apart[-VERDICTS_SHOWN:]]


def _change(change: Mapping[str, Any]) -> JsonValue:
    """What is different from the table before; what was added is counted, and the rows show it."""
    shown = dict(change)
    for name in ("participants", "lines"):
        shown[name] = [part for part in change[name] if part["change"] != "added"]
    for name in ("counts", "participants", "lines"):
        # A count of nothing and an empty list are left out.
        shown[name] = [{key: value for key, value in part.items() if value not in (0, [])} for part in shown[name]]
    return {name: part for name, part in shown.items() if part}


_DECIMALS = frozenset(
    ("total", "percentage", "adjustment", "carry", "handicap", "final", "stated_total", "stated_percentage")
)


def _rows(ranking: FeedRanking) -> Iterator[tuple[str, Row]]:
    """The rows of a ranking by id."""
    lists: Lists = ranking.rows
    ids = lists.get("id", ())
    columns = [
        _cells(name, lists[theirs]) if theirs in lists else repeat(default, len(ids))
        for name, theirs, default in _COLUMNS
    ]
    rows = zip(repeat(ranking.id, len(ids)), *columns, strict=True)
    return zip([f"{ranking.id}|{key}" for key in ids], rows, strict=True)


def _cells(name: str, column: Sequence[Any]) -> Sequence[JsonValue]:
    if name in _DECIMALS and "E" in "".join(filter(None, column)):
        return [value and _plain(value) for value in column]
    if name == "tie_breaks":
        # Those of chess as people write them: "SB 12.5".
        return [[f"{part['code']} {_plain(part.get('value', '–'))}" for part in parts] or None for parts in column]
    return column


_ON_THE_BUS = [(name, "carry_forward" if name == "carry" else name) for name in STANDINGS_COLUMNS[1:]]
_COLUMNS = [(name, theirs, _cells(name, ROWS.column_of({"id": ("",)}, theirs))[0]) for name, theirs in _ON_THE_BUS]
"""Columns of the feed, the same on the bus, and the cell that one which is not there has throughout."""


def _plain(number: str) -> str:
    """A decimal number without an exponent, as all but the longest are written anyhow."""
    return f"{Decimal(number):f}" if "E" in number else number


def matches_table(message: FeedStandingsPublished) -> TableState:
    """The matches of an event; a row is session, round, both sides, and a number where they met more than once."""
    standings = message.standings
    rows: dict[str, Row] = {}
    for match in standings.matches:
        meeting = "|".join(str(match.get(name) or "") for name in ("session", "round", "home", "away"))
        again = next(number for number in count(1) if f"{meeting}|{number}" not in rows)
        rows[f"{meeting}|{again}"] = tuple(map(match.get, MATCH_COLUMNS))
    meta: dict[str, JsonValue] = {
        "title": standings.name,
        "event": standings.event,
        "vp_scale": standings.method.get("vp_scale"),
        "calculated_at": message.calculated_at.isoformat(),
    }
    return TableState(MATCH_COLUMNS, rows, meta)


def board_table(board: FeedBoard) -> TableState:
    """A traveller; its lines are numbered from the best North-South score."""
    columns = [LINES.column_of(board.lines, name) for name in BOARD_COLUMNS]
    rows: dict[str, Row] = {str(number): row for number, row in enumerate(zip(*columns, strict=True), 1)}
    return TableState(BOARD_COLUMNS, rows, _given(vars(board), without=("lines",)))


def analysis_table(analysis: DealAnalysis) -> TableState:
    """The double-dummy analysis of a board: a row for each declarer."""
    rows: dict[str, Row] = {
        row.declarer.value: tuple(getattr(row, name) for name in ANALYSIS_COLUMNS) for row in analysis.tricks
    }
    return TableState(ANALYSIS_COLUMNS, rows, analysis.model_dump(mode="json", exclude={"tricks"}, exclude_none=True))


def seats_table(assignment: RoundAssignment) -> TableState:
    """The next seats."""
    tables = [table.model_dump(mode="json") for table in assignment.tables]
    rows: dict[str, Row] = {str(n): tuple(table[name] for name in SEAT_COLUMNS) for n, table in enumerate(tables, 1)}
    return TableState(SEAT_COLUMNS, rows, assignment.model_dump(mode="json", exclude={"tables"}, exclude_none=True))


def has_files(standings: FeedStandings) -> bool:
    """Whether an event belongs in the list of events: not when a director has taken all its files away."""
    return standings.exports_total > 0


def catalogue_row(message: FeedStandingsPublished) -> Row:
    """An event's line in the list of events."""
    standings = message.standings
    rankings = [ranking.rows for ranking in standings.rankings if 1 in ranking.rows.get("rank", ())]
    return (
        standings.name,
        standings.organiser,
        standings.date,
        standings.kind,
        standings.status,
        standings.progress["text"],
        next((rows["name"][rows["rank"].index(1)] for rows in rankings), None),
        message.calculated_at.isoformat(),
    )
