"""Nobody plays a board twice, and nobody sits at two tables at once."""

from decimal import Decimal

from contracts.base import Place
from contracts.codes import validation as codes
from contracts.facts import EventFact, ResultFact, Score, Sides
from contracts.findings import Finding
from services.validation.domain import meetings
from services.validation.domain.case import Case
from tests.support.fragments import fragment, pair, points, result

PAIRS = tuple(pair(str(number)) for number in range(1, 9))


def found(*lines: ResultFact, **facts: object) -> list[Finding]:
    case = Case(fragment("f", results=lines, **{"participants": PAIRS, **facts}))  # type: ignore[arg-type]
    return [finding for rule in meetings.RULES for finding in rule(case)]


def names(*lines: ResultFact, **facts: object) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.stated) for finding in found(*lines, **facts)]


def test_the_same_result_three_times_is_one_finding() -> None:
    line = result("1", "1", "2", 50)
    again = [line.replace(part=part) for part in (1, 2)]
    assert names(line, *again) == [(codes.REPEATED_RESULT.code, "1 against 2")]


def test_the_same_pairs_the_other_way_round_are_the_same_result() -> None:
    assert names(result("1", "1", "2", 50), result("1", "2", "1", -50)) == [(codes.REPEATED_RESULT.code, "2 against 1")]


def test_two_results_with_different_scores_are_not_one_listed_twice() -> None:
    (finding,) = found(result("1", "1", "2", 50), result("1", "1", "2", 90, part=1))
    assert (finding.code, finding.stated) == (codes.TWICE_ON_A_BOARD.code, "1 against 2")
    assert finding.message == "1 against 2 has two results on board 1, with different scores"


def test_a_board_or_a_match_that_is_in_the_file_twice_is_one_finding() -> None:
    lines = [result("1", str(ns), str(ns + 4), 50) for ns in (1, 2, 3)]
    again = [line.replace(part=1) for line in lines]
    (finding,) = found(*lines, *again)
    assert finding.message == "board 1 is in the file twice: 3 of its results are listed more than once"
    assert len(found(*lines, *again[:2])) == 2
    of_match = [
        line.replace(board=str(number), sides=line.sides.replace(ns_team="B", ew_team="A"))
        for number, line in enumerate([*lines, *again])
    ]
    pairs = [line.replace(board=str(number % 3)) for number, line in enumerate(of_match)]
    (finding,) = found(*pairs)
    assert (finding.subject, finding.code) == ("match A - B", codes.REPEATED_RESULT.code)


def test_a_pair_with_two_opponents_on_a_board_is_found_at_its_second_line() -> None:
    (finding,) = found(result("1", "1", "2"), result("1", "3", "4"), result("1", "5", "1"))
    assert (finding.code, finding.stated) == (codes.TWICE_ON_A_BOARD.code, "1")
    assert "1 against 2 and 5 against 1" in finding.message


def test_a_line_that_gives_both_its_pairs_a_second_result_is_one_finding_wherever_it_stands() -> None:
    lines = [result("1", "1", "2"), result("1", "3", "4"), result("1", "1", "4"), result("1", "5", "6")]
    for wrong in (lines, [lines[0], lines[2], lines[1]], [lines[2], lines[0], lines[1]]):
        (finding,) = found(*wrong)
        assert finding.message.endswith("have other results on board 1 besides 1 against 4")
        assert {"1", "4"} <= set(finding.message.split(" have ")[0].split(" and "))


def test_a_pair_against_itself_is_found() -> None:
    (finding,) = found(result("1", "1", "1"))
    assert finding.code == codes.TWICE_ON_A_BOARD.code
    assert "against itself" in finding.message


def test_a_player_in_two_seats_is_found() -> None:
    sides = Sides(north="1", south="2", east="3", west="1")
    line = ResultFact(board="1", sides=sides, ns_score=points(0), ew_score=points(0))
    assert names(line) == [(codes.TWICE_ON_A_BOARD.code, "1")]


def test_a_board_of_another_session_is_another_board() -> None:
    assert names(result("1", "1", "2", session="a"), result("1", "1", "2", session="b")) == []


def test_in_a_swiss_event_boards_come_again_in_every_round() -> None:
    swiss = {"events": (EventFact(kind="swiss_pairs"),)}
    first, second = result("1", "1", "2", round=1), result("1", "1", "3", round=2)
    assert names(first, second, **swiss) == []
    assert names(first, second.replace(round=1), **swiss) == [(codes.TWICE_ON_A_BOARD.code, "1")]
    assert names(result("1", "1", "2"), result("1", "1", "3"), **swiss) == []


def test_teams_that_are_named_without_pairs_meet_at_several_tables() -> None:
    sides = Sides(ns_team="A", ew_team="B")
    line = ResultFact(board="1", sides=sides, ns_score=points(0), ew_score=points(0))
    assert names(line, line, events=(EventFact(kind="pairs"),)) == []


def test_the_same_numbers_north_south_and_east_west_are_two_pairs_where_no_list_says_otherwise() -> None:
    assert names(result("1", "1", "1"), result("1", "2", "2"), participants=()) == []


def test_numbers_that_mean_nobody_in_the_list_are_not_compared() -> None:
    lines = (result("1", "21", "31"), result("1", "21", "41"), result("1", "51", "61"))
    assert names(*lines, participants=(pair("1"),)) == []


def test_a_pair_at_two_tables_in_a_round_is_found_once() -> None:
    lines = (
        result("1", "1", "2", round=1, table="1"),
        result("2", "1", "3", round=1, table="2"),
        result("3", "1", "3", round=1, table="2"),
    )
    assert names(*lines) == [(codes.TWICE_AT_ONCE.code, "2")]


def test_a_table_of_the_same_number_in_another_section_is_another_table() -> None:
    one = result("1", "1", "2", round=1, table="1", section="A")
    other = result("2", "1", "3", round=1, table="1", section="B")
    assert names(one, other) == [(codes.TWICE_AT_ONCE.code, "1")]


def test_tables_without_rounds_and_rounds_without_tables_say_nothing() -> None:
    assert names(result("1", "1", "2", round=1), result("2", "1", "3", round=1)) == []
    assert names(result("1", "1", "2", table="1"), result("2", "1", "3", table="2")) == []


def test_three_pairs_of_a_triangle_change_tables_within_a_round() -> None:
    lines = (result("1", "1", "2", round=1, table="1"), result("2", "1", "3", round=1, table="2"))
    assert names(*lines, events=(EventFact(kind="swiss_pairs"),)) == []


def messages(*lines: ResultFact, **facts: object) -> list[str]:
    return [finding.message for finding in found(*lines, **facts)]


def test_each_finding_names_the_pairs_the_board_and_where_the_first_line_stands() -> None:
    first = result("1", "1", "2", at=Place(line=3))
    (repeated,) = found(first, result("1", "2", "1", at=Place(line=7)))
    assert repeated.message == "the result of 2 against 1 on board 1 is listed more than once"
    assert (repeated.subject, repeated.computed, repeated.place) == ("board 1", "first at line 3", Place(line=7))
    (twice,) = found(first, result("1", "1", "3", at=Place(line=7)))
    assert twice.message == "1 has two results on board 1: 1 against 2 and 1 against 3"
    assert (twice.stated, twice.computed, twice.place) == ("1", "first at line 3", Place(line=7))
    assert messages(result("1", "1", "1")) == ["1 plays board 1 against itself"]
    assert [finding.computed for finding in found(result("1", "1", "1"))] == [None]
    moved = (result("1", "1", "2", round=1, table="1"), result("2", "1", "3", round=1, table="2"))
    assert messages(*moved) == ["1 sits at table 2 and at table 1 in round 1"]


def test_several_who_have_other_results_are_named_together() -> None:
    lines = (result("1", "1", "2"), result("1", "3", "4"), result("1", "1", "3"))
    assert messages(*lines) == ["1 and 3 have other results on board 1 besides 1 against 3"]


def test_a_second_line_on_a_board_is_the_reason_for_two_tables_at_once() -> None:
    lines = (result("1", "1", "2", round=1, table="1"), result("1", "1", "3", round=1, table="2"))
    assert [name for name, _ in names(*lines)] == [codes.TWICE_ON_A_BOARD.code]


def test_a_pair_at_three_tables_in_a_round_is_found_once() -> None:
    lines = [result(str(n), "1", str(n + 1), round=1, table=str(n)) for n in (1, 2, 3)]
    assert names(*lines) == [(codes.TWICE_AT_ONCE.code, "2")]


def test_a_player_who_sits_with_one_partner_more_is_no_second_line() -> None:
    assert names(result("1", "1", "2"), result("1", "3", "4"), result("1", "3", "4")) == [
        (codes.REPEATED_RESULT.code, "3 against 4")
    ]


def test_a_score_that_is_kept_beside_an_adjusted_one_is_no_second_result() -> None:
    given = Score(kind="artificial", percent=Decimal(60))
    first, kept = result("1", "1", "2", 50), result("1", "3", "2", 50)
    assert names(first, kept.replace(ns_score=given)) == []
    assert names(first, kept.replace(ns_score=given, ew_score=given)) == [(codes.TWICE_ON_A_BOARD.code, "2")]
