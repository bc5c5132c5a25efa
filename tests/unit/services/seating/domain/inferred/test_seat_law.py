"""The law that rounds follow."""

import pytest

from contracts.facts import MovementFact
from services.seating.domain.inferred.played_rounds import Seated
from services.seating.domain.inferred.seat_law import (
    MOST_ROUNDS,
    NO_TABLE,
    PHANTOM,
    Law,
    follows_numbers,
    laws,
    moves_by_place,
)
from services.seating.domain.movements.check import people_of
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.individual import whist
from services.seating.domain.movements.mitchell import arrow_switched, mitchell
from services.seating.domain.movements.rover_and_phantom import without


def rounds_of(plan: MovementFact, *numbers: int) -> list[Seated]:
    found: list[Seated] = []
    for number in numbers:
        seated: dict[tuple[str, str], str] = {}
        for line in plan.lines:
            if line.round == number and all(people_of(line.sides)):
                places = line.sides.given()
                seated.update({(line.table, place): who for place, who in places.items()})
        found.append(seated)
    return found


MITCHELL, HOWELL = mitchell(6, winners=1), howell(8)


def test_a_card_sends_whoever_sits_there_the_same_way() -> None:
    (law,) = laws(rounds_of(HOWELL, 1, 2, 3), "pairs")
    assert law.following() == rounds_of(HOWELL, 4)[0]
    assert law.following(2) == rounds_of(HOWELL, 5)[0]


def test_the_skip_is_two_steps_and_comes_once() -> None:
    (law,) = laws(rounds_of(MITCHELL, 1, 2, 3, 4), "pairs")
    assert (law.skipped, law.following()) == (True, rounds_of(MITCHELL, 5)[0])
    twice = rounds_of(mitchell(9, winners=1), 1, 2, 4, 6)
    assert laws(twice, "pairs") == []


def test_a_howell_does_not_skip() -> None:
    assert laws(rounds_of(HOWELL, 1, 2, 3, 5), "pairs") == []


def test_switched_rounds_are_marked() -> None:
    (law,) = laws(rounds_of(arrow_switched(MITCHELL, (3,)), 1, 2, 3), "pairs")
    assert (law.switched, law.following(2)) == ((2,), rounds_of(MITCHELL, 4)[0])


def test_a_phantom_has_a_way_too() -> None:
    plan = without(MITCHELL, "3")
    (law,) = laws(rounds_of(plan, 1, 2, 3), "pairs")
    assert law.last[NO_TABLE, "ew"] == PHANTOM
    assert law.last[NO_TABLE, "ns"] == "7"


def test_one_who_sits_out_of_an_individual_goes_on_from_there() -> None:
    (law,) = laws(rounds_of(whist(13), 1, 2, 3), "individual")
    following = law.following()
    assert following is not None
    assert {seat: who for seat, who in following.items() if seat[0] != NO_TABLE} == rounds_of(whist(13), 4)[0]


def test_two_missing_tables_leave_no_law() -> None:
    gaps = [
        {seat: who for seat, who in seated.items() if seat[0] not in tables}
        for seated, tables in zip(rounds_of(MITCHELL, 1, 2, 3), ("", "12", "34"), strict=True)
    ]
    assert laws(gaps, "pairs") == []


@pytest.mark.parametrize("numbers", [(1,), (), (1, 2, 4)])
def test_too_few_rounds_or_others_have_no_law(numbers: tuple[int, ...]) -> None:
    assert laws(rounds_of(mitchell(5, winners=1), *numbers), "individual") == []


def test_a_hundred_rounds_are_no_movement() -> None:
    assert laws(rounds_of(MITCHELL, 1) * (MOST_ROUNDS + 1), "pairs") == []
    assert laws(rounds_of(MITCHELL, 1) * MOST_ROUNDS, "pairs") != []


def test_places_that_go_by_a_number_of_tables_are_regular() -> None:
    still, up = (
        {("1", "ns"): ("1", "ns"), ("2", "ns"): ("2", "ns")},
        {("1", "ew"): ("2", "ew"), ("2", "ew"): ("1", "ew")},
    )
    assert moves_by_place(Law({**still, **up}, {}))
    assert not moves_by_place(Law(still, {}))
    assert not moves_by_place(Law({("1", "ns"): ("2", "ew")}, {}))
    assert not moves_by_place(Law({**up, ("3", "ew"): ("3", "ew")}, {}))


def test_who_follows_the_next_number_is_regular() -> None:
    (law,) = laws(rounds_of(HOWELL, 1, 2), "pairs")
    assert follows_numbers(law)
    assert not moves_by_place(law)
    renamed = {who: name for who, name in zip(sorted(law.last.values()), "35172468", strict=True)}
    other = Law(law.card, {seat: renamed[who] for seat, who in law.last.items()})
    assert not follows_numbers(other)


def test_a_way_that_is_not_known_leaves_no_next_round() -> None:
    assert Law({("1", "ns"): ("1", "ns")}, {("1", "ns"): "1", ("1", "ew"): "2"}).following() is None


@pytest.mark.parametrize(("most", "found"), [(5, 1), (4, 0)])
def test_rounds_that_take_more_tries_than_are_allowed_have_no_law(
    most: int, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three rounds of a Howell take one try for the second, and four for the third: switched or not, skip or not."""
    monkeypatch.setattr("services.seating.domain.inferred.seat_law.MOST_TRIES", most)
    assert len(laws(rounds_of(HOWELL, 1, 2, 3), "pairs")) == found
