"""A subject of our own on which answers arrive, and a queue of them that survives a cancelled wait.

nats-py's `next_msg` makes a task and a UUID for each message, and a wait that is cancelled at the wrong moment takes a
message along. `asyncio.Queue` does neither, so the subscription's callback fills one.
"""

import asyncio
import contextlib

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription


class Inbox:
    """Messages that arrive on an inbox of this client.

    Attributes:
        client: that listens.
        subject: where answers are to be sent, or below which.
    """

    def __init__(self, client: Client, tokens: str = "") -> None:
        """Prepare; `tokens` (".*") subscribes to subjects below the inbox."""
        self.client = client
        self._tokens = tokens
        self._queue: asyncio.Queue[Msg | None] = asyncio.Queue()
        self._subscription: Subscription | None = None
        self.subject = client.new_inbox()

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
        """A message that is here already."""
        while not self._queue.empty():
            if (message := self._queue.get_nowait()) is not None:
                return message
        return None

    def wake(self) -> None:
        """End the present wait."""
        self._queue.put_nowait(None)

    async def _arrive(self, message: Msg) -> None:
        self._queue.put_nowait(message)
