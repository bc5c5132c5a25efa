"""What becomes of a message that cannot be handled; the same on a server is in tests/integration/bus/middlewares."""

import logging
from types import SimpleNamespace

import pytest
from faststream import ContextRepo
from faststream.nats import NatsBroker, TestNatsBroker
from nats.aio.msg import Msg

from contracts import subjects
from contracts.messages import DeadLetter, EventMerged
from shared.bus.middlewares.acknowledgement import DEAD_RETRY, Acknowledgement
from shared.bus.middlewares.policy import UNSEEN_AFTER
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.bus.topology import consumers
from shared.errors import OperationFailed
from shared.telemetry import Metrics

SUBJECT = subjects.event_merged("club-pairs")
(SPEC,) = consumers("seating")


class Delivered(Msg):
    """A message of another class than the subject's, and what was answered."""

    def __init__(self, deliveries: int = 1) -> None:
        reply = f"$JS.ACK.{SPEC.stream}.{SPEC.durable}.{deliveries}.7.7.1773057600123456999.0"
        super().__init__(_client=None, subject=SUBJECT, reply=reply, data=b"{}", headers={})  # type: ignore[arg-type]
        self.answers: list[object] = []

    async def ack(self) -> None:
        self.answers.append("ack")

    async def nak(self, delay: float | None = None) -> None:
        self.answers.append(("nak", delay))


class Seating:
    """The bus of a service, which stores dead letters, or none when it is full."""

    def __init__(self, *, full: bool = False) -> None:
        self.full = full
        self.sent: list[tuple[str, DeadLetter]] = []
        self.service, self.settings, self.metrics = "seating", BusSettings(), Metrics()
        self.client = SimpleNamespace(pulls={})
        self.router = ServiceRouter("seating")

        @self.router.subscribe("scoring.event.merged.v1")
        async def never(message: EventMerged) -> None:
            raise AssertionError("the handler was called")

    async def body_of(self, headers: object, data: bytes) -> bytes:
        return data

    async def publish(self, subject: str, message: DeadLetter) -> None:
        if self.full:
            raise OperationFailed("the disk is full")
        self.sent.append((subject, message))


async def handled(msg: Delivered, bus: Seating) -> list[object]:
    """Let FastStream process a delivery with our middleware."""
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


async def test_a_message_whose_dead_letter_cannot_be_stored_stays() -> None:
    assert await handled(Delivered(), Seating(full=True)) == [("nak", DEAD_RETRY)]


async def test_a_message_that_nobody_sees_any_more_is_said_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    bus = Seating()
    with caplog.at_level(logging.ERROR, "kibitz.bus"):
        assert await handled(Delivered(UNSEEN_AFTER + 1), bus) == ["ack"]
    assert bus.sent[0][1].error == "NeverAnswered"
    assert "never answered" in caplog.text
