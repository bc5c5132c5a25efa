"""Places of a ranking in which only what files state counts."""

from decimal import Decimal

from shared.bridge.rankings.stated_places import Stated, stated_places


def test_stated_places_are_kept_as_written_and_ranked_by_what_they_say():
    rows = [
        Stated("2="),
        Stated("=2", Decimal(90)),
        Stated("1"),
        Stated(None, Decimal(70)),
        Stated("dnf"),
        Stated("4/5"),
    ]
    assert stated_places(rows) == [("2=", 2), ("=2", 2), ("1", 1), (None, None), ("dnf", None), ("4/5", 4)]


def test_without_places_they_follow_the_stated_percentages_or_else_totals():
    totals = [Stated(total=Decimal(total)) for total in (3, 7, 7)]
    assert stated_places(totals) == [("3", 3), ("1=", 1), ("1=", 1)]
    halves = [Stated(None, Decimal(90), Decimal("41.5")), Stated(None, Decimal(80), Decimal("60")), Stated()]
    assert stated_places(halves) == [("2", 2), ("1", 1), (None, None)]


def test_whoever_is_stated_with_nothing_says_nothing():
    assert [Stated().says_anything, Stated(total=Decimal(0)).says_anything] == [False, True]
