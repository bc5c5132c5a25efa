"""The last message of each subject of some patterns by one direct request (ADR-31 of NATS), which makes no consumer."""

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


async def last_of_each(client: Client, stream: str, patterns: Sequence[str]) -> list[RawStreamMsg] | None:
    """The messages, in the order of the stream; None where there are more than a server looks through (1,024).

    Raises:
        NotFoundError: there is none.
        APIError: the server refuses the request.
        nats.errors.Error: nobody answers in time.
    """
    answers: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = client.new_inbox()
    subscription = await client.subscribe(inbox, cb=answers.put)
    messages = []
    try:
        request = json.dumps({"multi_last": patterns}).encode()
        await client.publish(f"$JS.API.DIRECT.GET.{stream}", request, inbox)
        while True:
            async with asyncio.timeout(PATIENCE):
                answer = await answers.get()
            match (answer.headers or {}).get("Status"):
                case None:
                    messages.append(JetStreamManager._lift_msg_to_raw_msg(answer))
                case "204":
                    return messages
                case "413":
                    return None
                case "404":
                    raise NotFoundError(code=404, description="no message")
                case "503":
                    raise nats.errors.NoRespondersError
                case status:
                    raise APIError(code=int(status), description=(answer.headers or {}).get("Description"))
    finally:
        await subscription.unsubscribe()
