"""Rankings with the places and totals that the organiser chose to show."""

from decimal import Decimal

from contracts.standings import AS_STATED, Ranking, StandingRow, StatedRow, TieBreakValue
from shared.public_values import is_stated, public_rankings

ANN = StandingRow(
    id="1",
    number="1",
    name="Ann",
    place="1",
    rank=1,
    total=Decimal(71),
    percentage=Decimal(71),
    adjustment=Decimal(-3),
    tie_breaks=(TieBreakValue(code="SB", value=Decimal(9)),),
    stated=StatedRow("2", Decimal(50)),
    agrees=False,
)
BO = StandingRow(
    id="2", number="2", name="Bo", place="2", rank=2, total=Decimal(69), stated=StatedRow("1", Decimal(52))
)
CY = StandingRow(id="3", number="3", name="Cy", place="3", rank=3, total=Decimal(68))


def ranking(*rows: StandingRow, own: str = "overall", title: str = "Overall") -> Ranking:
    return Ranking(id=own, title=title, unit="match_points", rows=rows)


def test_both_are_as_they_are() -> None:
    rankings = (ranking(ANN, BO),)
    assert public_rankings(rankings, "both") is rankings


def test_of_those_computed_nothing_stated_is_left() -> None:
    as_stated = ranking(ANN, own="EW", title=f"East-West{AS_STATED}")
    (shown,) = public_rankings((ranking(ANN, BO), as_stated), "computed")
    assert [(row.place, row.total, row.stated, row.agrees) for row in shown.rows] == [
        ("1", 71, None, None),
        ("2", 69, None, None),
    ]


def test_of_those_stated_nothing_computed_is_left() -> None:
    (shown,) = public_rankings((ranking(ANN, BO, CY), ranking(CY, own="section-A")), "stated")
    assert [(row.place, row.rank, row.total) for row in shown.rows] == [("2", 2, 50), ("1", 1, 52), (None, None, None)]
    first = shown.rows[0]
    assert (first.percentage, first.adjustment, first.tie_breaks, first.agrees) == (None, None, (), None)


def test_where_nothing_is_stated_there_is_nothing_to_contradict() -> None:
    (shown,) = public_rankings((ranking(CY),), "stated")
    assert not is_stated(shown.rows)
    assert list(shown.rows) == [CY]
