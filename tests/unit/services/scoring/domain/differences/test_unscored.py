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


@pytest.mark.parametrize("phantom", [False, True])
def test_somebody_without_a_place_may_share_it(phantom: bool) -> None:
    others = (pair("1"), pair("2", phantom=phantom))
    lone = (StatedTotal(participant="1", kind="pair", place="1="),)
    assert len(compare_tie_marks(fragment("f", participants=others, totals=lone).facts)) == phantom


def test_somebody_who_plays_and_is_not_listed_may_share_a_place() -> None:
    lone = (StatedTotal(participant="1", kind="pair", place="1="),)
    of_team = (StatedTotal(participant="A", kind="team", place="1="),)
    lines = [result("1", "1", "2")]
    assert compare_tie_marks(fragment("f", results=lines, totals=lone).facts) == []
    assert len(compare_tie_marks(fragment("f", results=lines, totals=of_team).facts)) == 1
    (finding,) = compare_tie_marks(fragment("f", totals=lone).facts)
    assert finding.message == "pair 1 is stated to share place 1=, but nobody else is in place 1"
    assert (finding.subject, finding.stated, finding.computed) == ("pair 1", "1=", "1")


def test_a_line_that_a_director_ruled_on_need_not_balance() -> None:
    lines = [
        result("1", str(n), str(n + 20), n, stated=StatedScore(ns=Decimal(n), ew=Decimal(4 - n), unit="match_points"))
        for n in (0, 1, 2, 3)
    ]
    wrong = StatedScore(ns=Decimal(4), ew=Decimal(4), unit="match_points")
    (finding,) = compare_balance(fragment("f", results=[*lines, result("1", "9", "29", 5, stated=wrong)]).facts)
    assert finding.message.endswith("is stated with 4 for North-South and 4 for East-West, 8 together instead of 4")
    assert (finding.subject, finding.stated, finding.computed) == ("board 1", "4 / 4", "4")
    for kind in ("artificial", "average", "weighted"):
        score = Score(kind=kind, percent=Decimal(60)) if kind != "weighted" else Score(kind=kind)
        ruled = result("1", "9", "29", ns_score=score, ew_score=score, stated=wrong)
        assert compare_balance(fragment("f", results=[*lines, ruled]).facts) == []
