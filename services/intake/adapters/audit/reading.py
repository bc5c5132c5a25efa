"""Streams read from their first message to their last, slowly enough that others are not held up."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from nats.js.api import RawStreamMsg
from nats.js.errors import APIError

from services.intake.domain.audit.damage import Memory
from services.intake.domain.audit.sequences import Losses, Runs, StreamState, losses, within
from shared.bus.jetstream.direct import some_from
from shared.bus.jetstream.session import Session
from shared.bus.topology import StreamSpec

BATCH, MOST_BYTES = 256, 4 * 1024 * 1024
"""Messages and bytes of one request."""

EXPIRING = frozenset({"KV_NOTICES", "KV_WEBHOOKS", "CHANGES"})
"""Streams and buckets whose entries go by themselves."""

SHORTEST_LIFE = timedelta(minutes=1)
"""None of them goes earlier: a removal is kept so long."""

CHECKED = 1_000
"""Lost messages that the leader of a stream is asked for one by one."""

MOST_DELETED = 200_000
"""Sequences that a server is asked to list."""

PAGE = 100_000
"""Subjects that the server lists at a time."""


@dataclass(frozen=True)
class Pace:
    """How much of the time is spent on reading: 0.25 rests three times as long as it works."""

    share: float = 1.0

    async def rest(self, worked: float) -> None:
        """Rest after so many seconds of work."""
        await asyncio.sleep(worked * (1 / self.share - 1))


@dataclass
class StreamReading:
    """One reading of a stream.

    Attributes:
        last: sequence of its last message before it was read.
        read: the sequences that could be read.
        newest: the last message that could be read.
        late: messages that the leader of the stream has, and the copy that was read had not.
        dropped: bytes that the server says it has lost since it was started.
    """

    session: Session
    spec: StreamSpec
    pace: Pace
    last: int = 0
    newest: RawStreamMsg | None = None
    dropped: int = 0

    def __post_init__(self) -> None:
        self.read = Runs()
        self.late: list[RawStreamMsg] = []
        self.expires = self.spec.name in EXPIRING

    async def messages(self) -> AsyncGenerator[RawStreamMsg, None]:
        """Every message that can be read, in order, up to what was the last when this began.

        Raises:
            OperationFailed: the stream cannot be opened.
        """
        self.last = (await self._state())["last_seq"]
        position = 0
        while position < self.last:
            began = time.monotonic()
            messages = await self._some(position + 1)
            if not messages:
                break
            for message in messages:
                position = message.seq or 0
                if position > self.last:
                    return
                self.read.add(position)
                self.newest = message
                yield message
            await self.pace.rest(time.monotonic() - began)

    async def losses(self, memory: Memory) -> Losses:
        """What the stream has lost, beside what was settled before."""
        name = str(self.spec.name)
        # What takes the place of an object has its old chunks removed.
        everything = self.spec.max_msgs_per_subject == -1 and not name.startswith("OBJ_")
        state = await self._state()
        if state.get("num_deleted", 0) <= MOST_DELETED:
            # Only then the server also says what it has lost.
            state = await self._state(deleted_details=True)
        holes = self.last - (1 if everything else state["first_seq"]) + 1 - self.read.count
        self.dropped = int((state.get("lost") or {}).get("bytes") or 0)
        dropped = self.dropped if self.dropped != memory.dropped.get(name, 0) else 0
        settled = memory.settled.get(name, ())
        if not dropped and self.read.newest() == self.last and not holes:
            return Losses()
        deleted = () if everything else state.get("deleted") or ()
        expired = self.expires and datetime.now(UTC) - datetime.fromisoformat(state["last_ts"]) > SHORTEST_LIFE
        now = StreamState(name, state["first_seq"], state["last_seq"], deleted, dropped, everything, expired)
        found = losses(now, self.read, self.last)
        lost = [seq for seq in found.lost if not within(settled, seq)]
        # Of copies of a stream one may be behind: the leader knows.
        self.late = [message for seq in lost[:CHECKED] if (message := await self._raw(seq)) is not None]
        there = {message.seq for message in self.late}
        behind = not dropped and found.tail is not None and await self._raw(self.last) is not None
        return Losses(tuple(seq for seq in lost if seq not in there), None if behind else found.tail)

    async def counts(self) -> dict[str, int]:
        """How many messages the server counts of each subject."""
        found, more = dict[str, int](), True
        while more:
            state = await self._state(subjects_filter=">", offset=len(found))
            page = state.get("subjects") or {}
            found |= page
            more = len(page) >= PAGE
        return found

    async def _raw(self, seq: int) -> RawStreamMsg | None:
        return await self.session.raw(str(self.spec.name), seq=seq)

    async def _some(self, seq: int) -> list[RawStreamMsg]:
        name = str(self.spec.name)
        read = partial(some_from, self.session.client, name, seq, batch=BATCH, most_bytes=MOST_BYTES)
        return await self.session.retry(f"stream {name}", read)

    async def _state(self, **options: object) -> dict[str, Any]:
        """The state of the stream as the server says it; nats-py leaves out what was deleted and lost."""
        name = str(self.spec.name)

        async def ask() -> dict[str, Any]:
            subject = f"{self.session.client.api}.STREAM.INFO.{name}"
            answer = json.loads((await self.session.client.request(subject, json.dumps(options).encode(), 5)).data)
            if "error" in answer:
                APIError.from_error(answer["error"])
            state: dict[str, Any] = answer["state"]
            return state

        state = await self.session.in_stream(name, ask)
        return state or {"first_seq": 0, "last_seq": 0}
