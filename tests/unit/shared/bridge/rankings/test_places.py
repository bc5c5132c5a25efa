"""Places, ties, groups, and how files write them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.rankings.places import Place, Ranks, parse_place, rank
from shared.bridge.unreadable import UnreadableText


def test_equal_values_share_a_place_and_leave_a_gap():
    places = rank({"a": Fraction(60), "b": Fraction(55), "c": Fraction(55), "d": Fraction(40)})
    assert {key: str(place) for key, place in places.items()} == {"a": "1", "b": "2=", "c": "2=", "d": "4"}
    assert [(place.first, place.last) for place in places.values()] == [(1, 1), (2, 3), (2, 3), (4, 4)]


def test_values_that_only_look_equal_are_not_tied():
    places = rank({"a": Fraction(55000, 1000), "b": Fraction(55001, 1000)})
    assert (str(places["b"]), str(places["a"])) == ("1", "2")


def test_a_participant_without_a_standing_is_unranked_and_comes_last():
    places = rank({"new": None, "a": Decimal("3.5"), "b": Decimal(4)})
    assert list(places) == ["b", "a", "new"]
    assert places["new"] is None


def test_an_event_without_standings_ranks_nobody():
    assert rank({"a": None, "b": None}) == {"a": None, "b": None}
    assert rank({}) == {}


@given(st.dictionaries(st.integers(), st.integers(0, 8) | st.none(), max_size=40))
def test_a_place_is_one_more_than_the_number_of_better_values(values):
    known = [value for value in values.values() if value is not None]
    for key, place in rank(values).items():
        value = values[key]
        if value is None:
            assert place is None
        else:
            assert place == Place(1 + sum(other > value for other in known), known.count(value))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("3", Place(3)),
        (" 12 ", Place(12)),
        ("3=", Place(3, None)),
        ("=3", Place(3, None)),
        ("4 =", Place(4, None)),
        ("1/2", Place(1, 2)),
        ("3-5", Place(3, 3)),
        ("1st", Place(1)),
        ("2/2", Place(2, 1)),
    ],
)
def test_a_place_is_read_in_the_forms_of_every_version(text, place):
    assert parse_place(text) == place


@pytest.mark.parametrize("text", ["", "  ", "-", "?"])
def test_a_blank_place_states_nothing(text):
    assert parse_place(text) is None


@pytest.mark.parametrize("text", ["0", "x", "3.5", "5/3", "-1", "3==", "=", "9" * 100_000])
def test_a_text_that_is_no_place_is_refused(text):
    with pytest.raises(UnreadableText) as caught:
        parse_place(text)
    assert caught.value.code == "place-form"
    assert len(caught.value.reason) < 120


def test_a_shared_place_says_so_even_when_the_number_of_sharers_is_unknown():
    place = Place(3, None)
    assert place.tied
    assert place.last is None
    assert str(place) == "3="


@given(st.integers(1, 999), st.integers(1, 9))
def test_a_written_place_reads_back(first, shared_by):
    place = Place(first, shared_by)
    assert parse_place(f"{place.first}/{place.last}") == place
    read = parse_place(str(place))
    assert read is not None
    assert (read.first, read.tied) == (first, shared_by > 1)


any_value = st.none() | st.fractions(-5, 5, max_denominator=40) | st.decimals(-5, 5, places=2)


@given(st.lists(st.tuples(st.integers(0, 5), any_value), max_size=30), st.integers(0, 30))
def test_places_kept_to_date_are_those_of_the_last_values(puts, seen):
    ranks, values = Ranks(range(6)), dict.fromkeys(range(6))
    for number, (key, value) in enumerate(puts):
        ranks.put(key, value)
        values[key] = value
        if number == seen:
            assert list(ranks.places()) == list(rank(values).items())
    assert list(ranks.places()) == list(rank(values).items())
    better = {
        key: sum(other > value for other in values.values() if other is not None)
        for key, value in values.items()
        if value is not None
    }
    assert {key: place.first - 1 for key, place in ranks.places() if place is not None} == better
