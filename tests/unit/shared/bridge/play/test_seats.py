"""Reading seats."""

from __future__ import annotations

import pytest

from shared.bridge.play.seats import Seat, Side, parse_seat
from shared.bridge.unreadable import UnreadableText


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S", Seat.SOUTH),
        ("South", Seat.SOUTH),
        ("s", Seat.SOUTH),
        (" w ", Seat.WEST),
        ("NORTH", Seat.NORTH),
        ("e", Seat.EAST),
    ],
)
def test_a_seat_is_read_from_a_letter_or_a_word(text, expected):
    assert parse_seat(text) is expected


@pytest.mark.parametrize("text", ["", "  ", "-", "?"])
def test_a_text_that_states_no_seat_gives_none(text):
    assert parse_seat(text) is None


@pytest.mark.parametrize("text", ["X", "NS", "Southwest", "N" * 100_000])
def test_a_text_that_is_no_seat_is_refused(text):
    with pytest.raises(UnreadableText) as caught:
        parse_seat(text)
    assert caught.value.code == "seat-unknown"
    assert len(caught.value.reason) < 120


def test_north_and_south_are_one_side_and_east_and_west_the_other():
    assert [seat.side for seat in (Seat.NORTH, Seat.SOUTH)] == [Side.NS] * 2
    assert [seat.side for seat in (Seat.EAST, Seat.WEST)] == [Side.EW] * 2
