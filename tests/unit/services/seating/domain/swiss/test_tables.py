"""Which table a meeting is at: who stays, whose home it is, and the leaders at table one."""

from typing import Any

import pytest

from services.seating.domain.swiss.model import Entrant
from services.seating.domain.swiss.tables import Couple, seat


def seated(kind: str, tables: Any, *couples: tuple[Entrant, Entrant], half: bool = False) -> list[tuple[str, str, str]]:
    found = seat([Couple(one, other, "", half) for one, other in couples], kind, tables)
    return [(meeting.table, meeting.ns, meeting.ew) for meeting in found]


def plain(*names: str) -> list[Entrant]:
    return [Entrant(name) for name in names]


def test_leaders_sit_at_table_one_the_higher_north_south() -> None:
    a, b, c, d = plain("a", "b", "c", "d")
    assert seated("pairs", "leaders", (a, b), (c, d)) == [("1", "a", "b"), ("2", "c", "d")]


@pytest.mark.parametrize(("direction", "sides"), [("N", ("d", "c")), ("E", ("c", "d"))])
def test_who_is_stationary_keeps_table_and_direction_and_the_others_go_round_it(
    direction: Any, sides: tuple[str, str]
) -> None:
    a, b, c = plain("a", "b", "c")
    d = Entrant("d", stationary="1", direction=direction)
    assert seated("pairs", "leaders", (a, b), (c, d)) == [("2", "a", "b"), ("1", *sides)]
    higher = seated("pairs", "leaders", (d, c))
    assert higher == [("1", *sides)]


def test_of_two_stationary_pairs_the_higher_stays_and_two_teams_play_at_both_tables() -> None:
    a, b = Entrant("a", stationary="4"), Entrant("b", stationary="2")
    assert seated("pairs", "leaders", (a, b)) == [("4", "a", "b")]
    assert seated("teams", "leaders", (a, b)) == [("4", "a", "b"), ("2", "b", "a")]


def test_a_table_is_given_once() -> None:
    a, b, c, d = (Entrant(name, stationary="7") for name in "abcd")
    assert seated("teams", "leaders", (a, b), (c, d)) == [("7", "a", "b"), ("1", "c", "d")]


def test_teams_at_home_play_at_both_their_tables_and_pairs_at_that_of_the_higher() -> None:
    a, b = Entrant("a", home="5"), Entrant("b", home="3")
    assert seated("teams", "home", (a, b)) == [("5", "a", "b"), ("3", "b", "a")]
    assert seated("pairs", "home", (a, b)) == [("5", "a", "b")]
    assert seated("pairs", "home", (Entrant("a"), b)) == [("3", "b", "a")]


def test_in_a_triple_each_plays_one_half_at_its_own_table() -> None:
    a, b, c = (Entrant(name, home=home) for name, home in (("a", "5"), ("b", "3"), ("c", "9")))
    assert seated("teams", "home", (a, b), (b, c), (c, a), half=True) == [
        ("5", "a", "b"),
        ("3", "b", "c"),
        ("9", "c", "a"),
    ]


def test_who_can_stays_the_higher_first_and_others_take_what_is_free() -> None:
    a, b, c, d = (Entrant(name, previous=table) for name, table in zip("abcd", "2212", strict=True))
    e, f = plain("e", "f")
    assert seated("teams", "stay", (a, b), (d, c), (e, f)) == [("2", "a", "b"), ("1", "d", "c"), ("3", "e", "f")]
