"""Reading messages that streams keep: the last of a subject, all up to now, all from a place on."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic

from nats.aio.msg import Msg
from nats.js.api import RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from shared.errors import OperationFailed, Superseded
from shared.messaging.bodies import body_of
from shared.messaging.connection import BusClient, BusJetStream
from shared.messaging.errors import Unreadable
from shared.messaging.objects import Objects
from shared.messaging.persist import persist
from shared.messaging.reading import StreamReader, stored_at
from shared.messaging.topology import family
from shared.messaging.wire import M, decode
from shared.telemetry import Metrics, fields

logger = logging.getLogger("kibitz.messaging")

QUIET = 5.0
"""Seconds without a message after which `history` looks again how far it has to read."""

NO_STREAM = 10059
"""The server's code for a stream that does not exist."""


@dataclass(frozen=True)
class Stored(Generic[M]):
    """A message as its stream keeps it."""

    message: M
    seq: int
    time: datetime
    subject: str = ""


class StoredMessages:
    """Reads messages over one connection."""

    def __init__(
        self, client: BusClient, js: BusJetStream, objects: Objects, metrics: Metrics, patience: float
    ) -> None:
        """Use a connection; `patience` seconds for each request."""
        self._client = client
        self._js = js
        self._objects = objects
        self._metrics = metrics
        self._patience = patience

    async def last(self, subject: str, model: type[M]) -> Stored[M] | None:
        """See `Bus.last`."""
        stream = family(subject).stream
        for _ in range(5):
            raw = await self._raw(stream, subject=subject)
            if raw is None:
                return None
            try:
                return await self._lift(raw, model)
            except Superseded:
                await asyncio.sleep(0.2)
        raise OperationFailed(f"the last message on {subject} is being replaced all the time")

    async def last_seq(self, subject: str) -> int:
        """See `Bus.last_seq`."""
        raw = await self._raw(family(subject).stream, subject=subject)
        return int(raw.seq or 0) if raw is not None else 0

    async def at(self, stream: str, seq: int, model: type[M]) -> Stored[M] | None:
        """See `Bus.at`."""
        raw = await self._raw(stream, seq=seq)
        return None if raw is None else await self._lift(raw, model)

    async def history(
        self, subject_filter: str, model: type[M], *, since: datetime | None, last_per_subject: bool
    ) -> AsyncGenerator[Stored[M], None]:
        """See `Bus.history`."""
        stream = family(subject_filter).stream
        target = await self._raw(stream, subject=subject_filter)
        if target is None or (since is not None and target.time is not None and target.time < since):
            return
        until = int(target.seq or 0)
        reader = self._reader(stream, subject_filter, since=since, last_per_subject=last_per_subject)
        try:
            while reader.position < until:
                try:
                    message = await asyncio.wait_for(reader.next(), QUIET)
                except TimeoutError:
                    target = await self._raw(stream, subject=subject_filter)
                    until = min(until, int(target.seq or 0)) if target is not None else 0
                    continue
                if (stored := await self._readable(message, model)) is not None:
                    yield stored
        finally:
            await reader.close()

    async def follow(self, subject_filter: str, model: type[M], start_seq: int) -> AsyncGenerator[Stored[M], None]:
        """See `Bus.follow`."""
        stream = family(subject_filter).stream
        reader = self._reader(stream, subject_filter, after=max(0, start_seq - 1))
        try:
            while True:
                message = await reader.next()
                if (stored := await self._readable(message, model)) is not None:
                    yield stored
        finally:
            await reader.close()

    async def created(self, stream: str) -> datetime:
        """See `Bus.stream_created`."""
        try:
            info = await persist(self._client, f"stream {stream}", lambda: self._js.stream_info(stream), self._patience)
        except APIError as error:
            raise OperationFailed(f"stream {stream}: {error.description}") from error
        if info.created is None:
            raise OperationFailed(f"stream {stream} does not say when it was made")
        return info.created

    def _reader(
        self,
        stream: str,
        subject_filter: str,
        *,
        after: int = 0,
        since: datetime | None = None,
        last_per_subject: bool = False,
    ) -> StreamReader:
        return StreamReader(
            self._client,
            self._js,
            stream,
            subject_filter,
            after=after,
            since=since,
            last_per_subject=last_per_subject,
            patience=self._patience,
        )

    async def _raw(self, stream: str, *, subject: str | None = None, seq: int | None = None) -> RawStreamMsg | None:
        try:
            return await persist(
                self._client,
                f"reading {stream}",
                lambda: self._js.get_msg(stream, seq=seq, subject=subject),
                self._patience,
            )
        except NotFoundError as error:
            if error.err_code == NO_STREAM:
                raise OperationFailed(f"there is no stream {stream}") from None
            return None

    async def _lift(self, raw: RawStreamMsg, model: type[M]) -> Stored[M]:
        body = await body_of(self._objects, raw.headers, raw.data or b"")
        return Stored(decode(model, body), int(raw.seq or 0), raw.time or datetime.now(UTC), str(raw.subject))

    async def _readable(self, message: Msg, model: type[M]) -> Stored[M] | None:
        meta = message.metadata
        try:
            body = await body_of(self._objects, message.headers, message.data)
            return Stored(decode(model, body), meta.sequence.stream, stored_at(message), message.subject)
        except Superseded:
            return None
        except Unreadable as error:
            self._metrics.unreadable.labels(self._client.service).inc()
            logger.error(
                "left out what cannot be read: %s",
                error,
                extra=fields(service=self._client.service, stream=meta.stream, seq=meta.sequence.stream),
            )
            return None
