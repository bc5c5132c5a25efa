"""Moments of messages; a reader on a server is in tests/integration/bus/jetstream/test_stored.py."""

from datetime import UTC, datetime

import pytest
from nats.aio.msg import Msg

from shared.bus.jetstream.stream_reader import StreamReader, _Broken, stored_at


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


def delivered(consumer_sequence: int) -> Msg:
    reply = f"$JS.ACK.INTAKE.c.1.{consumer_sequence + 40}.{consumer_sequence}.1773057600123456999.2"
    return Msg(_client=None, subject="x", reply=reply)  # type: ignore[arg-type]


def test_a_message_that_was_lost_on_the_way_is_noticed_by_the_next_one():
    reader = StreamReader(None, "INTAKE", "x")  # type: ignore[arg-type]
    for number in (1, 2):
        reader._accept(delivered(number))
    assert (reader.position, reader.pending) == (42, 2)
    with pytest.raises(_Broken, match="missing"):
        reader._accept(delivered(4))
    assert reader.position == 42
