"""From the messages of the bus to the tables of the feed: which columns and what meta each channel has.

Cells are text, whole numbers, booleans or null; decimals stay text, so that every reader sees the same digits.
"""

from decimal import Decimal
from itertools import count
from operator import attrgetter

from pydantic import JsonValue

from contracts.analysis import DealAnalysis, DeclarerTricks
from contracts.changes import EventChange
from contracts.messages import StandingsPublished
from contracts.seating import RoundAssignment
from contracts.standings import Ranking, ScoredBoard, ScoredMatch, StandingRow, Standings, TravellerLine
from services.broadcast.domain.channel import Row, TableState

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


def _text(value: Decimal | None) -> str | None:
    return None if value is None else f"{value:f}"


def standings_table(message: StandingsPublished) -> TableState:
    """The standings of an event."""
    standings = message.standings
    # One call for all parts: each costs as much as what it writes.
    parts = standings.model_dump(mode="json", exclude_none=True, include={"method", "progress", "sources"})
    rows: dict[str, Row] = {
        f"{ranking.id}|{row.id}": _standing(ranking, row) for ranking in standings.rankings for row in ranking.rows
    }
    meta: dict[str, JsonValue] = {
        "title": standings.name,
        "organiser": standings.organiser,
        "date": standings.date,
        "kind": standings.kind,
        "status": standings.status.value,
        "status_reason": standings.status_reason,
        "outcome": standings.outcome,
        "reassigned_to": list(standings.reassigned_to),
        "unit": standings.rankings[0].unit if standings.rankings else standings.method.board_scoring,
        "method": parts["method"],
        "progress": parts["progress"],
        "rankings": [r.model_dump(mode="json", exclude_none=True, exclude={"rows"}) for r in standings.rankings],
        "matches": len(standings.matches),
        "boards": [vars(board) for board in standings.boards],
        "verdicts": _verdicts(message),
        "change": _change(message.change),
        "looks_like": [alike.model_dump(mode="json") for alike in message.looks_like],
        "sources": parts["sources"],
        "sources_total": standings.sources_total,
        "differences": standings.differences,
        "findings_total": standings.findings_total,
        "findings": [f.model_dump(mode="json", exclude_none=True) for f in standings.findings[:50]],
        "calculated_at": message.calculated_at.isoformat(),
        "digest": message.digest,
    }
    return TableState(STANDINGS_COLUMNS, rows, meta)


def _verdicts(message: StandingsPublished) -> list[JsonValue]:
    """What came of the files of this message that do not count; the words for the director are the intake's to tell."""
    apart = [verdict for verdict in message.verdicts if verdict.verdict != "counts"]
    return [
        verdict.model_dump(mode="json", exclude_none=True, exclude={"fragment", "text", "looks_like"})
        for verdict in apart[-VERDICTS_SHOWN:]
    ]


def _change(change: EventChange) -> JsonValue:
    """What is different from the table before; what was added is counted, and the rows show it."""
    shown = change.replace(
        participants=tuple(who for who in change.participants if who.change != "added"),
        lines=tuple(line for line in change.lines if line.change != "added"),
    )
    return shown.model_dump(mode="json", exclude_defaults=True)


def _standing(ranking: Ranking, row: StandingRow) -> Row:
    stated = row.stated
    return (
        ranking.id,
        row.number,
        row.name,
        row.section,
        row.direction.value if row.direction else None,
        row.place,
        row.rank,
        _text(row.total),
        _text(row.percentage),
        row.boards,
        _text(row.adjustment),
        _text(row.carry_forward),
        _text(row.handicap),
        _text(row.final),
        # Tie-breaks of chess as people write them: "SB 12.5".
        [f"{tie_break.code} {_text(tie_break.value) or '–'}" for tie_break in row.tie_breaks] or None,
        row.agrees,
        stated.place if stated else None,
        _text(stated.total) if stated else None,
        _text(stated.percentage) if stated else None,
    )


def matches_table(message: StandingsPublished) -> TableState:
    """The matches of an event; a row is session, round, both sides, and a number where they met more than once."""
    standings = message.standings
    rows: dict[str, Row] = {}
    for match in standings.matches:
        values = match.model_dump(mode="json")
        meeting = "|".join(str(part or "") for part in (match.session, match.round, match.home, match.away))
        again = next(number for number in count(1) if f"{meeting}|{number}" not in rows)
        rows[f"{meeting}|{again}"] = tuple(values[name] for name in MATCH_COLUMNS)
    meta: dict[str, JsonValue] = {
        "title": standings.name,
        "event": standings.event,
        "vp_scale": standings.method.vp_scale,
        "calculated_at": message.calculated_at.isoformat(),
    }
    return TableState(MATCH_COLUMNS, rows, meta)


def board_table(board: ScoredBoard) -> TableState:
    """A traveller; its lines are numbered from the best North-South score."""
    rows: dict[str, Row] = {
        str(number): tuple(map(_cell, _OF_LINE(line))) for number, line in enumerate(board.lines, 1)
    }
    meta = board.model_dump(mode="json", exclude={"lines", "double_dummy"}, exclude_none=True)
    return TableState(BOARD_COLUMNS, rows, meta)


_OF_LINE = attrgetter(*BOARD_COLUMNS)


def _cell(value: str | int | Decimal | None) -> str | int | None:
    return str(value) if isinstance(value, Decimal) else value


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


def has_files(standings: Standings) -> bool:
    """Whether an event belongs in the list of events: not when a director has taken all its files away."""
    return standings.exports_total > 0


def catalogue_row(message: StandingsPublished) -> Row:
    """An event's line in the list of events."""
    standings = message.standings
    return (
        standings.name,
        standings.organiser,
        standings.date,
        standings.kind,
        standings.status.value,
        standings.progress.text,
        next((row.name for ranking in standings.rankings for row in ranking.rows if row.rank == 1), None),
        message.calculated_at.isoformat(),
    )
