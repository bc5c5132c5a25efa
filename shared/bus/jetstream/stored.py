"""Reading messages that streams keep: the last of a subject, all up to now, all from a place on."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic

from nats.aio.msg import Msg
from nats.js.api import RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from contracts.registry import registry_entry
from shared.bus.errors import Unreadable
from shared.bus.jetstream.bodies import body_of
from shared.bus.jetstream.objects import Objects
from shared.bus.jetstream.stream_reader import StreamReader, stored_at
from shared.bus.wire import M, decode
from shared.errors import OperationFailed, Superseded
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

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


class StoredMessages(Objects):
    """Reads messages over the connection of a service."""

    async def last(self, subject: str, model: type[M]) -> Stored[M] | None:
        """The last message on a subject, from the stream's leader; None when there is none.

        Raises:
            Unreadable: it is not a message of this class.
        """
        stream = registry_entry(subject).stream
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
        """The sequence of the last message on a subject, 0 for none; its body is not looked at."""
        raw = await self._raw(registry_entry(subject).stream, subject=subject)
        return int(raw.seq or 0) if raw is not None else 0

    async def at(self, stream: str, seq: int, model: type[M]) -> Stored[M] | None:
        """The message with this sequence, or None."""
        raw = await self._raw(stream, seq=seq)
        return None if raw is None else await self._lift(raw, model)

    async def history(
        self, subject_filter: str, model: type[M], *, since: datetime | None = None, last_per_subject: bool = False
    ) -> AsyncGenerator[Stored[M], None]:
        """Everything that is stored up to now, oldest first, then the end.

        What cannot be read or was superseded is left out, and counted.

        Args:
            subject_filter: a subject or a pattern.
            model: class of the messages.
            since: leave out what is older.
            last_per_subject: only the newest of each subject.
        """
        stream = registry_entry(subject_filter).stream
        target = await self._raw(stream, subject=subject_filter)
        if target is None or (since is not None and target.time is not None and target.time < since):
            return
        until = int(target.seq or 0)
        reader = StreamReader(self, stream, subject_filter, since=since, last_per_subject=last_per_subject)
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
        """Every message from a sequence on, in order, without end; nothing is acknowledged.

        It survives restarts of the server and of a cluster's leader. What cannot be read is left out, and counted.

        Raises:
            OperationFailed: the stream does not exist.
        """
        stream = registry_entry(subject_filter).stream
        reader = StreamReader(self, stream, subject_filter, after=max(0, start_seq - 1))
        try:
            while True:
                message = await reader.next()
                if (stored := await self._readable(message, model)) is not None:
                    yield stored
        finally:
            await reader.close()

    async def stream_created(self, stream: str) -> datetime:
        """When a stream was made; another moment means other sequences.

        Raises:
            OperationFailed: there is no such stream.
        """
        try:
            info = await self.retry(f"stream {stream}", lambda: self.js.stream_info(stream))
        except APIError as error:
            raise OperationFailed(f"stream {stream}: {error.description}") from error
        if info.created is None:
            raise OperationFailed(f"stream {stream} does not say when it was made")
        return info.created

    async def delete_message(self, stream: str, seq: int) -> None:
        """Remove one message; nothing happens when it is gone."""
        with contextlib.suppress(NotFoundError):
            await self.retry(f"removing {stream} {seq}", lambda: self.js.delete_msg(stream, seq))

    async def _raw(self, stream: str, *, subject: str | None = None, seq: int | None = None) -> RawStreamMsg | None:
        try:
            return await self.retry(f"reading {stream}", lambda: self.js.get_msg(stream, seq=seq, subject=subject))
        except NotFoundError as error:
            if error.err_code == NO_STREAM:
                raise OperationFailed(f"there is no stream {stream}") from None
            return None

    async def _lift(self, raw: RawStreamMsg, model: type[M]) -> Stored[M]:
        body = await body_of(self, raw.headers, raw.data or b"")
        return Stored(decode(model, body), int(raw.seq or 0), raw.time or datetime.now(UTC), str(raw.subject))

    async def _readable(self, message: Msg, model: type[M]) -> Stored[M] | None:
        meta = message.metadata
        try:
            body = await body_of(self, message.headers, message.data)
            return Stored(decode(model, body), meta.sequence.stream, stored_at(message), message.subject)
        except Superseded:
            return None
        except Unreadable as error:
            self.metrics.unreadable.labels(self.client.service).inc()
            said = fields(service=self.client.service, stream=meta.stream, seq=meta.sequence.stream)
            logger.error("left out what cannot be read: %s", error, extra=said)
            return None
