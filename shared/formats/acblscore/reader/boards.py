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
from itertools import chain, compress, groupby
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

Parts = dict[tuple[str, Values], int]
"""How often the same have met on a board before."""

_NUMBERS, _SCORES, _POINTS = slice(2, None, 3), slice(3, None, 3), slice(4, None, 3)


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
    """

    boards: list[BoardFact] = field(default_factory=list)
    columns: list[list[Any]] = field(default_factory=lambda: [[] for _ in _COLUMNS])
    rounds: set[int] = field(default_factory=set)
    entered: list[str] = field(default_factory=list)
    to_come: bool = False


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
    tables: list[Entries] = []
    for board in context.section.boards:
        offsets, rows = _entries(file, context.individual, board)
        four = bool(rows) and len(rows[0]) == len(RESULT4.names)
        file.count("board", 1, board.results)
        file.count("result of four" if four else "result", len(rows), board.results)
        file.report.results += len(rows)
        tables.append((board, offsets, rows))
    parts: Parts = {}
    alike = [list(batch) for _, batch in groupby(tables, key=lambda entries: len(entries[2][0]) if entries[2] else 0)]
    begun = [_begun([values for _, _, rows in batch for values in rows]) for batch in alike]
    for batch, states in zip(alike, begun, strict=True):
        rounds = (values[0] for _, _, rows in batch for values in rows)
        played.rounds.update(compress(rounds, states))
    for batch, states in zip(alike, begun, strict=True):
        _read_batch(file.report, context, batch, states, played, parts)
    return played


def _begun(rows: Sequence[Values]) -> list[bool]:
    """Whether anybody has a score in a result."""
    nothing = (NOT_IN_PLAY,) * len(rows[0][_SCORES]) if rows else ()
    return [values[_SCORES] != nothing for values in rows]


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
    filled = [any(values[_NUMBERS]) for values in rows]
    return list(compress(range(start, start + size, table.size), filled)), list(compress(rows, filled))


@dataclass
class _Rows:
    """Results of boards whose results have one layout.

    Attributes:
        boards: that they are of, with their numbers.
        of: the place of the board of each.
        offsets: where each stands.
        values: of each.
        met: the numbers of those at each table.
        scores: what the raw scores of each say.
    """

    boards: Sequence[tuple[Board, str]]
    of: Sequence[int]
    offsets: Sequence[int]
    values: Sequence[Values]
    met: Sequence[Values]
    scores: Sequence[Scores]


def _read_batch(
    report: Report, context: Context, batch: Sequence[Entries], begun: Sequence[bool], played: Played, parts: Parts
) -> None:
    """Read boards whose results have one layout."""
    boards = [(board, str(board.row.integer("board"))) for board, _, _ in batch]
    of = [board for board, (_, places, _) in enumerate(batch) for _ in places]
    offsets = [offset for _, places, _ in batch for offset in places]
    values = [row for _, _, entries in batch for row in entries]
    come = begun
    with_results = set(compress(of, begun))
    played.entered.extend(number for place, (_, number) in enumerate(boards) if place in with_results)
    if not all(begun):
        come, kept = _late(context, batch, list(zip(of, values, begun, strict=True)), with_results, played)
        of, offsets, values = list(compress(of, kept)), list(compress(offsets, kept)), list(compress(values, kept))
        come = list(compress(come, kept))
    columns = list(zip(*values, strict=True))
    met = list(zip(*columns[_NUMBERS], strict=True))
    rows = _Rows(boards, of, offsets, values, met, list(map(_scores, zip(*columns[_SCORES], strict=True), come)))
    sides, details = _sides_and_details(report, context, rows, played)
    if values:
        _add_columns(context, rows, sides, details, played, parts)


def _sides_and_details(
    report: Report, context: Context, rows: _Rows, played: Played
) -> tuple[dict[Values, Sides], Sequence[tuple[Detail, ...]]]:
    """Those who met, by their numbers, and what partners have otherwise; what is odd is reported board by board."""
    count, four = len(rows.of), bool(rows.met) and len(rows.met[0]) == len(SEATS)
    odd = {place for place, (*_, mixed, unread) in enumerate(rows.scores) if mixed or unread}
    first_met = dict(zip(reversed(rows.met), range(count - 1, -1, -1), strict=True))
    notable = list(range(count)) if four else sorted(odd.union(first_met.values()))
    sides: dict[Values, Sides] = {}
    details: list[tuple[Detail, ...]] = [()] * count
    for of, (board, number) in enumerate(rows.boards):
        name, path = f"board {number}", f"board {number} of section {context.section.name}"
        start, end = bisect_left(rows.of, of), bisect_left(rows.of, of + 1)
        for place in notable[bisect_left(notable, start) : bisect_left(notable, end)]:
            offset, numbers = rows.offsets[place], rows.met[place]
            if place in odd:
                where = _where(name, rows.values[place])
                _report_odd(report, rows.scores[place], where, place_at(offset, path), name)
            sides[numbers] = context.sides(numbers, (offset, path))
            if four:
                details[place] = _partners(report, name, rows.values[place], place_at(offset, path))
        counted = sum(score.counts for score in rows.scores[start:end])
        _about(report, board, number, counted, context, played)
    return sides, details


def _add_columns(
    context: Context,
    rows: _Rows,
    sides: Mapping[Values, Sides],
    details: Sequence[tuple[Detail, ...]],
    played: Played,
    parts: Parts,
) -> None:
    """Add results to the columns of a section."""
    section, count = context.section.name, len(rows.of)
    rounds, tables, *_ = columns = list(zip(*rows.values, strict=True))
    points = columns[_POINTS]
    ns, ew, groups, _, ns_has, ew_has, *_ = zip(*rows.scores, strict=True)
    paths = [f"board {number} of section {section}" for _, number in rows.boards]
    names = [rows.boards[of][1] for of in rows.of]
    part = []
    for key in zip(names, rows.met, strict=True):
        parts[key] = parts.get(key, -1) + 1
        part.append(parts[key])
    stated: Sequence[Sequence[Any]] = [[None] * count] * 3
    if context.unit is not None:
        stated = (
            [_points(cents) if has else None for cents, has in zip(points[0], ns_has, strict=True)],
            [_points(cents) if has else None for cents, has in zip(points[1], ew_has, strict=True)],
            [context.unit if either else None for either in map(or_, ns_has, ew_has)],
        )
    added: Sequence[Sequence[Any]] = (
        *(rows.offsets, [paths[of] for of in rows.of], [context.session] * count, [section] * count),
        *([number or None for number in rounds], [str(table) if table else None for table in tables], names),
        *zip(*map(sides.__getitem__, rows.met), strict=True),
        *(ns, ew, *stated, groups, part, details),
    )
    for column, more in zip(played.columns, added, strict=True):
        column.extend(more)


def _late(
    context: Context,
    batch: Sequence[Entries],
    entries: Sequence[tuple[int, Values, bool]],
    results: Set[int],
    played: Played,
) -> tuple[list[bool], list[bool]]:
    """Whether each result without a score may still come, and whether it is kept (rule 2)."""
    section = context.section
    by_traveller = section.details.integer("posting_method") == TRAVELLERS
    entered = [board.row.flag("traveller_entered") for board, _, _ in batch]
    come = [begun or is_to_come(section, row[0], traveller_entered=entered[of]) for of, row, begun in entries]
    played.to_come |= any(late and not begun for late, (_, _, begun) in zip(come, entries, strict=True))
    kept = [begun or (of in results if by_traveller else row[0] in played.rounds) for of, row, begun in entries]
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
