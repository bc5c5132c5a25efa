"""Every rule is run, and what they find is put in order and kept within bounds."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.base import DECISIONS
from contracts.codes import CATALOGUE
from contracts.codes import validation as codes
from contracts.codes.code import codes_of
from contracts.facts import ResultFact, Score, Sides
from contracts.findings import Finding, Severity
from services.validation.domain.case import Case
from services.validation.domain.check import COUNTED, FINDINGS_KEPT, LISTED, RULES, check, listed
from tests.support.clean_event import CleanEvent
from tests.support.fragments import fragment, result
from tests.support.time_limits import scaled

seeds = st.integers(0, 2**32 - 1)
fields = st.sampled_from((5, 7))


@pytest.mark.slow
@given(
    seed=seeds,
    tables=fields,
    winners=st.sampled_from((1, 2)),
    unit=st.sampled_from(("match_points", "cross_imps", "butler_imps", "aggregate")),
)
@settings(max_examples=25)
def test_an_event_in_which_everything_is_right_gives_no_finding(
    seed: int, tables: int, winners: int, unit: str
) -> None:
    whole = CleanEvent(seed=seed, tables=tables, winners=winners, unit=unit).fragment()
    assert check(whole).findings == ()


def test_every_rule_says_what_it_asks_and_where_that_comes_from() -> None:
    for rule in RULES:
        assert rule.__doc__, rule.__name__


def test_a_fragment_that_says_nothing_is_rejected() -> None:
    verdict = check(fragment("empty"))
    assert verdict.rejected_by is not None
    assert verdict.rejected_by.code == codes.NOTHING.code
    assert verdict.findings == (verdict.rejected_by,)


def test_findings_of_the_reader_travel_with_those_of_the_rules_and_errors_come_first() -> None:
    info = Finding(code="usebio.unknown-element", severity=Severity.INFO, message="an element")
    warning = Finding(code="usebio.bad-number", severity=Severity.WARNING, message="a number")
    whole = fragment("f", results=[result("1", "1", "2", 55)])
    found = check(whole, (info, warning)).findings
    assert [f.severity for f in found] == sorted((f.severity for f in found), key=["error", "warning", "info"].index)
    assert {f.file for f in found} == {whole.file.sha256}
    assert {"usebio.unknown-element", "usebio.bad-number", codes.SCORE_NOT_IN_TENS.code} <= {f.code for f in found}


def test_what_refuses_a_fragment_is_listed_first() -> None:
    errors = tuple(Finding(code="usebio.bad-score", severity=Severity.ERROR, message=str(n)) for n in range(700))
    verdict = check(fragment("empty"), errors)
    assert verdict.rejected_by is not None
    assert verdict.findings[0] == verdict.rejected_by


def test_a_code_that_occurs_often_is_listed_so_often_and_then_counted() -> None:
    lines = [result(str(n), "1", "2", 55) for n in range(1, LISTED + 31)]
    found = check(fragment("f", results=lines)).findings
    assert sum(f.code == codes.SCORE_NOT_IN_TENS.code for f in found) == LISTED
    more = [f for f in found if f.code == codes.MORE_LIKE_IT.code]
    assert [(f.subject, f.computed) for f in more] == [(codes.SCORE_NOT_IN_TENS.code, str(LISTED + 30))]


def test_a_rule_that_finds_far_too_much_is_stopped() -> None:
    asked = 0

    def endless() -> Any:
        nonlocal asked
        while True:
            asked += 1
            yield codes.SCORE_NOT_IN_TENS.finding("again")

    found = listed(endless())
    assert asked == COUNTED
    assert len(found) == LISTED + 1
    assert found[-1].computed == f"at least {COUNTED}"


def test_more_findings_than_a_message_should_carry_are_counted_in_the_last_one() -> None:
    many = tuple(Finding(code="usebio.bad-number", severity=Severity.WARNING, message=str(n)) for n in range(800))
    found = check(CleanEvent().fragment(), many).findings
    assert len(found) == FINDINGS_KEPT
    assert found[-1].code == codes.MORE_LIKE_IT.code
    assert "301 more" in found[-1].message


@pytest.mark.slow
def test_everything_wrong_at_once_takes_bounded_time_and_gives_a_bounded_list() -> None:
    score = Score(kind="points", points=425)
    line = ResultFact(
        board="1",
        sides=Sides(ns="1", ew="1"),
        contract="9Q",
        declarer="Q",
        lead="ZZ",
        tricks=99,
        ns_score=score,
        ew_score=score,
    )
    lines = tuple(line.replace(board=str(n % 40), round=n % 9, table=str(n)) for n in range(6_000))
    started = time.process_time()
    found = check(fragment("f", results=lines)).findings
    assert time.process_time() - started < scaled(5)
    assert len(found) <= FINDINGS_KEPT


@pytest.mark.slow
def test_work_grows_with_the_results_and_not_with_their_square() -> None:
    def seconds(tables: int) -> float:
        whole = CleanEvent(tables=tables, rounds=5).fragment()
        case = Case(whole)
        started = time.process_time()
        for rule in RULES:
            assert list(rule(case)) == []
        return time.process_time() - started

    seconds(21)
    assert seconds(401) < 60 * max(seconds(41), 0.005)


def test_every_code_of_validation_is_in_the_catalogue() -> None:
    for code in codes_of(vars(codes)):
        assert CATALOGUE[code.code] is code


def test_decisions_are_checked_by_their_reader_alone() -> None:
    assert check(fragment("d", file_format=DECISIONS, events=())).findings == ()
    lines = [result("1", "1", "2", 55), result("1", "1", "2", 55)]
    assert check(fragment("d", file_format=DECISIONS, events=(), results=lines)).findings == ()
    assert check(fragment("d", events=(), results=lines)).findings != ()


@pytest.mark.parametrize(
    ("count", "listed_", "more"),
    [
        (50, 50, None),
        (51, 51, "51"),
        (9_999, 51, "9999"),
        (10_000, 51, "at least 10000"),
        (10_001, 51, "at least 10000"),
    ],
)
def test_fifty_of_a_code_are_listed_and_ten_thousand_counted(count: int, listed_: int, more: str | None) -> None:
    findings = listed([codes.SCORE_IMPOSSIBLE.finding("wrong")] * count)
    assert len(findings) == listed_
    assert findings[-1].computed == more
