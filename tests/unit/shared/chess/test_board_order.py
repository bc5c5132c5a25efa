import pytest

from shared.chess.board_order import board_order, boards_of, scores_before
from shared.chess.model import Entrant, Kind, Tournament, Turn


def tournament(*points: tuple[int, ...], lent: int = 0) -> Tournament:
    """Entrants with these points, round by round; the first has some beside."""
    turns = [tuple(Turn(Kind.PLAYED, points=(each, 0)) for each in own) for own in points]
    entrants = tuple(Entrant(str(at), at, own, None, (lent if at == 1 else 0, 0)) for at, own in enumerate(turns, 1))
    return Tournament(entrants, rounds=9)


def test_scores_are_those_before_the_round_with_points_that_are_lent() -> None:
    one = tournament((2, 1, 2), (0, 2, 0), lent=4)
    assert [scores_before(one, number) for number in (1, 2, 3)] == [[4, 0], [6, 0], [7, 2]]


def test_the_higher_score_comes_first_then_the_sum_then_the_smaller_number() -> None:
    scores = [4, 4, 2, 2, 2, 0]
    boards = [(4, 5), (0, 5), (1, 3), (2, 3), (0, 2)]
    ordered = sorted(boards, key=lambda both: board_order(scores, both))
    assert ordered == [(0, 2), (1, 3), (0, 5), (2, 3), (4, 5)]


def test_nobody_who_takes_part_comes_last() -> None:
    assert sorted([[], [0]], key=lambda both: board_order([2], both)) == [[0], []]


def met(*turns: tuple[int, str | None], points: tuple[int, ...] = ()) -> Tournament:
    """One round: opponent by index and colour of each entrant."""
    entrants = tuple(
        Entrant(str(at), at, (Turn(Kind.PLAYED if other >= 0 else Kind.HALF_BYE, other, colour),), None, (lent, 0))
        for at, ((other, colour), lent) in enumerate(zip(turns, points or (0,) * len(turns), strict=True))
    )
    return Tournament(entrants, rounds=1)


@pytest.mark.parametrize(
    ("turns", "boards"),
    [
        ([(1, "w"), (0, "b")], [(0, 1)]),
        ([(1, "b"), (0, "w")], [(1, 0)]),
        ([(1, None), (0, "w")], [(1, 0)]),
        ([(1, None), (0, None)], [(0, 1)]),
        ([(1, "w"), (0, "w")], [(0, 1)]),
        ([(1, "w"), (2, "b"), (1, "w")], [(0, 1), (2, 1)]),
        ([(-1, None), (2, "w"), (1, "b")], [(1, 2)]),
    ],
)
def test_a_board_has_white_first_and_whom_one_side_alone_names(
    turns: list[tuple[int, str | None]], boards: list[tuple[int, int]]
) -> None:
    assert boards_of(met(*turns), 1) == boards


def test_boards_are_in_the_order_of_the_scores_before_the_round() -> None:
    assert boards_of(met((1, "w"), (0, "b"), (3, "b"), (2, "w"), points=(0, 1, 2, 0)), 1) == [(3, 2), (0, 1)]
