"""What everything that works over one connection has in common; its errors are described in `shared/bus/errors.py`."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from secrets import token_hex
from typing import TypeVar

import nats.errors
from nats.js.api import PubAck, RawStreamMsg
from nats.js.errors import (
    APIError,
    DigestMismatchError,
    NoStreamResponseError,
    NotFoundError,
    ServerError,
    ServiceUnavailableError,
)

from shared.bus.errors import Conflict, NotStored, PayloadTooLarge, StorageFull
from shared.bus.jetstream.connection import BusClient, PermissionDenied
from shared.bus.settings import BusSettings
from shared.bus.wire import MSG_ID
from shared.errors import OperationFailed, Superseded
from shared.telemetry import Metrics

T = TypeVar("T")

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 0.8
"""Seconds: an election takes one that is called, else four to nine, and what is tried late waits for longer."""

TRANSIENT = (
    TimeoutError,
    nats.errors.ConnectionClosedError,
    nats.errors.OutboundBufferLimitError,
    ServiceUnavailableError,
    ServerError,
    NoStreamResponseError,
    DigestMismatchError,
    nats.errors.ConnectionReconnectingError,
    nats.errors.NoRespondersError,
    json.JSONDecodeError,
    Superseded,
)
"""Errors after which the same request may succeed."""

WILDCARDS = frozenset({"*", ">"})

# The server's codes.
NO_STREAM = 10059
WRONG_LAST_SEQUENCE = frozenset({10071, 10164})
PASSING = frozenset({10118, 10119, 10158, 10058, 10013, 10105, 10148})
"""The stream is offline, a cluster is still storing a message with this id, or somebody else created it meanwhile."""
NO_ROOM = frozenset({10023, 10047})
"""The server or the account is at its limit of storage. Of a disk that is full the server says nothing."""

FRESH = 8.0
"""Seconds for which a write that failed counts as the state of things: it is tried again more often than that."""


class Session:
    """The connection of a service, while it has one; `service` is its name in the registry.

    `concerns` says what a service knows to be wrong beside its connection; it is not ready while that lasts.
    """

    def __init__(self, service: str, settings: BusSettings | None = None) -> None:
        self.service = service
        self.settings = settings or BusSettings()
        self.metrics = Metrics()
        self.concerns: Callable[[], Iterable[str]] = tuple
        self._client: BusClient | None = None
        self._unstored: tuple[float, str, str] | None = None

    @property
    def client(self) -> BusClient:
        """The NATS client; OperationFailed where there is no connection."""
        if self._client is None:
            raise OperationFailed(f"the bus of {self.service} is not connected")
        return self._client

    def unstored(self) -> str:
        """Why the server stores nothing now, as it said lately; "": it stores."""
        if self._unstored is None or time.monotonic() - self._unstored[0] > FRESH:
            return ""
        _, what, why = self._unstored
        return f"{what} fails: {why}"

    async def retry(self, what: str, operation: Callable[[], Awaitable[T]], *, stores: bool = False) -> T:
        """Do an operation, again after every passing failure, for at most `publish_patience` seconds.

        nats-py never tries again, and an election or a restart takes seconds. The operation has to be one that may be
        repeated: a read, or a write with an id or an expected sequence.

        Args:
            what: it is, for errors.
            operation: to be done.
            stores: something is stored by it, so that its failure tells that the server does not store.

        Raises:
            Conflict: the expected sequence is not the last one.
            PayloadTooLarge: the server's limit.
            NotStored: the server did not store it; of this kind StorageFull, where it says that there is no room.
            nats.js.errors.NotFoundError: as it came.
        """
        client, patience = self.client, self.settings.publish_patience
        deadline, attempt = time.monotonic() + patience, 0
        while True:
            attempt += 1
            try:
                async with asyncio.timeout(deadline - time.monotonic()):
                    await client.connected.wait()
                done = await operation()
            except NotFoundError:
                raise
            except nats.errors.MaxPayloadError:
                raise PayloadTooLarge(f"{what}: more than {client.max_payload} bytes, the server's limit") from None
            except PermissionDenied as error:
                raise OperationFailed(f"{what}: the server denies it to {self.service}: {error}") from None
            except (APIError, *TRANSIENT) as error:
                full = isinstance(error, APIError) and error.err_code in NO_ROOM
                # Once may be a server that stands still, and is left.
                if stores and client.is_connected and (full or (attempt > 1 and isinstance(error, TimeoutError))):
                    why = getattr(error, "description", None) or "its disk may be full"
                    self._unstored = (time.monotonic(), what, why)
                if (
                    isinstance(error, APIError)
                    and not isinstance(error, TRANSIENT)
                    and error.err_code not in PASSING | NO_ROOM
                ):
                    if error.err_code in WRONG_LAST_SEQUENCE:
                        raise Conflict(f"{what}: {error.description}") from None
                    raise OperationFailed(f"{what}: {error.description} ({error.err_code})") from error
                pause = min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.8, 1.2)  # noqa: S311 - jitter
                if time.monotonic() + pause >= deadline:
                    text = f"not done after {attempt} attempts in {patience:g} s: {str(error) or type(error).__name__}"
                    failure = StorageFull if full else NotStored if stores else OperationFailed
                    raise failure(f"{what}: {text}") from error
            else:
                if self._unstored is not None and self._unstored[1] == what:
                    # Others may have found room that is none for this: only the same says that there is some again.
                    self._unstored = None
                return done
            await asyncio.sleep(pause)

    async def in_stream(self, stream: str, operation: Callable[[], Awaitable[T]]) -> T | None:
        """Do an operation on what a stream keeps; None when it keeps no such thing."""
        try:
            return await self.retry(f"stream {stream}", operation)
        except NotFoundError as error:
            if error.err_code == NO_STREAM:
                raise OperationFailed(f"there is no stream {stream}") from None
            return None

    async def raw(self, stream: str, *, subject: str | None = None, seq: int | None = None) -> RawStreamMsg | None:
        """The last message on a subject, or that with a sequence, from the stream's leader; None without one.

        Of a stream with copies, any server that has one answers a direct request, and some may be behind.
        """
        js, literal = self.client.js, subject is None or not WILDCARDS.intersection(subject.split("."))

        async def get() -> RawStreamMsg:
            if literal and self.settings.replicas == 1:
                with contextlib.suppress(nats.errors.NoRespondersError):
                    return await js.get_msg(stream, seq=seq, subject=subject, direct=True)
            return await js.get_msg(stream, seq=seq, subject=subject)

        return await self.in_stream(stream, get)

    async def write(self, stream: str, subject: str, data: bytes, headers: Mapping[str, str] | None = None) -> PubAck:
        """Store bytes once, under a new id.

        Raises:
            Conflict: as of `store`.
        """
        # Without an id, its own first attempt would look like somebody else's.
        values = {MSG_ID: token_hex(12), **(headers or {})}
        send = partial(self.client.js.publish, subject, data, stream=stream, headers=values)
        return await self.store(stream, subject, values, send)

    async def store(
        self, stream: str, subject: str, headers: Mapping[str, str], send: Callable[[], Awaitable[PubAck]]
    ) -> PubAck:
        """Send a message with an id until the server has stored it, once.

        Raises:
            Conflict: the sequence that its headers expect is not that of the last message on the subject.
        """
        try:
            ack = await self.retry(f"publishing to {subject}", send, stores=True)
        except Conflict:
            # The server looks at the expected sequence before the id: our own first attempt, whose answer was lost,
            # looks like somebody else's.
            last = await self.raw(stream, subject=subject)
            if last is None or not last.seq or (last.headers or {}).get(MSG_ID) != headers.get(MSG_ID):
                raise
            return PubAck(stream=stream, seq=last.seq, duplicate=True)
        ack.duplicate = bool(ack.duplicate)
        return ack
