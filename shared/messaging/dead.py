"""Dead letters: what could not be processed, with the reason, and the way back.

A dead letter is written before its message is acknowledged, so that a message is always in one of the two places.
Trying again publishes the original to its subject under a new id and removes the letter.
"""

import base64
from collections.abc import AsyncIterator
from datetime import datetime
from typing import TYPE_CHECKING

from contracts.messages import DeadLetter
from shared.errors import OperationFailed
from shared.messaging.errors import PayloadTooLarge, Unreadable
from shared.messaging.objects import ObjectMissing
from shared.messaging.router import Delivery
from shared.messaging.wire import BODY, MSG_ID, BodyRef, message_id

if TYPE_CHECKING:
    from shared.messaging.bus import Bus
    from shared.messaging.stored import Stored

STREAM = "DEAD"
PATTERN = "dead.*"

RETRIED = "Kibitz-Retried"
"""Header of a message that was a dead letter: the sequence of that letter."""

_NOT_COPIED = frozenset({"nats-expected-stream", "nats-expected-last-subject-sequence", "nats-msg-id", "traceparent"})


def letter_of(
    service: str, consumer: str, delivery: Delivery, data: bytes, reason: str, error: str, died_at: datetime
) -> DeadLetter:
    """The dead letter of a delivery; a body in the object store stays there and is referred to."""
    if BODY in delivery.headers:
        encoding, body = "object", delivery.headers[BODY]
    else:
        try:
            encoding, body = "text", data.decode("utf-8")
        except UnicodeDecodeError:
            encoding, body = "base64", base64.b64encode(data).decode()
    return DeadLetter.model_validate(
        {
            "service": service,
            "consumer": consumer,
            "subject": delivery.subject,
            "stream": delivery.stream,
            "sequence": delivery.seq,
            "deliveries": delivery.deliveries,
            "reason": reason[:4_000],
            "error": error[:200],
            "died_at": died_at,
            "headers": dict(delivery.headers),
            "body": body,
            "encoding": encoding,
        }
    )


def original(letter: DeadLetter, seq: int) -> tuple[bytes, dict[str, str]]:
    """Body and headers with which a letter's message is published again: its own, under a new id."""
    kept = {name: value for name, value in letter.headers.items() if name.lower() not in _NOT_COPIED}
    first = letter.headers.get(MSG_ID) or f"{letter.stream}:{letter.sequence}"
    kept[MSG_ID] = message_id(f"{first}:retry:{seq}")
    kept[RETRIED] = str(seq)
    if letter.encoding == "text":
        return letter.body.encode(), kept
    if letter.encoding == "base64":
        return base64.b64decode(letter.body), kept
    return b"", kept


async def body_of_letter(bus: "Bus", letter: DeadLetter, limit: int) -> bytes | None:
    """The body of the message that died, wherever it lies; None when it is gone, or has more than `limit` bytes.

    Raises:
        OperationFailed: the bus does not answer.
    """
    if letter.encoding != "object":
        return original(letter, 0)[0]
    try:
        ref = BodyRef.parse(letter.body)
        return await bus.get_object(ref.bucket, ref.name, limit=limit)
    except (ObjectMissing, PayloadTooLarge, Unreadable):
        return None


async def dead_letters(bus: "Bus", service: str | None = None) -> AsyncIterator["Stored[DeadLetter]"]:
    """Every dead letter, oldest first; of one service or of all."""
    async for stored in bus.history(f"dead.{service}" if service else PATTERN, DeadLetter):
        yield stored


async def show_dead(bus: "Bus", seq: int) -> "Stored[DeadLetter]":
    """One dead letter by its sequence in DEAD.

    Raises:
        OperationFailed: there is none.
    """
    stored = await bus.at(STREAM, seq, DeadLetter)
    if stored is None:
        raise OperationFailed(f"there is no dead letter {seq}")
    return stored


async def retry_dead(bus: "Bus", seq: int) -> int:
    """Publish the message of a dead letter again and remove the letter; the new sequence of the message.

    The message goes to everybody who reads its subject; those who handled it before recognise its identity.

    Raises:
        OperationFailed: there is no such letter, or the message cannot be published.
    """
    letter = (await show_dead(bus, seq)).message
    body, values = original(letter, seq)
    published = await bus.republish(letter.subject, body, values)
    await bus.delete_message(STREAM, seq)
    return published.seq
