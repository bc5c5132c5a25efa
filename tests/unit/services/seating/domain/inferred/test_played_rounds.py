"""What has been played of a movement."""

from typing import Any

from contracts.facts import MovementLine, PresenceFact, ResultFact, Score, SessionFact, Sides
from services.seating.domain.inferred.played_rounds import PlayedSection, played_sections
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.mitchell import mitchell
from tests.support.fragments import pair, result
from tests.support.merged import merged
from tests.support.played_movements import results_of, with_sides

PLAN = with_sides(mitchell(5))


def only(*results: ResultFact, **facts: Any) -> PlayedSection:
    (found,) = played_sections(merged(results=results, **facts))
    return found


def test_seats_and_boards_are_those_of_the_lines() -> None:
    found = only(*results_of(PLAN, 2))
    assert found.rounds[2]["1", "ew"] == "5EW"
    assert found.sets[2, "5"] == {"1", "2"}
    assert (found.complete, found.boards_of_a_set, found.kind, found.derived) == ([1, 2], 2, "pairs", False)


def test_a_round_that_is_not_in_is_not_complete() -> None:
    part = [one for one in results_of(PLAN) if one.round == 3 and one.table != "4"]
    assert only(*results_of(PLAN, 2), *part).complete == [1, 2]
    assert only(*(one for one in results_of(PLAN, 4) if one.round != 2)).complete == [1]
    late_start = [one for one in results_of(PLAN, 4) if (one.round or 0) > 2]
    assert only(*late_start).complete == [3, 4]


def test_a_round_with_a_table_less_is_over_when_a_later_one_is_as_far() -> None:
    left = [one for one in results_of(PLAN, 4) if (one.round or 0) < 3 or "2EW" not in one.sides.key]
    assert only(*(one for one in left if (one.round or 0) < 4)).complete == [1, 2]
    assert only(*left).complete == [1, 2, 3, 4]
    stranger = [one for one in left if (one.round or 0) < 4 or one.sides.ew != "3EW"]
    assert only(*stranger).complete == [1, 2]


def test_a_round_without_somebody_whom_the_director_has_withdrawn_is_over_at_once() -> None:
    everybody = tuple(pair(f"{number}{side}") for number in range(1, 6) for side in ("NS", "EW"))

    def complete(*gone: str, last: int = 3) -> list[int]:
        left = [one for one in results_of(PLAN, last) if (one.round or 0) < 3 or set(gone).isdisjoint(one.sides.key)]
        words = tuple(PresenceFact(participant=who, round=3, present=False) for who in gone)
        return only(*left, participants=everybody, presences=words).complete

    assert complete("2EW") == [1, 2, 3]
    assert complete("2EW", "3EW") == [1, 2]
    assert complete("2EW", "3EW", last=4) == [1, 2, 3]
    late = [one for one in results_of(PLAN, 3) if one.round != 3 or one.table not in ("1", "2")]
    word = (PresenceFact(participant="2EW", round=3, present=False),)
    assert only(*late, participants=everybody, presences=word).complete == [1, 2]


def test_a_blank_line_seats_nobody_and_a_late_play_does() -> None:
    line = results_of(PLAN, 1)[0]
    blank, late = Score(kind="unknown"), Score(kind="late")
    others = results_of(PLAN, 1)[2:]
    assert ("1", "ns") not in only(line.replace(ns_score=blank, ew_score=blank), *others).rounds[1]
    assert ("1", "ns") in only(line.replace(ns_score=late, ew_score=late), *others).rounds[1]


def test_only_the_session_that_is_being_played_counts() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    first = [one.replace(session="1") for one in results_of(PLAN)]
    second = [one.replace(session="2") for one in results_of(PLAN, 1)]
    assert only(*first, *second, sessions=sessions).session == "2"


def test_matches_of_teams_are_no_movement_and_neither_are_half_empty_lines() -> None:
    sides = Sides(ns="1", ew="2", ns_team="A", ew_team="B")
    assert played_sections(merged(results=(result("1", "1", "2", round=1, table="1", sides=sides),))) == []
    assert played_sections(merged(results=(result("1", "1", "2", round=1, table="1", sides=Sides(ns="1")),))) == []


def test_without_a_table_the_pair_that_sits_north_south_is_one() -> None:
    assert ("7", "ew") in only(result("1", "7", "9", round=1)).rounds[1]


def test_a_round_that_seats_two_on_one_chair_is_left_out() -> None:
    found = only(result("1", "1", "2", round=1, table="1"), result("2", "3", "2", round=1, table="1"))
    assert (dict(found.rounds), found.complete) == ({}, [])


def test_tables_with_other_numbers_of_boards_have_no_common_size() -> None:
    found = only(*results_of(PLAN, 1), result("11", "1NS", "1EW", round=1, table="1"))
    assert found.boards_of_a_set is None


def line(table: str = "4", **sides: str) -> MovementLine:
    return MovementLine(round=3, table=table, sides=Sides(**sides), first_board="7", last_board="9")


def test_a_full_table_is_taken_as_if_it_had_been_played() -> None:
    section = only(*results_of(PLAN, 2))
    assert section.take(line(ns="4NS", ew="2EW"))
    assert section.rounds[3] == {("4", "ns"): "4NS", ("4", "ew"): "2EW"}
    assert section.sets[3, "4"] == {"7", "8", "9"}
    assert section.take(line("5", ns="5NS", ew="3EW").replace(first_board=None))
    assert (3, "5") not in section.sets


def test_a_table_of_which_something_is_in_or_half_of_one_is_not_taken() -> None:
    section = only(*results_of(PLAN, 2))
    assert not section.take(line(ns="4NS"))
    assert section.take(line(ns="4NS", ew="2EW"))
    assert not section.take(line(ns="1NS", ew="1EW"))
    assert not section.take(line("5", ns="5NS", ew="2EW"))
    assert not section.take(line("5", ns="4NS", ew="5EW"))
    assert len(section.rounds[3]) == 2


def test_individuals_sit_in_fours() -> None:
    sides = Sides(north="1", south="2", east="3", west="4")
    section = only(result("1", "", "").replace(sides=sides, round=1, table="1"))
    assert (section.kind, section.rounds[1]["1", "south"], section.complete) == ("individual", "2", [1])
    assert not section.take(line(north="1", south="3", east="2"))
    assert section.take(line(north="1", south="3", east="2", west="4"))


def test_matches_of_teams_are_no_movement_of_pairs() -> None:
    teams = Sides(ns="1", ew="2", ns_team="A", ew_team="B")
    assert played_sections(merged(results=[one.replace(sides=teams) for one in results_of(PLAN, 1)])) == []


def test_a_howell_without_tables_gets_those_of_its_numbers() -> None:
    plan = howell(8)
    nameless = [one.replace(table=None) for one in results_of(plan, 3)]
    section = only(*nameless)
    assert not section.named
    assert section.complete == [1, 2, 3]
    # The table is named after its first occupants, and stays: the same sets of boards come to it in a row.
    tables = {table for table, _ in section.rounds[1]}
    assert tables == {table for table, _ in section.rounds[3]}
    assert len(tables) == 4


def test_rounds_that_no_line_states_follow_from_the_boards() -> None:
    unnumbered = [one.replace(round=None) for one in results_of(PLAN, 3)]
    section = only(*unnumbered)
    assert (section.derived, section.named, section.complete) == (True, False, [1, 2, 3])


def test_two_at_one_place_of_a_round_leave_the_round_out() -> None:
    lines = results_of(PLAN, 2)
    stranger = lines[-1].replace(board="99", sides=Sides(ns=lines[-1].sides.ns, ew="stranger"))
    assert 2 not in only(*lines, stranger).rounds
    assert only(*lines, stranger).complete == [1]


def test_rounds_that_are_stated_stay_where_the_boards_of_a_howell_contradict_them() -> None:
    played = results_of(howell(10), 4)
    section = only(*(one.replace(table=None, round=5 - (one.round or 0)) for one in played))
    for number in range(1, 5):
        expected = {one.sides.key[:2] for one in played if one.round == 5 - number}
        at = section.rounds[number]
        assert {(at[table, "ns"], at[table, "ew"]) for table, _ in at} == expected
