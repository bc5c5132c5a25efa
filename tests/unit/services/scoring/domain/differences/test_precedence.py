"""Which finding is a cause, and which only follows from it."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Place
from contracts.codes import acblscore, scoring, validation
from contracts.facts import Facts, StatedTotal
from contracts.findings import Finding, Severity
from services.scoring.domain.differences.precedence import folded
from tests.support.fragments import fragment, pair, result, stated


def total(name: str, line: int, value: str, **more: Any) -> StatedTotal:
    return StatedTotal(participant=name, kind="pair", total=Decimal(value), at=Place(line=line), **more)


FACTS: Facts = fragment(
    "f",
    participants=tuple(map(pair, "1234")),
    results=(
        result("1", "1", "2", 420, stated=stated("2", "0")),
        result("1", "3", "4", 50, stated=stated("0", "2")),
        result("2", "1", "4", 0, stated=stated("1", "1")),
    ),
    totals=(total("1", 11, "3", place="1"), total("4", 12, "9", place="2"), total("2", 13, "0", place="4")),
).facts

HIGH = FACTS.replace(totals=(FACTS.totals[0].replace(total=Decimal(10)), *FACTS.totals[1:]))

SCORE = validation.SCORE_NOT_OF_CONTRACT.finding("wrong score", subject="board 1", place=Place(line=1))
POINTS = scoring.POINTS_DIFFER.finding("board 1 differs", subject="board 1", place=Place(line=2))
SUM = scoring.TOTAL_DIFFERS.finding("total of 1", subject="pair 1", place=Place(line=11))
NO_SUM = scoring.TOTAL_DIFFERS.finding("total of 4", subject="pair 4", place=Place(line=12))
IN_ORDER = scoring.PLACE_DIFFERS.finding("place of 4", subject="pair 4", place=Place(line=11))
OUT_OF_ORDER = scoring.PLACE_DIFFERS.finding("place of 2", subject="pair 2", place=Place(line=13))


def causes(*findings: Finding) -> list[str]:
    return [finding.message for finding in folded(findings, FACTS) if finding.severity is not Severity.INFO]


def test_a_finding_alone_is_a_cause() -> None:
    for finding in (SCORE, POINTS, SUM, OUT_OF_ORDER):
        assert folded([finding], FACTS) == [finding]


def test_what_follows_stays_as_a_remark_that_names_the_cause_and_the_order_is_kept() -> None:
    remark, cause = folded([POINTS, SCORE], FACTS)
    assert cause == SCORE
    assert (remark.code, remark.severity) == (POINTS.code, Severity.INFO)
    assert remark.advice == "Correct this first, which it probably follows from: wrong score"


def test_a_wrong_score_explains_the_points_of_its_board_alone() -> None:
    other = POINTS.replace(subject="board 2", message="board 2 differs", place=Place(line=3))
    assert causes(SCORE, POINTS, other) == ["wrong score", "board 2 differs"]


def test_a_total_that_is_the_sum_of_its_lines_follows_and_another_is_a_fault_of_its_own() -> None:
    assert causes(POINTS, SUM) == ["board 1 differs"]
    assert causes(POINTS, NO_SUM) == ["board 1 differs", "total of 4"]


def test_a_place_that_follows_the_stated_totals_is_a_consequence_and_another_is_not() -> None:
    remark = folded([NO_SUM, IN_ORDER], HIGH)[1]
    assert remark.severity is Severity.INFO
    assert causes(NO_SUM, OUT_OF_ORDER) == ["total of 4", "place of 2"]


@pytest.mark.parametrize("code", [validation.REPEATED_RESULT, validation.TWICE_ON_A_BOARD, scoring.UNKNOWN_PARTICIPANT])
def test_other_results_than_were_played_explain_everything_that_is_computed(code: Any) -> None:
    cause = code.finding("somebody else", subject="board 9", place=Place(line=9))
    assert causes(POINTS, SUM, NO_SUM, OUT_OF_ORDER, cause) == ["somebody else"]


def test_findings_of_one_step_at_one_place_are_one_fault() -> None:
    percentage = scoring.PERCENTAGE_DIFFERS.finding("percentage of 4", subject="pair 4", place=Place(line=12))
    assert causes(percentage, NO_SUM) == ["total of 4"]


def test_an_error_is_never_folded_under_a_warning() -> None:
    unsure = validation.TWICE_AT_ONCE.finding("two tables", subject="board 1", place=Place(line=1))
    assert unsure.severity is Severity.WARNING
    assert causes(unsure, POINTS) == ["two tables", "board 1 differs"]


FINED = scoring.MATCH_UNBALANCED.finding(
    "match 1 against 2", subject="match 1 - 2", place=Place(line=1), stated="13 : 8", computed="12 : 8"
)


def unbalanced(computed: str, *others: Finding, name: str = "1", facts: Facts = FACTS) -> list[tuple[str, Severity]]:
    total = scoring.TOTAL_DIFFERS.finding("total", subject=f"team {name}", stated="50", computed=computed)
    every = folded([FINED, total, *others], facts)
    return [(finding.message, finding.severity) for finding in every if finding.severity is not Severity.INFO]


def test_a_total_without_the_fine_of_a_match_makes_the_score_of_the_match_wrong() -> None:
    assert unbalanced("51") == [("match 1 against 2", Severity.ERROR)]
    assert unbalanced("52") == [("match 1 against 2", Severity.WARNING), ("total", Severity.ERROR)]
    assert unbalanced("51", name="3") == [("match 1 against 2", Severity.WARNING), ("total", Severity.ERROR)]


def test_places_that_follow_such_a_total_follow_from_the_match() -> None:
    assert unbalanced("51", IN_ORDER, facts=HIGH) == [("match 1 against 2", Severity.ERROR)]


def test_wins_follow_from_a_match_of_the_side_alone() -> None:
    wins = scoring.WINS_DIFFER.finding("wins", subject="pair 1", place=Place(line=11))
    other = FINED.replace(subject="match 2 - 3", message="match of others")
    assert causes(FINED, wins) == ["match 1 against 2"]
    assert causes(other, wins) == ["match of others", "wins"]


def test_a_number_that_nobody_has_is_one_fault_whoever_reports_it() -> None:
    by_scoring = scoring.UNKNOWN_PARTICIPANT.finding("39 plays", subject="board 1", place=Place(offset=7))
    by_reader = acblscore.UNKNOWN_PAIR.finding("nobody has 39", subject="section A", place=Place(offset=7))
    assert causes(by_reader, by_scoring) == ["39 plays"]


def test_the_same_finding_again_is_one() -> None:
    assert folded([SCORE, SCORE], FACTS) == [SCORE]
