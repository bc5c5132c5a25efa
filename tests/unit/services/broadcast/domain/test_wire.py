from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.broadcast.domain import wire


def test_a_moment_is_written_in_utc_with_milliseconds() -> None:
    east = timezone(timedelta(hours=2))
    assert wire.stamp(datetime(2026, 3, 1, 1, 30, tzinfo=east)) == "2026-02-28T23:30:00.000Z"
    assert wire.stamp(datetime(2026, 3, 1, 1, 30, 0, 5999, tzinfo=UTC)) == "2026-03-01T01:30:00.005Z"


@given(st.from_regex(r"[0-9A-Za-z_.-]{1,64}", fullmatch=True), st.integers(0, 2**53 - 1))
def test_a_position_is_read_back_from_its_word(epoch: str, seq: int) -> None:
    assert wire.position_of(wire.event_id(epoch, seq)) == (epoch, seq)


@pytest.mark.parametrize("text", ["", "-", "E1", "E1-", "-5", "E1-x", "E1-²", "E1--", "x" * 65 + "-1", "E-" + "9" * 20])
def test_what_is_no_position_is_none(text: str) -> None:
    assert wire.position_of(text) is None
