"""Stated totals by themselves."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, StatedTotal
from contracts.findings import Finding
from services.validation.domain import totals
from services.validation.domain.case import Case
from tests.support.fragments import fragment


def found(*stated: StatedTotal, **facts: Any) -> list[Finding]:
    case = Case(fragment("f", totals=stated, **facts))
    return [finding for rule in totals.RULES for finding in rule(case)]


def total(**fields: Any) -> StatedTotal:
    return StatedTotal(**{"participant": "1", "kind": "pair", **fields})


@pytest.mark.parametrize(("percentage", "wrong"), [("0", 0), ("100", 0), ("100.01", 1), ("-0.5", 1)])
def test_a_percentage_lies_within_0_and_100(percentage: str, wrong: int) -> None:
    assert len(found(total(percentage=Decimal(percentage)))) == wrong


def test_a_handicap_may_lift_a_percentage() -> None:
    handicap = AdjustmentFact(kind="handicap", participant="1", amount=Decimal(5), counted=True)
    stated = total(percentage=Decimal(103))
    assert len(found(stated)) == 1
    assert found(stated, adjustments=(handicap,)) == []
    assert len(found(stated, adjustments=(handicap.replace(amount=Decimal(0)),))) == 1


def placed(*places: str, level: bool = False) -> list[str]:
    each = (total(participant=str(n), place=place, total=Decimal(0 if level else n)) for n, place in enumerate(places))
    return [finding.message for finding in found(*each)]


def test_that_everybody_is_in_one_place_is_one_finding() -> None:
    assert placed("1", "1", "1") == ["all 3 pairs are stated in place 1, so the file has no ranking"]
    assert placed("1", "1", "2") == placed("1", "1") == []
    assert placed("1=", "1=", "1=", level=True) == []


def test_a_place_of_0_for_everybody_says_that_nobody_is_ranked() -> None:
    assert placed("0", "0", "0") == placed("0", "0", "0", level=True) == []
    assert len(placed("0", "1", "2")) == 1


@pytest.mark.parametrize(
    ("place", "section", "wrong"), [("3=", "1", []), ("third", None, ["third"]), ("1", "x", ["x"])]
)
def test_a_place_is_a_number_with_or_without_a_mark(place: str, section: str | None, wrong: list[str]) -> None:
    findings = found(total(place=place, section_place=section))
    assert [(finding.code, finding.stated) for finding in findings] == [(codes.PLACE_UNREADABLE.code, w) for w in wrong]
