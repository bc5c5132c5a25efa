"""Scores of 0 without a contract: passed out, or a program's way to write that there is no score.

Some programs write 0 and no contract, or a word in its place, for a board that was not played or on which the director
gave an award, and the points of the award beside it. The other lines of the board tell: it is what leaves fewer of the
stated points of the board unexplained; passed out, where both are equal or nothing is stated.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from contracts.facts import UNKNOWN_SCORE, ResultFact
from services.scoring.domain.boards.all_boards import traits_of
from services.scoring.domain.boards.board_list import STATES, Board, BoardKey
from services.scoring.domain.boards.board_scores import fields_of
from services.scoring.domain.boards.line_methods import LineMethod, wrong_points
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.play.contract import parse_contract
from shared.bridge.unreadable import UnreadableText


def is_bare_zero(result: ResultFact) -> bool:
    """Whether a line has a score of 0, and no contract that can be read, declarer or tricks."""
    if result.declarer or result.tricks or (result.contract and _is_readable(result.contract)):
        return False
    scores = (result.ns_score, result.ew_score)
    return all(score.kind == "points" and score.points == 0 and score.text is None for score in scores)


@lru_cache(maxsize=512)
def _is_readable(contract: str) -> bool:
    try:
        return parse_contract(contract) is not None
    except UnreadableText:
        return False


@dataclass
class BareZeros:
    """The boards of an event with lines of bare zeros read as they were meant; kept while a board does not change."""

    _read: dict[BoardKey, tuple[Board, int, Board]] = field(default_factory=dict)
    _doubtful: dict[BoardKey, tuple[Board, bool]] = field(default_factory=dict)

    def read(self, boards: Sequence[Board], methods: Sequence[LineMethod]) -> Sequence[Board]:
        """The same boards where all zeros were passed out.

        Args:
            boards: of the event.
            methods: by which their lines may have been scored.
        """
        doubtful = list(filter(self._is_doubtful, boards)) if methods and STATES in traits_of(boards) else []
        if not doubtful:
            self._read.clear()
            return boards
        fields, before, self._read = fields_of(boards), self._read, {}
        for board in doubtful:
            size = fields[board.key.session, board.key.group]
            known = before.get(board.key)
            if known is None or known[0] is not board or known[1] != size:
                known = (board, size, _read(board, methods, size))
            self._read[board.key] = known
        others = {key: read for key, (_, _, read) in self._read.items()}
        return tuple(others.get(board.key, board) for board in boards)

    def _is_doubtful(self, board: Board) -> bool:
        known = self._doubtful.get(board.key)
        if known is None or known[0] is not board:
            is_doubtful = (
                board.states
                and any(map(is_bare_zero, board.results))
                # A format without contracts says nothing by leaving one out.
                and any(result.contract for result in board.results)
            )
            known = self._doubtful[board.key] = (board, is_doubtful)
        return known[1]


def _read(board: Board, methods: Sequence[LineMethod], size: int) -> Board:
    bare = list(map(is_bare_zero, board.results))
    without = replace(
        board,
        results=tuple(
            result.replace(ns_score=UNKNOWN_SCORE, ew_score=UNKNOWN_SCORE) if zero else result
            for result, zero in zip(board.results, bare, strict=True)
        ),
        lines=tuple(
            BoardLine(None, None, line.group, line.count) if zero else line
            for line, zero in zip(board.lines, bare, strict=True)
        ),
    )
    return min((board, without), key=lambda each: min(_wrong(each, method, size) for method in methods))


def _wrong(board: Board, method: LineMethod, size: int) -> int:
    return wrong_points(method.score(board.lines, size, board.datum), board.sample(size))
