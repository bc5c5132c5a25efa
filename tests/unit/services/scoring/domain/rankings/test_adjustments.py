from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import AdjustmentFact
from contracts.findings import Finding
from services.scoring.domain.rankings.adjustments import Adjustment, Adjustments, Amount, adjustments_of


def fact(amount: str = "-3", kind: str = "penalty", **more: Any) -> AdjustmentFact:
    return AdjustmentFact(kind=kind, participant="7", amount=Decimal(amount), **more)


def sorted_out(
    *facts: AdjustmentFact, unit: str = "match_points", sessions: tuple[str | None, ...] = (None,), **more: bool
) -> tuple[Adjustments, list[Finding]]:
    return adjustments_of(facts, "pair", unit, sessions, **more)


def only(*facts: AdjustmentFact, **more: Any) -> Amount:
    adjustments, findings = sorted_out(*facts, **more)
    assert findings == []
    ((amount,),) = adjustments.by.values()
    return amount


@pytest.mark.parametrize(
    ("stated", "unit", "percent"),
    [
        ("percent", "match_points", True),
        (None, "match_points", True),
        ("match_points", "match_points", False),
        ("imps", "imps", False),
        (None, "imps", False),
        ("vps", "vps", False),
        (None, "vps", False),
        ("points", "points", False),
    ],
)
def test_a_unit_that_totals_have_or_that_is_left_open_is_applied(stated: str | None, unit: str, percent: bool) -> None:
    amount = only(fact(unit=stated), unit=unit)
    assert (amount.value, amount.percent) == (-3, percent)


@pytest.mark.parametrize(
    ("stated", "unit"),
    [
        ("boards", "match_points"),
        ("imps", "vps"),
        ("vps", "imps"),
        ("percent", "vps"),
        ("match_points", "vps"),
        ("imps", "match_points"),
    ],
)
def test_a_unit_that_cannot_be_turned_into_that_of_the_totals_is_a_finding(stated: str, unit: str) -> None:
    adjustments, (finding,) = sorted_out(fact(unit=stated), unit=unit)
    assert adjustments.by == {}
    assert (finding.code, finding.subject) == ("scoring.adjustment-not-applied", "pair 7")
    assert finding.stated == f"-3 {stated}"


def test_what_is_carried_forward_can_be_read_as_part_of_stated_totals() -> None:
    carried = fact().replace(kind="carry_forward", counted=None)
    assert (only(carried).counted, only(carried, unknown_is_counted=True).counted) == (False, True)
    assert not only(carried.replace(counted=False), unknown_is_counted=True).counted


def test_a_number_without_a_unit_can_be_read_in_match_points() -> None:
    assert not only(fact(), unknown_is_percent=False).percent


@pytest.mark.parametrize(
    ("kind", "part", "counted"),
    [
        ("penalty", "adjustment", True),
        ("bonus", "adjustment", True),
        ("bye", "adjustment", True),
        ("handicap", "handicap", False),
        ("carry_forward", "carried", False),
    ],
)
def test_each_kind_has_its_part_and_only_penalties_are_in_stated_totals(kind: str, part: str, counted: bool) -> None:
    amount = only(fact(kind=kind))
    assert (amount.part, amount.counted) == (part, counted)


def test_what_the_file_says_about_its_totals_counts() -> None:
    assert only(fact(kind="handicap", counted=True)).counted
    assert not only(fact(counted=False)).counted


def test_a_kind_without_a_part_is_a_finding() -> None:
    _, (finding,) = sorted_out(fact(kind="acceleration"))
    assert "acceleration" in finding.message


def test_adjustments_of_nothing_and_of_others_are_left_alone() -> None:
    assert sorted_out(fact("0"), fact(participant_kind="team"), fact("0", unit="boards")) == (Adjustments(), [])


def test_a_fine_of_the_director_for_somebody_who_is_not_ranked_is_said() -> None:
    adjustments, (finding,) = sorted_out(fact("-3", participant_kind="player", counted=False))
    assert (adjustments.by, finding.code, finding.subject) == ({}, "scoring.adjustment-not-applied", "player 7")
    assert "pairs are ranked" in finding.message


def test_two_penalties_of_one_kind_both_count() -> None:
    adjustments, _ = sorted_out(fact("-3"), fact("-1.5", number=1))
    extra = Adjustment()
    extra.add(adjustments.of("7", None), Fraction(200), Fraction(20))
    assert (extra.adjustment, extra.counted) == (Fraction(-9), Fraction(-9))


def test_a_penalty_of_a_session_counts_there_and_one_of_an_unknown_session_for_the_event() -> None:
    adjustments, _ = sorted_out(fact("-3", session="1"), fact("-4", session="9"), fact("-5"), sessions=("1", "2"))
    assert [amount.value for amount in adjustments.of("7", "1")] == [-3]
    assert [amount.value for amount in adjustments.of("7", None)] == [-4, -5]
    assert adjustments.of("7", "2") == adjustments.of("8", "1") == []


def test_parts_are_added_up_apart_and_decide_together() -> None:
    amounts = [
        Amount("adjustment", Fraction(-2), percent=True, counted=True),
        Amount("handicap", Fraction(5), percent=True, counted=False),
        Amount("carried", Fraction(7), percent=False, counted=False),
    ]
    extra = Adjustment()
    extra.add(amounts, Fraction(50), Fraction(10))
    assert (extra.adjustment, extra.handicap, extra.carried) == (-1, Fraction(5, 2), 7)
    assert (extra.all, extra.counted) == (Fraction(17, 2), -1)
