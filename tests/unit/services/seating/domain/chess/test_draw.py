"""The request for a draw: its digest, and the points by which it pairs."""

from dataclasses import replace
from fractions import Fraction

from services.seating.domain.chess.draw import Contestant, DrawRequest, System
from shared.chess.model import GAME, Kind, Turn

WON = Turn(Kind.PLAYED, 1, "w", (4, 5), 2)
LOST = Turn(Kind.PLAYED, 0, "b", (0, 3))
REQUEST = DrawRequest(
    System.TEAM_SWISS, 2, 5, (Contestant("1", 1, (WON,)), Contestant("2", 2, (LOST,), free=(2, 0))), "w"
)


def test_equal_requests_have_equal_digests_and_others_have_not() -> None:
    assert REQUEST.digest == replace(REQUEST).digest
    assert len({REQUEST.digest, replace(REQUEST, initial_colour="b").digest, replace(REQUEST, rounds=6).digest}) == 3


def test_the_score_is_the_primary_one_with_points_given_apart() -> None:
    assert [REQUEST.score(at) for at in (0, 1)] == [2, 1]
    assert [replace(REQUEST, primary=GAME).score(at) for at in (0, 1)] == [Fraction(5, 2), Fraction(3, 2)]


def test_fictitious_points_count_in_their_round_and_in_none_after() -> None:
    one = Contestant("1", 1, lent=((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(0))))
    assert [one.lent_in(round_)[0] for round_ in (1, 2, 3)] == [1, Fraction(1, 2), 0]
    assert replace(REQUEST, contestants=(one, one)).score(0) == Fraction(1, 2)
