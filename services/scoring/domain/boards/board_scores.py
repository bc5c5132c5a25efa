"""The boards of an event scored under one method and another, each board once while it does not change."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from services.scoring.domain.boards.all_boards import others, traits_of
from services.scoring.domain.boards.board_list import STATES, Board, BoardKey, published
from services.scoring.domain.boards.imp_methods import ButlerMethod
from services.scoring.domain.boards.line_methods import LineMethod, adds_up_like_acblscore, is_doubled, wrong_points
from services.scoring.domain.boards.lines import line_of
from services.scoring.domain.boards.sections import Apart, SplitBoards
from services.scoring.domain.rankings.tallies import Points, Tallies
from shared.bridge.boards.matchpoints import LineMatchpoints

SAMPLE = 40
"""Boards that are tried at the most; a method shows on the first boards that need factoring."""

Tops = Mapping[tuple[str | None, str | None], int]
"""The stated board tops, by session and group of sections."""

Fields = dict[tuple[str | None, str | None], int]
"""The number of results of the fullest board, by session and group of sections."""


@dataclass(frozen=True)
class _BoardScore:
    """A board under one method: kept while neither its results nor the size of the field change."""

    board: Board
    field: int
    points: Points
    wrong: int
    of_kinds: Mapping[int, LineMatchpoints]


class _Scored(NamedTuple):
    """Boards under one method, with what their scores follow from, and how many stated points are others."""

    boards: Sequence[Board]
    tops: Tops
    fields: Fields
    every: dict[BoardKey, _BoardScore]
    points: dict[BoardKey, Points]
    wrong: int


@dataclass
class BoardScores:
    """Points of boards by method; a cache, and nothing else.

    Attributes:
        tops: the stated board tops by session and group of sections. ACBLscore brings every board to the number of
            results that they stand for, however many there are yet.
    """

    tops: Tops = field(default_factory=dict)
    _scores: dict[LineMethod, dict[BoardKey, _BoardScore]] = field(default_factory=dict)
    _scored: dict[LineMethod, _Scored] = field(default_factory=dict)
    _datums: dict[LineMethod | None, tuple[Sequence[Board], dict[BoardKey, Decimal | None]]] = field(
        default_factory=dict
    )
    _tallies: dict[LineMethod, Tallies] = field(default_factory=dict)
    _plain: dict[LineMethod, Tallies] = field(default_factory=dict)
    _apart: "dict[Apart, tuple[BoardScores, SplitBoards]]" = field(default_factory=dict)

    def points(self, boards: Sequence[Board], method: LineMethod) -> dict[BoardKey, Points]:
        """The points of every board."""
        return self._all(boards, method).points

    def tallies(self, boards: Sequence[Board], method: LineMethod, points: Mapping[BoardKey, Points]) -> Tallies:
        """What each participant has on these boards."""
        tallies = self._tallies.setdefault(
            method, Tallies(topped=method.topped, acblscore=adds_up_like_acblscore(method))
        )
        tallies.update(boards, points)
        return tallies

    def plain_tallies(self, boards: Sequence[Board], method: LineMethod, points: Mapping[BoardKey, Points]) -> Tallies:
        """The same of points in which no award follows the other boards of its side."""
        tallies = self._plain.setdefault(method, Tallies(topped=method.topped))
        tallies.update(boards, points)
        return tallies

    def sample_misses(self, boards: Sequence[Board]) -> Callable[[LineMethod], int]:
        """Counts the stated points that a method does not give, on the boards that tell methods apart best."""
        fullest = fields_of(boards)
        chosen = telling(boards, fullest)

        def misses(method: LineMethod) -> int:
            fields, scores = self._fields(fullest, method), self._scores.setdefault(method, {})
            return sum(_score(scores, board, method, _field_of(fields, board)).wrong for board in chosen)

        return misses

    def wrong(self, boards: Sequence[Board], method: LineMethod) -> int:
        """How many stated points of the boards a method does not give."""
        return self._all(boards, method).wrong

    def datums(self, boards: Sequence[Board], method: LineMethod | None) -> dict[BoardKey, Decimal | None]:
        """North-South's datum of each board: as the method makes it, else as files state it."""
        butler = method if isinstance(method, ButlerMethod) and method.rule is not None else None
        were, known = self._datums.get(method, ((), {}))
        new = others((boards, known), (were, known))
        datums = {} if new is None else dict(known) if new else known
        for board in boards if new is None else new:
            datums[board.key] = published(board.datum if butler is None else butler.datum(board.lines))
        self._datums[method] = (boards, datums)
        return datums

    def sizes(self, boards: Sequence[Board], method: LineMethod) -> dict[BoardKey, int]:
        """For each board the number of results that it is brought to."""
        fields = self._fields(fields_of(boards), method)
        return {board.key: _field_of(fields, board) for board in boards}

    def apart(self, boards: Sequence[Board], apart: Apart) -> tuple["BoardScores", list[Board]]:
        """The boards split by section or by round, and what keeps their points."""
        cache, split = self._apart.setdefault(apart, (BoardScores(), SplitBoards(apart)))
        return cache, split.split(boards)

    def _all(self, boards: Sequence[Board], method: LineMethod) -> _Scored:
        """The scores of boards; a tuple of them, which stays as it is, is looked through once."""
        last = self._scored.get(method)
        if last is None or last.boards is not boards or last.tops != self.tops:
            fields, scores = self._fields(fields_of(boards), method), self._scores.setdefault(method, {})
            same = last is not None and last.fields == fields
            new = others((boards, last.every), (last.boards, last.every)) if last is not None and same else None
            every, points, wrong = dict[BoardKey, _BoardScore](), dict[BoardKey, Points](), 0
            if last is not None and new is not None:
                every, points = dict(last.every), dict(last.points)
                wrong = last.wrong - sum(every[board.key].wrong for board in new)
            for board in boards if new is None else new:
                score = every[board.key] = _score(scores, board, method, _field_of(fields, board))
                points[board.key] = score.points
                wrong += score.wrong
            last = _Scored(boards, self.tops, fields, every, points, wrong)
            if isinstance(boards, tuple):
                self._scored[method] = last
        return last

    def _fields(self, fullest: Fields, method: LineMethod) -> Fields:
        if not adds_up_like_acblscore(method):
            return fullest
        share = 2 if is_doubled(method) else 1
        return {group: max(size, self.tops.get(group, 0) // share + 1) for group, size in fullest.items()}


def _score(scores: dict[BoardKey, _BoardScore], board: Board, method: LineMethod, size: int) -> _BoardScore:
    known = scores.get(board.key)
    if known is None or known.board is not board or known.field != size:
        of_kinds = _score_kinds(board, method, size, known)
        points = tuple(map(of_kinds.__getitem__, map(id, board.lines)))
        wrong = wrong_points(points, board.sample(size)) if board.states else 0
        known = scores[board.key] = _BoardScore(board, size, points, wrong, of_kinds)
    return known


def _score_kinds(
    board: Board, method: LineMethod, size: int, before: _BoardScore | None
) -> Mapping[int, LineMatchpoints]:
    """What each kind of line is worth: the same object as before where that has not changed."""
    if before is not None and _kinds_of(before.board, before.field) == _kinds_of(board, size):
        return before.of_kinds
    lines = [
        line if times == 1 else line_of(line.ns, line.ew, line.group, line.count * times) for line, times in board.kinds
    ]
    kinds = [id(line) for line, _ in board.kinds]
    scored = dict(zip(kinds, method.score(lines, size, board.datum), strict=True))
    known = before.of_kinds if before is not None else {}
    return {kind: worth if (was := known.get(kind)) is None or was != worth else was for kind, worth in scored.items()}


def fields_of(boards: Sequence[Board]) -> Fields:
    """How many results the fullest board of each session and group has."""
    fields: Fields = defaultdict(int)
    for trait, *of in traits_of(boards):
        if trait == "size":
            session, group, size = of
            fields[session, group] = max(fields[session, group], size, 1)
    return fields


def telling(boards: Sequence[Board], fields: Fields) -> list[Board]:
    """The boards that tell methods apart best: those with another number of results than the field come first."""
    stated = [board for board in boards if board.states] if STATES in traits_of(boards) else []
    stated.sort(key=lambda board: board.expected == _field_of(fields, board))
    return stated[:SAMPLE]


def _field_of(fields: Fields, board: Board) -> int:
    return fields[board.key.session, board.key.group]


def _kinds_of(board: Board, size: int) -> tuple[object, ...]:
    """What the worth of each kind of line follows from."""
    return size, board.datum, board.counts
