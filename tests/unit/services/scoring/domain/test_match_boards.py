from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.base import Place
from contracts.facts import BoardPointsFact
from contracts.findings import Finding
from services.scoring.domain.match_boards import compare_boards
from services.scoring.domain.matches import Match
from shared.bridge.teams import TeamBoard
from tests.support.team_facts import match


def stated(home: str | None, away: str | None = None, /, **more: Any) -> BoardPointsFact:
    points = {"home_points": home, "away_points": away}
    given = {name: None if value is None else Decimal(value) for name, value in points.items()}
    return BoardPointsFact(**{"round": 1, "home": "1", "away": "2", "board": "7", **given, **more})


def compared(fact: BoardPointsFact, ours: object = 10, theirs: object = -10, parts: int = 1) -> list[Finding]:
    board = TeamBoard(None if ours is None else Fraction(str(ours)), None if theirs is None else Fraction(str(theirs)))
    of = Match(None, 1, "1", "2", (match("1", "2"),) * parts)
    return compare_boards([fact], [of], [{"7": board}])


@pytest.mark.parametrize("fact", [stated("10"), stated("10", "-10"), stated(None, "-10"), stated("10.0"), stated(None)])
def test_points_that_are_those_of_the_tables_are_no_finding(fact: BoardPointsFact) -> None:
    assert compared(fact) == []


@pytest.mark.parametrize(("fact", "said"), [(stated("9"), "9 / –"), (stated("10", "10"), "10 / 10")])
def test_points_that_are_not_are_a_finding_with_both(fact: BoardPointsFact, said: str) -> None:
    (finding,) = compared(fact.model_copy(update={"at": Place(line=30)}))
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


def test_parts_of_a_match_of_eight_are_not_compared() -> None:
    assert compared(stated("9"), parts=2) == []


def test_matches_of_pairs_have_no_tables_to_compare() -> None:
    assert compare_boards([stated("9")], [Match(None, 1, "1", "2")], []) == []
