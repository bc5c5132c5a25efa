"""Points and places that are not worked out again."""

from decimal import Decimal

import pytest

from contracts.base import Place
from contracts.codes import scoring as codes
from contracts.facts import AdjustmentFact, EventFact, Participant, Score, StatedScore, StatedTotal
from services.scoring.domain.differences.unscored import compare_balance, compare_stated_places, compare_tie_marks
from tests.support.fragments import fragment, pair, result


def line(ns: str, ew: str, at: int, unit: str = "match_points", sides: tuple[str, str] = ("1", "2")) -> object:
    stated = StatedScore(ns=Decimal(ns), ew=Decimal(ew), unit=unit)
    return result("7", *sides, 0, stated=stated, at=Place(line=at))


@pytest.mark.parametrize(
    ("unit", "wrong", "computed"), [("match_points", ("5", "1"), "4"), ("cross_imps", ("3", "1"), "0")]
)
def test_a_line_whose_points_do_not_balance_is_found(unit: str, wrong: tuple[str, str], computed: str) -> None:
    right = ("1", "3") if unit == "match_points" else ("2", "-2")
    lines = [line(*right, 1, unit), line(*right, 2, unit, ("3", "4")), line(*wrong, 3, unit, ("5", "6"))]
    (finding,) = compare_balance(fragment("f", results=lines).facts)  # type: ignore[arg-type]
    assert (finding.code, finding.place, finding.computed) == (codes.POINTS_UNBALANCED.code, Place(line=3), computed)
    assert "5 against 6 on board 7" in finding.message
    assert compare_balance(fragment("f", results=lines[:2]).facts) == []  # type: ignore[arg-type]


def test_a_board_on_which_every_result_is_a_ruling_has_nothing_to_balance() -> None:
    ruled = Score(kind="average", percent=Decimal(60))
    stated = StatedScore(ns=Decimal(3), ew=Decimal(3), unit="match_points")
    lines = [result("7", "1", "2", stated=stated).replace(ns_score=ruled, ew_score=ruled)]
    assert compare_balance(fragment("f", results=tuple(lines)).facts) == []


def totals(*places_and_values: tuple[str, str]) -> tuple[StatedTotal, ...]:
    return tuple(
        StatedTotal(participant=str(n), kind="pair", place=place, total=Decimal(value), at=Place(line=n))
        for n, (place, value) in enumerate(places_and_values, 1)
    )


def places(*stated: tuple[str, str], kind: str = "pairs", **facts: object) -> list[tuple[int | None, str | None]]:
    people = tuple(pair(str(n)) for n in range(1, len(stated) + 1))
    events = (EventFact(kind=kind),)
    whole = fragment("f", events=events, participants=people, totals=totals(*stated), **facts)  # type: ignore[arg-type]
    return [(f.place.line if f.place else None, f.computed) for f in compare_stated_places(whole.facts, "pair")]


def test_the_one_place_that_contradicts_the_totals_is_found() -> None:
    assert places(("1", "50"), ("2", "40"), ("3", "30")) == []
    assert places(("1", "50"), ("4", "40"), ("3", "30"), ("4", "20")) == [(2, "2")]


def test_places_of_a_ladder_or_with_a_handicap_do_not_follow_totals() -> None:
    wrong = (("2", "50"), ("1", "40"))
    assert places(*wrong, kind="ladder") == []
    handicap = AdjustmentFact(kind="handicap", participant="1", amount=Decimal(5), counted=False)
    assert places(*wrong, adjustments=(handicap,)) == []


def test_a_place_that_is_shared_with_nobody_is_found() -> None:
    whole = fragment("f", totals=totals(("1", "9"), ("2=", "8"), ("2=", "8"), ("4=", "7"))).facts
    (finding,) = compare_tie_marks(whole)
    assert (finding.code, finding.place, finding.stated) == (codes.TIE_ALONE.code, Place(line=4), "4=")


def test_somebody_without_a_stated_place_may_share_one() -> None:
    known = tuple(Participant(id=name, kind="pair") for name in "1234")
    whole = fragment("f", totals=totals(("1", "9"), ("2=", "8"), ("3", "7")), participants=known).facts
    assert compare_tie_marks(whole) == []
