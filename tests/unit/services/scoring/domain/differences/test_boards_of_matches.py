from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.base import Place
from contracts.facts import BoardPointsFact
from contracts.findings import Finding
from services.scoring.domain.differences.boards_of_matches import compare_boards
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchBoards
from shared.bridge.matches.board_comparison import TeamBoard
from tests.support.team_facts import match


def stated(home: str | None, away: str | None = None, /, **more: Any) -> BoardPointsFact:
    points = {"home_points": home, "away_points": away}
    given = {name: None if value is None else Decimal(value) for name, value in points.items()}
    return BoardPointsFact(**{"round": 1, "home": "1", "away": "2", "board": "7", **given, **more})


def worth(ours: object, theirs: object) -> dict[str, TeamBoard]:
    return {"7": TeamBoard(*(None if won is None else Fraction(str(won)) for won in (ours, theirs)))}


def compared(fact: BoardPointsFact, ours: object = 10, theirs: object = -10) -> list[Finding]:
    of = Match(None, 1, "1", "2", (match("1", "2"),))
    return compare_boards([fact], [of], [MatchBoards(worth(ours, theirs), {})])


@pytest.mark.parametrize("fact", [stated("10"), stated("10", "-10"), stated(None, "-10"), stated("10.0"), stated(None)])
def test_points_that_are_those_of_the_tables_are_no_finding(fact: BoardPointsFact) -> None:
    assert compared(fact) == []


@pytest.mark.parametrize(("fact", "said"), [(stated("9"), "9 / –"), (stated("10", "10"), "10 / 10")])
def test_points_that_are_not_are_a_finding_with_both(fact: BoardPointsFact, said: str) -> None:
    (finding,) = compared(fact.replace(at=Place(line=30)))
    assert (finding.code, finding.subject, finding.place) == ("scoring.board-points-differ", "board 7", Place(line=30))
    assert (finding.stated, finding.computed) == (said, "10 / -10")


def test_a_ruling_that_does_not_balance_may_be_stated_for_both() -> None:
    assert compared(stated("3", "3"), 3, 3) == []
    assert len(compared(stated("3", "-3"), 3, 3)) == 1


def test_a_board_that_is_not_in_yet_is_not_compared() -> None:
    assert compared(stated("10"), None, None) == []
    assert compared(stated("10", board="8")) == []


@pytest.mark.parametrize("other", [{"round": 2}, {"home": "2", "away": "1"}, {"session": "2"}])
def test_points_of_another_match_are_left_alone(other: dict[str, Any]) -> None:
    assert compared(stated("9", **other)) == []


TWO_PARTS = Match(None, 1, "1", "2", (match("1", "2"), match("1", "2", sub_match="2")))


def test_each_part_of_a_match_of_eight_is_compared_with_its_own_tables() -> None:
    boards = [MatchBoards(worth(4, -4), {None: worth(10, -10), "2": worth(-6, 6)})]
    assert compare_boards([stated("10"), stated("-6", sub_match="2")], [TWO_PARTS], boards) == []
    (finding,) = compare_boards([stated("10"), stated("4", sub_match="2")], [TWO_PARTS], boards)
    assert (finding.stated, finding.computed) == ("4 / –", "-6 / 6")


def test_parts_of_which_nobody_knows_the_tables_are_not_compared() -> None:
    assert compare_boards([stated("9")], [TWO_PARTS], [MatchBoards(worth(4, -4), {})]) == []


def test_of_two_matches_of_the_same_teams_each_has_its_own_boards() -> None:
    matches = [Match(None, 1, "1", "2", (fact,)) for fact in TWO_PARTS.facts]
    boards = [MatchBoards(worth(10, -10), {}), MatchBoards(worth(-6, 6), {})]
    assert compare_boards([stated("10"), stated("-6", sub_match="2")], matches, boards) == []
    assert len(compare_boards([stated("-6"), stated("-6", sub_match="2")], matches, boards)) == 1


def test_matches_of_pairs_have_no_tables_to_compare() -> None:
    assert compare_boards([stated("9")], [Match(None, 1, "1", "2")], []) == []
