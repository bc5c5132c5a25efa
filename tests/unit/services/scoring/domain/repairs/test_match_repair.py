"""The one match that explains stated totals."""

from decimal import Decimal

import pytest

from contracts.base import Place
from contracts.codes import scoring as codes
from contracts.facts import AdjustmentFact, Facts, MatchFact, StatedTotal
from services.scoring.domain.repairs.match_repair import repaired_match, with_repaired_match

RIGHT = ((1, "A", "B", "15", "5"), (1, "C", "D", "12", "8"), (2, "A", "C", "4", "16"), (2, "B", "D", "11", "9"))
TOTALS = {"A": "19", "B": "16", "C": "28", "D": "17"}

Row = tuple[int, str, str | None, str, str | None]


def event(*matches: Row, totals: dict[str, str] | None = None, **more: object) -> Facts:
    return Facts(
        matches=tuple(
            MatchFact(
                at=Place(line=number),
                kind="teams",
                round=round_,
                home=home,
                away=away,
                unit="vps",
                home_score=Decimal(own),
                away_score=None if their is None else Decimal(their),
            )
            for number, (round_, home, away, own, their) in enumerate(matches, 1)
        ),
        totals=tuple(
            StatedTotal(participant=name, kind="team", total=Decimal(total))
            for name, total in {**TOTALS, **(totals or {})}.items()
        ),
        **more,  # type: ignore[arg-type]
    )


def found(*matches: Row, **more: object) -> tuple[str | None, str | None, str | None, str | None] | None:
    repair = repaired_match(event(*matches, **more))  # type: ignore[arg-type]
    return None if repair is None else (repair.code, repair.subject, repair.stated, repair.computed)


def with_match(number: int, *rows: Row) -> tuple[Row, ...]:
    return (*RIGHT[:number], *rows, *RIGHT[number + 1 :])


def test_totals_that_are_the_sums_of_their_matches_need_no_repair() -> None:
    assert found(*RIGHT) is None


def test_a_match_is_stated_the_wrong_way_round() -> None:
    wrong = with_match(1, (1, "C", "D", "8", "12"))
    assert found(*wrong) == (codes.MATCH_MISREPORTED.code, "match C - D", "8 : 12", "12 : 8")


@pytest.mark.parametrize(
    ("home", "away", "meant"), [("15", "8", "15 : 5"), ("12", "5", "15 : 5"), ("14", "6", "15 : 5")]
)
def test_a_match_has_another_score_for_one_side_or_for_both(home: str, away: str, meant: str) -> None:
    wrong = with_match(0, (1, "A", "B", home, away))
    assert found(*wrong) == (codes.MATCH_MISREPORTED.code, "match A - B", f"{home} : {away}", meant)


def test_a_match_is_that_of_a_side_that_has_none_in_its_round() -> None:
    wrong = with_match(0, (1, "E", "B", "15", "5"))
    more = {"totals": {"E": "0"}}
    assert found(*wrong, **more) == (codes.MATCH_MISREPORTED.code, "match E - B", "E", "A")


def test_a_match_of_two_who_have_not_met_is_missing() -> None:
    assert found(*with_match(3)) == (codes.MATCH_MISSING.code, "match B - D", None, "11 : 9")


def test_a_match_that_gave_one_side_nothing_is_missing_for_the_other() -> None:
    whole = with_match(3, (2, "B", "D", "20", "0"))
    assert found(*whole, totals={"B": "25", "D": "8"}) is None
    without = found(*with_match(3), totals={"B": "25", "D": "8"})
    assert without == (codes.MATCH_MISSING.code, "team B", None, "20 : 0")
    # Who has as many matches as anybody has another total.
    assert found(*RIGHT, totals={"A": "39"}) is None


def test_a_penalty_is_part_of_a_total_or_is_not() -> None:
    fine = AdjustmentFact(kind="penalty", participant="A", participant_kind="team", amount=Decimal(-2), unit="vps")
    for total in ("19", "17"):
        assert found(*RIGHT, totals={"A": total}, adjustments=(fine,)) is None
    wrong = with_match(1, (1, "C", "D", "8", "12"))
    assert found(*wrong, totals={"A": "17"}, adjustments=(fine,)) is not None


def test_a_side_with_an_unknown_score_is_left_out() -> None:
    bye = (*RIGHT, (3, "A", None, "12", None), (3, "B", "D", "11", None))
    assert found(*bye, totals={"A": "31"}) is None


def test_nothing_is_named_where_several_repairs_fit_or_most_totals_are_others() -> None:
    again = (*with_match(1, (1, "C", "D", "8", "12")), (3, "C", "D", "8", "12"))
    assert found(*again, totals={"C": "36", "D": "29"}) is None
    assert found(*RIGHT, totals={"A": "15", "B": "20"}) is not None
    assert found(*RIGHT, totals={"A": "15", "B": "20", "C": "29"}) is None


def test_it_is_looked_for_where_a_total_or_place_differs_and_comes_first() -> None:
    facts = event(*with_match(3))
    differs = codes.TOTAL_DIFFERS.finding("team B differs", subject="team B")
    assert [each.code for each in with_repaired_match(facts, [differs])] == [
        codes.MATCH_MISSING.code,
        codes.TOTAL_DIFFERS.code,
    ]
    tie = codes.TIE_SPLIT.finding("a tie")
    assert with_repaired_match(facts, [tie]) == [tie]
