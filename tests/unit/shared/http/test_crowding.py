"""Who is cut off when there are many connections."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from shared.http.crowding import Held, full, given_up

HELD = st.lists(st.builds(Held, st.sampled_from("abc"), st.none() | st.floats(0, 100)))


def test_the_address_with_the_most_gives_up_the_one_that_was_waited_for_longest() -> None:
    held = [Held("home", 1.0), Held("flood", 5.0), Held("flood", None), Held("flood", 3.0), Held("home", None)]
    assert given_up(held, 4) == [3]
    assert given_up(held, 3) == [3, 1]
    assert given_up(held, 0) == [3, 1, 0]


@given(HELD, st.integers(0, 20))
def test_no_more_go_than_have_to_and_nobody_for_whom_the_server_is_at_work(held: list[Held], most: int) -> None:
    gone = given_up(held, most)
    waiting = sum(one.since is not None for one in held)
    assert len(set(gone)) == len(gone) == min(waiting, max(0, len(held) - most))
    assert all(held[place].since is not None for place in gone)


@given(HELD, st.integers(0, 20))
def test_an_address_with_fewer_loses_none_while_one_with_more_has_one_to_lose(held: list[Held], most: int) -> None:
    gone = given_up(held, most)
    left = Counter(one.address for place, one in enumerate(held) if place not in gone)
    still = {one.address for place, one in enumerate(held) if place not in gone and one.since is not None}
    for address in {held[place].address for place in gone}:
        assert all(left[other] <= left[address] + 1 for other in still)


def test_an_address_is_full_with_as_many_as_one_may_have() -> None:
    assert full([Held("a", None), Held("a", 1.0), Held("b", 0.0)], 2) == {"a"}
