"""Messages of a pull consumer: asked for in time, missed when they stay away, and never forgotten.

FastStream calls `fetch` again at once after an error: without a pause a deleted consumer costs half a core and says
nothing, and a closed client freezes the process. nats-py's own `fetch` waits out its time limit when the server has
long said that the consumer is gone, and mixes up the answers to an earlier request with those to the present one. Its
`next_msg` makes a task and a UUID for each message, and a wait that is cancelled at the wrong moment takes a message
along; `asyncio.Queue` does neither, so the subscription's callback fills one.
"""

import asyncio
import contextlib
import itertools
import json
import logging

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from shared.bus.jetstream.heartbeat import Heartbeat
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

EXPIRES = 30.0
"""Seconds after which the server ends a request, and it is repeated."""
HEARTBEAT, IN_CLUSTER = 1.5, 0.5
"""Seconds between the server's signs of life while a request waits: of a single one, and of several, where the one that
has the request may stand still without our connection noticing."""
SLACK = 0.5
"""Seconds after two of them were missed until the request, or the server that had it, is taken for lost."""
PAUSES = (0.25, 0.5)
"""Seconds after the first failure, the second, …, all further ones."""


class PullClient(Client):
    """A nats-py client for pulls; `pulls` are the open ones, by stream and consumer.

    Attributes:
        clustered: whether several servers keep the streams.
    """

    def __init__(self, *, clustered: bool = False) -> None:
        super().__init__()
        self.clustered = clustered
        self.api = "$JS.API"
        self.connected = asyncio.Event()
        self.pulls: dict[tuple[str, str], Pull] = {}


class Pull:
    """Asks a consumer for messages, so many at a time; what it sends arrives below the subject `inbox`."""

    def __init__(self, client: PullClient, stream: str, consumer: str, batch: int) -> None:
        self.client = client
        self.key = stream, consumer
        self.inbox = client.new_inbox()
        self._next = f"{client.api}.CONSUMER.MSG.NEXT.{stream}.{consumer}"
        self._batch = batch
        self._every = IN_CLUSTER if client.clustered else HEARTBEAT
        self._numbers = itertools.count(1)
        self._reply = ""
        self._requested = 0
        self._deadline = 0.0
        self._arrived: asyncio.Queue[Msg | None] = asyncio.Queue()

    async def open(self) -> None:
        """Begin to listen."""
        self._subscription: Subscription = await self.client.subscribe(
            f"{self.inbox}.*", cb=self._arrive, pending_msgs_limit=-1, pending_bytes_limit=-1
        )
        self.client.pulls[self.key] = self

    async def close(self) -> None:
        """Stop listening."""
        self.client.pulls.pop(self.key, None)
        with contextlib.suppress(nats.errors.Error):
            await self._subscription.unsubscribe()

    def wake(self) -> None:
        """End the present wait, whose request was lost with the connection."""
        self._requested = 0
        self._arrived.put_nowait(None)

    async def next(self) -> Msg | None:
        """The next message, as long as it takes; None after `wake`.

        Raises:
            nats.errors.Error: the consumer is gone or silent; the next call asks anew.
        """
        try:
            while True:
                if self._requested + self._arrived.qsize() <= self._batch // 4:
                    if self._requested == 0:
                        # Answers to requests that were given up arrive elsewhere.
                        self._reply = f"{self.inbox}.{next(self._numbers)}"
                    self._requested += self._batch
                    self._deadline = asyncio.get_running_loop().time() + 2 * self._every + SLACK
                    nanoseconds = {"expires": int(EXPIRES * 1e9), "idle_heartbeat": int(self._every * 1e9)}
                    body = {"batch": self._batch, **nanoseconds}
                    await self.client.publish(self._next, json.dumps(body).encode(), self._reply)
                try:
                    # Counted from the last sign of life, so that a caller who gives up waiting cannot put off the end.
                    async with asyncio.timeout_at(self._deadline):
                        message = await self._arrived.get()
                except TimeoutError:
                    raise nats.errors.Error("no sign of life") from None
                if message is None or message.reply:
                    return message
                headers = message.headers or {}
                code, description = headers.get("Status"), headers.get("Description", "").partition("\n")[0]
                if code in ("404", "408") or (code == "409" and "Batch" in description):
                    unused = int(headers.get("Nats-Pending-Messages", self._batch))
                    self._requested = max(0, self._requested - unused)
                elif code != "100":
                    raise nats.errors.Error(f"{code} {description}".strip())
        except nats.errors.Error:
            self._requested = 0
            raise

    def _keep(self, message: Msg) -> bool:
        """Whether a message that has arrived is to be handed over."""
        return True

    async def _arrive(self, message: Msg) -> None:
        if message.reply:
            self._requested = max(0, self._requested - 1)
            if not self._keep(message):
                return
        elif message.subject != self._reply:
            return
        self._deadline = asyncio.get_running_loop().time() + 2 * self._every + SLACK
        self._arrived.put_nowait(message)


class GuardedPull(Pull):
    """A durable for FastStream's loop, which is given one message at a time; `failures` counts failed fetches in a row.

    From its arrival until it is answered a message is kept alive, also while it waits for a free worker. If it comes
    again in that time, because signs of life were late, it is the same message still. What is unanswered when the
    subscription ends is given back.
    """

    def __init__(self, client: PullClient, stream: str, durable: str, heartbeat: Heartbeat, batch: int = 1) -> None:
        """Bind to a durable that exists; ask it for `batch` at a time."""
        super().__init__(client, stream, durable, batch)
        self.failures = 0
        self._heartbeat = heartbeat
        self._unanswered: dict[int, Msg] = {}

    async def fetch(self, **ignored: object) -> list[Msg]:
        """The next message, as long as it takes; where the consumer does not answer, an error after a pause.

        Raises:
            nats.errors.TimeoutError: the loop asks again.
        """
        await self.client.connected.wait()
        try:
            message = await self.next()
        except nats.errors.Error as error:
            self.failures += 1
            if self.failures == 3:
                logger.warning("a consumer does not answer: %s", error, extra=fields(consumer=self.key[1]))
            await asyncio.sleep(PAUSES[min(self.failures, len(PAUSES)) - 1])
            raise nats.errors.TimeoutError from error
        self.failures = 0
        if message is None:
            raise nats.errors.TimeoutError
        return [message]

    def release(self, message: Msg) -> None:
        """Keep a message alive no longer: it is answered, or its answer could not be sent."""
        self._heartbeat.release(message.reply)
        self._unanswered.pop(message.metadata.sequence.stream, None)

    async def unsubscribe(self) -> None:
        """Stop listening, and give back what is not answered."""
        await self.close()
        for message in tuple(self._unanswered.values()):
            self.release(message)
            with contextlib.suppress(nats.errors.Error):
                await message.nak()

    def _keep(self, message: Msg) -> bool:
        sequence = message.metadata.sequence.stream
        if sequence in self._unanswered:
            return False
        self._unanswered[sequence] = message
        self._heartbeat.hold(message.reply)
        return True
