"""Messages that a stream stores together or not at all: atomic batches of nats-server 2.12 (ADR-50 of NATS).

The messages are sent one after the other without waiting, the last with the request to commit. The server checks every
expected sequence and every id before it stores any of them, and gives them consecutive sequences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex

import nats.errors
from nats.js.api import Header, PubAck
from nats.js.errors import APIError, NoStreamResponseError

from shared.bus.errors import Conflict
from shared.bus.jetstream.session import Session
from shared.bus.wire import MSG_ID

LARGEST = 1000
"""Messages of one batch at most; the server's limit."""

REPEATED = 10201
"""The server's code for a batch with an id that it has seen."""


@dataclass(frozen=True)
class Outgoing:
    """A message as it is sent, with its headers."""

    subject: str
    body: bytes
    headers: dict[str, str]


async def store_batch(session: Session, stream: str, messages: Sequence[Outgoing]) -> list[int]:
    """Store up to `LARGEST` messages together, once; their sequences, in their order.

    Raises:
        Conflict: the sequence that one of them expects is not that of the last message on its subject; none is stored.
    """
    first, last = messages[0], messages[-1]
    try:
        what = f"publishing to {first.subject} and more"
        ack = await session.retry(what, lambda: _send(session, stream, messages), stores=True)
    except Conflict:
        # The answer to our own first attempt may have been lost; then the last message is the last on its subject.
        stored = await session.raw(stream, subject=last.subject)
        if stored is None or not stored.seq or (stored.headers or {}).get(MSG_ID) != last.headers[MSG_ID]:
            raise
        ack = PubAck(stream=stream, seq=stored.seq, duplicate=True)
    return list(range(ack.seq - len(messages) + 1, ack.seq + 1))


async def _send(session: Session, stream: str, messages: Sequence[Outgoing]) -> PubAck:
    client, batch = session.client, token_hex(11)
    *others, last = (
        {**message.headers, Header.EXPECTED_STREAM: stream, "Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
        for number, message in enumerate(messages, start=1)
    )
    for message, headers in zip(messages, others, strict=False):
        await client.publish(message.subject, message.body, headers=headers)
    commit = {**last, "Nats-Batch-Commit": "1"}
    try:
        ack = await client.js.publish(
            messages[-1].subject, messages[-1].body, timeout=session.settings.publish_timeout, headers=commit
        )
    except APIError as error:
        if error.err_code == REPEATED:
            raise Conflict(str(error.description)) from None
        raise
    except nats.errors.NoRespondersError:
        raise NoStreamResponseError from None
    return ack
