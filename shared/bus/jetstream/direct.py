"""Direct requests (ADR-31 of NATS): what a stream keeps, in one answer of many messages and without a consumer.

Any server that has a copy of the stream answers, and some copies may be a little behind.
"""

import asyncio
import contextlib
import json
from collections.abc import Sequence
from datetime import datetime

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import RawStreamMsg
from nats.js.errors import APIError, NotFoundError
from nats.js.manager import JetStreamManager

from shared.bus.jetstream.connection import BusClient

PATIENCE = 5.0
"""Seconds between two answers."""
FIRST = (0.5, 1.0, 2.0)
"""Seconds for the first answer in a cluster: the server that got the request may stand still, and the next try finds
another one. A busy one is given longer each time, and the last one `PATIENCE`."""
LARGEST = 4 * 1024 * 1024
"""Bytes of one answer, more only where a single message has more."""
SUBJECTS = 500
"""Subjects of one request: a server looks through at most 1,024."""

TOO_MANY = 413
"""The server's status where a request asks for more than it looks through."""


UNREADABLE = "Message Not Found"
"""How the server describes the end of an answer at such a message; "No Results" where there is none."""


TRIES = 3
"""How often the last message of one subject is asked for: one that was replaced a moment ago is there the next time."""


class TooManySubjects(APIError):
    """The patterns have more subjects than a server looks through."""


class MessageGone(APIError):
    """The server ends its answer at a message that it cannot read, or that was replaced a moment ago."""


async def after(
    client: BusClient, stream: str, subject: str, position: int, since: datetime | None = None, *, batch: int
) -> list[RawStreamMsg]:
    """Up to `batch` messages on a subject or a pattern behind a sequence, or from a moment on.

    Raises:
        NotFoundError: there is none.
        TimeoutError: nobody answers in time, or a message of the answer is missing.
    """
    start = {"start_time": since.isoformat()} if since is not None else {"seq": position + 1}
    return await _answer(client, stream, {**start, "next_by_subj": subject, "batch": batch, "max_bytes": LARGEST})


async def last_of_each(client: BusClient, stream: str, patterns: Sequence[str]) -> list[RawStreamMsg]:
    """The last message of each subject of some patterns, in the order of the stream; without those that are damaged.

    Raises:
        NotFoundError: there is none.
        APIError: the server refuses the request.
        nats.errors.Error: nobody answers in time.
    """
    try:
        return await _answer(client, stream, {"multi_last": patterns})
    except (TooManySubjects, MessageGone):
        infos = [await client.js.stream_info(stream, subjects_filter=pattern) for pattern in patterns]
    names = list(dict.fromkeys(name for info in infos for name in info.state.subjects or ()))
    parts = [names[start : start + SUBJECTS] for start in range(0, len(names), SUBJECTS)]
    found = [message for part in parts for message in await _last_of_some(client, stream, part)]
    return sorted(found, key=lambda message: message.seq or 0)


async def _last_of_some(client: BusClient, stream: str, subjects: Sequence[str]) -> list[RawStreamMsg]:
    """The last messages of subjects, half of them at a time where one cannot be read."""
    for _ in range(TRIES if len(subjects) == 1 else 1):
        try:
            return await _answer(client, stream, {"multi_last": subjects})
        except NotFoundError:
            break
        except MessageGone:
            pass
    half = len(subjects) // 2
    parts = (subjects[:half], subjects[half:]) if half else ()
    return [message for part in parts for message in await _last_of_some(client, stream, part)]


async def some_from(client: BusClient, stream: str, seq: int, *, batch: int, most_bytes: int) -> list[RawStreamMsg]:
    """The next messages from a sequence on that can be read, at most `batch` and about `most_bytes`; none at the end.

    Raises:
        APIError, nats.errors.Error: as above.
    """
    try:
        return await _answer(client, stream, {"seq": seq, "batch": batch, "max_bytes": most_bytes})
    except NotFoundError:
        return []


class Unanswered(TimeoutError):
    """Nobody has begun to answer."""


async def _answer(client: BusClient, stream: str, request: dict[str, object]) -> list[RawStreamMsg]:
    for first in FIRST if client.clustered else ():
        with contextlib.suppress(Unanswered):
            return await _one_answer(client, stream, request, first)
    return await _one_answer(client, stream, request, PATIENCE)


async def _one_answer(client: BusClient, stream: str, request: dict[str, object], first: float) -> list[RawStreamMsg]:
    arrived: asyncio.Queue[Msg] = asyncio.Queue()
    subject, inbox = f"{client.api}.DIRECT.GET.{stream}", client.new_inbox()
    subscription = await client.subscribe(inbox, cb=arrived.put)
    messages: list[RawStreamMsg] = []
    try:
        # What comes after a break of the connection would not be all of it.
        async with client.watched(subject):
            await client.publish(subject, json.dumps(request).encode(), inbox)
            while True:
                try:
                    async with asyncio.timeout(PATIENCE if messages else first):
                        answer = await arrived.get()
                except TimeoutError:
                    raise (TimeoutError if messages else Unanswered)(f"{stream} does not answer") from None
                headers = answer.headers or {}
                if "multi_last" in request and headers.get("Description") == UNREADABLE:
                    raise MessageGone(code=404)
                if messages and headers.get("Nats-Last-Sequence") != str(messages[-1].seq):
                    raise TimeoutError(f"a message of {stream} is missing")
                match headers.get("Status"):
                    case None:
                        messages.append(JetStreamManager._lift_msg_to_raw_msg(answer))
                    case "204":
                        return messages
                    case "413":
                        raise TooManySubjects(code=413)
                    case "404":
                        raise NotFoundError(code=404, description="no message")
                    case "503":
                        # Nobody answers: a stream without a leader, or none of this name, which is a NotFoundError.
                        await client.js.stream_info(stream)
                        raise nats.errors.NoRespondersError
                    case status:
                        raise APIError(code=int(status), description=headers.get("Description"))
    finally:
        await subscription.unsubscribe()
