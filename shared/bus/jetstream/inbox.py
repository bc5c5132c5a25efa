"""A subject of our own on which answers arrive, and a queue of them that survives a cancelled wait.

nats-py's `next_msg` makes a task and a UUID for each message, and a wait that is cancelled at the wrong moment takes a
message along. `asyncio.Queue` does neither, so the subscription's callback fills one.
"""

import asyncio
import contextlib
import json

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription


class Inbox:
    """Messages that a pull consumer sends to this client; `subject` is where to, or below which."""

    def __init__(self, client: Client, stream: str, consumer: str, tokens: str = "") -> None:
        """Prepare; `tokens` (".*") subscribes to subjects below the inbox."""
        self.client = client
        self.subject = client.new_inbox()
        self._address = f"{stream}.{consumer}"
        self._tokens = tokens
        self._queue: asyncio.Queue[Msg | None] = asyncio.Queue()
        self._subscription: Subscription | None = None

    async def open(self) -> None:
        """Begin to listen."""
        self._subscription = await self.client.subscribe(
            self.subject + self._tokens, cb=self._arrive, pending_msgs_limit=-1, pending_bytes_limit=-1
        )

    async def close(self) -> None:
        """Stop listening; what has arrived stays."""
        subscription, self._subscription = self._subscription, None
        if subscription is not None and self.client.is_connected:
            with contextlib.suppress(nats.errors.Error):
                await subscription.unsubscribe()

    async def request(self, reply: str, batch: int, expires: float, **options: int) -> None:
        """Ask the consumer for so many messages within so many seconds."""
        body = {"batch": batch, "expires": int(expires * 1e9), **options}
        await self.client.publish(f"$JS.API.CONSUMER.MSG.NEXT.{self._address}", json.dumps(body).encode(), reply)

    async def next(self, patience: float) -> Msg | None:
        """The next message, or None after `wake`.

        Raises:
            nats.errors.TimeoutError: nothing arrived.
        """
        if self.client.is_closed:
            raise nats.errors.ConnectionClosedError
        try:
            async with asyncio.timeout(max(0.0, patience)):
                return await self._queue.get()
        except TimeoutError:
            raise nats.errors.TimeoutError from None

    def arrived(self) -> Msg | None:
        """A message that is here already; answers without one are passed over."""
        while not self._queue.empty():
            message = self._queue.get_nowait()
            if message is not None and status(message) is None:
                return message
        return None

    def wake(self) -> None:
        """End the present wait."""
        self._queue.put_nowait(None)

    async def _arrive(self, message: Msg) -> None:
        self._queue.put_nowait(message)


def status(message: Msg) -> str | None:
    """The status of an answer without a message; None for a message, whatever its headers say."""
    return None if message.reply else (message.headers or {}).get("Status")
