import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Place
from contracts.facts import Facts, MatchFact, Participant, ResultFact, SectionFact, Sides
from services.scoring.domain.matches.match_list import Match, circles, matches_of, team_sides
from tests.support.fragments import result
from tests.support.team_facts import both, facts, match, table


def told(*facts_of_matches: MatchFact, results: list[ResultFact] | None = None, **event: object) -> list[Match]:
    return matches_of(facts(matches=facts_of_matches, results=results or [], event=event), "teams")


def named(matches: list[Match]) -> list[tuple[int | None, str, str | None, tuple[str, ...]]]:
    return [(found.round, found.home, found.away, found.boards) for found in matches]


def test_results_go_to_the_match_of_their_sides_whoever_sat_north_south() -> None:
    found = told(match("1", "2"), match("3", "4"), results=[*both(1, "2", "1", 50, 50), *both(1, "3", "4", 50, 50)])
    assert named(found) == [(1, "1", "2", ("1",)), (1, "3", "4", ("1",))]
    assert [len(one.results) for one in found] == [2, 2]


def test_results_that_no_file_tells_a_match_of_are_a_match() -> None:
    found = told(results=both(7, "5", "6", 50, 50, round=3))
    assert named(found) == [(3, "5", "6", ("7",))]
    assert found[0].fact is None


def test_sides_that_meet_twice_are_told_apart_by_round_or_by_boards() -> None:
    by_round = told(
        match("1", "2"),
        match("2", "1", round=4),
        results=[*both(1, "1", "2", 0, 0, round=1), *both(9, "1", "2", 0, 0, round=4)],
    )
    assert named(by_round) == [(1, "1", "2", ("1",)), (4, "2", "1", ("9",))]
    halves = (
        match("1", "2", round=None, first_board="1", last_board="4"),
        match("1", "2", round=None, first_board="5", last_board="8"),
    )
    by_boards = told(*halves, results=[*both(4, "1", "2", 0, 0), *both(5, "1", "2", 0, 0)])
    assert [one.boards for one in by_boards] == [("4",), ("5",)]


def test_sides_that_meet_twice_without_round_or_boards_are_told_apart_by_the_place_in_the_file() -> None:
    first = match("1", "2", round=None, at=Place(line=10))
    second = match("1", "2", round=None, at=Place(line=20), sub_match="2")
    lines = [table(1, "1", "2", 50, line=11), table(2, "1", "2", 50, line=21), table(2, "2", "1", 50, line=22)]
    assert [one.boards for one in told(first, second, results=lines)] == [("1",), ("2",)]
    assert [one.boards for one in told(second, first, results=lines)] == [("1",), ("2",)]


def test_a_board_outside_the_range_that_its_match_is_told_to_have_makes_no_second_match() -> None:
    upside_down = match("1", "2", ("3", "3"), first_board="9", last_board="2")
    assert [one.boards for one in told(upside_down, results=both(5, "1", "2", 0, 0, round=1))] == [("5",)]
    extra = told(match("1", "2", first_board="1", last_board="2"), results=both(3, "1", "2", 0, 0))
    assert [(one.boards, one.length) for one in extra] == [(("3",), 2)]


def test_sessions_have_matches_of_their_own() -> None:
    found = told(
        match("1", "2", session="A"), match("1", "2", session="B"), results=[*both(1, "1", "2", 0, 0, session="B")]
    )
    assert [(one.session, one.boards) for one in found] == [("A", ()), ("B", ("1",))]


def test_the_length_of_a_match_is_stated_or_follows_from_its_boards() -> None:
    seen = both(3, "1", "2", 0, 0) + both(5, "1", "2", 0, 0)
    assert told(match("1", "2", boards=8), results=seen)[0].length == 8
    assert told(match("1", "2", first_board="1", last_board="6"), results=seen)[0].length == 6
    assert told(match("1", "2"), results=seen)[0].length == 2
    assert told(match("1", "2"))[0].length == 0
    assert told(match("1", "2", first_board="open", last_board="6"), results=seen)[0].length == 2


def test_a_match_without_a_score_is_as_long_as_its_round() -> None:
    seen = both(3, "1", "2", 0, 0)
    assert told(match("1", "2"), results=seen, boards_per_round=8)[0].length == 8
    assert told(match("1", "2", ("15", "5")), results=seen, boards_per_round=8)[0].length == 1
    of_section = facts(results=seen, sections=(SectionFact(id="A", boards_per_round=7),))
    assert matches_of(of_section, "teams")[0].length == 7


def test_a_bye_has_no_opponents_and_no_boards() -> None:
    (bye,) = told(match("9", None, ("12", "0"), first_board="1", last_board="8"), boards_per_round=8)
    assert (bye.away, bye.length, bye.results, bye.half) == (None, 0, [], False)


def test_a_triple_is_three_half_matches() -> None:
    triple = [match("1", "2"), match("2", "3"), match("3", "1"), match("4", "5"), match("6", None)]
    found = told(*triple, boards_per_round=8)
    assert [(one.home, one.half, one.length) for one in found] == [
        ("1", True, 4),
        ("2", True, 4),
        ("3", True, 4),
        ("4", False, 8),
        ("6", False, 0),
    ]


def test_a_triple_of_which_a_match_is_still_to_come_is_one() -> None:
    assert [one.half for one in told(match("1", "2"), match("2", "3"), match("4", "5"))] == [True, True, False]


def test_teams_that_meet_several_others_under_one_number_play_whole_matches() -> None:
    chain = [match("1", "2"), match("2", "3"), match("3", "4"), match("5", "6")]
    assert not any(one.half for one in told(*chain))
    assert [len(circle) for circle in circles([*chain, match("4", "7")])] == [5, 5, 5, 2, 5]


def test_a_circle_is_of_one_round_of_one_session() -> None:
    meetings = [
        match("1", "2"),
        match("2", "3", round=2),
        match("2", "4", session="B"),
        match("2", None),
        match("2", "5", round=None),
    ]
    assert circles(meetings) == [{"1", "2"}, {"2", "3"}, {"2", "4"}, {"2"}, {"2", "5"}]


def test_matches_without_a_round_are_no_triple() -> None:
    assert not any(one.half for one in told(match("1", "2", round=None), match("2", "3", round=None)))


def test_a_rematch_in_the_same_round_is_no_triple() -> None:
    again = match("2", "1", first_board="5", last_board="8")
    assert not any(one.half for one in told(match("1", "2", first_board="1", last_board="4"), again))


def test_parts_of_a_match_of_eight_are_one_match() -> None:
    parts = (
        match("1", "2", ("7", "-7"), at=Place(line=1)),
        match("1", "2", ("7", "-7"), at=Place(line=9), sub_match="2"),
    )
    lines = [
        table(1, "1", "2", 420, line=2),
        table(1, "2", "1", -50, line=3),
        table(1, "1", "2", 50, part=1, line=10),
        table(1, "2", "1", 90, part=1, line=11),
    ]
    (joined,) = told(*parts, results=lines, match_scoring="imp_then_add")
    assert len(joined.facts) == 2
    assert [one.ns_score.points for one in joined.results] == [420, -50, 50, 90]
    assert len(told(*parts, results=lines, match_scoring="ximps")) == 2


def test_teams_of_a_line_are_those_of_its_pairs_where_it_names_none() -> None:
    line = result("1", "1A", "2B", 50)
    assert team_sides(line, {"1A": "1", "2B": "2"}) == ("1", "2")
    assert team_sides(line, {"1A": "1"}) == ("1", None)
    assert team_sides(table(1, "5", "6", 0), {}) == ("5", "6")


def test_a_line_whose_teams_are_not_known_is_in_no_match() -> None:
    pairs = (Participant(id="1A", kind="pair", team="1"),)
    assert matches_of(facts(results=[result("1", "1A", "2B", 50)], participants=pairs), "teams") == []


def test_results_of_pairs_are_matches_in_a_swiss_event_only() -> None:
    lines = [result("1", "1", "2", 50, round=1)]
    assert len(matches_of(facts(kind="swiss_pairs", results=lines), "pairs")) == 1
    assert matches_of(facts(kind="pairs", results=lines), "pairs") == []
    assert matches_of(facts(kind="swiss_pairs", results=lines), "teams") == []


def test_individuals_and_lines_without_sides_are_in_no_match() -> None:
    line = result("1", "", "", 50, sides=Sides(north="1", south="2", east="3", west="4"))
    assert matches_of(facts(kind="swiss_pairs", results=[line]), "pairs") == []


@given(st.permutations([*both(1, "1", "2", 50, 90), *both(2, "2", "1", 0, 0), *both(1, "3", "4", 0, 0)]))
def test_matches_are_the_same_in_whatever_order_results_come(lines: list[ResultFact]) -> None:
    found = matches_of(Facts(results=tuple(lines)), "teams")
    assert [(sorted((one.home, one.away or "")), one.boards) for one in found] == [
        (["1", "2"], ("1", "2")),
        (["3", "4"], ("1",)),
    ]


PARTS = (match("1", "2", sub_match="a"), match("1", "2", sub_match="b"))


def test_a_match_in_parts_gives_each_part_its_own_results() -> None:
    lines = [*both(1, "1", "2", 0, 0, sub_match="a"), *both(2, "1", "2", 0, 0, sub_match="b")]
    whole = Match(None, 1, "1", "2", PARTS, lines)
    parts = whole.parts()
    assert {name: part.boards for name, part in parts.items()} == {"a": ("1",), "b": ("2",)}
    assert [part.facts for part in parts.values()] == [(PARTS[0],), (PARTS[1],)]
    assert Match(None, 1, "1", "2", PARTS[:1], lines[:2]).parts() == {}
    stranger = both(3, "1", "2", 0, 0, sub_match="c")
    assert Match(None, 1, "1", "2", PARTS, [*lines, *stranger]).parts() == {}


def test_a_result_goes_to_the_match_that_has_its_part() -> None:
    found = told(*PARTS, results=both(1, "1", "2", 0, 0, sub_match="b"))
    assert [one.boards for one in found] == [(), ("1",)]


@pytest.mark.parametrize(("board", "has"), [("1", False), ("2", True), ("5", True), ("6", False), ("A", True)])
def test_a_match_has_the_boards_between_the_first_and_the_last(board: str, has: bool) -> None:
    line = result(board, "1", "2")
    bounded = Match(None, 1, "1", "2", (match("1", "2", first_board="2", last_board="5"),))
    assert bounded.has_board_of(line) is has
    assert Match(None, 1, "1", "2").has_board_of(line) is True


@pytest.mark.parametrize(
    ("first", "last", "length"), [("1", "8", 8), ("3", "3", 1), ("8", "1", 0), ("A", "8", 0), ("1", None, 0)]
)
def test_a_match_is_as_long_as_its_boards_from_the_first_to_the_last(first: str, last: str | None, length: int) -> None:
    assert Match(None, 1, "1", "2", (match("1", "2", first_board=first, last_board=last),)).length == length
