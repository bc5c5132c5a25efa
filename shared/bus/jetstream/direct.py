"""Messages by one direct request (ADR-31 of NATS), which makes no consumer: the last of each subject, or the next."""

import asyncio
import json
from collections.abc import Sequence

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import RawStreamMsg
from nats.js.errors import APIError, NotFoundError
from nats.js.manager import JetStreamManager

PATIENCE = 5.0
"""Seconds between two answers."""

TOO_MANY = 413
"""The server's status where a request asks for more than it looks through."""


async def last_of_each(client: Client, stream: str, patterns: Sequence[str]) -> list[RawStreamMsg] | None:
    """The messages, in the order of the stream; None where there are more than a server looks through (1,024).

    Raises:
        NotFoundError: there is none.
        APIError: the server refuses the request.
        nats.errors.Error: nobody answers in time.
    """
    try:
        return await _answers(client, stream, {"multi_last": patterns})
    except APIError as error:
        if error.code == TOO_MANY:
            return None
        raise


async def some_from(client: Client, stream: str, seq: int, *, batch: int, most_bytes: int) -> list[RawStreamMsg]:
    """The next messages from a sequence on that can be read, at most `batch` and about `most_bytes`; none at the end.

    Raises:
        APIError, nats.errors.Error: as above.
    """
    request = {"seq": seq, "batch": batch, "max_bytes": most_bytes}
    try:
        return await _answers(client, stream, request)
    except NotFoundError:
        return []


async def _answers(client: Client, stream: str, request: object) -> list[RawStreamMsg]:
    answers: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = client.new_inbox()
    subscription = await client.subscribe(inbox, cb=answers.put)
    messages = []
    try:
        await client.publish(f"$JS.API.DIRECT.GET.{stream}", json.dumps(request).encode(), inbox)
        while True:
            async with asyncio.timeout(PATIENCE):
                answer = await answers.get()
            match (answer.headers or {}).get("Status"):
                case None:
                    messages.append(JetStreamManager._lift_msg_to_raw_msg(answer))
                case "204":
                    return messages
                case "404":
                    raise NotFoundError(code=404, description="no message")
                case "503":
                    raise nats.errors.NoRespondersError
                case status:
                    raise APIError(code=int(status), description=(answer.headers or {}).get("Description"))
    finally:
        await subscription.unsubscribe()
