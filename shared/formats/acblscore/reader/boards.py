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

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import chain, compress, groupby, repeat
from operator import itemgetter, or_
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

Parts = dict[tuple[str, Values], int]
"""How often the same have met on a board before."""

_NUMBERS, _SCORES, _POINTS = slice(2, None, 3), slice(3, None, 3), slice(4, None, 3)
_FIRST_NUMBER = itemgetter(2)


Entries = tuple[Board, Sequence[int], Sequence[Values]]
"""A board, where its results stand, and their values."""


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


Lists = dict[str, Sequence[Any]]
"""Columns of results by name; a missing one holds nothing but the default."""

_DEFAULTS: Mapping[str, object] = {"foul_group": 0, "part": 0, "details": ()}
"""Those of columns whose default is another than None."""


@dataclass
class Played:
    """What the boards of a section give.

    Attributes:
        columns: of its results, once for all boards in a row that have the same number of sides.
        rounds: that have begun.
        entered: boards with a result.
        to_come: whether a result is still to be entered.
    """

    boards: list[BoardFact] = field(default_factory=list)
    columns: list[Lists] = field(default_factory=list)
    rounds: set[int] = field(default_factory=set)
    entered: list[str] = field(default_factory=list)
    to_come: bool = False


def results_of(played: Iterable[Played]) -> Sequence[ResultFact]:
    """The results of some sections, as columns."""
    parts = [columns for each in played for columns in each.columns]
    if len(parts) == 1:
        return RESULTS.of_lists(parts[0])
    names = dict.fromkeys(name for columns in parts for name in columns)
    return RESULTS.of_lists({name: list(chain.from_iterable(_column(part, name) for part in parts)) for name in names})


def _column(columns: Lists, name: str) -> Iterable[Any]:
    return columns[name] if name in columns else repeat(_DEFAULTS.get(name), len(columns["board"]))


def read_boards(file: GameFile, context: Context) -> Played:
    """Read all results of a section.

    Raises:
        FormatError: too-large when the file has more results than a game can have.
    """
    played = Played()
    tables: list[Entries] = []
    for board in context.section.boards:
        offsets, rows = _entries(file, context.individual, board)
        four = bool(rows) and len(rows[0]) == len(RESULT4.names)
        file.count("board", 1, board.results)
        file.count("result of four" if four else "result", len(rows), board.results)
        file.report.results += len(rows)
        tables.append((board, offsets, rows))
    alike = groupby(tables, key=lambda entries: len(entries[2][0]) if entries[2] else 0)
    batches = [_rows(list(batch)) for _, batch in alike]
    for rows_ in batches:
        played.rounds.update(compress(rows_.columns[0], rows_.begun) if rows_.columns else ())
    parts: Parts = {}
    for rows_ in batches:
        _read_rows(file.report, context, rows_, played, parts if len(batches) > 1 else None)
    return played


def layout_of(board: Board, individual: bool) -> Layout:
    """The layout of the results of a board: by the event, unless its table says otherwise and has the length for it."""
    results = board.results
    own, other, units = (RESULT4, RESULT2, 2) if individual else (RESULT2, RESULT4, 4)
    length = results.end - results.offset - BOARD.size
    return other if results.integer("num_units") == units and length % own.size and not length % other.size else own


def _entries(file: GameFile, individual: bool, board: Board) -> tuple[Sequence[int], list[Values]]:
    """Places and values of the entries of a board that are not empty (rule 1)."""
    table = layout_of(board, individual)
    results = board.results
    sides = 4 if table is RESULT4 else 2
    if results.integer("num_units") != sides:
        text = f"{results.name} states {results.integer('num_units')} sides at a table; it was read with {sides}"
        file.report.add(codes.BAD_VALUE, text, results.place("num_units"), subject=results.name)
    file.room(results, table.size, results.integer("num_valid"), "results")
    start = results.offset + BOARD.size
    size = (results.end - start) // table.size * table.size
    rows = list(table.reader.iter_unpack(file.data[start : start + size]))
    places = range(start, start + size, table.size)
    if all(map(_FIRST_NUMBER, rows)):
        return places, rows
    filled = [any(values[_NUMBERS]) for values in rows]
    return list(compress(places, filled)), list(compress(rows, filled))


@dataclass
class _Rows:
    """Results of boards whose results have one layout.

    Attributes:
        boards: that they are of, with their numbers.
        of: the place of the board of each.
        offsets: where each stands.
        columns: of the values.
        raws: the scores of each.
        begun: whether anybody has one.
    """

    boards: Sequence[tuple[Board, str]]
    of: Sequence[int]
    offsets: Sequence[int]
    columns: Sequence[Sequence[int]]
    raws: Sequence[Values]
    begun: Sequence[bool]


def _rows(batch: Sequence[Entries]) -> _Rows:
    """The results of boards that have one layout."""
    boards = [(board, str(board.row.integer("board"))) for board, _, _ in batch]
    columns = list(zip(*chain.from_iterable(rows for _, _, rows in batch), strict=True))
    raws = list(zip(*columns[_SCORES], strict=True))
    nothing = (NOT_IN_PLAY,) * len(columns[_SCORES])
    return _Rows(
        boards,
        [board for board, (_, places, _) in enumerate(batch) for _ in places],
        list(chain.from_iterable(places for _, places, _ in batch)),
        columns,
        raws,
        [raw != nothing for raw in raws] if nothing in raws else [True] * len(raws),
    )


def _read_rows(report: Report, context: Context, rows: _Rows, played: Played, parts: Parts | None) -> None:
    """Read boards whose results have one layout; `parts` only where those of a section have several."""
    come = rows.begun
    with_results = set(compress(rows.of, rows.begun))
    played.entered.extend(number for place, (_, number) in enumerate(rows.boards) if place in with_results)
    if not all(rows.begun):
        come, kept = _late(context, rows, with_results, played)
        come = list(compress(come, kept))
        rows = _Rows(
            rows.boards,
            list(compress(rows.of, kept)),
            list(compress(rows.offsets, kept)),
            [list(compress(column, kept)) for column in rows.columns],
            list(compress(rows.raws, kept)),
            list(compress(rows.begun, kept)),
        )
    if all(come):
        known = {raws: _scores(raws, come=True) for raws in set(rows.raws)}
        scores = list(map(known.__getitem__, rows.raws))
    else:
        scores = [_scores(raws, come=may_come) for raws, may_come in zip(rows.raws, come, strict=True)]
    met = list(zip(*rows.columns[_NUMBERS], strict=True))
    sides, details = _sides_and_details(report, context, rows, met, scores, played)
    if not scores:
        return
    columns = _columns_of(context, rows, scores, sides)
    keys = list(zip(columns["board"], met, strict=True))
    if parts is not None or len(set(keys)) < len(keys):
        columns["part"] = _parts_of(keys, {} if parts is None else parts)
    if any(details):
        columns["details"] = details
    played.columns.append(columns)


def _parts_of(keys: Iterable[tuple[str, Values]], parts: Parts) -> list[int]:
    """How often the same have met on each board before."""
    part = []
    for key in keys:
        parts[key] = parts.get(key, -1) + 1
        part.append(parts[key])
    return part


def _sides_and_details(
    report: Report, context: Context, rows: _Rows, met: Sequence[Values], scores: Sequence[Scores], played: Played
) -> tuple[list[Sides], Sequence[tuple[Detail, ...]]]:
    """Those who met, and what partners have otherwise; what is odd is reported board by board."""
    four, each = bool(met) and len(met[0]) == len(SEATS), set(scores)
    is_odd, all_count = any(score.mixed or score.unread for score in each), all(score.counts for score in each)
    sides: list[Sides] = []
    details: list[tuple[Detail, ...]] = []
    start = 0
    for of, (board, number) in enumerate(rows.boards):
        name, path = f"board {number}", f"board {number} of section {context.section.name}"
        end = bisect_left(rows.of, of + 1, start)
        if four or is_odd:
            for place in range(start, end):
                values, at = tuple(column[place] for column in rows.columns), place_at(rows.offsets[place], path)
                _report_odd(report, scores[place], _where(name, values), at, name)
                sides += context.sides(met[place : place + 1], rows.offsets[place : place + 1], path)
                details.append(_partners(report, name, values, at) if four else ())
        else:
            sides += context.sides(met[start:end], rows.offsets[start:end], path)
        counted = end - start if all_count else sum(score.counts for score in scores[start:end])
        _about(report, board, number, counted, context, played)
        start = end
    return sides, details


def _columns_of(context: Context, rows: _Rows, scores: Sequence[Scores], sides: Sequence[Sides]) -> Lists:
    """The columns of results, without those that hold nothing but the default."""
    section, count = context.section.name, len(rows.of)
    rounds, tables, points = rows.columns[0], rows.columns[1], rows.columns[_POINTS]
    paths = [f"board {number} of section {section}" for _, number in rows.boards]
    texts = {table: str(table) if table else None for table in set(tables)}
    ns, ew, groups, _, ns_has, ew_has, *_ = map(list, zip(*scores, strict=True))
    seated = zip(Sides._fields, zip(*sides, strict=True), strict=True)
    columns: Lists = {
        "offset": rows.offsets,
        "path": [paths[of] for of in rows.of],
        "section": [section] * count,
        "round": [number or None for number in rounds] if 0 in rounds else list(rounds),
        "table": [texts[table] for table in tables],
        "board": [rows.boards[of][1] for of in rows.of],
        **{name: list(column) for name, column in seated if column.count(None) < count},
        "ns_score": ns,
        "ew_score": ew,
    }
    if context.session is not None:
        columns["session"] = [context.session] * count
    if any(groups):
        columns["foul_group"] = groups
    if context.unit is not None:
        columns["stated_ns"], columns["stated_ew"] = _stated(points[0], ns_has), _stated(points[1], ew_has)
        columns["stated_unit"] = [context.unit if either else None for either in map(or_, ns_has, ew_has)]
    return columns


def _stated(cents: Sequence[int], has: Sequence[bool]) -> list[Decimal | None]:
    """Stated points of those that have a score."""
    points = {number: Decimal(number).scaleb(-2) for number in set(cents)}
    if all(has):
        return list(map(points.__getitem__, cents))
    return [points[number] if known else None for number, known in zip(cents, has, strict=True)]


def _late(context: Context, rows: _Rows, results: Set[int], played: Played) -> tuple[list[bool], list[bool]]:
    """Whether each result without a score may still come, and whether it is kept (rule 2)."""
    section = context.section
    by_traveller = section.details.integer("posting_method") == TRAVELLERS
    entered = [board.row.flag("traveller_entered") for board, _ in rows.boards]
    entries = list(zip(rows.of, rows.columns[0], rows.begun, strict=True))
    come = [begun or is_to_come(section, number, traveller_entered=entered[of]) for of, number, begun in entries]
    played.to_come |= any(late and not begun for late, begun in zip(come, rows.begun, strict=True))
    kept = [begun or (of in results if by_traveller else number in played.rounds) for of, number, begun in entries]
    return come, kept


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
    stated, name = board.row.integer("num_results"), f"board {number}"
    if stated != counted:
        text, place = f"{name} states {stated} results, but has {counted}", board.row.place("num_results")
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
def _scores(raws: Values, *, come: bool) -> Scores:
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
