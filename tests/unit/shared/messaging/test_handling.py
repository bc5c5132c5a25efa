"""What becomes of a message that cannot be handled; on a server: tests/integration/messaging/test_handling.py."""

import logging
from types import SimpleNamespace

import pytest

from contracts import subjects
from contracts.messages import DeadLetter
from shared.errors import OperationFailed
from shared.messaging.handling import DEAD_RETRY, Handling
from shared.messaging.policy import UNSEEN_AFTER, Policy
from shared.messaging.router import Subscription
from shared.messaging.topology import consumers, family
from shared.telemetry import Metrics

SUBJECT = subjects.event_merged("club-pairs")
(SPEC,) = consumers("seating")


class Delivered:
    """A message of another class than the subject's, and what was answered."""

    def __init__(self, deliveries: int = 1) -> None:
        self.subject, self.data, self.headers = SUBJECT, b"{}", {}
        self.reply = f"$JS.ACK.{SPEC.stream}.{SPEC.durable}.{deliveries}.7.7.1773057600123456999.0"
        self.metadata = SimpleNamespace(
            stream=SPEC.stream,
            consumer=SPEC.durable,
            num_delivered=deliveries,
            sequence=SimpleNamespace(stream=7, consumer=7),
        )
        self.answers: list[object] = []

    async def ack(self) -> None:
        self.answers.append("ack")

    async def nak(self, delay: float | None = None) -> None:
        self.answers.append(("nak", delay))

    async def in_progress(self) -> None:
        """Nobody waits."""


class Letters:
    """A publisher of dead letters, or of none when the bus is full."""

    def __init__(self, *, full: bool = False) -> None:
        self.full = full
        self.sent: list[tuple[str, DeadLetter]] = []

    async def message(self, subject: str, message: DeadLetter, expect_last: int | None) -> None:
        if self.full:
            raise OperationFailed("the disk is full")
        self.sent.append((subject, message))


async def handled(msg: Delivered, letters: Letters) -> list[object]:
    async def never(message: object, delivery: object) -> None:
        raise AssertionError("the handler was called")

    handling = Handling("seating", Policy(), letters, None, Metrics(), 5.0)  # type: ignore[arg-type]
    await handling.handle(Subscription(family(SUBJECT), (SPEC,), never, None), SPEC, msg)  # type: ignore[arg-type]
    return msg.answers


async def test_a_message_is_acknowledged_when_its_dead_letter_is_stored() -> None:
    letters = Letters()
    assert await handled(Delivered(), letters) == ["ack"]
    ((subject, letter),) = letters.sent
    assert (subject, letter.consumer, letter.error) == ("dead.seating", SPEC.durable, "Unreadable")


async def test_a_message_whose_dead_letter_cannot_be_stored_stays() -> None:
    assert await handled(Delivered(), Letters(full=True)) == [("nak", DEAD_RETRY)]


async def test_a_message_that_nobody_sees_any_more_is_said_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    letters = Letters()
    with caplog.at_level(logging.ERROR, "kibitz.messaging"):
        assert await handled(Delivered(UNSEEN_AFTER + 1), letters) == ["ack"]
    assert letters.sent[0][1].error == "NeverAnswered"
    assert "never answered" in caplog.text
