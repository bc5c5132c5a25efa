"""Mitchell movements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import MovementFact
from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.mitchell import arrow_switched, copies, mitchell, switches

EVEN = st.integers(1, 15).map(lambda half: 2 * half)


def at(plan: MovementFact, number: int, table: int) -> tuple[str | None, str | None, str | None]:
    (line,) = (one for one in plan.lines if (one.round, one.table) == (number, str(table)))
    return line.sides.ns, line.sides.ew, line.first_board


@given(st.integers(2, 20), st.sampled_from([1, 2]), st.integers(1, 4))
def test_every_mitchell_can_be_played(tables: int, winners: int, each: int) -> None:
    assert faults_of(mitchell(tables, each=each, winners=1 if winners == 1 else 2)) == ()


@given(EVEN, st.data())
def test_a_skip_is_sound_after_every_round_that_is_allowed(tables: int, data: st.DataObject) -> None:
    rounds = data.draw(st.integers(1, tables - 1))
    skip = data.draw(st.integers(max(rounds - tables // 2, 1), tables // 2))
    assert faults_of(mitchell(tables, rounds, skip_after=skip)) == ()


@given(EVEN)
def test_share_and_relay_plays_all_sets_and_two_tables_share(tables: int) -> None:
    plan = mitchell(tables, style="share-and-relay", winners=1)
    assert plan.rounds == tables
    assert faults_of(plan, tables_of_a_board=2) == ()
    assert all(at(plan, number, 1)[2] == at(plan, number, tables)[2] for number in range(1, tables + 1))
    assert copies(plan) == 2


def test_east_west_go_up_and_boards_go_down() -> None:
    plan = mitchell(5, each=3)
    assert [at(plan, 1, table) for table in (1, 5)] == [("1", "1", "1"), ("5", "5", "13")]
    assert [at(plan, 2, table) for table in (1, 2, 5)] == [("1", "5", "4"), ("2", "1", "7"), ("5", "4", "1")]
    assert (plan.tables, plan.rounds, plan.winners) == (5, 5, 2)


def test_after_the_skip_east_west_have_gone_up_twice() -> None:
    plan = mitchell(6)
    assert [at(plan, number, 1)[1] for number in range(1, 6)] == ["1", "6", "5", "3", "2"]
    assert [at(mitchell(6, 4, skip_after=2), number, 1)[1] for number in range(1, 5)] == ["1", "6", "4", "3"]


@pytest.mark.parametrize(
    ("tables", "more"),
    [
        (1, {}),
        (7, {"rounds": 8}),
        (8, {"rounds": 8}),
        (7, {"style": "skip"}),
        (7, {"style": "share-and-relay"}),
        (8, {"style": "plain", "rounds": 5}),
        (8, {"rounds": 7, "skip_after": 2}),
        (8, {"skip_after": 5}),
        (7, {"rounds": 0}),
        (7, {"each": 0}),
        (201, {}),
    ],
)
def test_what_would_repeat_boards_is_refused(tables: int, more: dict[str, int]) -> None:
    with pytest.raises(NoSuchMovement):
        mitchell(tables, **more)  # type: ignore[arg-type]


def test_an_even_number_of_tables_without_skip_plays_half_of_the_rounds() -> None:
    assert mitchell(8, style="plain").rounds == 4


@pytest.mark.parametrize(("rounds", "expected"), [(1, 0), (2, 1), (11, 1), (12, 2), (18, 2), (27, 3)])
def test_about_an_eighth_of_the_rounds_is_switched(rounds: int, expected: int) -> None:
    assert switches(rounds) == expected


@given(st.integers(2, 20), st.data())
def test_switched_rounds_change_sides_and_nothing_else(tables: int, data: st.DataObject) -> None:
    plan = mitchell(tables, winners=1)
    rounds = tuple(data.draw(st.sets(st.integers(1, plan.rounds or 1))))
    found = arrow_switched(plan, rounds)
    assert (faults_of(found), found.winners) == ((), 1)
    for one, other in zip(plan.lines, found.lines, strict=True):
        turned = (one.sides.ew, one.sides.ns) if one.round in rounds else (one.sides.ns, one.sides.ew)
        assert (other.sides.ns, other.sides.ew) == turned


def test_the_last_rounds_are_switched_when_none_are_named() -> None:
    found = arrow_switched(mitchell(13, winners=1))
    assert [number for number in range(1, 14) if at(found, number, 1)[1] == "1"] == [12, 13]


def test_a_movement_with_two_winners_is_not_switched() -> None:
    with pytest.raises(NoSuchMovement):
        arrow_switched(mitchell(5))
