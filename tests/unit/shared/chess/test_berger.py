"""Berger tables: everybody meets everybody once in a cycle, and nobody has a colour much oftener than the other."""

from collections import Counter
from itertools import combinations

import pytest
from gacrux.berger import bergertables
from hypothesis import given
from hypothesis import strategies as st

from shared.chess.berger import berger_round, cycle_length

SIZES = st.integers(2, 40)


def test_the_table_of_six_is_the_one_in_the_regulations() -> None:
    assert [berger_round(6, round_) for round_ in range(1, 6)] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


@pytest.mark.parametrize("size", range(4, 26, 2))
def test_every_even_table_is_that_of_another_program(size: int) -> None:
    theirs = bergertables(size)["pairing"]
    for round_ in range(1, size):
        games = {(game["white"], game["black"]) for game in theirs[round_].values()}
        assert set(berger_round(size, round_)) == games


@given(SIZES)
def test_everybody_meets_everybody_once_in_a_cycle(size: int) -> None:
    rounds = [berger_round(size, round_) for round_ in range(1, cycle_length(size) + 1)]
    for games in rounds:
        seated = [number for game in games for number in game if number]
        assert sorted(seated) == list(range(1, size + 1))
    met = Counter(frozenset(game) for games in rounds for game in games if 0 not in game)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, size + 1), 2))


@given(SIZES)
def test_in_an_odd_field_everybody_is_left_over_once_and_after_all_boards(size: int) -> None:
    rounds = [berger_round(size, round_) for round_ in range(1, cycle_length(size) + 1)]
    over = [games[-1][0] for games in rounds if games[-1][1] == 0]
    assert sorted(over) == (list(range(1, size + 1)) if size % 2 else [])
    assert not any(0 in game for games in rounds for game in games[:-1])


@given(SIZES)
def test_colours_of_a_cycle_differ_by_one_at_most(size: int) -> None:
    games = [
        game for round_ in range(1, cycle_length(size) + 1) for game in berger_round(size, round_) if 0 not in game
    ]
    whites, blacks = Counter(game[0] for game in games), Counter(game[1] for game in games)
    allowed = 0 if size % 2 else 1
    assert all(abs(whites[number] - blacks[number]) <= allowed for number in range(1, size + 1))


@given(SIZES, st.booleans())
def test_the_second_cycle_gives_everybody_the_other_colour_against_everybody(size: int, reversed_: bool) -> None:
    length = cycle_length(size)
    rounds = [set(berger_round(size, round_, last_two_reversed=reversed_)) for round_ in range(1, 2 * length + 1)]
    first = {game for games in rounds[:length] for game in games if 0 not in game}
    second = {game for games in rounds[length:] for game in games if 0 not in game}
    assert second == {game[::-1] for game in first}


@pytest.mark.parametrize("size", [4, 6, 8, 14])
def test_with_the_last_two_rounds_reversed_nobody_has_a_colour_three_times_running(size: int) -> None:
    def longest(*, reversed_: bool) -> int:
        colours = dict.fromkeys(range(1, size + 1), "")
        for round_ in range(1, 2 * cycle_length(size) + 1):
            for white, black in berger_round(size, round_, last_two_reversed=reversed_):
                colours[white] += "w"
                colours[black] += "b"
        return 3 if any("www" in had or "bbb" in had for had in colours.values()) else 2

    assert (longest(reversed_=False), longest(reversed_=True)) == (3, 2)


def test_only_the_last_two_rounds_of_the_first_cycle_change_places() -> None:
    plain = [berger_round(6, round_) for round_ in range(1, 11)]
    other = [berger_round(6, round_, last_two_reversed=True) for round_ in range(1, 11)]
    assert other == [*plain[:3], plain[4], plain[3], *plain[5:]]


def test_a_field_of_one_has_no_table_and_no_field_a_round_zero() -> None:
    with pytest.raises(ValueError, match="two"):
        berger_round(1, 1)
    with pytest.raises(ValueError, match="counted from 1"):
        berger_round(4, 0)


def test_the_colours_of_four_cycles_alternate() -> None:
    for size in (3, 4, 5):
        length = cycle_length(size)
        first, second, third, fourth = (
            [berger_round(size, cycle * length + round_) for round_ in range(1, length + 1)] for cycle in range(4)
        )
        assert (first, second) == (third, fourth) != (second, first)


def test_the_table_of_three_leaves_one_over_in_each_round() -> None:
    assert [berger_round(3, round_) for round_ in (1, 2, 3)] == [((2, 3), (1, 0)), ((1, 2), (3, 0)), ((3, 1), (2, 0))]
    assert [cycle_length(size) for size in (2, 3, 4, 5)] == [1, 3, 3, 5]


def test_a_cycle_of_one_round_has_no_last_two() -> None:
    for size in (2, 3, 4):
        plain = [set(berger_round(size, round_)) for round_ in range(1, 2 * cycle_length(size) + 1)]
        swapped = [
            set(berger_round(size, round_, last_two_reversed=True)) for round_ in range(1, 2 * cycle_length(size) + 1)
        ]
        length = cycle_length(size)
        wanted = plain if size == 2 else [plain[0], plain[2], plain[1], *plain[length:]]
        assert swapped == wanted
