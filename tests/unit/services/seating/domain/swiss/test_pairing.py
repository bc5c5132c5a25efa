"""Byes and triples: whom they go to, and that they cost no rematch."""

from math import comb

from services.seating.domain.swiss.least_distance import Bond
from services.seating.domain.swiss.pairing import LOOKS, Pairing, Pool, pair_all, pair_with_triple

MET = Bond(halves=2)


def test_an_even_number_is_paired_from_the_top() -> None:
    assert pair_all(Pool([0, 0, 0, 0], {(0, 1): MET})) == Pairing(((0, 2), (1, 3)), "top_down")


def test_the_search_without_steps_is_a_matching() -> None:
    found = pair_all(Pool([0] * 5, {(0, 1): MET, (2, 3): MET}, steps=1))
    assert (found.method, found.bye) == ("least_distance", 4)
    assert pair_all(Pool([0] * 6, {(4, 5): MET}, steps=1)).method == "least_distance"


def test_a_bye_that_leaves_a_rematch_is_not_given() -> None:
    found = pair_all(Pool([0, 0, 0, 1, 0], {(2, 3): MET, (1, 3): MET, (0, 3): MET}))
    assert (found.bye, found.couples, found.method) == (2, ((0, 1), (3, 4)), "top_down")


def test_a_triple_is_of_those_who_may_all_meet() -> None:
    found = pair_with_triple(Pool([0] * 5, {(3, 4): MET}))
    assert (found.triple, found.couples, found.method) == ((1, 2, 4), ((0, 3),), "top_down")


def test_a_triple_without_steps_is_found_by_matching() -> None:
    bonds = {(0, 1): MET, (2, 3): MET}
    found = pair_with_triple(Pool([0] * 9, bonds, steps=1))
    assert (found.triple, found.method) == ((6, 7, 8), "least_distance")
    assert not bonds.keys() & set(found.couples)


def test_of_triples_that_all_have_a_rematch_the_one_with_fewest_is_taken() -> None:
    everybody = {(one, other): MET for one in range(5) for other in range(one + 1, 5)}
    found = pair_with_triple(Pool([0] * 5, {both: MET for both in everybody if both != (0, 1)}))
    assert (found.triple, found.couples) == ((2, 3, 4), ((0, 1),))


def test_all_triples_are_looked_at_up_to_29_sides_and_at_least_one_of_any_number() -> None:
    assert comb(29, 3) <= Pool([0] * 29, {}).looks
    assert comb(31, 3) > Pool([0] * 31, {}).looks
    assert Pool([0] * (LOOKS + 1), {}).looks == 1
