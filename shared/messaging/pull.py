"""A pull subscription that cannot spin and notices when it is deaf.

FastStream's loop calls `fetch` again at once after an error that returns at once: without a pause a deleted consumer
costs half a core and says nothing, and a closed client freezes the process. The pause is here.
"""

import asyncio
import json
import logging
import time
from typing import TYPE_CHECKING, Any

import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext

from shared.telemetry import fields

if TYPE_CHECKING:
    from shared.messaging.connection import BusJetStream

logger = logging.getLogger("kibitz.messaging")

PAUSE = 0.25
"""Seconds after a first failure; doubled for each further one up to `LONGEST_PAUSE`."""
LONGEST_PAUSE = 2.0
PATIENCE = 5.0
"""Seconds that a fetch without a time limit waits for the connection; requests must not pile up for its return."""
SLACK = 1.0
"""Seconds that the server may take to say that a request has expired."""


class GuardedPull(JetStreamContext.PullSubscription):
    """One durable, read one message at a time.

    nats-py's own `fetch` waits out its time limit when the server has long said that the consumer is gone, and mixes up
    the answers to an earlier request with those to the present one; here each request has a reply subject of its own.

    Attributes:
        failures: fetches in a row that failed.
    """

    def __init__(self, js: "BusJetStream", sub: Subscription, stream: str, consumer: str, inbox: str) -> None:
        """Bind to a durable that exists; `sub` listens on `inbox.*`."""
        super().__init__(js, sub, stream, consumer, inbox.encode())
        self.failures = 0
        self._client = js.client
        self._requests = 0
        self._fetching = False
        self._woken = False

    @property
    def durable(self) -> str:
        """Name of the consumer."""
        return str(self._consumer)

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
        if not self._client.is_connected and not await self._client.until_connected(expires):
            raise nats.errors.TimeoutError
        self._woken = False
        try:
            message = await self._fetch(expires)
        except (nats.errors.Error, OSError) as error:
            if self._woken:
                raise nats.errors.TimeoutError from None
            self.failures += 1
            if self.failures == 3:
                logger.warning(
                    "a consumer does not answer: %s", error, extra=fields(consumer=self.durable, stream=self._stream)
                )
            await asyncio.sleep(min(PAUSE * 2 ** min(self.failures - 1, 6), LONGEST_PAUSE))
            raise nats.errors.TimeoutError from error
        self.failures = 0
        if message is None:
            raise nats.errors.TimeoutError
        return [message]

    def wake(self) -> None:
        """Ask again at once: the present request was lost with the connection, or the consumer is there again."""
        if self._fetching:
            self._woken = True
            self._put(Msg(_client=self._nc, subject=self._reply, headers={"Status": "408"}))

    def leftovers(self) -> list[Msg]:
        """Messages that arrived and were handed to nobody."""
        found: list[Msg] = []
        while (message := self._waiting()) is not None:
            found.append(message)
        return found

    async def _fetch(self, expires: float) -> Msg | None:
        """One message, or None when there was none until the request expired."""
        if (message := self._waiting()) is not None:
            return message
        self._requests += 1
        self._reply = f"{self._deliver}.{self._requests}"
        body = json.dumps({"batch": 1, "expires": int(expires * 1_000_000_000)})
        self._fetching = True
        try:
            await self._nc.publish(self._nms, body.encode(), self._reply)
            deadline = time.monotonic() + expires + SLACK
            while True:
                message = await self._sub.next_msg(timeout=max(0.01, deadline - time.monotonic()))
                status = _status(message)
                if status is None:
                    return message
                if message.subject != self._reply or status == "100":
                    continue
                if status in ("404", "408"):
                    return None
                said = (message.headers or {}).get("Description", "").partition("\n")[0]
                raise nats.errors.Error(f"{status} {said}".strip())
        finally:
            self._fetching = False

    def _waiting(self) -> Msg | None:
        """A message that came after the request for it was given up."""
        queue: Any = self._sub._pending_queue
        while not queue.empty():
            message: Msg = queue.get_nowait()
            self._sub._pending_size -= len(message.data)
            queue.task_done()
            if _status(message) is None:
                return message
        return None

    def _put(self, message: Msg) -> None:
        self._sub._pending_queue.put_nowait(message)


def _status(message: Msg) -> str | None:
    """The status of an answer without a message; None for a message, whatever its headers say."""
    return None if message.reply else (message.headers or {}).get("Status")
