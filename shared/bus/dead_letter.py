"""Dead letters: what could not be processed, with the reason, and the way back.

A dead letter is written before its message is acknowledged, so that a message is always in one of the two places.
Trying again publishes the original to its subject under a new id and removes the letter.
"""

import base64
from collections.abc import AsyncIterator
from datetime import datetime

from contracts.messages import DeadLetter
from shared.bus.delivery import Delivery
from shared.bus.errors import PayloadTooLarge, Unreadable
from shared.bus.jetstream.buckets import ObjectMissing
from shared.bus.jetstream.stored import Stored
from shared.bus.middlewares.publication import Publisher
from shared.bus.wire import BODY, MSG_ID, BodyRef, message_id
from shared.errors import OperationFailed

STREAM = "DEAD"

_NOT_COPIED = frozenset(
    {"nats-expected-stream", "nats-expected-last-subject-sequence", "nats-msg-id", "traceparent", "kibitz-arrived"}
)


def letter_of(service: str, delivery: Delivery, data: bytes, reason: str, error: str, died_at: datetime) -> DeadLetter:
    """The dead letter of a delivery; a body in the object store stays there and is referred to."""
    if BODY in delivery.headers:
        encoding, body = "object", delivery.headers[BODY]
    else:
        try:
            encoding, body = "text", data.decode("utf-8")
        except UnicodeDecodeError:
            encoding, body = "base64", base64.b64encode(data).decode()
    place = vars(delivery) | {"service": service, "sequence": delivery.seq}
    death = {"reason": reason[:4_000], "error": error[:200], "died_at": died_at}
    return DeadLetter.model_validate({**place, **death, "body": body, "encoding": encoding})


def original(letter: DeadLetter, seq: int) -> tuple[bytes, dict[str, str]]:
    """Body and headers with which a letter's message is published again: its own, under a new id."""
    headers = {name: value for name, value in letter.headers.items() if name.lower() not in _NOT_COPIED}
    first = letter.headers.get(MSG_ID) or f"{letter.stream}:{letter.sequence}"
    headers[MSG_ID] = message_id(f"{first}:retry:{seq}")
    if letter.encoding == "object":
        return b"", headers
    return base64.b64decode(letter.body) if letter.encoding == "base64" else letter.body.encode(), headers


async def body_of_letter(bus: Publisher, letter: DeadLetter, limit: int) -> bytes | None:
    """The body of the message that died, wherever it lies; None when it is gone, or has more than `limit` bytes."""
    if letter.encoding != "object":
        return original(letter, 0)[0]
    try:
        ref = BodyRef.parse(letter.body)
        return await bus.get_object(ref.bucket, ref.name, limit=limit)
    except (ObjectMissing, PayloadTooLarge, Unreadable):
        return None


def dead_letters(bus: Publisher, service: str | None = None) -> AsyncIterator[Stored[DeadLetter]]:
    """Every dead letter, oldest first; of one service or of all."""
    return bus.history(f"dead.{service or '*'}", DeadLetter)


async def show_dead(bus: Publisher, seq: int) -> Stored[DeadLetter]:
    """One dead letter by its sequence in DEAD; OperationFailed where there is none."""
    stored = await bus.at(STREAM, DeadLetter, seq=seq)
    if stored is None:
        raise OperationFailed(f"there is no dead letter {seq}")
    return stored


async def retry_dead(bus: Publisher, seq: int) -> int:
    """Publish the message of a dead letter again and remove the letter; the new sequence of the message.

    The message goes to everybody who reads its subject; those who handled it before recognise its identity.
    """
    letter = (await show_dead(bus, seq)).message
    published = await bus.send(letter.subject, *original(letter, seq))
    await bus.delete_message(STREAM, seq)
    return published.seq
