"""Why two meet, in a sentence."""

import pytest

from services.seating.domain.swiss.model import Field, Played
from services.seating.domain.swiss.reasons import in_rounds, listed, ordinal, why_swiss
from tests.support.swiss import entrants, played


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (102, "102nd"),
        (111, "111th"),
    ],
)
def test_ranks_are_said_as_people_say_them(number: int, text: str) -> None:
    assert ordinal(number) == text


def test_several_things_are_listed_and_many_are_counted() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"


def test_rounds_without_numbers_are_before() -> None:
    assert (in_rounds([3]), in_rounds([4, 1, 4]), in_rounds([None])) == ("in round 3", "in rounds 1 and 4", "before")


def test_a_sentence_names_what_was_wrong_with_each_between() -> None:
    field = Field(
        3, entrants(6), played=(*played((1, 2)), Played("1", "3", 2, half=True)), apart=frozenset({frozenset("14")})
    )
    why = why_swiss(field, "1", "6", {"1": "6", "6": "1", "2": "5", "5": "2", "3": "4", "4": "3"}, {})
    assert why == ("1st meets 6th: 2nd was met in round 1, 3rd was met in round 2, 4th is kept apart and 1 more")


def test_whoever_was_taken_by_somebody_higher_is_no_reason() -> None:
    assert why_swiss(Field(2, entrants(4)), "2", "4", {"1": "3", "3": "1", "2": "4", "4": "2"}, {}) == (
        "2nd meets 4th: the next in rank order"
    )


def test_a_rematch_names_the_rounds_in_which_they_met() -> None:
    field = Field(4, entrants(2), played=played((1, 2)))
    assert why_swiss(field, "1", "2", {"1": "2", "2": "1"}, {}) == (
        "1st meets 2nd again (they met in round 1): a rematch could not be avoided"
    )
    half = Field(4, entrants(2), played=(Played("1", "2", 2, half=True),))
    assert why_swiss(half, "1", "2", {"1": "2", "2": "1"}, {}) == (
        "1st meets 2nd, after half a match in round 2: the next in rank order"
    )
    twice_half = Field(4, entrants(2), played=(Played("1", "2", 1, half=True), Played("1", "2", 2, half=True)))
    assert "again" in why_swiss(twice_half, "1", "2", {"1": "2", "2": "1"}, {})


def test_a_sentence_says_what_else_becomes_of_those_between() -> None:
    why = why_swiss(Field(1, entrants(4)), "1", "4", {"1": "4", "4": "1"}, {"2": "has the bye", "3": "is absent"})
    assert why == "1st meets 4th: 2nd has the bye and 3rd is absent"
    needed = why_swiss(Field(1, entrants(6)), "1", "3", {"1": "3", "3": "1", "2": "4", "4": "2"}, {})
    assert needed == "1st meets 3rd: 2nd is needed by others, who would meet again or lie farther apart"
    two = {"1": "4", "4": "1", "2": "5", "5": "2", "3": "6", "6": "3"}
    assert why_swiss(Field(1, entrants(6)), "1", "4", two, {}) == (
        "1st meets 4th: 2nd and 3rd are needed by others, who would meet again or lie farther apart"
    )
