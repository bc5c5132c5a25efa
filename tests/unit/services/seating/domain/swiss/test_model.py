"""What a draw is made from: ranks and who has met."""

import pytest

from services.seating.domain.swiss.model import Field, Played, Settings
from tests.support.swiss import entrants

FIELD = Field(
    4, entrants(3), played=(Played("1", "2", 1), Played("2", "1", 3, half=True), Played("1", "3", None, half=True))
)


def test_ranks_count_from_one() -> None:
    assert FIELD.ranks == {"1": 1, "2": 2, "3": 3}


def test_a_whole_match_is_two_halves_and_the_order_of_the_two_does_not_matter() -> None:
    assert FIELD.halves_met == {frozenset("12"): 3, frozenset("13"): 1}
    assert FIELD.rounds_met == {frozenset("12"): (1, 3), frozenset("13"): (None,)}


def test_nobody_is_drawn_twice() -> None:
    with pytest.raises(ValueError, match="listed twice"):
        Field(1, (*entrants(3), *entrants(1)))


def test_triples_are_for_teams() -> None:
    for more in ({"settings": Settings(odd="short_triple")}, {"under_way": (("1", "2", "3"),)}):
        with pytest.raises(ValueError, match="two tables"):
            Field(1, entrants(3), kind="pairs", **more)
        assert Field(1, entrants(3), kind="teams", **more).kind == "teams"
