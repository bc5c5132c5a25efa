"""The score of a match is the sum of its boards, and the same from both sides."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, MatchFact
from services.validation.domain import match_scores as rules
from tests.support.matches import SWISS, by, imps, match, met, of, only, told

BOARDS = [imps(10), imps(-3, "2"), imps(0, "3")]


def sums(stated: MatchFact, boards: list[Any] = BOARDS, **facts: Any) -> list[tuple[str, str | None, str | None]]:
    return told(rules.sums_of_boards, of(matches=[stated], board_points=boards, **facts))


@pytest.mark.parametrize("score", [("7", "-7"), ("7", "0"), ("10", "3"), ("7", None)])
def test_imps_of_a_match_are_written_in_three_ways(score: tuple[str, str | None]) -> None:
    assert sums(match(*score, unit="imps")) == []


def test_other_imps_than_the_boards_give_are_found() -> None:
    assert sums(match("8", "-8", unit="imps")) == [(codes.MATCH_SUM.code, "8/-8", "7/-7")]
    assert sums(match("7", "-6", unit="imps")) == [(codes.MATCH_SUM.code, "7/-6", "7/-7")]


def test_imps_beside_victory_points_are_asked_too() -> None:
    assert sums(match("14", "6", home_imps=Decimal(10), away_imps=Decimal(3))) == []
    found = sums(match("14", "6", home_imps=Decimal(12), away_imps=Decimal(3)))
    assert found == [(codes.MATCH_SUM.code, "12/3", "7/-7")]
    assert sums(match("14", "6")) == []


def test_points_a_board_add_up_for_each_side() -> None:
    boards = [imps(2, unit="points", away_points=Decimal(0)), imps(1, "2", unit="points", away_points=Decimal(1))]
    assert sums(match("3", "1", unit="points"), boards) == []
    assert sums(match("3", "2", unit="points"), boards) == [(codes.MATCH_SUM.code, "3/2", "3/1")]
    alone = [imps(2, unit="points"), imps(1, "2", unit="points")]
    assert sums(match("3", "1", unit="points"), alone) == []


def test_a_match_of_which_boards_are_missing_is_not_asked() -> None:
    assert sums(match("20", "-20", unit="imps", first_board="1", last_board="4")) == []
    assert sums(match("20", "-20", unit="imps"), []) == []
    assert sums(match("20", "-20", unit="imps"), [imps(3), imps(None, "2")]) == []


def test_forfeits_handicaps_and_sub_matches_are_not_asked() -> None:
    assert sums(match("20", "-20", unit="imps", forfeit="away")) == []
    handicap = AdjustmentFact(kind="handicap", participant="A", participant_kind="team", amount=Decimal(3))
    assert sums(match("20", "-20", unit="imps"), adjustments=[handicap]) == []
    parts = [match("20", "-20", unit="imps"), match("20", "-20", unit="imps", sub_match="2")]
    assert by(rules.sums_of_boards, of(matches=parts, board_points=BOARDS)) == []


def test_matches_that_are_all_in_another_unit_are_one_finding() -> None:
    matches = [match("12", "8", unit="imps", round=number) for number in range(1, 6)]
    boards = [imps(2, round=number) for number in range(1, 6)]
    (finding,) = by(rules.sums_of_boards, of(matches=matches, board_points=boards))
    assert finding.code == codes.MATCH_SUM.code
    assert finding.subject == "the matches"


def pairs(home: str, away: str, unit: str, *lines: Any, **event: Any) -> list[tuple[str, str | None, str | None]]:
    of_pairs = match(home, away, kind="pairs", home="1", away="2", unit=unit)
    return told(rules.sums_of_boards, of(SWISS.model_copy(update=event), matches=[of_pairs], results=lines))


def test_a_swiss_pairs_match_has_the_percentage_of_its_match_points() -> None:
    lines = met("9", "3"), met("5", "7", "2")
    assert pairs("58.33", "41.67", "percent", *lines) == []
    assert pairs("58", "42", "percent", *lines) == []
    assert pairs("60.33", "39.67", "percent", *lines) == [(codes.MATCH_SUM.code, "60.33/39.67", "58.33/41.67")]


def test_a_swiss_pairs_match_has_the_imps_of_its_boards_as_far_as_they_are_printed() -> None:
    lines = met("3.33", "-3.33", unit="cross_imps"), met("-1.17", "1.17", "2", unit="cross_imps")
    assert pairs("2.17", "-2.17", "imps", *lines) == []
    assert pairs("2.3", "-2.3", "imps", *lines) == [(codes.MATCH_SUM.code, "2.3/-2.3", "2.16/-2.16")]


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
