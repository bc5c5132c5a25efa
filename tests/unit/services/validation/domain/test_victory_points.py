"""Victory points follow the scale, the margins, and what matches usually share."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import validation as codes
from contracts.facts import BoardPointsFact, MatchFact, ResultFact, ScaleChart, ScaleTable, Score
from services.validation.domain import victory_points as rules
from tests.support.fragments import points
from tests.support.matches import SWISS, TEAMS, both, by, imps, match, met, of, told


def by_scale(
    stated: MatchFact, boards: list[BoardPointsFact], lines: list[ResultFact] | None = None, **event: Any
) -> list[tuple[str, str | None, str | None]]:
    event = {"vp_scale": "WBF_DISCRETE", **event}
    whole = of(TEAMS.model_copy(update=event), matches=[stated], board_points=boards, results=lines or [])
    return told(rules.victory_points_of_scale, whole)


def boards(margin: int, count: int) -> list[BoardPointsFact]:
    return [imps(margin), *(imps(0, str(number)) for number in range(2, count + 1))]


def test_ten_imps_over_eight_boards_are_14_to_6_on_the_discrete_scale() -> None:
    assert by_scale(match("14", "6"), boards(10, 8)) == []
    assert by_scale(match("15", "5"), boards(10, 8)) == [(codes.VPS_NOT_OF_SCALE.code, "15/5", "14/6")]


def test_ten_imps_over_eight_boards_are_13_78_on_the_continuous_scale() -> None:
    assert by_scale(match("13.78", "6.22"), boards(10, 8), vp_scale="wbf-continuous") == []
    found = by_scale(match("13.77", "6.23"), boards(10, 8), vp_scale="WBF continuous")
    assert found == [(codes.VPS_NOT_OF_SCALE.code, "13.77/6.23", "13.78/6.22")]


def test_a_fine_for_one_side_is_a_warning() -> None:
    assert by_scale(match("14", "5"), boards(10, 8)) == [(codes.MATCH_UNBALANCED.code, "14/5", "14/6")]


def test_a_void_match_and_one_that_the_director_spoiled_are_of_no_margin() -> None:
    assert by_scale(match("8", "8"), boards(10, 8)) == by_scale(match("12", "12"), boards(10, 8)) == []
    assert by_scale(match("9", "9"), boards(10, 8)) == [(codes.VPS_NOT_OF_SCALE.code, "9/9", "14/6")]


def test_a_half_match_is_on_the_scale_of_half_matches() -> None:
    assert by_scale(match("7", "3"), boards(5, 3)) == []
    assert by_scale(match("8", "2"), boards(5, 3)) == [(codes.VPS_NOT_OF_SCALE.code, "8/2", "7/3")]
    assert by_scale(match("7.11", "2.89"), boards(5, 3), vp_scale="WBF_CONTINUOUS") == []


def test_teams_of_eight_may_count_their_boards_twice() -> None:
    assert by_scale(match("12", "8"), boards(7, 8)) == [(codes.VPS_NOT_OF_SCALE.code, "12/8", "13/7")]
    assert by_scale(match("12", "8"), boards(7, 8), team_size=8) == []


def test_a_board_that_was_not_played_counts_or_not() -> None:
    late = Score(kind="not_played")
    lines = [line for number in range(1, 9) for line in both(0, 0, str(number))]
    lines[-2:] = both(0, 0, "8", ns_score=late, ew_score=late)
    for score in (("14", "6"), ("13", "7")):  # 10 IMPs over 7 and over 8 boards are 14-6, 6 are 13-7 and 12-8
        assert by_scale(match(*score), boards(10 if score[0] == "14" else 6, 8), lines) == []


def test_a_ruling_that_gives_the_sides_different_scores_is_not_asked() -> None:
    ave = Score(kind="artificial", percent=Decimal(60))
    assert by_scale(match("12", "12"), boards(3, 8), both(0, 0, ns_score=ave, ew_score=ave)) == []


def test_a_bye_a_forfeit_and_a_match_without_boards_are_not_asked() -> None:
    assert by_scale(match("12", None, away=None), []) == []
    assert by_scale(match("18", "0", forfeit="away"), boards(10, 8)) == []
    assert by_scale(match("12", "12"), []) == []


@pytest.mark.parametrize("name", ["ABF", "BBO VP20", "SBU", "IRL", "OTHER", "EBU_SWISS_PAIRS"])
def test_a_scale_without_a_table_is_not_checked(name: str) -> None:
    found = by_scale(match("19", "1"), boards(1, 8), vp_scale=name)
    assert found == [(codes.NOT_CHECKED.code, name, None)]
    assert by_scale(match("19", "1"), [], vp_scale=name) == []


GIVEN = ScaleTable(
    name="Club 20",
    unit="imps",
    charts=(ScaleChart(boards=(1, 8), rows=((0, Decimal(10), Decimal(10)), (1, Decimal(19), Decimal(1)))),),
)


@pytest.mark.parametrize("name", ["SBU", "WBF_DISCRETE", None])
def test_a_scale_that_was_given_counts_whatever_the_file_names(name: str | None) -> None:
    assert by_scale(match("19", "1"), boards(1, 8), vp_scale=name, vp_table=GIVEN) == []
    found = by_scale(match("11", "9"), boards(1, 8), vp_scale=name, vp_table=GIVEN)
    assert found == [(codes.VPS_NOT_OF_SCALE.code, "11/9", "19/1")]


def test_another_scale_in_every_match_is_one_finding() -> None:
    matches = [match("13.78", "6.22", round=number) for number in range(1, 6)]
    points_of = [fact.replace(round=number) for number in range(1, 6) for fact in boards(10, 8)]
    whole = of(TEAMS.replace(vp_scale="WBF_DISCRETE"), matches=matches, board_points=points_of)
    (finding,) = by(rules.victory_points_of_scale, whole)
    assert finding.message.startswith("5 of 5 matches")


def test_each_pair_is_looked_up_by_its_own_percentage() -> None:
    event = SWISS.replace(vp_scale="EBU_SWISS_PAIRS")
    lines = [met("9", "5", str(number), score=100) for number in range(1, 9)]  # 64.29 % over 8 boards: 18-2
    of_pairs = match("18", "2", kind="pairs", home="1", away="2")
    assert by(rules.victory_points_of_scale, of(event, matches=[of_pairs], results=lines)) == []
    wrong = of_pairs.replace(home_score=Decimal(17), away_score=Decimal(3))
    assert told(rules.victory_points_of_scale, of(event, matches=[wrong], results=lines)) == [
        (codes.VPS_NOT_OF_SCALE.code, "17/3", "18/2")
    ]


def test_cross_imps_are_brought_to_a_teams_scale_in_ways_that_nothing_names() -> None:
    event = SWISS.replace(vp_scale="WBF_DISCRETE", board_scoring="cross_imps")
    lines = [met("6", "-6", unit="cross_imps", score=100)]
    of_pairs = match("20", "0", kind="pairs", home="1", away="2")
    assert told(rules.victory_points_of_scale, of(event, matches=[of_pairs], results=lines)) == [
        (codes.NOT_CHECKED.code, "WBF_DISCRETE", None)
    ]


def in_order(*matches: tuple[int, str, str]) -> list[tuple[str, str | None, str | None]]:
    stated = [match(home, away, round=number) for number, (_, home, away) in enumerate(matches, 1)]
    facts = [imps(margin, round=number) for number, (margin, _, _) in enumerate(matches, 1)]
    return told(rules.victory_points_in_order, of(matches=stated, board_points=facts))


def test_a_greater_margin_wins_no_fewer_victory_points() -> None:
    right = [(0, "10", "10"), (3, "12", "8"), (-5, "7", "13"), (9, "16", "4"), (12, "17", "3")]
    assert in_order(*right) == []
    assert in_order(*right, (6, "11", "9")) == [(codes.VPS_OUT_OF_ORDER.code, "11/9", None)]
    assert in_order(*right, (3, "12", "8"), (3, "13", "7")) == [(codes.VPS_OUT_OF_ORDER.code, "13/7", None)]


def test_nobody_loses_a_match_that_he_won() -> None:
    assert in_order((7, "6", "14")) == [(codes.VPS_OUT_OF_ORDER.code, "6/14", None)]
    assert in_order((0, "10", "10")) == []


def test_half_matches_are_compared_among_themselves() -> None:
    assert in_order((3, "12", "8"), (4, "7", "3"), (5, "13", "7"), (2, "6", "4")) == []


def test_victory_points_that_follow_something_else_are_not_asked() -> None:
    odd = [(1, "20", "0"), (5, "15", "5"), (9, "11", "9"), (14, "10", "10"), (3, "2", "18"), (4, "19", "1")]
    assert in_order(*odd) == []


def shares(*scores: tuple[str, str], lines: list[ResultFact] | None = None) -> list[tuple[str, str | None, str | None]]:
    stated = [match(home, away, round=number) for number, (home, away) in enumerate(scores, 1)]
    facts = [imps(None, round=number) for number in range(1, len(scores) + 1)]
    return told(rules.victory_points_balance, of(matches=stated, board_points=facts, results=lines or []))


USUAL = [("12", "8"), ("20", "0"), ("15", "5"), ("11", "9"), ("4", "16")]


def test_matches_share_the_same() -> None:
    assert shares(*USUAL) == []
    assert shares(*USUAL, ("12", "7")) == [(codes.MATCH_UNBALANCED.code, "12/7", "20")]


def test_half_matches_and_great_wins_share_less() -> None:
    assert shares(*USUAL, ("6", "4")) == []
    assert shares(("15", "15"), ("16", "14"), ("20", "10"), ("12", "18"), ("25", "2")) == []
    assert shares(("12", "8"), ("12", "9"), ("9", "3")) == []


def test_rulings_share_what_they_give() -> None:
    ave = Score(kind="artificial", percent=Decimal(60))
    ruled = both(0, 0, round=6, ns_score=ave, ew_score=ave)
    assert shares(*USUAL, ("12", "10"), lines=ruled) == []
    plain = both(0, 0, round=6, ns_score=points(100), ew_score=points(100))
    assert len(shares(*USUAL, ("12", "10"), lines=plain)) == 1
