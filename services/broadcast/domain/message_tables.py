"""From the messages of the bus to the tables of the feed: which columns and what meta each channel has.

Cells are text, whole numbers, booleans or null; decimals stay text, so that every reader sees the same digits.

Of the messages the feed takes excerpts. Their tables travel as columns of the cells that it has
(`contracts/tables.py`), and most of their meta is passed on as it is. Scoring has checked it; `Channel` refuses what is
no cell. What has no default here is always written.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain, count, repeat
from typing import Any

from pydantic import JsonValue

from contracts.analysis import DealAnalysis
from contracts.base import Excerpt, Instant, Sha256, Slug, Unread
from contracts.facts import NameShown, PublicPolicy
from contracts.feed.rows import AnalysisRow, EventRow, GameRow, LineRow, MatchRow, SeatRow, StandingsRow, columns_of
from contracts.messages import Position
from contracts.seating import RoundAssignment
from contracts.standings import LINES, ROUND_GAMES, ROWS, Declaration, ScoredGame
from contracts.standings_changes.rows import Rows
from contracts.standings_changes.tables import Tables, follow
from services.broadcast.domain.channel import Row, TableChanges, TableState

COUNTS = ("rounds", "rounds_complete", "results", "results_expected", "complete")
CATALOGUE_COLUMNS = columns_of(EventRow)
STANDINGS_COLUMNS = columns_of(StandingsRow)
MATCH_COLUMNS = columns_of(MatchRow)
PLAYED_BOARD_COLUMNS = columns_of(LineRow)
BOARD_COLUMNS = tuple(name for name in PLAYED_BOARD_COLUMNS if name in LineRow.__required_keys__)
PLAY_COLUMNS = PLAYED_BOARD_COLUMNS[len(BOARD_COLUMNS) :]
"""Columns of travellers that only those have of which a table recorded its auction or play."""

GAME_COLUMNS = columns_of(GameRow)
ANALYSIS_COLUMNS = columns_of(AnalysisRow)
SEAT_COLUMNS = columns_of(SeatRow)

VERDICTS_SHOWN = 20


class FeedRanking(Excerpt, title="Ranking"):
    """A ranking; its rows are columns by name."""

    id: Unread
    title: Unread
    kind: Unread = None
    unit: Unread
    session: Unread = None
    section: Unread = None
    direction: Unread = None
    rows: Unread


class FeedStandings(Excerpt, title="Standings"):
    """The standings of an event."""

    event: Slug
    name: Unread
    organiser: Unread = None
    date: Unread = None
    kind: Unread = None
    about: Unread = None
    status: Unread
    status_reason: Unread = None
    outcome: Unread = None
    declared: Declaration | None = None
    method: Unread
    progress: Unread
    rankings: tuple[FeedRanking, ...]
    matches: Unread
    boards: Unread
    sources: Unread
    sources_total: int
    exports_total: int
    findings_total: int
    differences: int
    reassigned_to: Unread
    names: tuple[NameShown, ...] = ()
    public: PublicPolicy = PublicPolicy()
    public_of_new: bool = False


class FeedStandingsPublished(Excerpt, title="StandingsPublished"):
    """Standings, what came of files since those before, and what has changed."""

    standings: FeedStandings
    changes: Unread = None
    position: Position
    digest: Sha256
    leader: Unread = None
    verdicts: Unread
    change: Unread
    looks_like: Unread
    reason: Unread
    calculated_at: Instant


class FeedBoard(Excerpt, title="ScoredBoard"):
    """A traveller; its lines are columns by name."""

    event: Slug
    id: Slug
    session: Unread = None
    board: Unread
    dealer: Unread = None
    vulnerable: Unread = None
    unit: Unread
    top: Unread = None
    datum: Unread = None
    deal: Unread = None
    complete: Unread = None
    lines: Unread


class FeedBoardScored(Excerpt, title="BoardScored"):
    """A traveller scored again."""

    board: FeedBoard
    position: Position


class FeedRound(Excerpt, title="ScoredRound"):
    """A round of chess; its games are columns by name."""

    event: Slug
    round: int
    games: Unread


class FeedRoundScored(Excerpt, title="RoundScored"):
    """A round of chess of which something is new."""

    round: FeedRound
    position: Position


def followed(before: Tables | None, message: FeedStandingsPublished) -> Tables:
    """The tables of standings after a message.

    Raises:
        ChangeRefused: it changes other tables than these.
    """
    standings = message.standings
    rankings = [{"id": ranking.id, "rows": ranking.rows} for ranking in standings.rankings]
    tables = {"rankings": rankings, "matches": standings.matches, "boards": standings.boards}
    return follow(before, {"standings": tables, "changes": message.changes, "digest": message.digest})


def standings_table(message: FeedStandingsPublished, tables: Tables) -> TableState:
    """The standings of an event, with the tables after a message."""
    every = [_rows(own, rows, None) for own, rows in tables.rankings.items()]
    return TableState(STANDINGS_COLUMNS, dict(chain.from_iterable(every)), _meta(message, tables))


def standings_changes(message: FeedStandingsPublished, tables: Tables, before: Tables) -> TableChanges:
    """What is new of the standings of an event, with the tables after a message and before it."""
    changed: dict[str, Row | None] = {}
    for own, old in before.rankings.items():
        rows = tables.rankings.get(own, Rows())
        if rows is not old and rows.changed is None:
            changed |= {f"{own}|{key}": None for key in old.ids}
    for own, rows in tables.rankings.items():
        changed.update(_rows(own, rows, rows.changed))
    return TableChanges(STANDINGS_COLUMNS, changed, _meta(message, tables))


def _meta(message: FeedStandingsPublished, tables: Tables) -> dict[str, JsonValue]:
    """What is true of standings as a whole."""
    standings = message.standings
    return {
        "title": standings.name,
        "organiser": standings.organiser,
        "date": standings.date,
        "kind": standings.kind,
        "about": standings.about,
        "status": standings.status,
        "status_reason": standings.status_reason,
        "outcome": standings.outcome,
        "declared": standings.declared and standings.declared.model_dump(mode="json"),
        "reassigned_to": standings.reassigned_to,
        "names": [each.model_dump() for each in standings.names] or None,
        "public": standings.public.model_dump() if standings.public != PublicPolicy() else None,
        "public_of_new": standings.public_of_new or None,
        "unit": standings.rankings[0].unit if standings.rankings else standings.method["board_scoring"],
        "method": standings.method,
        "progress": standings.progress,
        "rankings": [_given(vars(ranking), without=("rows",)) for ranking in standings.rankings],
        "matches": len(tables.matches.values),
        "boards": list(tables.boards.values),
        "verdicts": _verdicts(message.verdicts),
        "change": _change(message.change),
        "looks_like": message.looks_like,
        "sources": standings.sources,
        "sources_total": standings.sources_total,
        "differences": standings.differences,
        "findings_total": standings.findings_total,
        "calculated_at": message.calculated_at.isoformat(),
        "digest": message.digest,
    }


def _given(fields: Mapping[str, Any], *, without: Collection[str]) -> dict[str, JsonValue]:
    return {name: value for name, value in fields.items() if value is not None and name not in without}


def _verdicts(verdicts: Sequence[Mapping[str, JsonValue]]) -> list[JsonValue]:
    """What came of the files of this message that do not count; the words for the director are the intake's to tell."""
    apart = [verdict for verdict in verdicts if verdict["verdict"] != "counts"]
    for_directors = ("fragment", "text", "advice", "looks_like")
    return [_given(verdict, without=for_directors) for verdict in apart[-VERDICTS_SHOWN:]]


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


def _rows(own: str, rows: Rows, places: Sequence[int] | None) -> Iterator[tuple[str, Row]]:
    """The rows of a ranking by id, all or those in some places."""
    ids = rows.cells("id", places)
    columns = [
        _cells(name, rows.cells(theirs, places)) if rows.has(theirs) else repeat(default, len(ids))
        for name, theirs, default in _COLUMNS
    ]
    made = zip(repeat(own, len(ids)), *columns, strict=True)
    return zip([f"{own}|{key}" for key in ids], made, strict=True)


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


def matches_table(message: FeedStandingsPublished, tables: Tables) -> TableState:
    """The matches of an event; a row is session, round, both sides, and a number where they met more than once."""
    standings = message.standings
    rows: dict[str, Row] = {}
    for match in tables.matches.values:
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
    recorded = any(chain(*(LINES.column_of(board.lines, name) for name in PLAY_COLUMNS)))
    names = PLAYED_BOARD_COLUMNS if recorded else BOARD_COLUMNS
    columns = [LINES.column_of(board.lines, name) for name in names]
    rows: dict[str, Row] = {str(number): row for number, row in enumerate(zip(*columns, strict=True), 1)}
    return TableState(names, rows, _given(vars(board), without=("lines",)))


def round_rows(of: FeedRound) -> dict[str, Row]:
    """The games of a round; a row is the round and who plays, and a number where they are named more than once."""
    columns = [ROUND_GAMES.column_of(of.games, name) for name in ScoredGame.FIELDS]
    rows: dict[str, Row] = {}
    for cells in zip(*columns, strict=True):
        own = f"{of.round}|{cells[_WHITE]}|{cells[_BLACK] or ''}"
        keys = chain((own,), (f"{own}|{number}" for number in count(2)))
        rows[next(key for key in keys if key not in rows)] = (of.round, *cells)
    return rows


_WHITE, _BLACK = map(ScoredGame.FIELDS.index, ("white", "black"))


def games_meta(event: str, rounds: Collection[int]) -> dict[str, JsonValue]:
    """What is true of the games of an event as a whole."""
    return {"event": event, "rounds": max(rounds, default=0)}


def analysis_table(analysis: DealAnalysis) -> TableState:
    """The double-dummy analysis of a board: a row for each declarer."""
    rows: dict[str, Row] = {
        row.declarer.value: tuple(getattr(row, name) for name in ANALYSIS_COLUMNS) for row in analysis.tricks
    }
    return TableState(ANALYSIS_COLUMNS, rows, analysis.model_dump(mode="json", exclude={"tricks"}, exclude_none=True))


def seats_table(assignment: RoundAssignment) -> TableState:
    """The next seats; the reason of a table that the director has changed is what was changed."""
    tables = [
        table.replace(reason=table.by_hand or table.reason).model_dump(mode="json") for table in assignment.tables
    ]
    rows: dict[str, Row] = {str(n): tuple(table[name] for name in SEAT_COLUMNS) for n, table in enumerate(tables, 1)}
    return TableState(SEAT_COLUMNS, rows, assignment.model_dump(mode="json", exclude={"tables"}, exclude_none=True))


def has_files(standings: FeedStandings) -> bool:
    """Whether an event belongs in the list of events: not when a director has taken all its files away."""
    return standings.exports_total > 0


def catalogue_row(message: FeedStandingsPublished) -> Row:
    """An event's line in the list of events."""
    standings = message.standings
    return (
        standings.name,
        standings.organiser,
        standings.date,
        standings.kind,
        standings.status,
        standings.progress["text"],
        *map(standings.progress.get, COUNTS),
        message.leader,
        message.calculated_at.isoformat(),
    )
