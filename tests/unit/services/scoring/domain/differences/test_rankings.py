"""How totals are written, and that a percentage may stand in their place."""

from decimal import Decimal

import pytest

from contracts.facts import StatedTotal
from services.scoring.domain.differences.rankings import Habits, habits_of, place_of
from services.scoring.domain.event.event_state import EventState
from shared.bridge.rankings.places import Place
from tests.support.fragments import fragment, pair, result


def stated(*pairs: tuple[str, str | None]) -> list[StatedTotal]:
    return [
        StatedTotal(participant=str(n), kind="pair", total=Decimal(total), percentage=percent and Decimal(percent))
        for n, (total, percent) in enumerate(pairs)
    ]


def test_most_totals_say_whether_the_percentage_stands_in_their_place() -> None:
    assert habits_of(stated(("55", "55.25"), ("45", "44.75"), ("50", "50"))) == Habits(2, repeats_percentages=True)
    assert habits_of(stated(("44", "55.25"), ("45", "44.75"), ("36", "45"))) == Habits(2, repeats_percentages=False)
    assert habits_of(stated(("44", None))) == Habits(0, repeats_percentages=False)


def test_a_wrong_total_that_happens_to_be_near_its_percentage_is_found() -> None:
    lines = [result("1", "1", "2", 420), result("1", "3", "4", 50), result("1", "5", "6", -50)]
    percents = {"1": (4, 100), "3": (50, 50)}
    totals = tuple(
        StatedTotal(participant=name, kind="pair", total=Decimal(total), percentage=Decimal(percent))
        for name, (total, percent) in percents.items()
    )
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("f", results=lines, participants=tuple(map(pair, "123456")), totals=totals))
    assert [(f.code, f.stated, f.computed) for f in state.score()[0].findings] == [("scoring.total-differs", "50", "2")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("3", Place(3)),
        ("3=", Place(3, None)),
        ("=3", Place(3, None)),
        ("3/5", Place(3, 3)),
        ("", None),
        ("-", None),
        (None, None),
        ("first", None),
        ("0", None),
    ],
)
def test_a_place_is_read_in_every_way_of_writing_it_or_not_at_all(text: str | None, place: Place | None) -> None:
    assert place_of(StatedTotal(participant="1", kind="pair", place=text)) == place


def test_without_a_total_there_is_no_place() -> None:
    assert place_of(None) is None
