"""What everything that works over one connection has in common."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from nats.js.api import PubAck, RawStreamMsg
from nats.js.errors import NotFoundError

from shared.bus.errors import Conflict
from shared.bus.jetstream.connection import BusClient, BusJetStream
from shared.bus.jetstream.retry import with_retry
from shared.bus.settings import BusSettings
from shared.bus.wire import EXPECT_LAST, MSG_ID
from shared.errors import OperationFailed
from shared.telemetry import Metrics

T = TypeVar("T")

NO_STREAM = 10059
"""The server's code for a stream that does not exist."""


class Session:
    """The connection of a service, while it has one.

    Attributes:
        service: name, as in the registry.
        metrics: what is counted.
    """

    def __init__(self, service: str, settings: BusSettings | None = None, metrics: Metrics | None = None) -> None:
        self.service = service
        self.settings = settings or BusSettings()
        self.metrics = metrics or Metrics()
        self._client: BusClient | None = None
        self._js: BusJetStream | None = None

    @property
    def client(self) -> BusClient:
        """The NATS client; OperationFailed where there is no connection."""
        if self._client is None:
            raise OperationFailed(f"the bus of {self.service} is not connected")
        return self._client

    @property
    def js(self) -> BusJetStream:
        """JetStream of the connection."""
        if self._js is None:
            self._js = self.client.jetstream()
        return self._js

    async def retry(self, what: str, operation: Callable[[], Awaitable[T]], expected: int | None = None) -> T:
        """Do a repeatable operation, again after failures that pass; see `with_retry`."""
        return await with_retry(self.client, what, operation, self.settings.publish_patience, expected)

    async def raw(self, stream: str, *, subject: str | None = None, seq: int | None = None) -> RawStreamMsg | None:
        """The last message on a subject, or that with a sequence, from the stream's leader; None without one.

        Raises:
            OperationFailed: there is no such stream, or it does not answer.
        """
        try:
            return await self.retry(f"reading {stream}", lambda: self.js.get_msg(stream, seq=seq, subject=subject))
        except NotFoundError as error:
            if error.err_code == NO_STREAM:
                raise OperationFailed(f"there is no stream {stream}") from None
            return None

    async def store(
        self, what: str, stream: str, subject: str, headers: Mapping[str, str], send: Callable[[], Awaitable[PubAck]]
    ) -> PubAck:
        """Send a message with an id until the server has stored it, once.

        Raises:
            Conflict: the sequence that its headers expect is not that of the last message on the subject.
            OperationFailed: not stored.
        """
        expected = headers.get(EXPECT_LAST)
        try:
            ack = await self.retry(what, send, None if expected is None else int(expected))
        except Conflict:
            # The server looks at the expected sequence before the id: our own first attempt, whose answer was lost,
            # looks like somebody else's.
            last = await self.raw(stream, subject=subject)
            if last is None or not last.seq or (last.headers or {}).get(MSG_ID) != headers.get(MSG_ID):
                raise
            return PubAck(stream=stream, seq=last.seq, duplicate=True)
        ack.duplicate = bool(ack.duplicate)
        return ack
