"""What a match states for a board is what its tables' scores give."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.codes import validation as codes
from contracts.facts import BoardPointsFact, Participant, ResultFact, Score, Sides
from services.validation.domain import match_boards as rules
from shared.bridge.boards.imps import imps as imps_of
from tests.support.fragments import points
from tests.support.matches import TEAMS, both, by, imps, match, of, only, table, told


def found(lines: list[ResultFact], *stated: BoardPointsFact, **event: Any) -> list[tuple[str, str | None, str | None]]:
    whole = of(TEAMS.model_copy(update=event), results=lines, board_points=stated)
    return told(rules.boards_of_tables, whole)


def test_both_scores_are_north_souths() -> None:
    assert found(both(420, -50), imps(10)) == []
    assert found(both(420, -50), imps(9)) == [(codes.BOARD_NOT_OF_TABLES.code, "9", "10")]


def test_a_board_is_told_from_the_view_of_the_team_that_states_it() -> None:
    assert found(both(420, -50), imps(-10, home="B", away="A")) == []
    assert found(both(420, -50), imps(10, home="B", away="A")) == [(codes.BOARD_NOT_OF_TABLES.code, "10", "-10")]


scores = st.integers(-760, 760).map(lambda tens: 10 * tens)


@given(home=scores, away=scores)
def test_the_imps_of_any_two_scores_are_right_and_any_others_are_not(home: int, away: int) -> None:
    right = imps_of(home - away)
    assert found(both(home, away), imps(right)) == []
    assert len(found(both(home, away), imps(right + 1))) == 1


ARTIFICIAL = Score(kind="artificial", percent=Decimal(60))


def test_rulings_fouled_boards_and_missing_tables_are_not_asked() -> None:
    assert found(both(420, -50, ns_score=ARTIFICIAL, ew_score=ARTIFICIAL), imps(3)) == []
    assert found(both(420, -50, ew_score=points(100)), imps(1)) == []
    assert found(both(420, -50, foul_group=1), imps(1)) == []
    assert found(both(420, -50)[:1], imps(1)) == []
    assert found([], imps(1)) == []
    assert found(both(420, -50), imps(None)) == []


EIGHT = [table("A", "B", 420), table("A", "B", 620), table("B", "A", -50), table("B", "A", 140)]
"""Differences of 470, 280, 670 and 480: 10, 7, 12 and 10 IMPs; added, 950 points are 14."""


@pytest.mark.parametrize(
    ("method", "right", "wrong"),
    [("ximps", "39", "20"), ("imp_then_add", "20", "39"), ("add_then_imp", "14", "39"), ("vps", "39", "21")],
)
def test_teams_of_eight_are_scored_as_the_event_names_it(method: str, right: str, wrong: str) -> None:
    assert found(EIGHT, imps(right), team_size=8, match_scoring=method) == []
    ((code, stated, _),) = found(EIGHT, imps(wrong), team_size=8, match_scoring=method)
    assert (code, stated) == (codes.BOARD_NOT_OF_TABLES.code, wrong)


def test_a_sub_match_may_state_its_own_two_tables() -> None:
    assert found(EIGHT, imps(10), imps(10), match_scoring="imp_then_add") == []
    assert found(EIGHT, imps("14"), match_scoring="vps") == []


def test_of_two_matches_that_are_added_each_has_its_own_tables() -> None:
    lines = [line.replace(sub_match=sub) for line, sub in zip(EIGHT, (None, "2", None, "2"), strict=True)]
    event = {"team_size": 8, "match_scoring": "imp_then_add"}
    assert found(lines, imps(10), imps(10, sub_match="2"), **event) == []
    ((_, stated, computed),) = found(lines, imps(7), imps(10, sub_match="2"), **event)
    assert (stated, computed) == ("7", "10")


def test_modified_imps_have_no_table() -> None:
    ((code, _, _),) = found(EIGHT, imps(11), team_size=8, match_scoring="add_then_mod_imp")
    assert code == codes.NOT_CHECKED.code


def test_a_table_that_was_given_counts_for_modified_imps_and_for_all_others() -> None:
    given = {"imp_bounds": (100, 200, 300, 900)}
    assert found(EIGHT, imps(4), team_size=8, match_scoring="add_then_mod_imp", **given) == []
    ((code, stated, computed),) = found(EIGHT, imps(5), team_size=8, match_scoring="add_then_mod_imp", **given)
    assert (code, stated, computed) == (codes.BOARD_NOT_OF_TABLES.code, "5", "4")
    assert found(both(420, -50), imps(3), **given) == []
    assert found(both(420, -50), imps(10), **given) == [(codes.BOARD_NOT_OF_TABLES.code, "10", "3")]


def test_another_rule_for_many_tables_is_not_an_error() -> None:
    boards = [line.replace(board=str(board)) for board in range(1, 6) for line in EIGHT]
    ((code, _, _),) = found(boards, *(imps(11, str(board)) for board in range(1, 6)), team_size=8)
    assert code == codes.NOT_CHECKED.code


def test_boards_that_are_all_told_from_the_wrong_side_are_one_finding() -> None:
    lines = [line for board in range(1, 6) for line in both(420, 50, str(board))]
    whole = of(results=lines, board_points=[imps(10, str(board)) for board in range(1, 6)])
    (finding,) = by(rules.boards_of_tables, whole)
    assert finding.code == codes.BOARD_NOT_OF_TABLES.code
    assert finding.message.startswith("5 of 5 boards")


THREE = [*both(420, -50), *both(100, 100, "2"), *both(0, 90, "3")]


@pytest.mark.parametrize(
    ("scoring", "stated"),
    [
        ("pab", ("2", "1", "0")),
        ("bam", ("1", "0.5", "0")),
        ("bam", ("2", "1", "0")),
        ("pab", ("1", "0.5", "0")),
        ("aggregate", ("470", "0", "-90")),
        ("aggregate", ("47", "0", "-9")),
    ],
)
def test_points_of_boards_are_in_the_unit_that_fits(scoring: str, stated: tuple[str, ...]) -> None:
    facts = [imps(value, str(board), unit="points") for board, value in enumerate(stated, 1)]
    assert found(THREE, *facts, board_scoring=scoring) == []
    wrong = [*facts[:1], facts[1].replace(home_points=Decimal("0.25")), *facts[2:]]
    ((code, value, _),) = found(THREE, *wrong, board_scoring=scoring)
    assert (code, value) == (codes.BOARD_NOT_OF_TABLES.code, "0.25")


def test_hybrid_scoring_is_not_checked() -> None:
    ((code, _, _),) = found(THREE, imps(3, unit=None), board_scoring="hybrid")
    assert code == codes.NOT_CHECKED.code


def test_teams_balance_between_plain_scores() -> None:
    uneven = imps(10, away_points=Decimal(-7))
    assert told(rules.boards_balance, of(results=both(420, -50), board_points=[uneven])) == [
        (codes.BOARD_UNBALANCED.code, "10/-7", "10/-10")
    ]
    ruled = both(420, -50, ns_score=ARTIFICIAL, ew_score=ARTIFICIAL)
    assert told(rules.boards_balance, of(results=ruled, board_points=[uneven])) == []
    points_each = imps(2, unit="points", away_points=Decimal(0))
    assert told(rules.boards_balance, of(results=both(420, -50), board_points=[points_each])) == []


def test_a_team_sits_each_way_at_one_of_two_tables() -> None:
    alike = [table("A", "B", 420), table("A", "B", -50)]
    assert only(codes.TABLES_ALIKE, rules.tables_differ, of(results=alike))
    assert by(rules.tables_differ, of(results=both(420, -50))) == []
    assert by(rules.tables_differ, of(results=alike[:1])) == []


def test_tables_of_teams_of_eight_come_in_one_after_the_other() -> None:
    alike = [table("A", "B", 420), table("A", "B", -50)]
    assert by(rules.tables_differ, of(TEAMS.replace(team_size=8), results=alike)) == []
    whole = [line.replace(board="2") for line in EIGHT]
    assert by(rules.tables_differ, of(results=[*alike, *whole])) == []


def test_a_pair_of_a_line_belongs_to_its_team() -> None:
    people = [Participant(id=pair, kind="pair", team=pair[0]) for pair in ("A1", "A2", "B1")]
    line = table("A", "B", 0).replace(sides=Sides(ns="A1", ew="A2", ns_team="A", ew_team="B"))
    assert told(rules.pairs_of_teams, of(results=[line], participants=people)) == [
        (codes.PAIR_OF_OTHER_TEAM.code, "B", "A")
    ]
    unlisted = line.replace(sides=Sides(ns="A1", ew="B9", ns_team="A", ew_team="B"))
    assert told(rules.pairs_of_teams, of(results=[unlisted], participants=people)) == []


def test_a_match_has_no_board_beside_those_that_it_names() -> None:
    named = match("12", "8", first_board="1", last_board="2")
    assert told(
        rules.boards_within_matches, of(matches=[named], results=both(0, 0, "3"), board_points=[imps(0, "3")])
    ) == [(codes.BOARD_OUTSIDE_MATCH.code, "3", "1 to 2")]
    assert told(rules.boards_within_matches, of(matches=[named], results=both(0, 0, "2"))) == []


def test_first_and_last_board_that_mean_something_else_in_every_match_are_not_asked() -> None:
    rounds = range(1, 6)
    matches = [match("12", "8", round=number, first_board="1", last_board="2") for number in rounds]
    lines = [line for number in rounds for line in both(0, 0, "9", round=number)]
    assert told(rules.boards_within_matches, of(matches=matches, results=lines)) == []
