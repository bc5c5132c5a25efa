"""Reading messages that streams keep: the last of a subject, all up to now, all from a place on."""

import contextlib
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Generic

from nats.js.api import RawStreamMsg

from contracts.registry import registry_entry
from shared.bus.errors import Unreadable
from shared.bus.jetstream.buckets import Objects
from shared.bus.jetstream.direct import last_of_each
from shared.bus.jetstream.stream_reader import StreamReader
from shared.bus.topology import MADE_AT
from shared.bus.wire import BODY, M, decode
from shared.errors import OperationFailed, Superseded
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")


@dataclass(frozen=True)
class Stored(Generic[M]):
    """A message as its stream keeps it.

    Attributes:
        body: where its body lies, as its header says; "" where it is in the message itself.
        headers: it came with.
    """

    message: M
    seq: int
    time: datetime
    subject: str = ""
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, compare=False)


class StoredMessages(Objects):
    """Reads messages over the connection of a service."""

    async def last(self, subject: str, model: type[M]) -> Stored[M] | None:
        """The last message on a subject, from the stream's leader; None when there is none.

        Raises:
            Unreadable: it is not a message of this class.
        """
        stream = registry_entry(subject).stream
        return await self.retry(f"the last message on {subject}", lambda: self.at(stream, model, subject=subject))

    async def last_seq(self, subject: str) -> int:
        """The sequence of the last message on a subject, 0 for none; its body is not looked at."""
        raw = await self.raw(registry_entry(subject).stream, subject=subject)
        return raw.seq or 0 if raw is not None else 0

    async def first_seq(self, subject: str, after: int = 0) -> int:
        """The sequence of the first message on a subject after a sequence, 0 for none; its body is not looked at."""
        stream, js = registry_entry(subject).stream, self.client.js
        direct = self.settings.replicas == 1
        get = partial(js.get_msg, stream, seq=after + 1, subject=subject, next=True, direct=direct)
        raw = await self.in_stream(stream, get)
        return raw.seq or 0 if raw is not None else 0

    async def at(
        self, stream: str, model: type[M], *, subject: str | None = None, seq: int | None = None
    ) -> Stored[M] | None:
        """The last message on a subject, or that with a sequence; None without one."""
        raw = await self.raw(stream, subject=subject, seq=seq)
        return None if raw is None else await self._stored(raw, model)

    def history(
        self,
        subject_filter: str,
        model: type[M],
        *,
        since: datetime | None = None,
        start_seq: int = 1,
        last_per_subject: bool = False,
    ) -> AsyncGenerator[Stored[M], None]:
        """What is stored up to now on a subject or a pattern, oldest first, then the end.

        What is older than `since` or before `start_seq` is left out, or all but the newest of each subject. What was
        superseded is left out, too, and so is what cannot be read; that is counted.
        """
        stream = registry_entry(subject_filter).stream
        if last_per_subject:
            return self._readable(self._last_of_each(stream, (subject_filter,)), model)
        return self._readable(StreamReader(self, stream, subject_filter, start_seq - 1, since).up_to_now(), model)

    async def newest(self, model: type[M], *patterns: str) -> list[Stored[M]]:
        """The last message of each subject of patterns by one request; a copy of the stream may be a little behind."""
        (stream,) = {registry_entry(pattern).stream for pattern in patterns}
        return [stored async for stored in self._readable(self._last_of_each(stream, patterns), model)]

    def follow(
        self, subject_filter: str, model: type[M], start_seq: int, wanted: Callable[[str], bool] = lambda _subject: True
    ) -> AsyncGenerator[Stored[M], None]:
        """Every message from a sequence on, in order, without end, over restarts of the server or a cluster's leader.

        What was superseded or cannot be read is left out, as in `history`, and so is that of subjects not `wanted`.
        """
        reader = StreamReader(self, registry_entry(subject_filter).stream, subject_filter, max(0, start_seq - 1))
        return self._readable(reader, model, wanted)

    async def stream_created(self, stream: str) -> datetime:
        """When a stream was made, or that of which it is a copy; another moment means other sequences."""
        info = await self.in_stream(stream, lambda: self.client.js.stream_info(stream))
        if info is None or info.created is None:
            raise OperationFailed(f"stream {stream} does not say when it was made")
        made_at = (info.config.metadata or {}).get(MADE_AT)
        return datetime.fromisoformat(made_at) if made_at else info.created

    async def delete_message(self, stream: str, seq: int) -> None:
        """Remove one message; nothing happens when it is gone."""

        async def delete() -> None:
            # The error of deleting what is gone looks like one that passes.
            await self.client.js.get_msg(stream, seq)
            await self.client.js.delete_msg(stream, seq)

        await self.in_stream(stream, delete)

    async def _last_of_each(self, stream: str, patterns: Sequence[str]) -> AsyncGenerator[RawStreamMsg, None]:
        for raw in await self.in_stream(stream, lambda: last_of_each(self.client, stream, patterns)) or ():
            yield raw

    async def _stored(self, raw: RawStreamMsg, model: type[M]) -> Stored[M]:
        headers, when = raw.headers or {}, raw.time or datetime.now(UTC)
        message = decode(model, await self.body_of(headers, raw.data or b""))
        return Stored(message, raw.seq or 0, when, str(raw.subject), headers.get(BODY, ""), headers)

    async def _readable(
        self,
        messages: StreamReader | AsyncGenerator[RawStreamMsg, None],
        model: type[M],
        wanted: Callable[[str], bool] = lambda _subject: True,
    ) -> AsyncGenerator[Stored[M], None]:
        async with contextlib.aclosing(messages):
            async for raw in messages:
                try:
                    if wanted(str(raw.subject)):
                        yield await self._stored(raw, model)
                except Superseded:
                    pass
                except Unreadable as error:
                    self.metrics.unreadable.labels(self.service).inc()
                    place = fields(service=self.service, subject=raw.subject, seq=raw.seq)
                    logger.error(
                        "left out what cannot be read, bring all services to one version: %s", error, extra=place
                    )
