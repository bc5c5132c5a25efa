"""Bytes to facts."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import FormatError, InputRejected
from shared.formats import usebio
from shared.formats.pbn import parse
from tests.support.pbn_games import made_up


@pytest.mark.parametrize("data", [b"", b"\n\n", b"% PBN 2.1\n", b"{ a comment }", b"just prose", b"\x00" * 999])
def test_a_file_without_a_game_is_refused(data):
    with pytest.raises(FormatError) as refused:
        parse(data)
    assert refused.value.code.code == "pbn.no-game"


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    with suppress(InputRejected):
        assert parse(data).events


@given(st.integers(0, 2_000), st.integers(0, 2_000))
def test_a_file_cut_anywhere_is_read_as_far_as_it_goes(seed, cut):
    data = (made_up(seed).text() + "\n" + made_up(seed + 1).text()).encode()
    if cut > len('[Event "x"]'):
        assert parse(data[:cut]).events


def test_the_same_bytes_give_the_same_facts():
    data = "\n".join(made_up(seed).text() for seed in range(5)).encode()
    assert parse(data) == parse(data)


def test_hands_find_the_results_of_their_event_in_another_format():
    xml = (
        b'<USEBIO Version="1.2"><CLUB><CLUB_NAME>The Hall</CLUB_NAME></CLUB><EVENT EVENT_TYPE="MP_PAIRS">'
        b"<EVENT_DESCRIPTION>Monday Pairs</EVENT_DESCRIPTION><DATE>04/05/2031</DATE></EVENT></USEBIO>"
    )
    hands = b'[Event "Monday Pairs"]\n[Site "The Hall"]\n[Date "2031.05.04"]\n[Board "1"]\n[Deal "N:AK... - - -"]\n'
    assert parse(hands).events[0].event == usebio.parse(xml).events[0].event
