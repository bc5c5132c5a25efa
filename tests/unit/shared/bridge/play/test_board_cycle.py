"""Dealer and vulnerability of a board number (Law 2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.play.board_cycle import Vulnerability, dealer, parse_vulnerability, vulnerability
from shared.bridge.play.seats import Seat, Side
from shared.bridge.unreadable import UnreadableText

SIXTEEN = ["None", "NS", "EW", "All", "NS", "EW", "All", "None", "EW", "All", "None", "NS", "All", "None", "NS", "EW"]


def test_the_dealer_turns_clockwise_from_north():
    assert [dealer(number).value for number in range(1, 10)] == list("NESWNESWN")


def test_the_first_sixteen_boards_have_the_vulnerabilities_of_law_2():
    assert [vulnerability(number).value for number in range(1, 17)] == SIXTEEN


@given(st.integers(min_value=1, max_value=10**9))
def test_the_cycle_repeats_every_sixteen_boards(number):
    assert vulnerability(number).value == SIXTEEN[(number - 1) % 16]
    assert vulnerability(number + 16) is vulnerability(number)
    assert dealer(number + 4) is dealer(number)


@pytest.mark.parametrize("number", [0, -1])
def test_a_board_number_below_one_has_no_dealer_and_no_vulnerability(number):
    with pytest.raises(ValueError, match="start at 1"):
        dealer(number)
    with pytest.raises(ValueError, match="start at 1"):
        vulnerability(number)


def test_vulnerability_is_asked_by_side():
    assert Vulnerability.NS.of(Side.NS)
    assert not Vulnerability.NS.of(Side.EW)
    assert all(Vulnerability.ALL.of(side) for side in Side)
    assert not any(Vulnerability.NONE.of(side) for side in Side)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("None", Vulnerability.NONE),
        ("Love", Vulnerability.NONE),
        ("-", Vulnerability.NONE),
        ("ns", Vulnerability.NS),
        ("E-W", Vulnerability.EW),
        ("All", Vulnerability.ALL),
        ("both", Vulnerability.ALL),
        ("", None),
        (" ? ", None),
    ],
)
def test_every_word_of_pbn_for_vulnerability_is_read(text, expected):
    assert parse_vulnerability(text) is expected


def test_an_unknown_vulnerability_is_refused_with_its_code():
    with pytest.raises(UnreadableText) as caught:
        parse_vulnerability("N/S?" * 1000)
    assert caught.value.code == "vulnerability-unknown"
    assert len(str(caught.value)) < 120


def test_seats_know_their_side():
    assert [seat.side.value for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)] == ["NS", "EW", "NS", "EW"]
