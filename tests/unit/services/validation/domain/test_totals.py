"""Stated totals by themselves."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, Detail, EventFact, SessionFact, StatedTotal
from contracts.findings import Finding
from services.validation.domain import totals
from services.validation.domain.case import Case
from tests.support.fragments import fragment, pair, result


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


def counted(pairs: str, boards: int | None, **more: Any) -> list[tuple[str | None, str | None]]:
    event = EventFact(kind="pairs", boards_played=boards, details=(Detail(name="PAIRS", value=pairs),))
    lines = [result(board, "1", "2") for board in "123"] + [result("1", "3", "4")]
    found_ = found(events=(event,), participants=tuple(map(pair, "1234")), results=tuple(lines), **more)
    return [(each.stated, each.computed) for each in found_ if each.code == codes.COUNT_EXCEEDED.code]


def test_an_event_has_no_more_pairs_than_it_states_but_may_have_fewer() -> None:
    assert counted("3", None) == [("3", "4")]
    assert counted("4", None) == counted("5", None) == counted("many", None) == []
    assert counted("3", None, sessions=(SessionFact(id="1"), SessionFact(id="2"))) == []


def test_most_pairs_have_not_played_more_boards_than_the_event_states() -> None:
    event = EventFact(kind="pairs", boards_played=2)
    lines = tuple(result(board, "1", "2") for board in "123")
    people = tuple(map(pair, "12"))
    (finding,) = found(events=(event,), participants=people, results=lines)
    assert (finding.stated, finding.computed) == ("2", "3")
    assert counted("4", 2) == [], "a few are another fault"
    assert found(events=(event.replace(boards_played=3),), participants=people, results=lines) == []
