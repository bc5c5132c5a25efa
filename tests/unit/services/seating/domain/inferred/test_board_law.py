"""Which boards come next."""

import pytest

from services.seating.domain.inferred.board_law import next_sets
from services.seating.domain.inferred.played_rounds import PlayedSection


def section(*rounds: tuple[int, ...], size: int = 1) -> PlayedSection:
    """Rounds with the set, from 1, at tables 1, 2, ...; 0 for none."""
    found = PlayedSection(None, None, "pairs")
    for number, sets in enumerate(rounds, 1):
        for table, one in enumerate(sets, 1):
            if one:
                boards = frozenset(str((one - 1) * size + more + 1) for more in range(size))
                found.sets[number, str(table)] = boards
                found.rounds[number][str(table), "ns"] = f"{table}"
    return found


def after(*rounds: tuple[int, ...], boards: int | None = None, size: int = 1) -> dict[str, list[str]]:
    found = next_sets(section(*rounds, size=size), range(1, len(rounds) + 1), boards)
    return {table: sorted(some) for table, some in found.items()}


def test_sets_go_around_when_the_last_round_brings_no_new_one() -> None:
    assert after((1, 2, 3), (2, 3, 1)) == {"1": ["3"], "2": ["1"], "3": ["2"]}
    assert after((1, 2, 3), (2, 3, 1), size=2)["1"] == ["5", "6"]


def test_a_set_that_nobody_has_played_is_known_when_the_boards_are_stated() -> None:
    assert after((1, 3), (2, 4), boards=7) == {"1": ["3"], "2": ["5"]}
    assert after((1, 3), (2, 4)) == {"1": ["3"]}
    assert after((1, 6), (2, 7), boards=7)["2"] == ["1"]


def test_tables_of_a_web_go_backwards() -> None:
    assert after((1, 2, 3, 1), (2, 3, 1, 3)) == {"1": ["3"], "2": ["1"], "3": ["2"], "4": ["2"]}


def test_a_table_that_was_empty_goes_on_as_the_others() -> None:
    assert after((1, 2, 3, 0), (0, 3, 4, 1), (3, 4, 0, 2), boards=4)["1"] == ["4"]
    assert after((0, 2, 3, 4), (0, 3, 4, 1), (3, 4, 1, 2))["1"] == ["4"]


@pytest.mark.parametrize("rounds", [((1, 2, 3), (2, 3, 1), (1, 1, 2)), ((1, 2, 4, 3), (2, 4, 3, 1))])
def test_where_somebody_has_changed_the_boards_none_are_known(rounds: tuple[tuple[int, ...], ...]) -> None:
    assert after(*rounds) == {}


@pytest.mark.parametrize("boards", [5, 3, 2_000])
def test_a_stated_number_that_the_sets_do_not_fit_is_not_used(boards: int) -> None:
    assert after((1, 3), (2, 4), boards=boards, size=2) == {"1": ["5", "6"]}


def test_one_round_says_nothing() -> None:
    assert after((1, 2, 3), boards=3) == {}


@pytest.mark.parametrize(("boards", "next_of_the_second"), [(1_000, ["5"]), (1_001, None)])
def test_a_section_of_more_than_a_thousand_boards_is_taken_for_a_slip(
    boards: int, next_of_the_second: list[str] | None
) -> None:
    assert after((1, 3), (2, 4), boards=boards).get("2") == next_of_the_second
