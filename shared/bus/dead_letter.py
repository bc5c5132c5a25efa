"""Dead letters: what could not be processed, with the reason, and the way back.

A dead letter is written before its message is acknowledged, so that a message is always in one of the two places.
Trying again publishes the original to its subject under a new id and removes the letter.
"""

import base64
from datetime import datetime

from contracts.messages import DeadLetter
from shared.bus.delivery import Delivery
from shared.bus.wire import BODY, MSG_ID, message_id

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
