"""Boards of a section: results of pairs (Board2) and of individuals (Board4).

Rules kept here:

1. All entries that a table has room for are read. An entry without numbers is an empty place and says nothing.
2. An entry 999 is kept where its round has begun (pickup slips) or its board has a result (travellers): as not in play,
   or as a result that is still to come (`sections.is_to_come`). Meetings of rounds to come are the movement's to tell.
3. North-South's and East-West's scores stand apart, and so they stay: split rulings differ. For individuals North and
   East speak for their sides; what South or West has otherwise is kept as a detail and reported.
4. Stated points are those of the last scoring; they are left out of results without a score, and everywhere when the
   section has not been scored since.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import chain, compress
from operator import or_
from typing import Any, NamedTuple

from contracts.base import Place
from contracts.codes import acblscore as codes
from contracts.facts import RESULTS, UNKNOWN_SCORE, BoardFact, Detail, ResultFact, Score, Sides, packed_score
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import Board, Section
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.play_layouts import BOARD, RESULT2, RESULT4, SEATS
from shared.formats.acblscore.reader.details import detail
from shared.formats.acblscore.reader.roster import SidesOf
from shared.formats.acblscore.reader.sections import TRAVELLERS, is_to_come
from shared.formats.acblscore.report import Report, place_at
from shared.formats.acblscore.scores import NOT_IN_PLAY, SPECIAL, read_score, unread_score

Values = tuple[int, ...]
"""Round, table, then number, raw score and points of the two or four who sit there, North or North-South first."""

Parts = dict[str, dict[Values, int]]
"""How often the same have met on a board before, by its number."""

_NUMBERS, _SCORES, _POINTS = slice(2, None, 3), slice(3, None, 3), slice(4, None, 3)


Entry = tuple[int, Values, bool]
"""Where a result stands, its values, and whether anybody has a score in it."""


class Scores(NamedTuple):
    """What the raw scores of a table say.

    Attributes:
        ns, ew: as columns have them.
        group: of fouled boards.
        counts: whether anybody has a value that stands for a result.
        ns_has, ew_has: whether the side has a score.
        mixed: whether the sides are in different groups.
        unread: those that are none.
    """

    ns: int | Score | None
    ew: int | Score | None
    group: int
    counts: bool
    ns_has: bool
    ew_has: bool
    mixed: bool
    unread: Values


@dataclass(frozen=True)
class Context:
    """What the results of a section have in common.

    Attributes:
        unit: of stated points; None when they are not to be taken.
        sides: gives those at a table by their numbers.
    """

    section: Section
    session: str | None
    individual: bool
    unit: str | None
    sides: SidesOf


_COLUMNS = (
    *("offset", "path", "session", "section", "round", "table", "board", *Sides._fields),
    *("ns_score", "ew_score", "stated_ns", "stated_ew", "stated_unit", "foul_group", "part", "details"),
)


@dataclass
class Played:
    """What the boards of a section give.

    Attributes:
        columns: of its results, those of `_COLUMNS`.
        rounds: that have begun.
        entered: boards with a result.
        to_come: whether a result is still to be entered.
        met: those who met at a table, by their numbers.
    """

    boards: list[BoardFact] = field(default_factory=list)
    columns: list[list[Any]] = field(default_factory=lambda: [[] for _ in _COLUMNS])
    rounds: set[int] = field(default_factory=set)
    entered: list[str] = field(default_factory=list)
    to_come: bool = False
    met: dict[Values, Sides] = field(default_factory=dict)


def results_of(played: Iterable[Played]) -> Sequence[ResultFact]:
    """The results of some sections, as columns."""
    columns = zip(*(each.columns for each in played), strict=True)
    return RESULTS.of_lists(dict(zip(_COLUMNS, map(list, map(chain.from_iterable, columns)), strict=False)))


def read_boards(file: GameFile, context: Context) -> Played:
    """Read all results of a section.

    Raises:
        FormatError: too-large when the file has more results than a game can have.
    """
    played = Played()
    tables: list[tuple[Board, list[Entry]]] = []
    for board in context.section.boards:
        entries = _entries(file, context.individual, board)
        four = bool(entries) and len(entries[0][1]) == len(RESULT4.names)
        file.count("board", 1, board.results)
        file.count("result of four" if four else "result", len(entries), board.results)
        file.report.results += len(entries)
        tables.append((board, entries))
    for _, entries in tables:
        played.rounds.update([values[0] for _, values, begun in entries if begun])
    parts: Parts = {}
    tables.reverse()
    while tables:  # what has been read is let go, as the most results that a file can have would take twice the memory
        _read_board(file.report, context, *tables.pop(), played, parts)
    return played


def layout_of(board: Board, individual: bool) -> Layout:
    """The layout of the results of a board: by the event, unless its table says otherwise and has the length for it."""
    results = board.results
    own, other, units = (RESULT4, RESULT2, 2) if individual else (RESULT2, RESULT4, 4)
    length = results.end - results.offset - BOARD.size
    return other if results.integer("num_units") == units and length % own.size and not length % other.size else own


def _entries(file: GameFile, individual: bool, board: Board) -> list[Entry]:
    """The entries of a board that are not empty (rule 1)."""
    table = layout_of(board, individual)
    results = board.results
    if results.integer("num_units") != (4 if table is RESULT4 else 2):
        text = f"{results.name} states {results.integer('num_units')} sides at a table; it was read with"
        text += f" {4 if table is RESULT4 else 2}"
        file.report.add(codes.BAD_VALUE, text, results.place("num_units"), subject=results.name)
    file.room(results, table.size, results.integer("num_valid"), "results")
    nothing = (NOT_IN_PLAY,) * (4 if table is RESULT4 else 2)
    start = results.offset + BOARD.size
    size = (results.end - start) // table.size * table.size
    offsets = range(start, start + size, table.size)
    return [
        (offset, values, values[_SCORES] != nothing)
        for offset, values in zip(offsets, table.reader.iter_unpack(file.data[start : start + size]), strict=True)
        if any(values[_NUMBERS])
    ]


def _read_board(
    report: Report, context: Context, board: Board, entries: list[Entry], played: Played, parts: Parts
) -> None:
    section = context.section
    number = str(board.row.integer("board"))
    has_result = any(begun for _, _, begun in entries)
    if has_result:
        played.entered.append(number)
    come = [True] * len(entries)
    if not all(begun for _, _, begun in entries):
        by_traveller = section.details.integer("posting_method") == TRAVELLERS
        entered = board.row.flag("traveller_entered")
        come = [begun or is_to_come(section, values[0], traveller_entered=entered) for _, values, begun in entries]
        played.to_come |= any(late and not begun for late, (_, _, begun) in zip(come, entries, strict=True))
        shown = [begun or (has_result if by_traveller else values[0] in played.rounds) for _, values, begun in entries]
        entries, come = list(compress(entries, shown)), list(compress(come, shown))
    counted = 0
    if entries:
        offsets, rows, _ = zip(*entries, strict=True)
        rounds, tables, *values = zip(*rows, strict=True)
        met = list(zip(*values[::3], strict=True))
        scores = list(map(_scores, zip(*values[1::3], strict=True), come))
        path = f"board {number} of section {section.name}"
        sides, details = _sides_and_details(report, context, f"board {number}", path, entries, met, scores, played)
        ns, ew, groups, counts, ns_has, ew_has, *_ = zip(*scores, strict=True)
        counted = sum(counts)
        before, part = parts.setdefault(number, {}), []
        for numbers in met:
            before[numbers] = before.get(numbers, -1) + 1
            part.append(before[numbers])
        count, nothing = len(entries), [None] * len(entries)
        stated: tuple[Sequence[Any], ...] = (nothing, nothing, nothing)
        if context.unit is not None:
            stated = (
                [_points(cents) if has else None for cents, has in zip(values[2], ns_has, strict=True)],
                [_points(cents) if has else None for cents, has in zip(values[5], ew_has, strict=True)],
                [context.unit if either else None for either in map(or_, ns_has, ew_has)],
            )
        columns = (
            *(offsets, [path] * count, [context.session] * count, [section.name] * count),
            *([number_ or None for number_ in rounds], [str(table) if table else None for table in tables]),
            *([number] * count, *zip(*sides, strict=True), ns, ew, *stated, groups, part, details),
        )
        for column, more in zip(played.columns, columns, strict=True):
            column.extend(more)
    _about(report, board, number, counted, context, played)


def _sides_and_details(
    report: Report,
    context: Context,
    board: str,
    path: str,
    entries: Sequence[Entry],
    met: Sequence[Values],
    scores: Sequence[Scores],
    played: Played,
) -> tuple[list[Sides], list[tuple[Detail, ...]]]:
    """Who sat at each table, and what partners have otherwise; what is odd is reported table by table."""
    sides: list[Any] = [played.met.get(numbers) for numbers in met]
    details: list[tuple[Detail, ...]] = [()] * len(met)
    four = len(met[0]) == len(SEATS)
    if None in sides or four or any(score.unread or score.mixed for score in scores):
        for number, ((offset, values, _), numbers, score) in enumerate(zip(entries, met, scores, strict=True)):
            if score.unread or score.mixed:
                _report_odd(report, score, _where(board, values), place_at(offset, path), board)
            sides[number] = played.met[numbers] = context.sides(numbers, (offset, path))
            if four:
                details[number] = _partners(report, board, values, place_at(offset, path))
    return sides, details


def _report_odd(report: Report, scores: Scores, where: str, place: Place, board: str) -> None:
    """Scores that are none, and sides that do not go together."""
    for raw in scores.unread:
        text = f"{where}: the score {raw} is neither points nor an average"
        report.add(codes.BAD_SCORE, text, place, subject=board, stated=str(raw))
    if scores.mixed:
        text = f"{where}: the two sides belong to different groups of a fouled board; both were put"
        report.add(codes.SCORES_DISAGREE, f"{text} in group {scores.group}", place, subject=board)


def _where(board: str, values: Values) -> str:
    """A result in words."""
    return ", ".join((board, *(f"{what} {n}" for what, n in zip(("round", "table"), values, strict=False) if n)))


def _about(report: Report, board: Board, number: str, counted: int, context: Context, played: Played) -> None:
    stated, name, place = board.row.integer("num_results"), f"board {number}", board.row.place("num_results")
    if stated != counted:
        text = f"{name} states {stated} results, but has {counted}"
        report.add(codes.COUNT_DIFFERS, text, place, subject=name, stated=str(stated), computed=str(counted))
    if board.results.integer("id") != board.row.integer("board"):
        detail = Detail(name="ENTRY", value=str(board.results.integer("id")))
        played.boards.append(
            BoardFact(
                at=board.row.place(),
                session=context.session,
                section=context.section.name,
                board=number,
                details=(detail,),
            )
        )


@lru_cache(maxsize=8192)
def _scores(raws: Values, come: bool) -> Scores:
    """What raw scores say; the result of a board that is not in play may still come."""
    missing = UNKNOWN_SCORE if come else _NO_PLAY
    read: list[tuple[Score, int] | None] = [
        (missing, 0) if raw == NOT_IN_PLAY else read_score(raw, ns=index % 2 == 0) for index, raw in enumerate(raws)
    ]
    unread = tuple(raw for raw, score in zip(raws, read, strict=True) if score is None)
    (ns, group), (ew, other) = (score or (unread_score(raw), 0) for raw, score in zip(raws[:2], read, strict=False))
    ns_has, ew_has = (score.kind in ("points", "artificial") for score in (ns, ew))
    mixed = group != other and "points" in (ns.kind, ew.kind)
    return Scores(
        ns=packed_score(ns),
        ew=packed_score(ew),
        group=max(group, other) if mixed else group,
        counts=any(raw not in SPECIAL for raw in raws),
        ns_has=ns_has,
        ew_has=ew_has,
        mixed=mixed,
        unread=unread,
    )


_NO_PLAY = Score(kind="not_in_play")


@lru_cache(maxsize=16_384)
def _points(cents: int) -> Decimal:
    """Stated points, given in hundredths."""
    return Decimal(cents).scaleb(-2)


def _partners(report: Report, board: str, values: Values, place: Place) -> tuple[Detail, ...]:
    """What South and West have otherwise than North and East (rule 3)."""
    details: list[Detail] = []
    for index, seat in ((2, "SOUTH"), (3, "WEST")):
        for what, own in (("SCORE", values[_SCORES]), ("POINTS", values[_POINTS])):
            if own[index] != own[index - 2]:
                details.append(detail(f"{seat}_{what}", str(own[index])))
    if details:
        text = f"{_where(board, values)}: partners have different results; those of North and East count"
        report.add(codes.SCORES_DISAGREE, text, place, subject=board)
    return tuple(details)
