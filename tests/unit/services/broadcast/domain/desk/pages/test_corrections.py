"""What has changed since the standings were official."""

from services.broadcast.domain.desk.pages.corrections import changes, official_since
from tests.unit.services.broadcast.domain.desk.pages.test_files import NOW, line
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

FIRST, SECOND = {"rank": 1, "place": "1", "percentage": "60.00"}, {"rank": 2, "place": "2", "percentage": "40.00"}


def test_who_has_another_place_or_result_is_listed_with_both():
    official = standings(FIRST, SECOND)
    assert changes(official, official) == []
    now = standings({**FIRST, "percentage": "58.00"}, {**SECOND, "percentage": None, "total": "12"})
    assert [(each.id, each.before, each.now) for each in changes(official, now)] == [
        ("p1", ("1", "60.00%"), ("1", "58.00%")),
        ("p2", ("2", "40.00%"), ("2", "12")),
    ]


def test_who_is_new_or_gone_is_listed():
    one, both = standings(FIRST), standings(FIRST, SECOND)
    (new,), (gone,) = changes(one, both), changes(both, one)
    assert (new.id, new.before, new.now) == ("p2", ("–", "–"), ("2", "40.00%"))
    assert (gone.id, gone.name, gone.before, gone.now) == ("p2", "Pair 2", ("2", "40.00%"), ("–", "–"))


def test_official_is_what_the_newest_decision_that_counts_declares():
    official = line("counts", "decisions").replace(decided=("The standings are official, decided by Ann",))
    assert official_since([line("counts"), official], "club") == NOW
    assert official_since([official], "other") is None
    withdrawn = line("retracted", "decisions").replace(decided=official.decided)
    live = official.replace(decided=("The standings are live, decided by Ann",))
    assert official_since([withdrawn, live], "club") is None
