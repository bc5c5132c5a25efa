"""Lines of a match sit as in a match, belong to its teams and boards, and both sides report the same."""

from decimal import Decimal

import pytest

from contracts.codes import validation as codes
from contracts.facts import MatchFact, Participant, ResultFact, Sides
from services.validation.domain import matches as rules
from services.validation.domain.matches import teams_of
from tests.support.fragments import result
from tests.support.matches import TEAMS, both, by, imps, match, of, only, table, told

EIGHT = [table("A", "B", 420), table("A", "B", 620), table("B", "A", -50), table("B", "A", 140)]


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


PEOPLE = [Participant(id=f"{team}{pair}", kind="pair", team=team) for team in "ABC" for pair in (1, 2)]


def of_pairs(ns: str, ew: str, board: str, teams: str = "AB") -> ResultFact:
    sides = Sides(ns=ns, ew=ew, ns_team=teams[0], ew_team=teams[1])
    return table("A", "B", 0, board).replace(sides=sides)


def test_a_pair_belongs_to_the_team_of_most_of_its_lines() -> None:
    wrong = [Participant(id="A1", kind="pair", team="C"), *PEOPLE[1:]]
    lines = [of_pairs("A1", "B1", "1", "CB"), *(of_pairs("A1", "B1", board) for board in "234")]
    (found,) = by(rules.pairs_of_teams, of(results=lines, participants=wrong))
    assert found.message == "pair A1 plays board 1 for team C but belongs to team A"
    (found,) = by(rules.pairs_of_teams, of(results=lines[1:], participants=wrong))
    assert found.message == "pair A1 is listed in team C but plays all its boards for team A"


@pytest.mark.parametrize(("teams", "stated"), [("AC", "C"), ("AA", "A")])
def test_a_match_of_another_team_is_one_finding(teams: str, stated: str) -> None:
    right = [of_pairs("A1", "B2", board) for board in "3456"] + [of_pairs("B1", "A2", board, "BA") for board in "3456"]
    lines = [of_pairs("A1", "B2", board, teams) for board in "12"]
    lines += [of_pairs("B1", "A2", board, teams[::-1]) for board in "12"]
    (found,) = by(rules.pairs_of_teams, of(results=[*lines, *right], participants=PEOPLE))
    assert (found.code, found.stated, found.computed) == (codes.MATCH_OF_OTHER_TEAM.code, stated, "B")
    assert found.message == f"match of A and {stated} in round 1: it is B that plays its boards, and not {stated}"


def test_a_match_names_no_more_boards_than_it_and_all_others_have() -> None:
    rounds = range(1, 6)
    matches = [match("12", "8", round=number, first_board=str(number), last_board=str(number)) for number in rounds]
    lines = [line for number in rounds for line in both(0, 0, str(number), round=number)]
    assert by(rules.numbers_of_boards, of(matches=matches, results=lines)) == []
    wrong = [*matches[:2], matches[2].replace(first_board="1"), *matches[3:]]
    assert told(rules.numbers_of_boards, of(matches=wrong, results=lines)) == [
        (codes.MATCH_BOARDS_DIFFER.code, "1 to 3", "3 to 3")
    ]
    assert by(rules.numbers_of_boards, of(matches=wrong, results=lines[:4])) == [], "it is still being played"


def test_a_player_of_a_line_up_belongs_to_its_team() -> None:
    people = [Participant(id=name, kind="player", team=name[0]) for name in ("A1", "A2", "B1")]
    wrong = match("12", "8", home_line_up=("A1", "B1"), away_line_up=("B1", "B9"))
    assert told(rules.line_ups_of_teams, of(matches=[wrong], participants=people)) == [
        (codes.LINE_UP_OF_OTHER_TEAM.code, "A", "B")
    ]
    both_teams = [*people, Participant(id="B1", kind="pair", team="A")]
    assert told(rules.line_ups_of_teams, of(matches=[wrong], participants=both_teams)) == []
    assert told(rules.line_ups_of_teams, of(matches=[wrong])) == []


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


def test_reports_of_both_sides_agree() -> None:
    one = match("12", "8", first_board="1")
    other = match("8", "12", home="B", away="A", first_board="1")
    assert by(rules.reports_agree, of(matches=[one, other])) == []
    wrong = other.replace(home_score=Decimal(9))
    assert only(codes.MATCH_CONTRADICTED, rules.reports_agree, of(matches=[one, wrong]))


def test_a_return_match_and_two_halves_are_no_second_report() -> None:
    for more in ({"round": 2, "first_board": "1"}, {"first_board": "9"}, {}):
        second = match("5", "15", home="B", away="A", **more)
        first = match("12", "8", first_board="1" if more else None)
        assert by(rules.reports_agree, of(matches=[first, second])) == []


def test_stanzas_of_one_meeting_are_told_apart_by_their_boards() -> None:
    stanzas = [
        match("12", "8", first_board="1", last_board="1"),
        match("9", "11", first_board="2", last_board="3", sub_match="2"),
    ]
    lines = [*both(0, 0), *both(0, 0, "2")]
    first, second = rules.match_plays(of(matches=stanzas, results=lines, board_points=[imps(1), imps(2, "2")]).facts)
    assert [fact.board for fact in first.points] == ["1"]
    assert [line.board for line in second.lines] == ["2", "2"]
    assert first.apart
    assert second.apart


def test_sub_matches_on_the_same_boards_are_not_told_apart() -> None:
    twice = [match("12", "8"), match("12", "8", sub_match="2")]
    plays = rules.match_plays(of(matches=twice, results=both(0, 0) + both(0, 0)).facts)
    assert [(play.apart, len(play.lines)) for play in plays] == [(False, 4), (False, 4)]


def test_findings_about_matches_say_who_and_which_boards() -> None:
    (alike,) = by(rules.tables_differ, of(results=[table("A", "B", 420), table("A", "B", -50)]))
    assert alike.message == "A sits North-South at both tables of board 1 against B"
    people = [Participant(id=pair, kind="pair", team=pair[0]) for pair in ("A1", "A2", "B1")]
    line = table("A", "B", 0).replace(sides=Sides(ns="A1", ew="A2", ns_team="A", ew_team="B"))
    (other,) = by(rules.pairs_of_teams, of(results=[line], participants=people))
    assert other.message == "pair A2 plays board 1 for team B but belongs to team A"
    assert other.subject == "board 1"


def test_a_match_without_an_opponent_is_named_so() -> None:
    assert rules.MatchPlay(MatchFact(kind="teams", home="A")).name == "A against nobody"


def test_a_match_has_scores_where_both_sides_have_one() -> None:
    one = MatchFact(kind="teams", home="A", away="B", home_score=Decimal(12))
    assert rules.MatchPlay(one).scores is None
    assert rules.MatchPlay(one.replace(away_score=Decimal(8), home_score=None)).scores is None
    assert rules.MatchPlay(one.replace(away_score=Decimal(8))).scores == (12, 8)


def test_boards_of_matches_that_are_not_told_apart_are_not_asked() -> None:
    def outside(*matches: MatchFact) -> int:
        lines = [*both(420, -50, "9")]
        return len(by(rules.boards_within_matches, of(matches=list(matches), results=lines)))

    one = match("12", "8", first_board="1", last_board="4")
    assert outside(one) == 1
    assert outside(one, one.replace(sub_match="2")) == 0
    assert outside(match("12", "8")) == 0


@pytest.mark.parametrize(
    ("ns_team", "ew_team", "teams"),
    [("1", "2", frozenset({"1", "2"})), ("1", None, None), (None, "2", None), (None, None, None)],
)
def test_a_line_is_of_two_teams_only_if_it_names_both(
    ns_team: str | None, ew_team: str | None, teams: frozenset[str] | None
) -> None:
    line = result("7", "3", "12").replace(sides=Sides(ns="3", ew="12", ns_team=ns_team, ew_team=ew_team))
    assert teams_of(line) == teams
