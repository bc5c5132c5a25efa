"""Who is cut off when all sockets are taken."""

from hypothesis import given
from hypothesis import strategies as st

from shared.http.crowding import SHARE, Held, given_up

HELD = st.lists(st.builds(Held, st.sampled_from("abc"), st.none() | st.floats(0, 100)), min_size=1)


def test_the_address_with_the_most_gives_up_the_one_that_was_waited_for_longest() -> None:
    held = [Held("home", 1.0), Held("flood", 5.0), Held("flood", None), Held("flood", 3.0), Held("home", None)]
    assert given_up(held) == [3]


def test_an_address_whose_requests_are_all_at_work_gives_up_its_last() -> None:
    assert given_up([Held("proxy", None), Held("proxy", None), Held("home", 0.0)]) == [1]


def test_a_flood_gives_up_several_at_once() -> None:
    flood = [Held("flood", float(second)) for second in range(2 * SHARE)]
    assert given_up([*flood, Held("home", 0.0)]) == [0, 1, 2]


@given(HELD)
def test_somebody_always_goes_and_never_of_an_address_with_fewer(held: list[Held]) -> None:
    gone = given_up(held)
    assert gone
    addresses = [one.address for one in held]
    assert all(addresses.count(addresses[place]) == max(map(addresses.count, addresses)) for place in gone)
