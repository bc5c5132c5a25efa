"""The identity of a tournament."""

from hypothesis import given
from hypothesis import strategies as st

from contracts.base import SLUG_LENGTH
from shared.formats.trf.identity import event_slug


def test_name_city_and_first_day_make_the_identity():
    assert event_slug("Spring Open", "Elmtown", "2031-05-01") == "spring-open-elmtown-2031-05-01"
    assert event_slug("Spring Open", None, " ") == "spring-open"


def test_without_a_name_there_is_none():
    assert event_slug(None, "Elmtown", "2031-05-01") is None
    assert event_slug("  ", "Elmtown", None) is None


def test_long_names_that_differ_at_the_end_stay_apart():
    long = "The very long name of a championship " * 4
    one, other = event_slug(long + "A", None, None), event_slug(long + "B", None, None)
    assert one != other
    assert one is not None
    assert len(one) <= SLUG_LENGTH


@given(st.text(min_size=1).filter(str.strip), st.none() | st.text(), st.none() | st.text())
def test_any_name_makes_a_slug(name, city, day):
    found = event_slug(name, city, day)
    assert found
    assert len(found) <= SLUG_LENGTH
