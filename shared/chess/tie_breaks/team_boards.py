"""Tie-breaks of teams from their boards: C.07 article 12.

A team that the pairing left over counts as one that won on every board, whatever game points it was given (article 12).
"""

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


def of_rounds(tournament: Tournament, index: int) -> list[list[int]]:
    """Game points of a team on each board in each round."""
    won = [tournament.game_win] * tournament.boards
    return [
        won if turn.kind is Kind.PAIRING_BYE else by_board((turn,), tournament.boards)
        for turn in tournament.entrants[index].turns
    ]


def of_tournament(rounds: list[list[int]]) -> list[int]:
    """Game points on each board in the whole tournament."""
    return [sum(board) for board in zip(*rounds, strict=True)]
