"""The event as CSV (RFC 4180, UTF-8 with a byte order mark so that spreadsheets read names right).

Four files: the standings, every line of every traveller, every match, and the seats that follow. A text that a
spreadsheet would run as a formula gets an apostrophe in front, and characters that a terminal or a spreadsheet obeys
instead of showing them become blanks.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from contracts.messages import EventMerged, LossItem
from contracts.seating import SeatAssignment
from contracts.standings import ScoredMatch, StandingRow, StatedRow
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
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""Some spreadsheets take the wide ones alike."""
_OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def render_standings(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write the standings, with our places and totals or, as `values` says, the file's: blank where it states none."""
    rows = [
        _standing(ranking.id, row, stated=values == "stated")
        for ranking in merged.standings.rankings
        for row in ranking.rows
    ]
    losses = _lost("travellers", len(merged.boards), "a table of standings has no boards; see results-csv")
    return _file(f"{merged.event}.csv", STANDINGS_COLUMNS, rows, losses + _lost_seats(seats))


def render_results(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write every line of every traveller, with our points and the file's."""
    rows = [
        [getattr(board, name) for name in RESULT_COLUMNS[:4]] + [getattr(line, name) for name in RESULT_COLUMNS[4:]]
        for board in merged.boards
        for line in board.lines
    ]
    losses = _lost("standings", len(merged.standings.rankings), "a table of results has no totals; see csv")
    return _file(f"{merged.event}-results.csv", RESULT_COLUMNS, rows, losses + _lost_seats(seats))


def render_matches(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write every match, with our scores and the file's."""
    rows = [[getattr(match, name) for name in MATCH_COLUMNS] for match in merged.standings.matches]
    losses = _lost("standings", len(merged.standings.rankings), "it has no totals; see csv")
    return _file(f"{merged.event}-matches.csv", MATCH_COLUMNS, rows, losses + _lost_seats(seats))


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
        rows += [(*of, *blank, name, byes.get(name)) for name in seats.sitting_out]
    losses = _lost("standings", len(merged.standings.rankings), "a table of seats has no totals; see csv")
    return _file(f"{merged.event}-seats.csv", SEAT_COLUMNS, rows, losses)


def _lost_seats(seats: Seats) -> tuple[LossItem, ...]:
    return _lost(
        "seats that follow", len(seats.tables) if seats else 0, "the table has no columns for them; see seats-csv"
    )


def _lost(what: str, count: int, why: str) -> tuple[LossItem, ...]:
    return (LossItem(what=what, count=count, why=why),) if count else ()


def _standing(ranking: str, row: StandingRow, *, stated: bool) -> Sequence[object]:
    theirs = {name: getattr(row.stated, name, None) for name in StatedRow.FIELDS}
    cells: dict[str, object] = {f"stated_{name}": value for name, value in theirs.items()} | {
        "ranking": ranking,
        # Of chess: "SB 12.5; WIN 4".
        "tie_breaks": "; ".join(f"{t.code} {'–' if t.value is None else f'{t.value:f}'}" for t in row.tie_breaks),
        **(theirs if stated else {}),
    }
    return [cells[name] if name in cells else getattr(row, name) for name in STANDINGS_COLUMNS]


def _file(
    name: str, columns: Sequence[str], rows: Iterable[Sequence[object]], losses: tuple[LossItem, ...]
) -> Rendered:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    data = b"\xef\xbb\xbf" + text.getvalue().encode("utf-8")
    return Rendered(data, name, "text/csv; charset=utf-8", losses)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, str):
        return _text(value)
    return f"{value:f}" if isinstance(value, Decimal) else str(value)


def _text(value: str) -> str:
    shown = _OBEYED.sub(" ", value)
    if not shown.lstrip().startswith(_FORMULA):
        return shown
    # A number with a sign, such as a score, is no formula.
    is_number = shown[0] in "+-" and shown[1:].replace(".", "", 1).isdecimal()
    return shown if is_number else f"'{shown}"
