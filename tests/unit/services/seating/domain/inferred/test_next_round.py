"""The next round of a movement that no file gives."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.codes import seating as codes
from contracts.facts import (
    EarlyStartFact,
    EventFact,
    MatchFact,
    MovementFact,
    PresenceFact,
    ResultFact,
    SectionFact,
    Sides,
)
from contracts.seating import RoundAssignment
from contracts.standings import Method, Progress, Standings
from services.seating.domain.inferred.next_round import inferred_round
from services.seating.domain.movements.construction import movement, pairs_line
from services.seating.domain.movements.howell import howell, starts
from services.seating.domain.movements.individual import rainbow, whist
from services.seating.domain.movements.mitchell import arrow_switched, mitchell, web
from services.seating.domain.movements.next_round import movement_round
from services.seating.domain.movements.rover_and_phantom import with_rover, without
from tests.support.fragments import pair, result
from tests.support.merged import merged
from tests.support.played_movements import meetings, results_of, with_sides

PLANS: dict[str, MovementFact] = {
    "mitchell": with_sides(mitchell(7)),
    "mitchell of one winner": mitchell(9, winners=1),
    "skip": with_sides(mitchell(8)),
    "skip of twelve tables": with_sides(mitchell(12)),
    "share and relay": with_sides(mitchell(6, style="share-and-relay")),
    "web": with_sides(web(17, 13)),
    "boards of four": with_sides(mitchell(5, each=4)),
    "howell": howell(10),
    "reduced howell": howell(14, 11),
    "phantom north-south": without(with_sides(mitchell(9)), "9NS"),
    "phantom east-west": without(with_sides(mitchell(9)), "4EW"),
    "phantom and skip": without(with_sides(mitchell(8)), "8EW"),
    "howell with a phantom": howell(11),
    "whist": whist(12),
    "whist of thirteen": whist(13),
    "rainbow": rainbow(28),
}
every_plan = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


def after(plan: MovementFact, last: int | None, *more: ResultFact, **facts: Any) -> RoundAssignment | None:
    results = (*results_of(plan, last), *more)
    return inferred_round(merged(results=results, **{"sections": section_of(plan), **facts}))


def section_of(plan: MovementFact) -> tuple[SectionFact, ...]:
    return (SectionFact(id="A", rounds=plan.rounds),) if plan.section == "A" else ()


def seats(found: RoundAssignment | None) -> set[tuple[str | None, str | None, tuple[str | None, ...]]]:
    assert found is not None
    return {
        (
            one.first_board,
            one.table,
            Sides(ns=one.ns, ew=one.ew, north=one.north, south=one.south, east=one.east, west=one.west).key,
        )
        for one in found.tables
    }


@pytest.mark.slow
@every_plan
def test_from_the_third_round_on_each_movement_is_followed_to_its_end(plan: MovementFact) -> None:
    rounds = plan.rounds or 0
    known = (EventFact(kind="pairs", rounds=rounds),)
    for last in range(3, rounds):
        found, expected = seats(after(plan, last, events=known)), meetings(plan, last + 1)
        assert {one[1:] for one in found} == {one[1:] for one in expected}, last
        assert {one for one in found if one[0] is not None} <= expected, last
    assert after(plan, rounds, events=known) is None


@pytest.mark.parametrize("name", ["mitchell", "skip", "web", "howell", "boards of four", "whist", "rainbow"])
def test_boards_come_with_the_seats(name: str) -> None:
    plan = PLANS[name]
    for last in range(3, plan.rounds or 0):
        found = after(plan, last, events=(EventFact(kind="pairs", rounds=plan.rounds),))
        assert seats(found) == meetings(plan, last + 1)


@given(st.integers(3, 14), st.data())
def test_two_rounds_of_a_mitchell_show_it(tables: int, data: st.DataObject) -> None:
    plan = with_sides(mitchell(tables))
    last = data.draw(st.integers(2, max((plan.rounds or 0) - 1, 2)))
    if last < (plan.rounds or 0):
        assert seats(after(plan, last)) == meetings(plan, last + 1)


@given(st.sampled_from(sorted(key for key in starts() if key[0] > 3)), st.data())
def test_two_rounds_of_a_howell_that_follows_its_numbers_show_it(key: tuple[int, int], data: st.DataObject) -> None:
    plan = howell(2 * key[0], key[1])
    last = data.draw(st.integers(2, key[1] - 1))
    found = after(plan, last, events=(EventFact(rounds=key[1]),))
    assert {one[1:] for one in seats(found)} == {one[1:] for one in meetings(plan, last + 1)}


def test_what_is_inferred_says_so_with_its_reason() -> None:
    found = after(PLANS["mitchell"], 3, participants=(pair("1NS"), pair("5EW")))
    assert found is not None
    assert (found.rule, found.stage, found.round, found.complete) == ("inferred", "round", 4, True)
    assert found.tables[0].reason == (
        "round 4, inferred from rounds 1 to 3: North-South sit still, East-West go on as in these; how many rounds "
        "there are is not stated"
    )
    assert found.tables[0].ns_names == "Ann 1NS & Bob 1NS"


def test_the_reason_names_the_skip_and_the_howell() -> None:
    skip = after(PLANS["skip"], 4, events=(EventFact(rounds=7),))
    assert skip is not None
    assert skip.tables[0].reason.endswith("North-South sit still, East-West skip a table")
    moving = after(PLANS["howell"], 3, events=(EventFact(rounds=9),))
    assert moving is not None
    assert moving.tables[0].reason.endswith("everybody goes on as in these")


def test_one_round_shows_nothing() -> None:
    assert after(PLANS["mitchell"], 1) is None
    assert inferred_round(merged()) is None


def test_without_a_stated_end_the_last_round_is_that_after_which_somebody_would_meet_again() -> None:
    for name in ("mitchell", "skip", "howell", "share and relay"):
        assert after(PLANS[name], None) is None


def test_no_round_comes_after_the_last_that_is_stated() -> None:
    plan = PLANS["mitchell"]
    assert after(plan, 4, events=(EventFact(rounds=4),)) is None
    assert after(plan, 4, events=(EventFact(boards_played=8),)) is None
    assert after(plan, 4, events=(EventFact(boards_played=10),)) is not None
    movement_of_four = MovementFact(id="M", kind="pairs", rounds=4)
    assert after(plan, 4, movements=(movement_of_four,)) is None
    finished = Standings(
        event="e", name="E", method=Method(board_scoring="match_points"), progress=Progress(complete=True)
    )
    assert after(plan, 4, standings=finished) is None


def test_a_round_that_has_begun_must_fit() -> None:
    plan = PLANS["mitchell"]
    begun = [one for one in results_of(plan) if one.round == 4 and one.table in ("1", "2")]
    assert seats(after(plan, 3, *begun)) == meetings(plan, 4)
    turned = begun[0].replace(sides=Sides(ns=begun[0].sides.ew, ew=begun[0].sides.ns))
    assert seats(after(plan, 3, turned)) == meetings(plan, 4)
    other = begun[0].replace(sides=Sides(ns="1NS", ew="2EW"), board="99")
    assert after(plan, 3, other) is None
    players = results_of(PLANS["rainbow"])
    wrong = next(one for one in players if one.round == 4)
    changed = wrong.sides.replace(north=wrong.sides.east, east=wrong.sides.north)
    assert after(PLANS["rainbow"], 3, wrong) is not None
    assert after(PLANS["rainbow"], 3, wrong.replace(sides=changed)) is None


def test_a_contradiction_in_any_round_leaves_nothing() -> None:
    plan = PLANS["mitchell"]
    first, second = (line.sides for line in plan.lines if line.round == 3 and line.table in ("1", "2"))
    swapped = {"1": Sides(ns=first.ns, ew=second.ew), "2": Sides(ns=second.ns, ew=first.ew)}
    lines = tuple(
        line.replace(sides=swapped[line.table]) if line.round == 3 and line.table in swapped else line
        for line in plan.lines
    )
    assert after(plan.replace(lines=lines), 4) is None


def test_a_rover_is_not_inferred() -> None:
    assert after(with_rover(with_sides(mitchell(7)), "8NS"), 4) is None


@pytest.mark.parametrize("kind", ["swiss_pairs", "swiss_teams", "teams", "knockout"])
def test_rounds_that_are_drawn_are_not_inferred(kind: str) -> None:
    assert after(PLANS["mitchell"], 3, events=(EventFact(kind=kind),)) is None
    assert after(PLANS["mitchell"], 3, matches=(MatchFact(kind="pairs", home="1", away="2"),)) is None


@pytest.mark.parametrize("tables", [9, 8])
def test_arrow_switches_are_seen_through(tables: int) -> None:
    plan = mitchell(tables, winners=1)
    switched = arrow_switched(plan, (3, 5))
    for last in range(3, (plan.rounds or 0)):
        found = after(switched, last, events=(EventFact(rounds=plan.rounds),))
        assert seats(found) == meetings(plan, last + 1)
    assert found is not None
    assert found.tables[0].reason.endswith("sides change if it is arrow-switched")


def test_a_switch_that_the_file_states_is_taken_back() -> None:
    plan = mitchell(7, winners=1)
    results = tuple(
        one.replace(arrow_switched=True) if one.round == 2 else one for one in results_of(arrow_switched(plan, (2,)), 2)
    )
    assert seats(inferred_round(merged(results=results))) == meetings(plan, 3)


def test_an_even_number_of_tables_without_known_boards_is_not_led_past_the_skip() -> None:
    plan = PLANS["skip"]
    results = [one.replace(board=f"{one.board} {one.table}{one.round}") for one in results_of(plan, 4)]
    assert inferred_round(merged(results=tuple(results))) is None
    early = [one for one in results if (one.round or 0) <= 3]
    assert {one[1:] for one in seats(inferred_round(merged(results=tuple(early))))} == {
        one[1:] for one in meetings(plan, 4)
    }


def test_boards_that_do_not_lie_side_by_side_are_no_hindrance_and_are_not_stated() -> None:
    """Tables of two boards that are seven apart."""
    plan = with_sides(mitchell(7, each=1))
    both = tuple(one.replace(board=str(int(one.board) + more)) for one in results_of(plan, 3) for more in (0, 7))
    found = inferred_round(merged(results=both))
    assert {one[1:] for one in seats(found)} == {one[1:] for one in meetings(plan, 4)}
    assert {board for board, _, _ in seats(found)} == {None}


def test_who_has_gone_home_is_met_by_nobody() -> None:
    plan = without(PLANS["mitchell"], "3EW", after=2)
    found = after(plan, 4, events=(EventFact(rounds=7),))
    assert {one[1:] for one in seats(found)} == {one[1:] for one in meetings(plan, 5)}
    assert found is not None
    assert found.sitting_out == ("7NS",)


def test_who_comes_late_into_an_empty_seat_goes_on_from_there() -> None:
    plan = PLANS["mitchell"]
    late = tuple(one for one in results_of(plan, 4) if one.round > 2 or "3EW" not in one.sides.key)  # type: ignore[operator]
    found = inferred_round(merged(results=late, events=(EventFact(rounds=7),)))
    assert {one[1:] for one in seats(found)} == {one[1:] for one in meetings(plan, 5)}
    assert found is not None
    assert found.sitting_out == ()


def test_who_sits_out_is_named() -> None:
    found = after(PLANS["phantom north-south"], 3)
    assert found is not None
    assert found.sitting_out == ("6EW",)


def test_sections_go_on_together_and_one_that_is_not_determined_is_left_out() -> None:
    one = with_sides(mitchell(7)).replace(section="A")
    other = with_sides(mitchell(5)).replace(section="B")
    known = (SectionFact(id="A", rounds=7), SectionFact(id="B", rounds=5))
    found = inferred_round(merged(results=(*results_of(one, 3), *results_of(other, 2)), sections=known))
    assert found is not None
    assert (found.round, found.complete, len(found.tables)) == (3, True, 12)
    part = inferred_round(merged(results=(*results_of(one, 3), *results_of(other, 1)), sections=known))
    assert part is not None
    assert (part.round, part.complete, {line.section for line in part.tables}) == (4, False, {"A"})
    end = inferred_round(merged(results=(*results_of(one, 5), *results_of(other)), sections=known))
    assert end is not None
    assert (end.round, end.complete, {line.section for line in end.tables}) == (6, True, {"A"})


def test_only_boards_and_pairs_are_enough_for_a_mitchell_and_a_howell_by_numbers() -> None:
    for name in ("mitchell", "skip", "howell", "phantom north-south", "phantom east-west", "phantom and skip"):
        plan = PLANS[name]
        for last in range(2, (plan.rounds or 0) - 1):
            results = results_of(plan, last, bare=True)
            found = inferred_round(merged(results=results, events=(EventFact(rounds=plan.rounds),)))
            assert found is not None, (name, last)
            assert found.round == last + 1
            assert {frozenset(filter(None, sides)) for _, _, sides in seats(found)} == {
                frozenset(filter(None, sides)) for _, _, sides in meetings(plan, last + 1)
            }
            assert {line.table for line in found.tables} == {None}
            assert "rounds are not stated" in found.tables[0].reason


@pytest.mark.parametrize("name", ["mitchell", "skip", "howell", "phantom north-south", "phantom east-west"])
def test_rounds_without_tables_are_enough(name: str) -> None:
    plan = PLANS[name]
    for last in range(3, (plan.rounds or 0) - 1):
        results = tuple(one.replace(table=None) for one in results_of(plan, last))
        found = inferred_round(merged(results=results, events=(EventFact(rounds=plan.rounds),)))
        assert {sides for _, _, sides in seats(found)} == {sides for _, _, sides in meetings(plan, last + 1)}
        assert {table for _, table, _ in seats(found)} == {None}


def test_the_end_of_a_movement_that_is_given_is_the_end() -> None:
    plan = with_sides(mitchell(7, 4))
    over = merged(results=results_of(plan), movements=(plan,))
    assert (movement_round(over), inferred_round(over)) == (None, None)


def test_two_rounds_that_were_drawn_show_no_movement() -> None:
    drawn = [
        pairs_line(number, table, ns, ew, 4 * number + table, 1)
        for number, order in ((1, (1, 2, 3, 4, 5, 6, 7, 8)), (2, (7, 1, 4, 8, 2, 6, 3, 5)))
        for table, (ns, ew) in enumerate(zip(order[::2], order[1::2], strict=True), 1)
    ]
    assert after(movement("Drawn", drawn), 2) is None


def test_any_results_end_in_an_answer() -> None:
    many = tuple(result(str(number % 7), str(number % 5), str(number % 11 + 5), round=number) for number in range(300))
    assert inferred_round(merged(results=many)) is None
    assert inferred_round(merged(results=(result("1", "1", "1", round=1), result("1", "1", "1", round=2)))) is None


@pytest.mark.slow
@every_plan
def test_a_called_round_is_the_one_after_next_of_the_movement(plan: MovementFact) -> None:
    rounds = sorted({line.round for line in plan.lines})
    for last in range(3, len(rounds) - 1):
        half = [one for one in results_of(plan) if one.round == last + 1][: len(plan.lines) // len(rounds)]
        found = after(plan, last, *half, early_starts=(EarlyStartFact(round=last + 2),))
        if found is not None and found.round == last + 2:
            whole = {(table, sides): board for board, table, sides in meetings(plan, last + 2)}
            assert {(table, sides) for _, table, sides in seats(found)} == whole.keys()
            assert {board for board, table, sides in seats(found) if board != whole[table or "", sides]} <= {None}
            playing = {one.subject for one in found.findings if one.code == codes.STILL_PLAYING.code}
            tables = {one.table for one in results_of(plan) if one.round == last + 1}
            assert playing == {f"table {table}" for table in tables - {one.table for one in half}}


def test_most_called_rounds_are_known() -> None:
    plan = PLANS["mitchell of one winner"]
    half = [one for one in results_of(plan) if one.round == 4][:5]
    found = after(plan, 3, *half, early_starts=(EarlyStartFact(round=5),))
    assert found is not None
    assert found.round == 5


def test_the_round_after_one_from_which_somebody_was_withdrawn_is_inferred_at_once() -> None:
    plan = PLANS["mitchell"]
    left = tuple(one for one in results_of(plan, 4) if one.round < 4 or "3EW" not in one.sides.key)  # type: ignore[operator]
    everybody = tuple(pair(f"{number}{side}") for number in range(1, 8) for side in ("NS", "EW"))
    word = PresenceFact(participant="3EW", round=4, present=False)
    silent = inferred_round(merged(results=left, participants=everybody, events=(EventFact(rounds=7),)))
    found = inferred_round(
        merged(results=left, participants=everybody, presences=(word,), events=(EventFact(rounds=7),))
    )
    assert silent is not None
    assert found is not None
    assert (silent.round, found.round, len(found.tables), len(found.sitting_out)) == (4, 5, 6, 1)


def test_who_should_meet_somebody_who_is_away_by_word_sits_out() -> None:
    plan = PLANS["mitchell"]
    away = PresenceFact(participant="3EW", round=4, lasting=False, present=False)
    everybody = tuple(pair(f"{number}{side}") for number in range(1, 8) for side in ("NS", "EW"))
    found = after(plan, 3, participants=everybody, presences=(away,))
    assert found is not None
    met = next(table for _, table, sides in meetings(plan, 4) if "3EW" in sides)
    assert met not in {table.table for table in found.tables}
    assert len(found.sitting_out) == 1
    assert [one.subject for one in found.findings] == ["3EW"]


def test_a_called_round_has_its_boards_where_those_of_the_tables_that_play_are_known() -> None:
    plan = PLANS["mitchell"]
    half = [one for one in results_of(plan) if one.round == 4][:4]
    found = after(plan, 3, *half, early_starts=(EarlyStartFact(round=5),))
    assert found is not None
    assert (found.round, seats(found)) == (5, meetings(plan, 5))
