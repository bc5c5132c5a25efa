"""Places that are all alike."""

from decimal import Decimal

import pytest

from contracts.facts import Facts, StatedTotal
from shared.bridge.rankings.unranked import all_alike, without_places_alike


def totals(*places: str | None, session: str | None = None, level: bool = False) -> tuple[StatedTotal, ...]:
    return tuple(
        StatedTotal(
            participant=str(number), kind="pair", session=session, place=place, total=Decimal(4 if level else number)
        )
        for number, place in enumerate(places)
    )


@pytest.mark.parametrize(
    ("stated", "alike"),
    [
        (totals("1", "1", "1"), 1),
        (totals("0", "0", "0", None), 1),
        (totals("1", "1", "1", level=True), 0),
        (totals("0", "0", "0", level=True), 1),
        (totals("1", "1"), 0),
        (totals("-", "-", ""), 0),
        (totals("1", "1", "2"), 0),
        ((*totals("1", "1"), *totals("1", "1", session="2")), 0),
        (tuple(total.replace(total=None) for total in totals("1", "1", "1")), 1),
    ],
)
def test_one_place_for_everybody_is_no_ranking(stated: tuple[StatedTotal, ...], alike: int) -> None:
    assert len(all_alike(stated)) == alike


def test_places_that_are_no_ranking_are_left_out_and_those_of_other_sessions_stay() -> None:
    other = totals("1", "2", "3", session="2")
    facts = Facts(totals=(*totals("1", "1", "1"), *other))
    assert [total.place for total in without_places_alike(facts).totals] == [None, None, None, "1", "2", "3"]
    ranked = Facts(totals=other)
    assert without_places_alike(ranked) is ranked
