"""The event as CSV (RFC 4180, UTF-8 with a byte order mark so that spreadsheets read names right).

Four files: the standings, every line of every traveller, every match, and the seats that follow. A text that a
spreadsheet would run as a formula gets an apostrophe in front.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from contracts.messages import EventMerged, LossItem
from contracts.seating import SeatAssignment
from contracts.standings import ScoredMatch, StandingRow, StatedRow, TravellerLine
from shared.formats.format import Seats
from shared.formats.parsed import Rendered

STANDINGS_COLUMNS = (
    "ranking", "place", "number", "name", "section", "direction", "total", "maximum", "percentage", "adjustment",
    "handicap", "carry_forward", "final", "tie_breaks", "boards", "wins", "stated_place", "stated_total",
    "stated_percentage",
    "agrees",
)  # fmt: skip
RESULT_COLUMNS = (
    "session", "board", "dealer", "vulnerable", "section", "round", "table", "ns", "ns_names", "ns_team", "ew",
    "ew_names", "ew_team", "contract", "declarer", "lead", "tricks", "score", "ew_score", "ns_points", "ew_points",
    "ns_percent", "ew_percent", "stated_ns", "stated_ew", "agrees",
)  # fmt: skip
MATCH_COLUMNS = tuple(name for name in ScoredMatch.model_fields if name != "by_board")
SEAT_COLUMNS = ("session", "round", "rule", *SeatAssignment.model_fields, "sitting_out", "bye")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def render_standings(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write the standings.

    Args:
        merged: the event.
        values: "computed" writes our places and totals, "stated" those of the file, blank where it states none.
        seats: that follow, which the table has no columns for.
        version: there is one alone.
    """
    rows = [
        _standing(ranking.id, row, stated=values == "stated")
        for ranking in merged.standings.rankings
        for row in ranking.rows
    ]
    losses = _lost("travellers", len(merged.boards), "a table of standings has no boards; see results-csv")
    losses += _lost_seats(seats)
    return Rendered(_table(STANDINGS_COLUMNS, rows), f"{merged.event}.csv", "text/csv; charset=utf-8", losses)


def render_results(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write every line of every traveller, with our points and the file's."""
    rows = [
        (board.session, board.board, board.dealer, board.vulnerable, *_result(line))
        for board in merged.boards
        for line in board.lines
    ]
    losses = _lost("standings", len(merged.standings.rankings), "a table of results has no totals; see csv")
    losses += _lost_seats(seats)
    return Rendered(_table(RESULT_COLUMNS, rows), f"{merged.event}-results.csv", "text/csv; charset=utf-8", losses)


def render_matches(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write every match, with our scores and the file's."""
    rows = [[getattr(match, name) for name in MATCH_COLUMNS] for match in merged.standings.matches]
    losses = _lost("standings", len(merged.standings.rankings), "it has no totals; see csv")
    losses += _lost_seats(seats)
    return Rendered(_table(MATCH_COLUMNS, rows), f"{merged.event}-matches.csv", "text/csv; charset=utf-8", losses)


def render_seats(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write who sits where next, a line for each table and for everybody who sits out; the heading alone for none."""
    rows: list[Sequence[object]] = []
    if seats is not None:
        of = (seats.session, seats.round if seats.round is not None else seats.stage, seats.rule)
        rows = [
            (*of, *(getattr(table, name) for name in SeatAssignment.model_fields), "", "") for table in seats.tables
        ]
        byes = {bye.name: bye.value for bye in seats.byes}
        blank = ("",) * len(SeatAssignment.model_fields)
        rows += [(*of, *blank, who, byes.get(who)) for who in seats.sitting_out]
    losses = _lost("standings", len(merged.standings.rankings), "a table of seats has no totals; see csv")
    return Rendered(_table(SEAT_COLUMNS, rows), f"{merged.event}-seats.csv", "text/csv; charset=utf-8", losses)


def _lost_seats(seats: Seats) -> tuple[LossItem, ...]:
    return _lost(
        "seats that follow", len(seats.tables) if seats else 0, "the table has no columns for them; see seats-csv"
    )


def _lost(what: str, count: int, why: str) -> tuple[LossItem, ...]:
    return (LossItem(what=what, count=count, why=why),) if count else ()


def _standing(ranking: str, row: StandingRow, *, stated: bool) -> Sequence[object]:
    theirs = row.stated
    shown = (theirs or StatedRow()) if stated else row
    return (
        ranking,
        shown.place,
        row.number,
        row.name,
        row.section,
        row.direction,
        shown.total,
        row.maximum,
        shown.percentage,
        row.adjustment,
        row.handicap,
        row.carry_forward,
        row.final,
        _tie_breaks(row),
        row.boards,
        row.wins,
        theirs.place if theirs else None,
        theirs.total if theirs else None,
        theirs.percentage if theirs else None,
        row.agrees,
    )


def _tie_breaks(row: StandingRow) -> str | None:
    """Tie-breaks of chess: "SB 12.5; WIN 4"."""
    return "; ".join(f"{one.code} {'–' if one.value is None else f'{one.value:f}'}" for one in row.tie_breaks) or None


def _result(line: TravellerLine) -> Sequence[object]:
    return tuple(getattr(line, name) for name in RESULT_COLUMNS[4:])


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if value is True or value is False:
        return "yes" if value else "no"
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    if isinstance(value, str) and text.startswith(_FORMULA) and not _number(text):
        return f"'{text}"
    return text


def _number(text: str) -> bool:
    """Whether a text is a number with a sign, such as a score."""
    return text[0] in "+-" and text[1:].replace(".", "", 1).isdecimal()
