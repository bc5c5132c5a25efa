"""The matching of least cost, against all matchings of a small field."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.seating.domain.swiss import least_distance as module
from services.seating.domain.swiss.least_distance import Bond, least_distance

MET = Bond(halves=2)


def matchings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair an even number."""
    if not places:
        yield []
        return
    first, *rest = places
    for other in rest:
        for more in matchings([place for place in rest if place != other]):
            yield [(first, other), *more]


def test_the_least_squared_distance_decides() -> None:
    assert least_distance(range(6), {}).couples == ((0, 1), (2, 3), (4, 5))
    assert least_distance(range(4), {(0, 1): MET, (2, 3): MET}).couples == ((0, 2), (1, 3))


def test_a_rematch_comes_before_two_who_are_kept_apart_and_once_before_twice() -> None:
    bonds = {(0, 1): MET, (0, 2): Bond(apart=True), (0, 3): Bond(halves=4)}
    assert least_distance(range(4), bonds).couples == ((0, 1), (2, 3))
    assert least_distance(range(4), {**bonds, (0, 1): Bond(halves=6)}).couples == ((0, 3), (1, 2))


def test_half_a_match_comes_before_a_whole_one_and_after_none() -> None:
    assert least_distance(range(4), {(0, 1): Bond(halves=1)}).couples == ((0, 2), (1, 3))
    bonds = {(0, 1): Bond(halves=1), (0, 2): MET, (0, 3): MET}
    assert least_distance(range(4), bonds).couples == ((0, 1), (2, 3))


def test_the_bye_goes_to_the_lowest_who_had_fewest() -> None:
    found = least_distance(range(5), {}, {0: 0, 1: 0, 2: 0, 3: 0, 4: 1})
    assert (found.bye, found.couples) == (3, ((0, 1), (2, 4)))


@pytest.mark.parametrize(("second_bye_first", "bye"), [(True, 0), (False, 2)])
def test_a_second_bye_is_better_or_worse_than_a_rematch(second_bye_first: bool, bye: int) -> None:
    found = least_distance(range(3), {(0, 1): MET, (0, 2): MET}, {0: 1, 1: 0, 2: 0}, second_bye_first=second_bye_first)
    assert found.bye == bye


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda both: both[0] < both[1])))
def test_no_other_matching_has_fewer_rematches_or_less_distance(met: set[tuple[int, int]]) -> None:
    def cost(couples: Sequence[tuple[int, int]]) -> tuple[int, int]:
        return sum(couple in met for couple in couples), sum((one - other) ** 2 for one, other in couples)

    found = least_distance(range(8), dict.fromkeys(met, MET)).couples
    assert cost(found) == min(map(cost, matchings(range(8))))


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([24, 25]))
def test_neighbours_give_what_everybody_would_give(seed: int, count: int) -> None:
    bonds = {
        (one, other): MET
        for one in range(count)
        for other in range(one + 1, count)
        if (one * 31 + other * 17 + seed) % 7 < 5 and other - one < 5
    }
    byes = dict.fromkeys(range(count), 0) if count % 2 else None
    near = least_distance(range(count), bonds, byes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "NEIGHBOURS", count)
        whole = least_distance(range(count), bonds, byes)
    assert near.bye == whole.bye
    assert _distance(near.couples) == _distance(whole.couples)
    assert not bonds.keys() & set(near.couples)


def test_whoever_has_met_all_neighbours_is_matched_farther_away() -> None:
    bonds = {(one, other): MET for one in range(40) for other in range(one + 1, min(one + 14, 40))}
    assert not bonds.keys() & set(least_distance(range(40), bonds).couples)


def test_the_bye_may_lie_outside_the_neighbourhood() -> None:
    byes = {place: int(place > 0) for place in range(41)}
    assert least_distance(range(41), {}, byes).bye == 0


def _distance(couples: Sequence[tuple[int, int]]) -> int:
    return sum((one - other) ** 2 for one, other in couples)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("count", [7, 8])
@pytest.mark.parametrize("second_bye_first", [True, False])
def test_no_pairing_of_a_small_field_is_better_grade_by_grade(
    width: int, count: int, second_bye_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept apart; a second bye and a rematch; more than one rematch; half a match; the lowest bye; distance."""
    monkeypatch.setattr(module, "NEIGHBOURS", width)
    random = Random(width * 10 + count)
    nobody = 7

    def cost(couples: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        grades = [0] * 7
        for one, other in couples:
            if count == 7 and other == nobody:
                grades[1 if not second_bye_first else 2] += byes[one]
                grades[5] += count - 1 - one
                continue
            bond = bonds.get((one, other), Bond())
            grades[0] += bond.apart
            if bond.halves >= 2:
                grades[2 if not second_bye_first else 1] += bond.halves
                grades[3] += bond.halves - 2
            else:
                grades[4] += bond.halves
            grades[6] += (one - other) ** 2
        return tuple(grades)

    for _ in range(40):
        bonds = {
            (one, other): random.choice((MET, MET, MET, Bond(halves=1), Bond(halves=3), Bond(apart=True)))
            for one in range(count)
            for other in range(one + 1, count)
            if random.random() < 0.6
        }
        byes = {place: random.choice((0, 1, 1, 2)) for place in range(count)}
        found = least_distance(range(count), bonds, byes if count == 7 else None, second_bye_first=second_bye_first)
        couples = [*found.couples, *([(found.bye, nobody)] if found.bye is not None else [])]
        assert cost(couples) == min(map(cost, matchings(range(8))))
