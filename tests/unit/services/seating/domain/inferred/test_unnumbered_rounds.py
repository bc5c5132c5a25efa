"""Rounds from boards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import MovementFact
from services.seating.domain.inferred.unnumbered_rounds import with_rounds, with_tables
from services.seating.domain.movements.howell import howell, starts
from services.seating.domain.movements.individual import whist
from services.seating.domain.movements.mitchell import mitchell, web
from services.seating.domain.movements.rover_and_phantom import without
from tests.support.fragments import result
from tests.support.played_movements import results_of, with_sides


def derived(plan: MovementFact, last: int | None) -> set[tuple[int | None, str | None, str | None]]:
    return {(one.round, one.sides.ns, one.sides.ew) for one in with_rounds(results_of(plan, last, bare=True))}


def stated(plan: MovementFact, last: int) -> set[tuple[int | None, str | None, str | None]]:
    return {(one.round, one.sides.ns, one.sides.ew) for one in results_of(plan, last)}


@given(st.integers(4, 16), st.integers(1, 3), st.data())
def test_the_rounds_of_a_mitchell_come_back(tables: int, each: int, data: st.DataObject) -> None:
    plan = with_sides(mitchell(tables, each=each))
    last = data.draw(st.integers(2, (plan.rounds or 0) - 1))
    assert derived(plan, last) == stated(plan, last)


@given(st.sampled_from(sorted(key for key in starts() if key[0] > 3)), st.data())
def test_the_rounds_of_a_howell_come_back_or_none_do(key: tuple[int, int], data: st.DataObject) -> None:
    plan = howell(2 * key[0], key[1])
    last = data.draw(st.integers(2, key[1] - 1))
    assert derived(plan, last) in (set(), stated(plan, last))


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [8, 10, 14, 16, 20])
def test_the_rounds_of_a_complete_howell_come_back(pairs: int) -> None:
    plan = howell(pairs)
    for last in range(2, pairs - 2):
        assert derived(plan, last) == stated(plan, last)


def test_the_rounds_of_a_mitchell_with_a_phantom_come_back() -> None:
    for phantom in ("2EW", "7EW", "4NS"):
        plan = without(with_sides(mitchell(9)), phantom)
        for last in range(2, 8):
            assert derived(plan, last) == stated(plan, last)


def test_when_all_sets_have_been_played_no_round_is_known() -> None:
    assert derived(with_sides(mitchell(7)), 7) == set()
    assert derived(howell(8), 7) == set()


def test_a_meeting_that_is_still_being_played_has_no_round() -> None:
    plan = with_sides(mitchell(5, each=2))
    running = results_of(plan, 2, bare=True)[:-1]
    assert {(one.round, one.sides.ns) for one in with_rounds(running)} == {
        (1, f"{number}NS") for number in range(1, 6)
    } | {(2, f"{number}NS") for number in range(1, 5)}


def test_sets_across_each_other_or_of_other_sizes_say_nothing() -> None:
    assert (
        with_rounds([result("1", "1", "2"), result("2", "1", "2"), result("2", "3", "4"), result("3", "3", "4")]) == []
    )
    plan = results_of(with_sides(mitchell(5)), 2, bare=True)
    assert with_rounds([*plan, result("99", "1NS", "1EW")]) == []
    assert with_rounds([]) == []


def test_boards_that_go_the_other_way_and_players_say_nothing() -> None:
    assert derived(with_sides(web(17, 13)), 3) == set()
    assert with_rounds(results_of(whist(8), 2, bare=True)) == []


def test_boards_with_names_have_an_order_too() -> None:
    plan = with_sides(mitchell(5, each=1))
    named = [one.replace(board=f"B{one.board}") for one in results_of(plan, 3, bare=True)]
    assert {(one.round, one.sides.ns, one.sides.ew) for one in with_rounds(named)} == stated(plan, 3)


def test_a_howell_whose_rounds_are_stated_has_tables() -> None:
    plan = howell(10)
    results = [one.replace(table=None) for one in results_of(plan, 4)]
    tables = {
        (one.sides.key, named.table) for one, named in zip(results_of(plan, 4), with_tables(results), strict=True)
    }
    assert len({table for _, table in tables}) == 5
    by_table = {(line.round, line.table): line.sides.key for line in plan.lines}
    named = dict(tables)
    assert len({named[by_table[number, "2"]] for number in range(1, 5)}) == 1


def test_rounds_that_the_boards_contradict_have_no_tables() -> None:
    mixed = [one.replace(table=None, round=5 - (one.round or 0)) for one in results_of(howell(10), 4)]
    assert with_tables(mixed) is mixed
    assert {one.table for one in with_tables(results_of(with_sides(mitchell(7)), 3, bare=True))} == {None}


@pytest.mark.parametrize(("more", "known"), [(0, True), (99_900, True), (100_000, False)])
def test_boards_of_up_to_five_digits_are_numbers_so_sets_that_nobody_has_played_keep_their_places(
    more: int, known: bool
) -> None:
    plan = howell(14)
    results = [one.replace(board=str(int(one.board) + more)) for one in results_of(plan, 2, bare=True)]
    rounds = {(one.round, one.sides.ns, one.sides.ew) for one in with_rounds(results)}
    assert rounds == (stated(plan, 2) if known else set())
