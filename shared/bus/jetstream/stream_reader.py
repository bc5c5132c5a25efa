"""Reading a stream by position, without acknowledgements.

A short-lived pull consumer delivers in order; when anything is wrong (the connection or a cluster's leader was lost,
the consumer is gone, a number is missing) it is made again behind the last message that was read. Requests, not pushes:
a reader that does not read is sent nothing.
"""

import asyncio
import contextlib
import json
import logging
import time
from datetime import UTC, datetime, timedelta

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.errors import APIError, NotFoundError

from shared.bus.jetstream.connection import BusClient
from shared.bus.jetstream.inbox import Inbox
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


def stored_at(message: Msg) -> datetime:
    """When the stream stored a message, cut to microseconds; nats-py goes through a float and may round up."""
    tokens = message.reply.split(".")
    nanoseconds = int(tokens[7] if len(tokens) == 9 else tokens[9])
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=nanoseconds // 1000)


class _Broken(Exception):
    """The consumer has to be made again."""


class StreamReader:
    """An ordered reader of one stream.

    Attributes:
        position: sequence of the last message that was handed out.
        pending: messages behind it, as far as the server has said.
    """

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
        self._session = session
        self._stream = stream
        self._filter = filter_subject
        self._since = since
        self._last_per_subject = last_per_subject
        self._batch = batch
        self.position = after
        self.pending = 0
        self._inbox: Inbox | None = None
        self._client: BusClient | None = None
        self._consumer = ""
        self._requested = 0
        self._delivered = 0
        self._last_sign = 0.0

    async def open(self) -> None:
        """Make the consumer; `pending` then says how many messages there are.

        Raises:
            OperationFailed: the stream does not exist or does not answer.
        """
        await self.close()
        client = self._session.client
        inbox = Inbox(client)
        self._consumer = f"{client.service}-read-{inbox.subject.rpartition('.')[2]}"
        what = f"reading {self._stream}"
        try:
            info = await self._session.retry(
                what, lambda: self._session.js.add_consumer(self._stream, config=self._config())
            )
        except NotFoundError:
            raise OperationFailed(f"there is no stream {self._stream}") from None
        except APIError as error:
            raise OperationFailed(f"{what}: {error.description}") from error
        self.pending = info.num_pending or 0
        self._requested = self._delivered = 0
        self._last_sign = time.monotonic()
        await inbox.open()
        self._inbox, self._client = inbox, client
        client.waiting.append(inbox.wake)

    async def close(self) -> None:
        """Remove the consumer; one that is not removed for want of a connection goes by itself after `INACTIVE`."""
        inbox, self._inbox = self._inbox, None
        if inbox is None:
            return
        client = self._client
        if client is None:
            return
        with contextlib.suppress(ValueError):
            client.waiting.remove(inbox.wake)
        if client.is_connected:
            await inbox.close()
            with contextlib.suppress(nats.errors.Error):
                await client.publish(f"$JS.API.CONSUMER.DELETE.{self._stream}.{self._consumer}")

    async def next(self) -> Msg:
        """The next message, as long as it takes."""
        while True:
            try:
                if self._inbox is None:
                    await self.open()
                return await self._next()
            except _Broken as reason:
                client = self._session.client
                said = fields(service=client.service, stream=self._stream, position=self.position)
                logger.info("reading starts over: %s", reason, extra=said)
                await asyncio.sleep(0.1)
                await client.until_connected(None)
                await self.open()

    def _config(self) -> ConsumerConfig:
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
        return config

    async def _next(self) -> Msg:
        inbox = self._inbox
        if inbox is None:
            raise _Broken("not open")
        while True:
            if self._requested <= self._batch // 4:
                await self._request(inbox)
            try:
                # Counted from the last sign of life, so that a caller who gives up waiting cannot put off the end.
                message = await inbox.next(self._last_sign + SILENCE - time.monotonic())
            except nats.errors.Error as error:
                raise _Broken(str(error) or "no sign of life") from None
            if message is None:
                raise _Broken("connected again")
            self._last_sign = time.monotonic()
            if message.reply:
                return self._accept(message)
            self._handle((message.headers or {}).get("Status", ""), message)

    def _accept(self, message: Msg) -> Msg:
        meta = message.metadata
        if meta.sequence.consumer != self._delivered + 1:
            raise _Broken("a message is missing")
        self._delivered += 1
        self._requested = max(0, self._requested - 1)
        self.position = meta.sequence.stream
        self.pending = meta.num_pending
        return message

    def _handle(self, status: str, message: Msg) -> None:
        description = (message.headers or {}).get("Description", "")
        if status == "100":
            return
        if status in ("404", "408") or (status == "409" and "Batch" in description):
            unused = (message.headers or {}).get("Nats-Pending-Messages", "")
            self._requested = max(0, self._requested - (int(unused) if unused.isdigit() else self._batch))
            return
        raise _Broken(f"{status} {description}".strip())

    async def _request(self, inbox: Inbox) -> None:
        body = {"batch": self._batch, "expires": int(EXPIRES * 1e9), "idle_heartbeat": int(HEARTBEAT * 1e9)}
        self._requested += self._batch
        try:
            await self._session.client.publish(
                f"$JS.API.CONSUMER.MSG.NEXT.{self._stream}.{self._consumer}", json.dumps(body).encode(), inbox.subject
            )
        except nats.errors.Error as error:
            raise _Broken(str(error)) from None
