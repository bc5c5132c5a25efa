from shared.chess.board_order import board_order, scores_before
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
