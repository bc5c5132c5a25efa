"""Boards of hybrid scoring: IMPs and points that a file states side by side, each compared with the tables."""

from decimal import Decimal

import pytest

from contracts.facts import BoardPointsFact
from tests.support.scored_matches import table_of
from tests.support.team_facts import both, facts, match, teams

TABLES = [*both(1, "1", "2", 420, -50), *both(2, "1", "2", 100, 100), *both(3, "1", "2", 0, 90)]
"""Won by 10 IMPs, level, and lost by 3."""


def stated(board: int, imps: str, ours: str, theirs: str) -> BoardPointsFact:
    return BoardPointsFact(
        round=1,
        home="1",
        away="2",
        board=str(board),
        home_points=Decimal(ours),
        away_points=Decimal(theirs),
        home_imps=Decimal(imps),
        unit="points",
    )


def found(*points: BoardPointsFact) -> list[tuple[str, str | None, str | None, str | None]]:
    of = facts(
        matches=[match("1", "2", ("7", "5"))],
        results=TABLES,
        participants=teams("1", "2"),
        board_points=points,
        kind="teams",
        event={"board_scoring": "hybrid", "match_scoring": "hybrid"},
    )
    return [
        (one.code, one.subject, one.stated, one.computed)
        for one in table_of(of).findings
        if one.code != "scoring.not-checked"
    ]


@pytest.mark.parametrize("won", [("2", "1", "0"), ("1", "0.5", "0")])
def test_imps_and_points_that_are_those_of_the_tables_are_no_findings(won: tuple[str, str, str]) -> None:
    points = zip((1, 2, 3), ("10", "0", "-3"), won, reversed(won), strict=True)
    assert found(*(stated(*one) for one in points)) == []


def test_each_value_that_is_not_that_of_the_tables_is_a_finding() -> None:
    assert found(stated(1, "9", "2", "0"), stated(2, "0", "2", "0"), stated(3, "-3", "0", "2")) == [
        ("scoring.board-points-differ", "board 1", "9 / –", "10 / -10"),
        ("scoring.board-points-differ", "board 2", "2 / 0", "1 / 1"),
    ]


def test_points_of_another_kind_are_not_compared() -> None:
    assert found(stated(1, "10", "4", "0"), stated(2, "0", "2", "2"), stated(3, "-3", "1", "3")) == []
