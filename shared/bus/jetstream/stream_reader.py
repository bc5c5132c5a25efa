"""Reading a stream by position, without acknowledgements.

A short-lived pull consumer delivers in order; when anything is wrong (the connection or a cluster's leader was lost,
the consumer is gone, a number is missing) it is made again behind the last message that was read. Requests, not pushes:
a reader that does not read is sent nothing.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime, timedelta

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.errors import NotFoundError

from shared.bus.jetstream.inbox import Inbox, status
from shared.bus.jetstream.session import Session
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

INACTIVE = 60.0
"""Seconds after which the server removes a reader that asks for nothing."""
EXPIRES = 20.0
HEARTBEAT = 2.0
"""Seconds between signs of life."""
SILENCE = 2 * HEARTBEAT + 1
"""Seconds without one after which the reader starts over: the server that held its consumer is gone."""
QUIET = 2.0
"""Seconds without a message after which `up_to_now` looks again how far it has to read."""


def stored_at(message: Msg) -> datetime:
    """When the stream stored a message, cut to microseconds; nats-py goes through a float and may round up."""
    tokens = message.reply.split(".")
    nanoseconds = int(tokens[7] if len(tokens) == 9 else tokens[9])
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=nanoseconds // 1000)


class StreamReader:
    """An ordered reader of one stream; `position` is the sequence of the last message that was handed out."""

    def __init__(
        self,
        session: Session,
        stream: str,
        filter_subject: str,
        *,
        after: int = 0,
        since: datetime | None = None,
        last_per_subject: bool = False,
        batch: int = 200,
    ) -> None:
        """Prepare to read behind sequence `after`, or from a moment, or the last of each subject."""
        self.position = after
        self._session = session
        self._stream = stream
        self._filter = filter_subject
        self._since = since
        self._last_per_subject = last_per_subject
        self._batch = batch
        self._inbox: Inbox | None = None
        self._waiting: list[Callable[[], None]] = []
        self._consumer = ""
        self._requested = 0
        self._delivered = 0
        self._last_sign = 0.0

    async def up_to_now(self) -> AsyncGenerator[Msg, None]:
        """What is stored by now, oldest first, then the end.

        Raises:
            OperationFailed: the stream does not exist or does not answer.
        """
        last = await self._session.raw(self._stream, subject=self._filter)
        if last is None or (self._since and last.time and last.time < self._since):
            return
        until = last.seq or 0
        try:
            while self.position < until:
                try:
                    message = await asyncio.wait_for(self.next(), QUIET)
                except TimeoutError:
                    # The last ones may have been removed meanwhile.
                    last = await self._session.raw(self._stream, subject=self._filter)
                    until = min(until, last.seq or 0) if last is not None else 0
                else:
                    yield message
        finally:
            await self.aclose()

    async def next(self) -> Msg:
        """The next message, as long as it takes.

        Raises:
            OperationFailed: the stream does not exist or does not answer.
        """
        while True:
            inbox = self._inbox or await self._open()
            try:
                if self._requested <= self._batch // 4:
                    self._requested += self._batch
                    heartbeat = int(HEARTBEAT * 1e9)
                    await inbox.request(inbox.subject, self._batch, EXPIRES, idle_heartbeat=heartbeat)
                # Counted from the last sign of life, so that a caller who gives up waiting cannot put off the end.
                message = await inbox.next(self._last_sign + SILENCE - time.monotonic())
                reason = "connected again" if message is None else self._accept(message)
            except nats.errors.Error as error:
                message, reason = None, str(error) or "no sign of life"
            if reason:
                client, place = self._session.client, {"stream": self._stream, "position": self.position}
                logger.info("reading starts over: %s", reason, extra=fields(service=client.service, **place))
                await asyncio.sleep(0.1)
                await client.until_connected(None)
                await self.aclose()
            elif message is not None and message.reply:
                return message

    async def aclose(self) -> None:
        """Remove the consumer; one that is not removed for want of a connection goes by itself after `INACTIVE`."""
        inbox, self._inbox = self._inbox, None
        if inbox is None:
            return
        self._waiting.remove(inbox.wake)
        if inbox.client.is_connected:
            await inbox.close()
            with contextlib.suppress(nats.errors.Error):
                await inbox.client.publish(f"$JS.API.CONSUMER.DELETE.{self._stream}.{self._consumer}")

    async def _open(self) -> Inbox:
        session, client = self._session, self._session.client
        self._consumer = f"{client.service}-read-{client.new_inbox().rpartition('.')[2]}"
        config = ConsumerConfig(
            name=self._consumer,
            ack_policy=AckPolicy.NONE,
            filter_subject=self._filter,
            inactive_threshold=INACTIVE,
            mem_storage=True,
            num_replicas=1,
            deliver_policy=DeliverPolicy.ALL,
        )
        if self._last_per_subject:
            # Made again, it delivers the newest state anew: harmless, because only the newest counts.
            config.deliver_policy = DeliverPolicy.LAST_PER_SUBJECT
        elif self.position:
            config.deliver_policy = DeliverPolicy.BY_START_SEQUENCE
            config.opt_start_seq = self.position + 1
        elif self._since is not None:
            config.deliver_policy = DeliverPolicy.BY_START_TIME
            config.opt_start_time = self._since
        try:
            await session.retry(f"reading {self._stream}", lambda: session.js.add_consumer(self._stream, config=config))
        except NotFoundError:
            raise OperationFailed(f"there is no stream {self._stream}") from None
        self._requested = self._delivered = 0
        self._last_sign = time.monotonic()
        inbox = self._inbox = Inbox(client, self._stream, self._consumer)
        await inbox.open()
        self._waiting = client.waiting
        self._waiting.append(inbox.wake)
        return inbox

    def _accept(self, message: Msg) -> str:
        """Note an answer; why the consumer has to be made again, or ""."""
        self._last_sign = time.monotonic()
        headers = message.headers or {}
        code, description = status(message), headers.get("Description", "")
        if code is None:
            if message.metadata.sequence.consumer != self._delivered + 1:
                return "a message is missing"
            self._delivered += 1
            self._requested = max(0, self._requested - 1)
            self.position = message.metadata.sequence.stream
        elif code in ("404", "408") or (code == "409" and "Batch" in description):
            unused = headers.get("Nats-Pending-Messages", "")
            self._requested = max(0, self._requested - (int(unused) if unused.isdigit() else self._batch))
        elif code != "100":
            return f"{code} {description}".strip()
        return ""
