"""Reading a stream by position, without acknowledgements.

A short-lived pull consumer delivers in order; when anything is wrong (the connection or a cluster's leader was lost,
the consumer is gone, a number is missing) it is made again behind the last message that was read. Requests, not pushes:
a reader that does not read is sent nothing.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from secrets import token_hex

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, RawStreamMsg

from shared.bus.jetstream.pull import Pull
from shared.bus.jetstream.session import Session
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

INACTIVE = 60.0
"""Seconds after which the server removes a reader that asks for nothing."""
QUIET = 2.0
"""Seconds without a message after which `up_to_now` looks again how far it has to read."""


def stored_at(message: Msg) -> datetime:
    """When the stream stored a message, cut to microseconds; nats-py goes through a float and may round up."""
    tokens = message.reply.split(".")
    nanoseconds = int(tokens[7] if len(tokens) == 9 else tokens[9])
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=nanoseconds // 1000)


@dataclass
class StreamReader(AsyncIterator[RawStreamMsg]):
    """An ordered reader of one stream, behind sequence `position`, from a moment, or of the last of each subject.

    As an iterator it gives what is stored, and what will be, until it is closed.
    `position` is the sequence of the last message that was handed out, `batch` how many are asked for at a time.
    """

    session: Session
    stream: str
    subject: str
    position: int = 0
    since: datetime | None = None
    last_per_subject: bool = False
    batch: int = 200
    _pull: Pull | None = field(default=None, init=False)
    _delivered: int = field(default=0, init=False)

    async def up_to_now(self) -> AsyncGenerator[RawStreamMsg, None]:
        """What is stored by now, oldest first, then the end."""
        last = await self.session.raw(self.stream, subject=self.subject)
        if last is None or (self.since and last.time and last.time < self.since):
            return
        until = last.seq or 0
        async with contextlib.aclosing(self):
            while self.position < until:
                try:
                    async with asyncio.timeout(QUIET):
                        message = await anext(self)
                except TimeoutError:
                    # The last ones may have been removed meanwhile.
                    last = await self.session.raw(self.stream, subject=self.subject)
                    until = min(until, last.seq or 0) if last is not None else 0
                else:
                    yield message

    async def __anext__(self) -> RawStreamMsg:
        """The next message, as long as it takes."""
        while True:
            pull = self._pull or await self._open()
            reason = "connected again"
            try:
                if (message := await pull.next()) is not None:
                    sequence = message.metadata.sequence
                    if sequence.consumer == self._delivered + 1:
                        self._delivered, self.position = sequence.consumer, sequence.stream
                        return RawStreamMsg(
                            subject=message.subject,
                            seq=sequence.stream,
                            data=message.data,
                            headers=message.headers,
                            time=stored_at(message),
                        )
                    reason = "a message is missing"
            except nats.errors.Error as error:
                reason = str(error)
            place = fields(service=self.session.service, stream=self.stream, position=self.position)
            logger.info("reading starts over: %s", reason, extra=place)
            # First of all, as `up_to_now` may cancel the rest: this consumer need not send again what was lost.
            await self.aclose()
            await asyncio.sleep(0.1)
            await self.session.client.connected.wait()

    async def aclose(self) -> None:
        """Remove the consumer; one that is not removed for want of a connection goes by itself after `INACTIVE`."""
        pull, self._pull = self._pull, None
        if pull is not None:
            await pull.close()
            if pull.client.is_connected:
                with contextlib.suppress(nats.errors.Error):
                    await pull.client.publish(f"$JS.API.CONSUMER.DELETE.{'.'.join(pull.key)}")

    async def _open(self) -> Pull:
        session, consumer = self.session, f"{self.session.service}-read-{token_hex(11)}"
        config = ConsumerConfig(
            name=consumer,
            ack_policy=AckPolicy.NONE,
            filter_subject=self.subject,
            inactive_threshold=INACTIVE,
            mem_storage=True,
            num_replicas=1,
        )
        if self.last_per_subject:
            # Made again, it delivers the newest state anew: harmless, because only the newest counts.
            config.deliver_policy = DeliverPolicy.LAST_PER_SUBJECT
        elif self.since is not None and not self.position:
            config.deliver_policy, config.opt_start_time = DeliverPolicy.BY_START_TIME, self.since
        else:
            config.deliver_policy, config.opt_start_seq = DeliverPolicy.BY_START_SEQUENCE, self.position + 1
        await session.in_stream(self.stream, lambda: session.client.js.add_consumer(self.stream, config=config))
        self._delivered = 0
        pull = Pull(session.client, self.stream, consumer, self.batch)
        await pull.open()
        self._pull = pull
        return pull
