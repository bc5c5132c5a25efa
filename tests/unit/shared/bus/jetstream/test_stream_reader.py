"""Moments of messages; a reader on a server is in tests/integration/bus/jetstream/test_stored.py."""

from datetime import UTC, datetime

import pytest
from nats.aio.msg import Msg

from shared.bus.jetstream.stream_reader import stored_at


@pytest.mark.parametrize(
    "reply",
    [
        "$JS.ACK.INTAKE.c.1.7.7.1773057600123456999.0",
        "$JS.ACK._.hash.INTAKE.c.1.7.7.1773057600123456999.0",
        "$JS.ACK._.hash.INTAKE.c.1.7.7.1773057600123456999.0.random",
    ],
)
def test_a_moment_is_cut_and_never_rounded_up_so_that_reading_from_it_finds_the_message(reply: str):
    message = Msg(_client=None, subject="x", reply=reply)  # type: ignore[arg-type]
    assert stored_at(message) == datetime(2026, 3, 9, 12, 0, 0, 123456, tzinfo=UTC)
