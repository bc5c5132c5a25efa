"""Tie-breaks of teams from their boards: C.07 article 12.

A team that the pairing left over counts as one that won on every board, whatever game points it was given (article 12).
"""

from __future__ import annotations

from collections.abc import Iterable

from shared.chess.model import Kind, Tournament, Turn


def by_board(turns: Iterable[Turn], boards: int) -> list[int]:
    """Game points on each board, from the first."""
    points = [0] * boards
    for turn in turns:
        for board in turn.boards:
            if board.number <= boards:
                points[board.number - 1] += board.points
    return points


def board_count(points: list[int]) -> int:
    """BC (12.1): the points of each board times its number; points on high boards are worth more, so less is better."""
    return sum(number * each for number, each in enumerate(points, 1))


def top_board(points: list[int]) -> tuple[int, ...]:
    """TBR (12.2): the first board decides, then the second, and so on."""
    return tuple(points)


def bottom_board_elimination(points: list[int]) -> tuple[int, ...]:
    """BBE (12.3): the sum without the last board decides, then without the last two, and so on."""
    return tuple(sum(points[:left]) for left in range(len(points) - 1, 0, -1))


def of_tournament(tournament: Tournament, index: int) -> list[int]:
    """Game points of a team on each board in the whole tournament."""
    turns = tournament.entrants[index].turns
    points = by_board((turn for turn in turns if turn.kind is not Kind.PAIRING_BYE), tournament.boards)
    left_over = sum(turn.kind is Kind.PAIRING_BYE for turn in turns)
    return [each + left_over * tournament.game_win for each in points]
