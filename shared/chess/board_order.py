"""The order of the boards of a round (C.04.2 3.6): the higher score of the two, the sum of both, the smaller number."""

from collections.abc import Sequence

from shared.chess.model import Tournament

BoardOrder = tuple[int, int, int]
"""What boards are sorted by."""


def scores_before(tournament: Tournament, round_: int) -> list[int]:
    """The score that ranks, of each entrant before a round."""
    which = tournament.primary
    return [
        entrant.point_adjustment[which] + sum([turn.points[which] for turn in entrant.turns[: round_ - 1]])
        for entrant in tournament.entrants
    ]


def board_order(scores: Sequence[int], entrants: Sequence[int]) -> BoardOrder:
    """Where a board comes.

    Args:
        scores: before the round, by index.
        entrants: the indexes of those who meet; one who takes no part is left out.
    """
    own = [scores[at] for at in entrants]
    return -max(own, default=0), -sum(own), min(entrants, default=0)
