import pytest

from contracts.facts import Facts
from services.scoring.domain.merging.changes import Change, changes_between, recounted
from tests.support.fragments import pair, points, result

LINE = result("1", "1", "2", 420)


@pytest.mark.parametrize(
    ("old", "new", "counted"),
    [
        (None, LINE, [(LINE, 1)]),
        (LINE, None, [(LINE, -1)]),
        (LINE, LINE.replace(ns_score=points(450)), []),
        (LINE, LINE.replace(table="2"), [(LINE, -1), (LINE.replace(table="2"), 1)]),
    ],
)
def test_a_line_is_counted_again_where_something_is_new_that_is_counted(old, new, counted):
    assert recounted([Change("results", old, new)]) == counted


def test_what_is_no_line_is_not_counted():
    assert recounted([Change("participants", None, pair("1"))]) == []


def test_between_two_events_are_the_facts_that_came_went_or_are_others():
    other = LINE.replace(ns_score=points(450))
    before, after = (
        Facts(results=(LINE,), participants=(pair("1"),)),
        Facts(results=(other,), participants=(pair("2"),)),
    )
    assert set(changes_between(before, after)) == {
        Change("results", LINE, other),
        Change("participants", pair("1"), None),
        Change("participants", None, pair("2")),
    }
    assert changes_between(before, before) == []
