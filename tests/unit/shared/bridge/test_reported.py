"""Which lines of a traveller have their result."""

import pytest

from contracts.facts import ResultFact, Score
from contracts.standings import ScoredMatch
from shared.bridge.reported import DECIDED, is_reported, match_is_in
from tests.support.fragments import result


def line(ns: str, ew: str = "unknown", **more: object) -> ResultFact:
    return result("1", "1", "2", 0, ns_score=Score(kind=ns), ew_score=Score(kind=ew), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", sorted(DECIDED))
def test_a_final_score_of_either_side_is_enough(kind: str) -> None:
    assert is_reported(line(kind))
    assert is_reported(line("unknown", kind))


@pytest.mark.parametrize("kind", ["late", "unknown", "not_in_play"])
def test_a_score_that_is_to_come_is_not_in(kind: str) -> None:
    assert not is_reported(line(kind, kind))


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks"),
    [("4H", "W", 10), ("5Cx", "N", 8), ("3NTXX", "S", 0), ("Pass", None, None), ("Pass", "?", 0)],
)
def test_a_contract_that_gives_a_score_is_in(contract: str, declarer: str | None, tricks: int | None) -> None:
    assert is_reported(line("unknown", contract=contract, declarer=declarer, tricks=tricks))


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks"),
    [("4H", "W", None), ("4H", None, 10), ("4H", "?", 10), ("", "N", 9), (None, None, None), ("9Z", "N", 9)],
)
def test_a_contract_without_its_tricks_or_declarer_is_not_in(
    contract: str | None, declarer: str | None, tricks: int | None
) -> None:
    assert not is_reported(line("unknown", contract=contract, declarer=declarer, tricks=tricks))


def test_a_late_play_is_to_come_whatever_stands_beside_it() -> None:
    assert not is_reported(line("late", "points"))
    assert not is_reported(line("late", "late", contract="4H", declarer="W", tricks=10))


@pytest.mark.parametrize(
    ("boards", "cancelled", "length", "stated", "over"),
    [
        (6, 0, 6, None, True),
        (5, 0, 6, None, False),
        (5, 0, 6, 12, False),
        (0, 0, 6, 12, True),
        (0, 0, None, 12, True),
        (3, 0, None, None, True),
        (0, 0, 6, None, False),
        (5, 1, 6, None, True),
        (4, 1, 6, 12, False),
    ],
)
def test_a_match_is_in_with_all_its_boards_or_with_a_score_and_no_boards(
    boards: int, cancelled: int, length: int | None, stated: int | None, over: bool
) -> None:
    match = ScoredMatch(
        home="1", away="2", boards=boards, cancelled=cancelled, length=length, stated_home=stated, unit="vps"
    )
    assert match_is_in(match) is over
    assert match_is_in(match.replace(ruling="void"))
