"""Events that are set aside: one whose message fails waits for the next try by itself, and its partition goes on.

Rule 1: a message that fails is noted with its event in a bucket of the service; then it is acknowledged.
Rule 2: while an event is there, its further messages are only noted: the stream keeps them. Of a durable without
partitions, such as a parser's, a message is set aside alone.
Rule 3: one process at a time goes on with an event. It says so in the entry, for `CLAIM` seconds at a time, and handles
what the stream has of the event, one message after the other, from the one that failed to the last one noted.
Rule 4: whoever changes an entry names its revision, and looks again where somebody else was faster. So a message that
is noted while the last one before is handled keeps the event there.
Rule 5: a try counts from the moment that it begins, so that a message that ends its process is not tried for ever.
Rule 6: a message that `SUSPECT` deliveries left unanswered may have ended the processes that had it, or was only held
by one that ended for another reason. It is set aside, and a process tries one such message at a time: who has it stands
in the entry, so one that is found taken after its time has most likely ended that process by itself.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import RawStreamMsg
from pydantic import TypeAdapter, ValidationError

from shared.bus.delivery import Delivery
from shared.bus.errors import Conflict
from shared.bus.jetstream.connection import end_task
from shared.bus.topology import ConsumerSpec, parked_bucket
from shared.errors import KibitzError
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

TURN = 0.2
"""Seconds between two looks at the events that this process knows of."""
LOOK = 5.0
"""Seconds between two looks at all of them: another process may have died."""
CLAIM = 3.0
"""Seconds that a process has an event for, unless it says so again."""
RETRY = 1.0
"""Seconds before a message is tried again whose handler was ended without an answer."""
AT_ONCE = 8
"""Events that a process goes on with at the same time."""
SUSPECT = 2
"""Deliveries without an answer after which a message is set aside before it is tried again."""
FORGOTTEN = timedelta(hours=1)
"""After which the server forgets that an event was there."""


@dataclass(frozen=True)
class Parked:
    """An event that is set aside.

    Attributes:
        stream, consumer, subject: whence its messages came.
        seq: that of the first message that is not handled, or lower.
        up_to: sequence of the last one that has been noted.
        tries: how often the first one was begun.
        due: when it is tried again, in seconds since 1970.
        by: the process that handles it until then, if one does.
        since: when it was set aside, in seconds since 1970.
        reason: why, as the last try said.
        unanswered: how often a process had the first message and never answered.
    """

    stream: str
    consumer: str
    subject: str
    seq: int
    up_to: int
    tries: int
    due: float
    by: str = ""
    since: float = 0.0
    reason: str = ""
    unanswered: int = 0


_ENTRY = TypeAdapter(Parked)


class ParkedMessage(Msg):
    """A message of an event that was set aside; its answer goes to nobody but `Parking`."""

    def __init__(self, entry: Parked, raw: RawStreamMsg) -> None:
        stamp = int(raw.time.timestamp()) * 10**9 if raw.time else 0
        reply = f"$JS.ACK.{entry.stream}.{entry.consumer}.{entry.tries}.{entry.seq}.{entry.seq}.{stamp}.0"
        super().__init__(_client=None, subject=str(raw.subject), reply=reply, data=raw.data or b"", headers=raw.headers)  # type: ignore[arg-type]
        self.answered = False
        self.delay: float | None = None
        self.reason = ""
        self.unanswered = entry.unanswered

    async def ack(self) -> None:
        """It is handled."""
        self.answered = True

    async def nak(self, delay: float | None = None) -> None:
        """It is to be handled again."""
        self.answered, self.delay = True, delay or 0.0


class Entries(Protocol):
    """The bus, as far as its entries are needed; its methods are described there."""

    async def kv_get(self, bucket: str, key: str) -> tuple[bytes | None, int]:
        """As of `KeyValues`."""

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int, ttl: timedelta | None = None) -> int:
        """As of `KeyValues`."""

    def kv_items(self, bucket: str) -> AsyncGenerator[tuple[str, bytes], None]:
        """As of `KeyValues`."""


class Source(Entries, Protocol):
    """The bus, as far as it is needed here."""

    service: str
    broker: Any

    async def raw(self, stream: str, *, seq: int | None = None) -> RawStreamMsg | None:
        """As of `Session`."""

    async def first_seq(self, subject: str, after: int = 0) -> int:
        """As of `StoredMessages`."""


class Parking:
    """The events of one service that are set aside."""

    def __init__(self, bus: Source, specs: Mapping[tuple[str, str], ConsumerSpec]) -> None:
        """Prepare; nothing is read before `run`."""
        self._bus = bus
        self._bucket = parked_bucket(bus.service)
        self._specs = specs
        self._name = secrets.token_hex(8)
        self._known: dict[str, Parked] = {}
        self._handling: dict[str, asyncio.Task[None]] = {}

    def count(self) -> int:
        """How many events are set aside, as far as this process knows."""
        return len(self._known)

    async def noted(self, delivery: Delivery) -> bool:
        """Whether the event of a message is set aside; then the message is noted, and needs no handler now."""
        key = self._key(delivery)
        note = partial(_noted, seq=delivery.seq)
        return await self._change(key, note) is not None

    async def park(self, delivery: Delivery, delay: float, reason: str, unanswered: int = 0) -> None:
        """Set the event of a message aside that has failed; it is tried again after `delay` seconds."""
        now = time.time()
        place = (delivery.stream, delivery.consumer, delivery.subject, delivery.seq)
        entry = Parked(
            *place,
            up_to=delivery.seq,
            tries=delivery.deliveries,
            due=now + delay,
            since=now,
            reason=reason[:500],
            unanswered=unanswered,
        )
        await self._change(self._key(delivery), lambda before: _noted(before, delivery.seq) or entry)

    async def run(self) -> None:
        """Go on with what is due, until cancelled."""
        look_at = 0.0
        try:
            while True:
                if time.monotonic() >= look_at:
                    look_at = time.monotonic() + LOOK
                    await self._look()
                for key in self._due():
                    self._handling[key] = asyncio.create_task(self._go_on(key))
                    self._handling[key].add_done_callback(lambda _, key=key: self._handling.pop(key))  # type: ignore[misc]
                await asyncio.sleep(TURN)
        finally:
            handling = tuple(self._handling.values())
            for task in handling:
                task.cancel()
            await asyncio.gather(*handling, return_exceptions=True)

    def _due(self) -> list[str]:
        """The events to go on with, a few at a time, and one of those whose message may have ended a process."""
        now, handling = time.time(), self._handling.keys()
        due = [key for key, entry in self._known.items() if entry.due <= now and key not in handling]
        suspects = [key for key in (*handling, *due) if key in self._known and self._known[key].unanswered]
        return [key for key in due if key not in suspects[1:]][: AT_ONCE - len(handling)]

    async def _look(self) -> None:
        """Look for events that other processes have set aside."""
        try:
            async for key, value in self._bus.kv_items(self._bucket):
                entry = _read(value)
                if entry is not None and (entry.stream, entry.consumer) in self._specs:
                    self._known[key] = entry
        except (KibitzError, nats.errors.Error) as error:
            logger.warning("what is set aside cannot be read: %s", error, extra=fields(service=self._bus.service))

    async def _go_on(self, key: str) -> None:
        """Handle the messages of an event, until one fails or none is left."""
        try:
            while (entry := await self._change(key, self._taken)) is not None and entry.by == self._name:
                claiming = asyncio.create_task(self._claim(key))
                try:
                    first = await self._bus.first_seq(entry.subject, entry.seq - 1) or entry.up_to
                    delay, reason = await self._handle(replace(entry, seq=first))
                finally:
                    await end_task(claiming)
                await self._change(key, partial(self._handled, seq=first, delay=delay, reason=reason))
        except (KibitzError, nats.errors.Error) as error:
            logger.warning("an event stays set aside: %s", error, extra=fields(service=self._bus.service, event=key))
            if key in self._known:
                self._known[key] = replace(self._known[key], due=time.time() + CLAIM)

    async def _handle(self, entry: Parked) -> tuple[float | None, str]:
        """Have the first message of an event handled; when it is to be handled again, in seconds, or None; and why."""
        raw = await self._bus.raw(entry.stream, seq=entry.seq)
        if raw is None:
            return None, ""
        message = ParkedMessage(entry, raw)
        for subscriber in self._bus.broker.subscribers:
            if getattr(subscriber, "extra_options", {}).get("durable") == entry.consumer:
                await subscriber.consume(message)
        return (message.delay, message.reason) if message.answered else (RETRY, "its handler was ended")

    async def _claim(self, key: str) -> None:
        while True:
            await asyncio.sleep(CLAIM / 3)
            with contextlib.suppress(KibitzError):
                await self._change(key, self._claimed)

    async def _change(self, key: str, change: Callable[[Parked | None], Parked | None]) -> Parked | None:
        """Change the entry of an event, however often somebody else is faster; the entry as it is then."""
        while True:
            value, revision = await self._bus.kv_get(self._bucket, key)
            before = _read(value)
            entry = change(before)
            if entry != before:
                written, ttl = (b"", FORGOTTEN) if entry is None else (_ENTRY.dump_json(entry), None)
                try:
                    await self._bus.kv_put(self._bucket, key, written, expect=revision, ttl=ttl)
                except Conflict:
                    continue
            if entry is None:
                self._known.pop(key, None)
            else:
                self._known[key] = entry
            return entry

    def _taken(self, entry: Parked | None) -> Parked | None:
        if entry is None or entry.due > time.time():
            return entry
        unanswered = entry.unanswered + bool(entry.by)
        return replace(entry, tries=entry.tries + 1, due=time.time() + CLAIM, by=self._name, unanswered=unanswered)

    def _claimed(self, entry: Parked | None) -> Parked | None:
        if entry is None or entry.by != self._name:
            return entry
        return replace(entry, due=time.time() + CLAIM)

    def _handled(self, entry: Parked | None, seq: int, delay: float | None, reason: str) -> Parked | None:
        """The entry after the message `seq` was handled; or failed, to be handled again after `delay` seconds."""
        if entry is None or entry.by != self._name:
            return entry
        if delay is not None:
            return replace(entry, seq=seq, due=time.time() + delay, by="", reason=reason, unanswered=0)
        return replace(entry, seq=seq + 1, tries=0, due=time.time(), by="", unanswered=0) if entry.up_to > seq else None

    def _key(self, delivery: Delivery) -> str:
        spec = self._specs[delivery.stream, delivery.consumer]
        key = f"{spec.label}.{delivery.subject.rpartition('.')[2]}"
        return key if spec.ordered else f"{key}-{delivery.seq}"


async def parked_events(bus: Entries, service: str) -> AsyncGenerator[tuple[str, Parked], None]:
    """The events that a service has set aside, with what is said of each."""
    async for key, value in bus.kv_items(parked_bucket(service)):
        if (entry := _read(value)) is not None:
            yield key.rpartition(".")[2], entry


async def try_now(bus: Entries, service: str) -> int:
    """Have every event that waits for its next try tried at once, in the seconds of a `LOOK`; how many do."""
    bucket, hastened = parked_bucket(service), 0
    for key in [key async for key, _ in bus.kv_items(bucket)]:
        value, revision = await bus.kv_get(bucket, key)
        entry = _read(value)
        if entry is not None and not entry.by:
            with contextlib.suppress(Conflict):
                await bus.kv_put(bucket, key, _ENTRY.dump_json(replace(entry, due=time.time())), expect=revision)
                hastened += 1
    return hastened


def _noted(entry: Parked | None, seq: int) -> Parked | None:
    """The entry of an event with one more message, which its stream keeps."""
    return entry and replace(entry, up_to=max(entry.up_to, seq))


def _read(value: bytes | None) -> Parked | None:
    with contextlib.suppress(ValidationError):
        return _ENTRY.validate_json(value) if value else None
    return None
