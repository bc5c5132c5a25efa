"""Where a message stands in its stream."""

from datetime import UTC, datetime

from nats.aio.msg import Msg

from shared.bus.delivery import delivery_of


def test_a_delivery_is_what_jetstream_says_of_the_message():
    reply = "$JS.ACK.INTAKE.usebio_parser-file-received.3.7.9.1773057600123456999.2"
    message = Msg(_client=None, subject="intake.file.received.v1.usebio.ab", reply=reply)  # type: ignore[arg-type]
    delivery = delivery_of(message)
    assert delivery is not None
    assert (delivery.stream, delivery.consumer) == ("INTAKE", "usebio_parser-file-received")
    assert (delivery.deliveries, delivery.seq) == (3, 7)
    assert delivery.time == datetime(2026, 3, 9, 12, 0, 0, 123456, tzinfo=UTC)


def test_a_question_is_no_delivery():
    message = Msg(_client=None, subject="scoring.standings.asked.v1.x", reply="_INBOX.broadcast.1")  # type: ignore[arg-type]
    assert delivery_of(message) is None
