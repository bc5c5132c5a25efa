"""Matches without boards: victory points of the file's own table, and wins."""

from decimal import Decimal

import pytest

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, Detail, EventFact, MatchFact, ScaleChart, ScaleTable
from services.validation.domain import stated_margins as rules
from services.validation.domain.check import check
from tests.support.matches import of, told

STEPS = "0=10.00-10.00 3=11.00-9.00 9=12.50-7.50 20=20.00-0.00"
TEAMS = EventFact(
    kind="swiss_teams",
    board_scoring="imps",
    match_scoring="vps",
    vp_scale="20 points, 7 boards",
    details=(Detail(name="VP_SCALE_STEPS", value=STEPS),),
)


def match(imps: int, vps: tuple[str, str], wins: tuple[str, str] = ("0", "0"), **more: object) -> MatchFact:
    return MatchFact(
        kind="teams",
        home="1",
        away="2",
        round=1,
        unit="vps",
        home_imps=Decimal(imps),
        away_imps=Decimal(-imps),
        home_score=Decimal(vps[0]),
        away_score=Decimal(vps[1]),
        home_game_points=Decimal(wins[0]),
        away_game_points=Decimal(wins[1]),
        **more,
    )


def by_table(
    *matches: MatchFact, event: EventFact = TEAMS, **facts: object
) -> list[tuple[str, str | None, str | None]]:
    return told(rules.victory_points_of_own_table, of(event, matches=list(matches), **facts))


@pytest.mark.parametrize(
    ("imps", "vps"),
    [
        (0, ("10", "10")),
        (2, ("10", "10")),
        (3, ("11", "9")),
        (-8, ("9", "11")),
        (19, ("12.5", "7.5")),
        (20, ("20", "0")),
        (-90, ("0", "20")),
    ],
)
def test_a_margin_gives_the_points_of_the_greatest_step_that_it_reaches(imps: int, vps: tuple[str, str]) -> None:
    assert by_table(match(imps, vps)) == []
    assert by_table(match(imps, ("13", "6"))) == [
        (codes.VPS_NOT_OF_SCALE.code, "13/6", "/".join(f"{Decimal(side):f}" for side in vps))
    ]


def test_points_that_one_side_alone_has_are_a_warning() -> None:
    assert by_table(match(9, ("12.5", "6.5"))) == [(codes.MATCH_UNBALANCED.code, "12.5/6.5", "12.5/7.5")]


def test_a_table_that_was_given_counts_before_the_one_of_the_file() -> None:
    rows = ((0, Decimal(10), Decimal(10)), (9, Decimal(15), Decimal(5)))
    given = ScaleTable(name="Club", unit="imps", charts=(ScaleChart(boards=(7, 7), rows=rows),))
    event = TEAMS.replace(vp_table=given)
    assert by_table(match(9, ("15", "5"), boards=7), event=event) == []
    assert by_table(match(9, ("12.5", "7.5"), boards=7), event=event) == [
        (codes.VPS_NOT_OF_SCALE.code, "12.5/7.5", "15/5")
    ]
    assert by_table(match(9, ("12.5", "7.5"), boards=9), event=event) == []


def test_nothing_is_said_without_a_table_or_of_margins_that_a_handicap_moved() -> None:
    wrong = match(9, ("13", "7"))
    assert by_table(wrong, event=TEAMS.replace(details=())) == []
    for text in ("3=11-9 0=10-10", "1=11-9", "nonsense"):
        event = TEAMS.replace(details=(Detail(name="VP_SCALE_STEPS", value=text),))
        assert by_table(wrong, event=event) == []
    handicap = AdjustmentFact(kind="handicap", participant="1", amount=Decimal(3))
    assert by_table(wrong, adjustments=[handicap]) == []
    assert by_table(wrong.replace(home_imps=Decimal(8))) == []


def test_a_table_that_most_matches_do_not_follow_is_one_finding() -> None:
    wrong = [match(9, ("13", "7"), table=str(number)) for number in range(6)]
    assert len(by_table(*wrong)) == 1


@pytest.mark.parametrize(
    ("imps", "wins", "right"),
    [
        (5, ("1", "0"), True),
        (1, ("0.75", "0.25"), True),
        (0, ("0.5", "0.5"), True),
        (-5, ("0", "1"), True),
        (5, ("0", "1"), False),
        (0, ("1", "0"), False),
        (5, ("0", "0"), True),
    ],
)
def test_who_has_more_imps_has_won(imps: int, wins: tuple[str, str], right: bool) -> None:
    found = told(rules.wins_of_margins, of(TEAMS, matches=[match(imps, ("10", "10"), wins)]))
    assert (found == []) is right


def test_the_rules_are_asked_of_every_file() -> None:
    verdict = check(of(TEAMS, matches=[match(9, ("13", "7"))]), ())
    assert codes.VPS_NOT_OF_SCALE.code in {finding.code for finding in verdict.findings}
