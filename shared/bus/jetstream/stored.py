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
from nats.js.errors import NotFoundError

from contracts.registry import registry_entry
from shared.bus.errors import Unreadable
from shared.bus.jetstream.objects import Objects
from shared.bus.jetstream.stream_reader import StreamReader, stored_at
from shared.bus.wire import M, decode
from shared.errors import OperationFailed, Superseded
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")


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
        for _ in range(5):
            raw = await self.raw(registry_entry(subject).stream, subject=subject)
            if raw is None:
                return None
            with contextlib.suppress(Superseded):
                return await self._stored(raw, model)
            await asyncio.sleep(0.2)
        raise OperationFailed(f"the last message on {subject} is being replaced all the time")

    async def last_seq(self, subject: str) -> int:
        """The sequence of the last message on a subject, 0 for none; its body is not looked at."""
        raw = await self.raw(registry_entry(subject).stream, subject=subject)
        return int(raw.seq or 0) if raw is not None else 0

    async def at(self, stream: str, seq: int, model: type[M]) -> Stored[M] | None:
        """The message with this sequence, or None."""
        raw = await self.raw(stream, seq=seq)
        return None if raw is None else await self._stored(raw, model)

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
        reader = StreamReader(self, stream, subject_filter, since=since, last_per_subject=last_per_subject)
        async with contextlib.aclosing(reader.up_to_now()) as messages:
            async for message in messages:
                if (stored := await self._readable(message, model)) is not None:
                    yield stored

    async def follow(self, subject_filter: str, model: type[M], start_seq: int) -> AsyncGenerator[Stored[M], None]:
        """Every message from a sequence on, in order, without end; nothing is acknowledged.

        It survives restarts of the server and of a cluster's leader. What cannot be read is left out, and counted.

        Raises:
            OperationFailed: the stream does not exist.
        """
        reader = StreamReader(self, registry_entry(subject_filter).stream, subject_filter, after=max(0, start_seq - 1))
        async with contextlib.aclosing(reader):
            while True:
                if (stored := await self._readable(await reader.next(), model)) is not None:
                    yield stored

    async def stream_created(self, stream: str) -> datetime:
        """When a stream was made; another moment means other sequences.

        Raises:
            OperationFailed: there is no such stream.
        """
        try:
            info = await self.retry(f"stream {stream}", lambda: self.js.stream_info(stream))
        except NotFoundError:
            raise OperationFailed(f"there is no stream {stream}") from None
        if info.created is None:
            raise OperationFailed(f"stream {stream} does not say when it was made")
        return info.created

    async def delete_message(self, stream: str, seq: int) -> None:
        """Remove one message; nothing happens when it is gone."""
        with contextlib.suppress(NotFoundError):
            await self.retry(f"removing {stream} {seq}", lambda: self.js.delete_msg(stream, seq))

    async def _stored(self, raw: RawStreamMsg, model: type[M]) -> Stored[M]:
        body = await self.body_of(raw.headers, raw.data or b"")
        return Stored(decode(model, body), int(raw.seq or 0), raw.time or datetime.now(UTC), str(raw.subject))

    async def _readable(self, message: Msg, model: type[M]) -> Stored[M] | None:
        meta = message.metadata
        try:
            body = await self.body_of(message.headers, message.data)
            return Stored(decode(model, body), meta.sequence.stream, stored_at(message), message.subject)
        except Superseded:
            return None
        except Unreadable as error:
            self.metrics.unreadable.labels(self.service).inc()
            place = fields(service=self.service, stream=meta.stream, seq=meta.sequence.stream)
            logger.error("left out what cannot be read: %s", error, extra=place)
            return None
