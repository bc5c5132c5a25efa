"""Mitchell movements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import MovementFact
from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.mitchell import Style, arrow_switched, copies, mitchell, switches
from tests.support.movement_cards import cards

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


def test_east_west_go_up_a_table_boards_come_down_and_after_the_skip_it_is_one_table_more() -> None:
    plan = mitchell(6, 4, skip_after=2)
    assert cards(plan, 1) == "1 1: 1-2, 2 2: 3-4, 3 3: 5-6, 4 4: 7-8, 5 5: 9-10, 6 6: 11-12"
    assert cards(plan, 2) == "1 6: 3-4, 2 1: 5-6, 3 2: 7-8, 4 3: 9-10, 5 4: 11-12, 6 5: 1-2"
    assert cards(plan, 3) == "1 4: 5-6, 2 5: 7-8, 3 6: 9-10, 4 1: 11-12, 5 2: 1-2, 6 3: 3-4"
    assert cards(mitchell(4), 3) == "1 2: 5-6, 2 3: 7-8, 3 4: 1-2, 4 1: 3-4"


def test_in_a_relay_the_upper_half_is_a_set_ahead_and_the_ends_share() -> None:
    plan = mitchell(4, style="share-and-relay")
    assert cards(plan, 1) == "1 1: 1-2, 2 2: 3-4, 3 3: 7-8, 4 4: 1-2"
    assert cards(plan, 4) == "1 2: 7-8, 2 3: 1-2, 3 4: 5-6, 4 1: 7-8"


def test_with_one_winner_east_west_have_the_numbers_after_north_south_and_change_sides_at_the_switch() -> None:
    plan = mitchell(3, winners=1, each=3)
    assert cards(plan, 2) == "1 6: 4-6, 2 4: 7-9, 3 5: 1-3"
    switched = arrow_switched(plan)
    assert cards(switched, 2) == cards(plan, 2)
    assert cards(switched, 3) == "5 1: 7-9, 6 2: 1-3, 4 3: 4-6"
    assert cards(arrow_switched(plan, (1,)), 1) == "4 1: 1-3, 5 2: 4-6, 6 3: 7-9"


@pytest.mark.parametrize(("asked", "sound"), [(1, True), (2, True), (3, True), (0, False), (4, False)])
def test_a_skip_leaves_no_more_than_half_of_the_tables_on_either_side(asked: int, sound: bool) -> None:
    if sound:
        assert mitchell(6, 4, skip_after=asked).rounds == 4
    else:
        with pytest.raises(NoSuchMovement, match="after 1 to 3"):
            mitchell(6, 4, skip_after=asked)


@pytest.mark.parametrize(
    ("tables", "style", "most"), [(5, "plain", 5), (6, "plain", 3), (6, "skip", 5), (6, "share-and-relay", 6)]
)
def test_each_style_has_a_most_of_rounds(tables: int, style: Style, most: int) -> None:
    assert mitchell(tables, style=style).rounds == mitchell(tables, most, style=style).rounds == most
    with pytest.raises(NoSuchMovement, match=f"it allows {most}"):
        mitchell(tables, most + 1, style=style)
