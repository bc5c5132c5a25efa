"""Individual movements."""

from collections import Counter
from itertools import combinations

import pytest

from services.seating.domain.movements.check import faults_of, people_of
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.individual import rainbow, starts, whist
from services.seating.domain.movements.mitchell import copies
from tests.support.movement_cards import cards


@pytest.mark.parametrize("players", sorted(starts()))
def test_everybody_is_everybodys_partner_once_and_opponent_twice(players: int) -> None:
    plan = whist(players)
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    for line in plan.lines:
        ns, ew = people_of(line.sides)
        partners.update((frozenset(ns), frozenset(ew)))
        opponents.update(frozenset((one, other)) for one in ns for other in ew)
    every = {frozenset(both) for both in combinations(map(str, range(1, players + 1)), 2)}
    assert partners == dict.fromkeys(every, 1)
    assert opponents == dict.fromkeys(every, 2)
    assert faults_of(plan, meetings=2, tables_of_a_board=copies(plan)) == ()


def test_the_usual_sizes_are_there() -> None:
    assert {8, 12, 16, 20, 24} <= set(sorted(starts()))


def test_one_more_than_a_multiple_of_four_sits_out_in_turn() -> None:
    plan = whist(13)
    seated = Counter(who for line in plan.lines for side in people_of(line.sides) for who in side)
    assert set(seated.values()) == {12}


def test_the_first_rounds_alone_can_be_played() -> None:
    assert whist(12, 5).lines == tuple(line for line in whist(12).lines if line.round <= 5)


@pytest.mark.slow
@pytest.mark.parametrize("players", [20, 28, 44, 52, 68])
def test_a_rainbow_repeats_no_partner_opponent_or_board(players: int) -> None:
    plan = rainbow(players)
    assert faults_of(plan) == ()
    assert plan.rounds == players // 4


def test_the_groups_of_a_rainbow_go_up_one_two_and_three_tables() -> None:
    second = next(line for line in rainbow(20).lines if line.round == 2 and line.table == "5")
    assert second.sides.given() == {"north": "5", "east": "9", "south": "13", "west": "17"}
    assert second.first_board == "1"


@pytest.mark.parametrize(("players", "rounds"), [(6, None), (9, None), (8, 8), (8, 0), (400, None)])
def test_a_whist_that_is_not_known_is_refused(players: int, rounds: int | None) -> None:
    with pytest.raises(NoSuchMovement):
        whist(players, rounds)


@pytest.mark.parametrize(("players", "rounds"), [(24, None), (36, None), (21, None), (20, 6), (12, None)])
def test_a_rainbow_that_would_repeat_is_refused(players: int, rounds: int | None) -> None:
    with pytest.raises(NoSuchMovement):
        rainbow(players, rounds)


@pytest.mark.parametrize(("players", "rounds"), [(4, None), (12, None), (20, 0), (20, 6), (21, 5)])
def test_a_rainbow_of_another_size_is_refused(players: int, rounds: int | None) -> None:
    with pytest.raises(NoSuchMovement):
        rainbow(players, rounds)


def test_a_rainbow_may_be_cut_short() -> None:
    assert (rainbow(20, 5).rounds, rainbow(20, 1).rounds, rainbow(20).rounds) == (5, 1, 5)


def test_in_a_whist_everybody_but_the_last_goes_on_by_one() -> None:
    assert [cards(whist(4), number) for number in (1, 2, 3)] == ["4 1 2 3: 3-4", "4 2 3 1: 5-6", "4 3 1 2: 1-2"]
    assert cards(whist(5), 4) == "5 3 1 2: 7-8"
    assert cards(whist(8), 4) == "8 4 5 7: 11-12, 6 3 1 2: 11-12"


def test_the_boards_of_a_rainbow_go_round_with_its_groups() -> None:
    plan = rainbow(20)
    assert cards(plan, 1) == "1 11 6 16: 1-2, 2 12 7 17: 3-4, 3 13 8 18: 5-6, 4 14 9 19: 7-8, 5 15 10 20: 9-10"
    assert cards(plan, 2) == "1 14 10 18: 3-4, 2 15 6 19: 5-6, 3 11 7 20: 7-8, 4 12 8 16: 9-10, 5 13 9 17: 1-2"
    assert cards(plan, 4).startswith("1 15 8 17: 7-8, 2 11 9 18: 9-10")


def test_a_whist_has_as_many_rounds_as_it_can_and_no_more() -> None:
    assert (whist(4).rounds, whist(5).rounds, whist(8, 7).rounds) == (3, 5, 7)
    for players, rounds in ((4, 4), (5, 6), (8, 8), (8, 0), (6, None)):
        with pytest.raises(NoSuchMovement):
            whist(players, rounds)
