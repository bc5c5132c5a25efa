"""Reading a stream by position, without acknowledgements and without a consumer.

Messages are asked for directly, so many at a time. That there are new ones is told by the notes that the stream sends
out when it has stored a message (`topology.NOTES`); a note that was lost costs at most `QUIET` seconds, and never a
message. A reader that does not read is sent nothing.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import RawStreamMsg

from shared.bus.jetstream import direct
from shared.bus.jetstream.session import Session
from shared.bus.topology import NOTES

QUIET, IN_CLUSTER = 5.0, 2.0
"""Seconds without a note after which the stream is asked all the same: of one server, and of several, which may lose a
note while they change their leader."""
BEHIND = 0.05
"""Seconds between two requests while the copy that answers lacks a message of which a note told."""
AGAIN = 20
"""Such requests; then the message was removed."""


def stored_at(message: Msg) -> datetime:
    """When the stream stored a message, cut to microseconds; nats-py goes through a float and may round up."""
    tokens = message.reply.split(".")
    nanoseconds = int(tokens[7] if len(tokens) == 9 else tokens[9])
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=nanoseconds // 1000)


@dataclass(eq=False)
class StreamReader(AsyncIterator[RawStreamMsg]):
    """An ordered reader of one stream, behind sequence `position` or from a moment.

    As an iterator it gives what is stored, and what will be, until it is closed.
    `position` is the sequence of the last message that was handed out, `batch` how many are asked for at a time.
    """

    session: Session
    stream: str
    subject: str
    position: int = 0
    since: datetime | None = None
    batch: int = 200
    _read: deque[RawStreamMsg] = field(default_factory=deque, init=False)
    _notes: Subscription | None = field(default=None, init=False)
    _known: int = field(default=0, init=False)
    _woken: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    async def up_to_now(self) -> AsyncGenerator[RawStreamMsg, None]:
        """What is stored by now, oldest first, then the end."""
        until = await self._last()
        while self.position < until:
            if not self._read and not await self._ask():
                # The last ones may have been removed meanwhile, or the copy that answered is behind.
                await asyncio.sleep(BEHIND)
                until = min(until, await self._last())
                continue
            message = self._next()
            if self.position > until:
                return
            yield message

    async def __anext__(self) -> RawStreamMsg:
        """The next message, as long as it takes."""
        attempts = 0
        while not self._read:
            if self._notes is None:
                await self._listen()
            self._woken.clear()
            if await self._ask():
                break
            attempts += 1
            if self.position < self._known and attempts < AGAIN:
                await asyncio.sleep(BEHIND)
                continue
            attempts, self._known = 0, 0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IN_CLUSTER if self.session.client.clustered else QUIET):
                    await self._woken.wait()
        return self._next()

    def wake(self) -> None:
        """Ask the stream now: the connection is there again, and notes may have been lost with it."""
        self._woken.set()

    async def aclose(self) -> None:
        """Listen to no more notes."""
        notes, self._notes = self._notes, None
        if notes is not None:
            self.session.client.readers.discard(self)
            with contextlib.suppress(nats.errors.Error):
                await notes.unsubscribe()

    def _next(self) -> RawStreamMsg:
        message = self._read.popleft()
        self.position = message.seq or 0
        return message

    async def _last(self) -> int:
        """The sequence of the last message, by the leader of the stream; 0 for none, or none that is new enough."""
        last = await self.session.raw(self.stream, subject=self.subject)
        if last is None or (self.since and last.time and last.time < self.since):
            return 0
        return last.seq or 0

    async def _ask(self) -> bool:
        """Ask for the next messages; whether there are any."""
        session, since = self.session, None if self.position else self.since

        async def ask() -> list[RawStreamMsg]:
            return await direct.after(session.client, self.stream, self.subject, self.position, since, batch=self.batch)

        self._read.extend(await session.in_stream(self.stream, ask) or ())
        return bool(self._read)

    async def _listen(self) -> None:
        client = self.session.client
        self._notes = await client.subscribe(f"{NOTES}.{self.subject}", cb=self._note)
        client.readers.add(self)

    async def _note(self, note: Msg) -> None:
        self._known = max(self._known, int((note.headers or {}).get("Nats-Sequence", 0)))
        self._woken.set()
