"""Matches scored by themselves, from facts of an event of teams."""

from fractions import Fraction
from typing import Any

from contracts.facts import Facts, ResultFact
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.matches.match_table import MatchTable, match_table
from services.scoring.domain.matches.played_matches import played_matches
from services.scoring.domain.method.candidates import inferred_method, match_candidates
from services.scoring.domain.method.event_scores import BridgeEvent
from services.scoring.domain.method.search import best
from services.scoring.domain.rankings.scheme import scheme_of
from shared.bridge.boards.matchpoints import LineMatchpoints

NOTHING = LineMatchpoints(None, None, Fraction(0), Fraction(0))


def boards_of(results: tuple[ResultFact, ...]) -> list[Board]:
    """The travellers of some results."""
    by_board: dict[BoardKey, list[ResultFact]] = {}
    for line in results:
        by_board.setdefault(BoardKey(line.session, None, line.board), []).append(line)
    return [board_of(key, lines, None, None) for key, lines in by_board.items()]


def table_of(of: Facts, points: dict[Any, LineMatchpoints] | None = None) -> MatchTable:
    """The matches of an event, scored by the method that explains most of what they state.

    Args:
        of: the event.
        points: of each line by its result's key, where they are not those of its scores.
    """
    event = BridgeEvent(of, boards_of(of.results), BoardScores(), scheme_of(of))
    by_board = {
        board.key: tuple((points or {}).get(result.key, NOTHING) for result in board.results) for board in event.boards
    }
    played = played_matches(of, event.scheme, event.boards, by_board)
    candidates = match_candidates(event.scheme, halves=any(match.half for match in played.matches))
    method = best(candidates, played.misses)
    method, _ = inferred_method(event.scheme, played, method) or (method, False)
    names = {participant.id: participant.name or "" for participant in of.participants}
    return match_table(of, played, method, names)
