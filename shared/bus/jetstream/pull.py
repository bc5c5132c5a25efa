"""A pull subscription for FastStream's loop that neither spins nor forgets what it handed out.

FastStream calls `fetch` again at once after an error that returns at once: without a pause a deleted consumer costs
half a core and says nothing, and a closed client freezes the process. nats-py's own `fetch` waits out its time limit
when the server has long said that the consumer is gone, and mixes up the answers to an earlier request with those to
the present one. Here a failed request is followed by a pause, and each request has a reply subject of its own.

From its arrival until it is answered a message is kept alive by heartbeats, also while it waits for a free worker. What
is unanswered when the subscription ends is given back.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from shared.bus.jetstream.inbox import Inbox, status
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

PAUSE = 0.25
"""Seconds after a first failure; doubled for each further one up to `LONGEST_PAUSE`."""
LONGEST_PAUSE = 2.0
PATIENCE = 5.0
"""Seconds that a fetch without a time limit waits; requests must not pile up while there is no connection."""
SLACK = 1.0
"""Seconds that the server may take to say that a request has expired."""
HEARTBEATS = 3
"""Heartbeats within the consumer's wait for an answer."""


class GuardedPull:
    """One durable, read one message at a time; `failures` counts fetches in a row that failed."""

    def __init__(
        self,
        client: Client,
        stream: str,
        durable: str,
        ack_wait: float,
        until_connected: Callable[[float], Awaitable[bool]],
    ) -> None:
        """Bind to a durable that exists; `until_connected` waits so many seconds for the connection."""
        self.durable = durable
        self.failures = 0
        self.inbox = Inbox(client, stream, durable, ".*")
        self._until_connected = until_connected
        self._requests = 0
        self._unanswered: list[Msg] = []
        self._beat_every = ack_wait / HEARTBEATS
        self._beating: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Listen for messages and keep alive what arrives."""
        await self.inbox.open()
        self._beating = asyncio.ensure_future(self._beat())

    async def fetch(
        self,
        batch: int = 1,
        timeout: float | None = 5,  # noqa: ASYNC109 - the signature is nats-py's
        heartbeat: float | None = None,
    ) -> list[Msg]:
        """Fetch one message; an error that came at once is passed on after a pause.

        Raises:
            nats.errors.TimeoutError: no message; the loop above asks again.
        """
        expires = timeout or PATIENCE
        if not self.inbox.client.is_connected and not await self._until_connected(expires):
            raise nats.errors.TimeoutError
        try:
            # A message may have come after the request for it was given up.
            message = self.inbox.arrived() or await self._request(expires)
        except (nats.errors.Error, OSError) as error:
            self.failures += 1
            if self.failures == 3:
                logger.warning("a consumer does not answer: %s", error, extra=fields(consumer=self.durable))
            await asyncio.sleep(min(PAUSE * 2 ** min(self.failures - 1, 6), LONGEST_PAUSE))
            raise nats.errors.TimeoutError from error
        self.failures = 0
        if message is None:
            raise nats.errors.TimeoutError
        self._unanswered.append(message)
        return [message]

    def wake(self) -> None:
        """Ask again at once: the present request was lost with the connection, or the consumer is there again."""
        self.inbox.wake()

    def release(self, message: Msg) -> None:
        """Keep a message alive no longer: it is answered, or its answer could not be sent."""
        self._unanswered = [other for other in self._unanswered if other is not message]

    async def unsubscribe(self) -> None:
        """Stop listening, and give back what is not answered."""
        if self._beating is not None:
            self._beating.cancel()
        await self.inbox.close()
        while (message := self.inbox.arrived()) is not None:
            self._unanswered.append(message)
        for message in self._unanswered:
            with contextlib.suppress(nats.errors.Error):
                await message.nak()
        self._unanswered = []

    async def _request(self, expires: float) -> Msg | None:
        """One message, or None when there was none until the request expired."""
        self._requests += 1
        reply = f"{self.inbox.subject}.{self._requests}"
        await self.inbox.request(reply, 1, expires)
        deadline = time.monotonic() + expires + SLACK
        while (message := await self.inbox.next(deadline - time.monotonic())) is not None:
            code = status(message)
            if code is None:
                return message
            if message.subject != reply or code == "100":
                continue
            if code in ("404", "408"):
                return None
            description = (message.headers or {}).get("Description", "").partition("\n")[0]
            raise nats.errors.Error(f"{code} {description}".strip())
        return None

    async def _beat(self) -> None:
        """Tell the server that somebody is at work, so that nothing is delivered again meanwhile."""
        while True:
            await asyncio.sleep(self._beat_every)
            for message in self._unanswered:
                with contextlib.suppress(nats.errors.Error):
                    await message.in_progress()
