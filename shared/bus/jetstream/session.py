"""What everything that works over one connection has in common."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import nats.errors
from nats.js.api import PubAck, RawStreamMsg
from nats.js.errors import APIError, NoStreamResponseError, NotFoundError, ServerError

from shared.bus.errors import Conflict, PayloadTooLarge, Refused
from shared.bus.jetstream.connection import TRANSIENT, BusClient, BusJetStream, PermissionDenied
from shared.bus.settings import BusSettings
from shared.bus.wire import MSG_ID
from shared.errors import OperationFailed
from shared.telemetry import Metrics

T = TypeVar("T")

NO_STREAM = 10059
"""The server's code for a stream that does not exist."""

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0

WRONG_LAST_SEQUENCE = frozenset({10071, 10164})

PASSING = frozenset({10118, 10119, 10158})
"""The server's codes for what passes: the stream is offline, or a cluster is still storing a message with this id."""


def is_transient(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, APIError) and error.err_code in PASSING:
        return True
    return isinstance(error, (*TRANSIENT, NoStreamResponseError, ServerError, json.JSONDecodeError))


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

    async def retry(self, what: str, operation: Callable[[], Awaitable[T]]) -> T:
        """Do an operation, again after every passing failure, for at most `publish_patience` seconds.

        nats-py never tries again, and an election or a restart takes seconds. The operation has to be one that may be
        repeated: a read, or a write with an id or an expected sequence.

        Raises:
            Conflict: the expected sequence is not the last one.
            PayloadTooLarge: the server's limit.
            Refused: the server refuses it.
            OperationFailed: not allowed, or not done in time.
            nats.js.errors.NotFoundError: as it came.
        """
        client, patience = self.client, self.settings.publish_patience
        deadline, attempt = time.monotonic() + patience, 0
        while True:
            attempt += 1
            try:
                if not client.is_connected and not await client.until_connected(max(0.0, deadline - time.monotonic())):
                    raise nats.errors.TimeoutError
                return await operation()
            except NotFoundError:
                raise
            except nats.errors.MaxPayloadError:
                raise PayloadTooLarge(f"{what}: more than {client.max_payload} bytes, the server's limit") from None
            except PermissionDenied as error:
                raise OperationFailed(f"{what}: the server denies it to {self.service}: {error}") from None
            except (nats.errors.Error, json.JSONDecodeError) as error:
                if not is_transient(error):
                    if not isinstance(error, APIError):
                        raise
                    if error.err_code in WRONG_LAST_SEQUENCE:
                        raise Conflict(f"{what}: {error.description}") from None
                    raise Refused(f"{what}: {error.description} ({error.err_code})", error.err_code or 0) from error
                pause = min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.8, 1.2)  # noqa: S311 - jitter
                if time.monotonic() + pause >= deadline:
                    text = f"not done after {attempt} attempts in {patience:g} s: {str(error) or type(error).__name__}"
                    raise OperationFailed(f"{what}: {text}") from error
            await asyncio.sleep(pause)

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
        try:
            ack = await self.retry(what, send)
        except Conflict:
            # The server looks at the expected sequence before the id: our own first attempt, whose answer was lost,
            # looks like somebody else's.
            last = await self.raw(stream, subject=subject)
            if last is None or not last.seq or (last.headers or {}).get(MSG_ID) != headers.get(MSG_ID):
                raise
            return PubAck(stream=stream, seq=last.seq, duplicate=True)
        ack.duplicate = bool(ack.duplicate)
        return ack
