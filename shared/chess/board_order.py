"""The boards of a round in order (C.04.2 3.6): the higher score of the two, the sum of both, the smaller number."""

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


def boards_of(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """Who meets whom in a round, by board: the indexes of both, White first, the smaller one where nothing says.

    A meeting that one side alone states is told for that side.
    """
    turns = [entrant.turns[number - 1] for entrant in tournament.entrants]
    meetings = {
        (turn.opponent, at) if turn.opponent < at and turns[turn.opponent].opponent == at else (at, turn.opponent)
        for at, turn in enumerate(turns)
        if turn.opponent >= 0
    }
    scores = scores_before(tournament, number)
    ordered = sorted(meetings, key=lambda both: board_order(scores, both))
    return [both[::-1] if has_black(*(turns[at].colour for at in both)) else both for both in ordered]


def has_black(own: str | None, other: str | None) -> bool:
    """Whether the first of two has Black, by the colours that each states."""
    return own == "b" or (own is None and other == "w")
