"""The search from the top: the first draw in rank order, to a bound of steps."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from services.seating.domain.swiss.top_down import top_down


def barred(count: int, *couples: tuple[int, int]) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(count)]
    for one, other in couples:
        found[one].add(other)
        found[other].add(one)
    return found


def test_neighbours_meet_where_nothing_is_barred() -> None:
    found = top_down(range(6), barred(6), 100)
    assert (found.couples, found.steps) == (((0, 1), (2, 3), (4, 5)), 3)


def test_what_was_made_last_is_undone_first() -> None:
    assert top_down(range(6), barred(6, (4, 5)), 100).couples == ((0, 1), (2, 4), (3, 5))


def test_places_may_have_gaps() -> None:
    assert top_down([0, 3, 7, 9], barred(10, (0, 3)), 100).couples == ((0, 7), (3, 9))


def test_nothing_is_left_to_be_found_when_everything_was_tried() -> None:
    found = top_down(range(4), barred(4, (0, 1), (0, 2), (0, 3)), 100)
    assert (found.couples, found.exhausted) == (None, True)


def test_the_bound_ends_the_search() -> None:
    found = top_down(range(6), barred(6, (4, 5)), 3)
    assert (found.couples, found.exhausted, found.steps) == (None, False, 3)


def test_nobody_is_a_draw_too() -> None:
    assert top_down([], [], 1).couples == ()


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda both: both[0] < both[1])))
def test_it_is_the_first_of_all_draws(couples: set[tuple[int, int]]) -> None:
    every = [tuple(sorted(zip(order[::2], order[1::2], strict=True))) for order in permutations(range(6))]
    allowed = [draw for draw in every if all(one < other for one, other in draw) and couples.isdisjoint(draw)]
    found = top_down(range(6), barred(6, *couples), 10_000)
    assert found.couples == min(allowed, default=None)
    assert found.exhausted == (not allowed)
