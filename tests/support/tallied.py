"""Scores of a few tables, tallied, for the tests of totals and rankings."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from contracts.facts import ResultFact
from services.scoring.domain.boards.board_list import BoardKey, board_of
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.rankings.adjustments import Adjustments, Amount
from services.scoring.domain.rankings.tallies import Tallies
from tests.support.fragments import result


def tallied(*results: ResultFact, field: int = 1) -> Tallies:
    """The scores of some results, board by board, each brought to its own number of lines."""
    boards, points = [], {}
    by_board: dict[tuple[str | None, str], list[ResultFact]] = {}
    for line in results:
        by_board.setdefault((line.session, line.board), []).append(line)
    for (session, number), lines in by_board.items():
        board = board_of(BoardKey(session, None, number), lines, None, None)
        boards.append(board)
        points[board.key] = tuple(EBU.score(board.lines, max(field, len(lines))))
    tallies = Tallies()
    tallies.update(boards, points)
    return tallies


def two_tables(board: str = "1", session: str | None = None, **more: Any) -> list[ResultFact]:
    """Pair 1 beats pair 3, so pair 4 beats pair 2: a top and a bottom in each line."""
    return [result(board, "1", "2", 420, session=session, **more), result(board, "3", "4", 50, session=session, **more)]


def penalties(percent: Mapping[tuple[str, str | None], Fraction]) -> Adjustments:
    """Penalties in per cent, by participant and session, that the stated totals contain."""
    amounts = {key: Amount("adjustment", value, percent=True, counted=True) for key, value in percent.items()}
    return Adjustments({key: [amount] for key, amount in amounts.items()})
