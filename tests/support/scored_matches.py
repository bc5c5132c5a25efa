"""Matches scored by themselves, from facts of an event of teams."""

from typing import Any

from contracts.facts import Facts, ResultFact
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.matches.match_table import MatchTable, match_table
from services.scoring.domain.rankings.scheme import scheme_of
from shared.bridge.boards.matchpoints import LineMatchpoints


def boards_of(results: tuple[ResultFact, ...]) -> list[Board]:
    """The travellers of some results."""
    by_board: dict[BoardKey, list[ResultFact]] = {}
    for line in results:
        by_board.setdefault(BoardKey(line.session, None, line.board), []).append(line)
    return [board_of(key, lines, None, None) for key, lines in by_board.items()]


def table_of(of: Facts, points: dict[Any, LineMatchpoints] | None = None, **how: Any) -> MatchTable:
    """The matches of an event, scored."""
    names = {participant.id: participant.name or "" for participant in of.participants}
    return match_table(of, scheme_of(of), boards_of(of.results), points or {}, names, **how)
