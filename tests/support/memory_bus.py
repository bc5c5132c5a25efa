"""A bus in memory for the shells of services: what `Bus` promises about messages, objects and keys."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from nats.js.api import PubAck

from contracts.base import Excerpt
from shared.bus.errors import Conflict, PayloadTooLarge, Unanswered
from shared.bus.jetstream.buckets import ObjectMissing
from shared.bus.jetstream.health import HealthReport
from shared.bus.jetstream.stored import Stored
from shared.bus.wire import decode, encode
from shared.errors import OperationFailed

BEGINNING = datetime(2031, 10, 3, 12, tzinfo=UTC)
"""When everything was stored that says no time of its own."""


@dataclass
class MemoryBus:
    """Keeps everything.

    Attributes:
        broken: every call fails as with an absent server.
        times: when what was stored.
        forgetful: what was published is not known again, as after the server's window for that.
        answers: answers questions; without it nobody does.
    """

    messages: list[tuple[str, object]] = field(default_factory=list)
    service: str = "memory"
    objects: dict[tuple[str, str], bytes] = field(default_factory=dict)
    keys: dict[tuple[str, str], tuple[bytes, int]] = field(default_factory=dict)
    broken: bool = False
    puts: int = 0
    conflicts: int = 0
    problems: tuple[str, ...] = ()
    concerns: Any = tuple
    created: datetime = BEGINNING
    times: dict[int, datetime] = field(default_factory=dict)
    forgetful: bool = False
    asked: list[tuple[str, object]] = field(default_factory=list)
    answers: Callable[[object], Awaitable[object]] | None = None

    def said(self, subject: str) -> list[object]:
        """Messages on subjects that begin so."""
        return [message for name, message in self.messages if name.startswith(subject)]

    async def _answer(self) -> None:
        await asyncio.sleep(0)
        if self.broken:
            raise OperationFailed("there is no server")

    async def publish(self, subject, message, *, expect_last=None, body=None) -> PubAck:
        await self._answer()
        assert body is None or body == encode(message)
        known = [one.identity for _, one in self.messages]
        last, newest = max(((number, one.identity) for number, _, one in self._matching(subject)), default=(0, ""))
        if expect_last is not None and expect_last != last and newest != message.identity:
            self.conflicts += 1
            raise Conflict("somebody was faster")
        if message.identity in known and not self.forgetful:
            return PubAck("MEMORY", known.index(message.identity) + 1, duplicate=True)
        self.messages.append((subject, message))
        return PubAck("MEMORY", len(self.messages), duplicate=False)

    async def publish_together(self, messages, *, replaced=()) -> list[int]:
        await self._answer()
        kept = list(self.messages)
        try:
            return [(await self.publish(subject, message, expect_last=last)).seq for subject, message, last in messages]
        except BaseException:
            self.messages[:] = kept
            raise

    async def ask(self, subject, question, answer, *, patience) -> object:
        await self._answer()
        self.asked.append((subject, question))
        if self.answers is None:
            raise Unanswered("absent", "nobody is there to answer")
        return await self.answers(question)

    async def put_object(self, bucket, name, data) -> None:
        await self._answer()
        self.puts += 1
        self.objects[(bucket, name)] = data

    async def get_object(self, bucket, name, *, limit) -> bytes:
        await self._answer()
        if (bucket, name) not in self.objects:
            raise ObjectMissing(f"{bucket}/{name}")
        data = self.objects[(bucket, name)]
        if len(data) > limit:
            raise PayloadTooLarge(f"{len(data)} bytes")
        return data

    async def delete_object(self, bucket, name) -> None:
        await self._answer()
        self.objects.pop((bucket, name), None)

    async def object_digest(self, bucket, name) -> str | None:
        await self._answer()
        data = self.objects.get((bucket, name))
        return None if data is None else sha256(data).hexdigest()

    async def kv_get(self, bucket, key) -> tuple[bytes | None, int]:
        await self._answer()
        return self.keys.get((bucket, key), (None, 0))

    async def kv_put(self, bucket, key, value, *, expect, ttl=None) -> int:
        await self._answer()
        revision = self.keys.get((bucket, key), (b"", 0))[1]
        if expect != revision:
            self.conflicts += 1
            raise Conflict("somebody was faster")
        self.keys[(bucket, key)] = (value, revision + 1)
        return revision + 1

    async def kv_items(self, bucket) -> AsyncIterator[tuple[str, bytes]]:
        for (name, key), (value, _) in list(self.keys.items()):
            if name == bucket:
                yield key, value

    async def kv_set(self, bucket, key, value, *, ttl) -> None:
        await self._answer()
        if value is None:
            self.keys.pop((bucket, key), None)
        else:
            self.keys[(bucket, key)] = (value, self.keys.get((bucket, key), (b"", 0))[1] + 1)

    async def healthy(self) -> HealthReport:
        return HealthReport(not self.broken, (), self.problems, tuple(self.concerns()))

    async def last(self, subject, model) -> Stored | None:
        await self._answer()
        found = [self._stored(*one, model) for one in self._matching(subject)]
        return found[-1] if found else None

    async def last_seq(self, subject) -> int:
        await self._answer()
        return max((number for number, _, _ in self._matching(subject)), default=0)

    async def first_seq(self, subject, after=0) -> int:
        await self._answer()
        return min((number for number, _, _ in self._matching(subject) if number > after), default=0)

    async def stream_created(self, stream) -> datetime:
        await self._answer()
        return self.created

    async def history(
        self, subject_filter, model, *, since=None, start_seq=1, last_per_subject=False
    ) -> AsyncIterator[Stored]:
        found = [self._stored(*one, model) for one in self._matching(subject_filter)]
        newest = {stored.subject: stored.seq for stored in found}
        for stored in found:
            old = since is not None and stored.time is not None and stored.time < since
            old = old or stored.seq < start_seq
            if not old and (not last_per_subject or newest[stored.subject] == stored.seq):
                yield stored

    async def newest(self, model, *patterns) -> list[Stored]:
        found = {
            stored.seq: stored
            for pattern in patterns
            async for stored in self.history(pattern, model, last_per_subject=True)
        }
        return [found[seq] for seq in sorted(found)]

    async def follow(self, subject_filter, model, start_seq, wanted=lambda _subject: True) -> AsyncIterator[Stored]:
        position = start_seq
        while True:
            for number, name, message in self._matching(subject_filter):
                if number >= position:
                    position = number + 1
                    if not wanted(name):
                        continue
                    yield self._stored(number, name, message, model)
            await asyncio.sleep(0.01)

    def _matching(self, pattern) -> list[tuple[int, str, object]]:
        return [(n, name, one) for n, (name, one) in enumerate(self.messages, start=1) if _matches(pattern, name)]

    def _stored(self, number, subject, message, model) -> Stored:
        file = getattr(message, "file", None)
        at = self.times.get(number) or (file.received_at if file is not None else None)
        read = decode(model, encode(message)) if issubclass(model, Excerpt) else message
        return Stored(read, number, at or BEGINNING, subject)


def _matches(pattern, subject) -> bool:
    wanted, found = pattern.split("."), subject.split(".")
    if wanted[-1] == ">":
        wanted, found = wanted[:-1], found[: len(wanted) - 1]
    return len(wanted) == len(found) and all(one in ("*", other) for one, other in zip(wanted, found, strict=True))


def commands_on_a_bus(monkeypatch: pytest.MonkeyPatch, command: ModuleType, bus: Any = None) -> Any:
    """The bus of a running server, a new one or this one, as the commands of a module find it."""
    bus = MemoryBus() if bus is None else bus

    def with_bus(nats: str | None, data: Path | None, work: Callable[[Any], Any], **_: float) -> Any:
        return asyncio.run(work(bus))

    monkeypatch.setattr(command, "with_bus", with_bus)
    return bus
