from decimal import Decimal
from typing import Any

import pytest

from contracts.facts import AdjustmentFact, DealFact, MatchFact, Scope, StatedTotal
from services.scoring.domain.merging.covers import Cover, cover_of
from tests.support.fragments import fragment, pair, result


def whole_file(scope: dict[str, Any], **facts: Any) -> Cover:
    cover = cover_of(fragment("whole", scope=Scope(whole=True, **scope), **facts))
    assert cover is not None
    return cover


@pytest.mark.parametrize(
    ("scope", "fact", "covered"),
    [
        ({}, {}, True),
        ({"sessions": ("1",)}, {"session": "1"}, True),
        ({"sessions": ("1",)}, {"session": "2"}, False),
        ({"sessions": ("1",)}, {}, False),
        ({"sections": ("A",)}, {"section": "A"}, True),
        ({"sections": ("A",)}, {"section": "B"}, False),
        ({"rounds": (1, 2)}, {"round": 2}, True),
        ({"rounds": (1, 2)}, {"round": 3}, False),
        ({"boards": ("7",)}, {}, True),
        ({"boards": ("8",)}, {}, False),
    ],
)
def test_a_whole_file_covers_the_results_of_its_scope(
    scope: dict[str, Any], fact: dict[str, Any], covered: bool
) -> None:
    cover = whole_file(scope, results=[result("1", "1", "2")])
    assert cover.covers("results", result("7", "1", "2", **fact)) is covered


def test_boards_of_a_scope_leave_a_match_of_no_board_covered() -> None:
    match = MatchFact(kind="pairs", home="1", away="2")
    assert whole_file({"boards": ("8",)}, matches=(match,)).covers("matches", match) is True


@pytest.mark.parametrize(
    ("fact", "covered"),
    [
        (StatedTotal(participant="1", kind="pair"), True),
        (StatedTotal(participant="2", kind="pair"), False),
        (StatedTotal(participant="1", kind="team"), False),
        (StatedTotal(participant="1", kind="pair", session="2"), True),
    ],
)
def test_a_whole_file_covers_the_totals_of_those_whom_it_lists(fact: StatedTotal, covered: bool) -> None:
    cover = whole_file({}, participants=(pair("1"),), totals=(StatedTotal(participant="9", kind="pair"),))
    assert cover.covers("totals", fact) is covered


def test_totals_of_another_session_are_not_covered() -> None:
    cover = whole_file(
        {"sessions": ("1",)}, participants=(pair("1"),), totals=(StatedTotal(participant="1", kind="pair"),)
    )
    assert cover.covers("totals", StatedTotal(participant="1", kind="pair", session="1")) is True
    assert cover.covers("totals", StatedTotal(participant="1", kind="pair", session="2")) is False


def test_totals_without_a_penalty_say_that_there_is_none_and_nothing_else_is_said_by_silence() -> None:
    penalty = AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-1))
    totals = (StatedTotal(participant="1", kind="pair"),)
    assert whole_file({}, participants=(pair("1"),), totals=totals).covers("adjustments", penalty) is True
    assert whole_file({}, participants=(pair("1"),)).covers("adjustments", penalty) is False
    assert whole_file({}, participants=(pair("1"),), totals=totals).covers("results", result("1", "1", "2")) is False


def test_deals_are_never_withdrawn() -> None:
    deal = DealFact(board="1")
    assert whole_file({}, deals=(deal,)).covers("deals", deal) is False
    assert cover_of(fragment("part", deals=(deal,))) is None
