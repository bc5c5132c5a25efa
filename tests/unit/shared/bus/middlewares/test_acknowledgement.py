"""What becomes of a message that cannot be handled; the same on a server is in tests/integration/bus/middlewares."""

import asyncio
import logging
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import nats.errors
import pytest
from faststream import ContextRepo
from faststream.nats import NatsBroker, TestNatsBroker
from nats.aio.msg import Msg
from nats.js.api import RawStreamMsg

from contracts import subjects
from contracts.codes import intake
from contracts.codes.code import codes_of
from contracts.messages import DeadLetter, EventMerged
from shared.bus.delivery import Delivery
from shared.bus.errors import Unreadable
from shared.bus.jetstream.pull import GuardedPull
from shared.bus.middlewares.acknowledgement import DEAD_RETRY, Acknowledgement
from shared.bus.middlewares.retry_policy import MOST_UNANSWERED
from shared.bus.parking import SUSPECT, Parked, ParkedMessage
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.bus.topology import consumers
from shared.errors import FormatError, OperationFailed, Superseded
from shared.telemetry import Metrics

SUBJECT = subjects.event_merged("club-pairs")
CODE = codes_of(vars(intake))[0]
(SPEC,) = consumers("seating")


class Delivered(Msg):
    """A message of another class than the subject's, and what was answered."""

    def __init__(self, deliveries: int = 1, data: bytes = b"{}") -> None:
        reply = f"$JS.ACK.{SPEC.stream}.{SPEC.durable}.{deliveries}.7.7.1773057600123456999.0"
        super().__init__(_client=None, subject=SUBJECT, reply=reply, data=data, headers={})  # type: ignore[arg-type]
        self.answers: list[object] = []

    async def ack(self) -> None:
        self.answers.append("ack")

    async def nak(self, delay: float | None = None) -> None:
        self.answers.append(("nak", delay))


class Seating:
    """The bus of a service, which stores dead letters, or none when it is full."""

    def __init__(self, *, full: bool = False, error: Exception | None = None) -> None:
        self.full = full
        self.handled: list[EventMerged] = []
        self.sent: list[tuple[str, DeadLetter]] = []
        self.service, self.settings, self.metrics = "seating", BusSettings(), Metrics()
        self.released: list[Msg] = []
        pull = GuardedPull(
            SimpleNamespace(new_inbox=str, api="$JS.API", clustered=False), SPEC.stream, SPEC.durable, Mock()
        )  # type: ignore[arg-type]
        pull.release = self.released.append  # type: ignore[method-assign]
        self.client = SimpleNamespace(pulls={pull.key: pull})
        self.router = ServiceRouter("seating")

        @self.router.subscribe("scoring.event.merged.v1")
        async def on_event_merged(message: EventMerged) -> None:
            self.handled.append(message)
            if error is not None:
                raise error

    def metric(self, name: str, **labels: str) -> float | None:
        labels = {"service": "seating", "consumer": SPEC.label, **labels}
        return self.metrics.registry.get_sample_value(f"kibitz_{name}", labels)

    async def body_of(self, headers: object, data: bytes) -> bytes:
        return data

    async def publish(self, subject: str, message: DeadLetter) -> None:
        if self.full:
            raise OperationFailed("the disk is full")
        self.sent.append((subject, message))


EXAMPLE = Path(__file__).resolve().parents[5] / "contracts/examples/EventMerged.json"


def merged() -> Delivered:
    return Delivered(data=EXAMPLE.read_bytes())


class Aside:
    """What is set aside, with the delay or the number of processes that never answered; or nothing when it is lost."""

    def __init__(self, answers: list[object], *, lost: bool = False) -> None:
        self.answers, self.lost = answers, lost

    async def park(self, delivery: Delivery, delay: float, reason: str, unanswered: int = 0) -> None:
        if self.lost:
            raise OperationFailed("no bucket")
        self.answers.append(("parked", unanswered or delay))


async def handled(msg: Delivered, bus: Seating) -> list[object]:
    """Let FastStream process a delivery with our middleware."""
    bus.parking = Aside(msg.answers, lost=bus.full)
    broker = NatsBroker(middlewares=[Acknowledgement], context=ContextRepo({"bus": bus}), logger=None)
    broker.include_router(bus.router)
    async with TestNatsBroker(broker):
        (subscriber,) = bus.router.subscribers
        await subscriber.process_message(msg)
    return msg.answers


async def test_a_message_is_acknowledged_when_its_dead_letter_is_stored() -> None:
    bus = Seating()
    assert await handled(Delivered(), bus) == ["ack"]
    ((subject, letter),) = bus.sent
    assert (subject, letter.consumer, letter.error) == ("dead.seating", SPEC.durable, "Unreadable")
    assert bus.handled == []


async def test_a_message_whose_dead_letter_cannot_be_stored_stays(caplog: pytest.LogCaptureFixture) -> None:
    bus = Seating(full=True)
    assert await handled(Delivered(), bus) == [("nak", DEAD_RETRY)]
    assert "a dead letter could not be written, so its message comes again: the disk is full" in caplog.text
    assert bus.metric("messages_total", outcome="retried") == 1


@pytest.mark.parametrize(("deliveries", "handlings"), [(SUSPECT, 1), (SUSPECT + 1, 0), (SUSPECT + 7, 0)])
async def test_a_message_that_may_have_ended_two_processes_is_set_aside_before_a_third_has_it(
    deliveries: int, handlings: int
) -> None:
    bus = Seating()
    answers = await handled(Delivered(deliveries, EXAMPLE.read_bytes()), bus)
    assert answers == (["ack"] if handlings else [("parked", SUSPECT), "ack"])
    assert len(bus.handled) == handlings
    assert bus.metric("messages_total", outcome="ok" if handlings else "parked") == 1


async def test_a_message_that_cannot_be_set_aside_comes_again(caplog: pytest.LogCaptureFixture) -> None:
    assert await handled(merged(), Seating(full=True, error=OSError("disk"))) == [("nak", 1.0)]
    assert "it could not be set aside: no bucket" in caplog.text


async def test_a_message_that_was_set_aside_is_given_up_unseen_when_nobody_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus = Seating()
    entry = Parked(SPEC.stream, SPEC.durable, SUBJECT, 7, 7, tries=5, due=0.0, unanswered=MOST_UNANSWERED)
    message = ParkedMessage(entry, RawStreamMsg(subject=SUBJECT, seq=7, data=EXAMPLE.read_bytes()))
    message.answers = []  # type: ignore[attr-defined]
    await handled(message, bus)  # type: ignore[arg-type]
    assert (message.answered, message.delay, bus.handled) == (True, None, [])
    assert bus.sent[0][1].error == "NeverAnswered"
    assert "never answered" in caplog.text


async def test_a_message_that_is_handled_is_acknowledged_counted_and_kept_alive_no_longer(caplog) -> None:
    bus, message = Seating(), merged()
    with caplog.at_level(logging.DEBUG, "kibitz.bus"):
        assert await handled(message, bus) == ["ack"]
    assert [record for record in caplog.records if record.name == "kibitz.bus"] == []
    assert len(bus.handled) == 1
    assert bus.metric("messages_total", outcome="ok") == bus.metric("handling_seconds_count") == 1
    assert 0 <= (bus.metric("handling_seconds_sum") or 0) < 10
    assert bus.released == [message]


@pytest.mark.parametrize(
    ("error", "answer", "outcome", "level", "text"),
    [
        (OSError("disk"), ("parked", 1.0), "retried", "WARNING", "failed, again in 1 s: OSError: disk"),
        (
            OperationFailed("later"),
            ("parked", 1.0),
            "retried",
            "WARNING",
            "failed, again in 1 s: OperationFailed: later",
        ),
        (Superseded("newer"), "ack", "superseded", "INFO", "superseded: newer"),
        (FormatError(CODE, "not a tag"), "ack", "rejected", "INFO", "rejected: not a tag"),
        (
            Unreadable("torn"),
            "ack",
            "dead",
            "ERROR",
            "dead letter: torn; kibitz dead list has it, kibitz dead retry sends it again",
        ),
    ],
)
async def test_the_log_says_what_becomes_of_a_message(caplog, error, answer, outcome, level, text) -> None:
    bus = Seating(error=error)
    with caplog.at_level(logging.INFO, "kibitz.bus"):
        assert (await handled(merged(), bus))[0] == answer
    assert bus.metric("messages_total", outcome=outcome) == 1
    [record] = [record for record in caplog.records if record.name == "kibitz.bus"]
    assert (record.levelname, text in record.getMessage()) == (level, True)
    place = record.kibitz_fields  # type: ignore[attr-defined]
    assert (place["service"], place["consumer"]) == ("seating", SPEC.durable)
    assert (place["stream"], place["seq"]) == ("MERGED", 7)
    assert place.get("code") == (str(CODE) if outcome == "rejected" else None)
    assert bool(record.exc_info) == (outcome == "dead" or isinstance(error, OSError)), "a traceback helps with these"


async def test_an_answer_that_cannot_be_sent_is_logged_and_the_message_comes_again(caplog) -> None:
    class Lost(Delivered):
        async def ack(self) -> None:
            raise nats.errors.ConnectionClosedError

    bus = Seating()
    assert await handled(Lost(data=EXAMPLE.read_bytes()), bus) == []
    assert "an answer was not sent: nats: connection closed" in caplog.text
    assert len(bus.released) == 1


async def test_a_handler_that_hangs_is_set_aside_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    bus = Seating()
    bus.settings = BusSettings(handler_timeout=0.05)

    async def hang(headers: object, data: bytes) -> bytes:
        await asyncio.sleep(5)
        return data

    bus.body_of = hang  # type: ignore[method-assign]
    assert await handled(merged(), bus) == [("parked", 1.0), "ack"]
    assert "not finished after 0.05 s (hung)" in caplog.text


async def test_a_time_limit_of_something_else_is_named(caplog: pytest.LogCaptureFixture) -> None:
    assert await handled(merged(), Seating(error=TimeoutError("the engine"))) == [("parked", 1.0), "ack"]
    assert "(the engine)" in caplog.text


async def test_a_message_that_no_stream_delivered_is_handled_and_not_answered() -> None:
    bus, message = Seating(), merged()
    message.reply = "_INBOX.broadcast.1"
    assert await handled(message, bus) == []
    assert len(bus.handled) == 1
