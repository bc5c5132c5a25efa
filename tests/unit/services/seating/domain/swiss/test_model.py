"""What a draw is made from: ranks and who has met."""

from services.seating.domain.swiss.model import Field, Played
from tests.support.swiss import entrants

FIELD = Field(
    4, entrants(3), played=(Played("1", "2", 1), Played("2", "1", 3, half=True), Played("1", "3", None, half=True))
)


def test_ranks_count_from_one() -> None:
    assert FIELD.ranks == {"1": 1, "2": 2, "3": 3}


def test_a_whole_match_is_two_halves_and_the_order_of_the_two_does_not_matter() -> None:
    assert FIELD.halves_met == {frozenset("12"): 3, frozenset("13"): 1}
    assert FIELD.rounds_met == {frozenset("12"): (1, 3), frozenset("13"): (None,)}
