"""Publishing a message: stored by the server, once, or an error.

Rules kept here:

1. A message carries its identity (`Nats-Msg-Id`) and CloudEvents headers that depend on it alone, so that publishing it
   again sends the same.
2. A body that does not pass the server's limit goes through the object store.
3. Failures that pass are tried again; nats-py and FastStream never do, and FastStream gives up after half a second.
4. Our own first attempt, whose answer was lost, is no conflict; see `Session.store`.
5. A service publishes only what its router declares.
6. What is published for a repair is stored although it may have been before (`shared/bus/repair.py`).
7. Messages that are published together are stored together or not at all, and readers get them in their order.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from faststream import BaseMiddleware
from faststream.nats.response import NatsPublishCommand
from nats.aio.msg import Msg
from nats.js.api import PubAck

from contracts.messages import Message
from contracts.registry import Subject, registry_entry
from shared.bus.jetstream.batch import LARGEST, Outgoing, store_batch
from shared.bus.jetstream.stored import StoredMessages
from shared.bus.parking import Parking
from shared.bus.repair import as_repair
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.bus.topology import REPLACED
from shared.bus.wire import BODY, EXPECT_LAST, body_ref, encode, fits, headers
from shared.telemetry import inject

Send = Callable[[NatsPublishCommand], Awaitable[Any]]

BODIES_KNOWN = 1_000
"""States whose bodies a process knows; of others it asks."""


class Publisher(StoredMessages):
    """Publishes over the connection of a service; a router that declares nothing (tools) may publish everything.

    Attributes:
        parking: events that are set aside.
        bodies: of states that this process has stored last: the sequence, and where the body lies that did not fit.
    """

    broker: Any
    router: ServiceRouter
    parking: Parking

    def __init__(self, service: str, settings: BusSettings | None = None) -> None:
        super().__init__(service, settings)
        self.bodies: dict[str, tuple[str, str]] = {}

    async def publish(
        self, subject: str, message: Message, *, expect_last: int | None = None, body: bytes | None = None
    ) -> PubAck:
        """Publish a message and wait until the server has stored it, by the rules above.

        Args:
            subject: of the message.
            message: as it is said.
            expect_last: sequence of the last message on the subject (0: there is none); None for any.
            body: the message as JSON, where somebody has it.

        Raises:
            Conflict: `expect_last` is not the sequence of the last message on the subject (0: there is none).
            TypeError: the message is of another class, or the service does not declare the publication.
        """
        self._check(subject, message)
        expected = {} if expect_last is None else {EXPECT_LAST: str(expect_last)}
        if body is None:
            return await self.send(subject, message, expected)
        return await self.send(subject, body, {**headers(subject, message, self.service), **expected})

    async def publish_together(
        self, messages: Sequence[tuple[str, Message, int]], *, replaced: Iterable[str] = ()
    ) -> list[int]:
        """Publish messages of one stream, all or none; their sequences.

        Args:
            messages: subject, message, and the sequence of the last message on the subject (0: there is none). Of more
                than a batch holds, the last are stored first; so whoever finds the first one finds all.
            replaced: where bodies lie whose messages these take the place of (`Stored.body`); they are removed.

        Raises:
            Conflict: one of those sequences is another.
            TypeError: as of `publish`, or the streams differ.
        """
        (stream,) = {self._check(subject, message).stream for subject, message, _ in messages}
        outgoing = [await self._outgoing(subject, message, last) for subject, message, last in messages]
        outcome, sequences = "failed", list[int]()
        try:
            with self.metrics.publishing.labels(self.service).time():
                for start in reversed(range(0, len(outgoing), LARGEST)):
                    sequences = await store_batch(self, stream, outgoing[start : start + LARGEST]) + sequences
            outcome = "stored"
        finally:
            self.metrics.published.labels(self.service, outcome).inc(len(outgoing))
        standing = {message.headers.get(BODY) for message in outgoing}
        for body in replaced:
            if body and body not in standing:
                await self.drop_body(body)
        return sequences

    async def send(self, subject: str, body: Message | bytes, headers: Mapping[str, str]) -> PubAck:
        """Publish a message with further headers, or bytes that were a message before, with all of theirs."""
        _ = self.client  # without a connection: an error that says so
        entry = registry_entry(subject)
        publisher = self.router.publications.get(entry.name, self.broker)
        ack: PubAck = await publisher.publish(body, subject, headers=dict(headers), stream=entry.stream)
        return ack

    def _check(self, subject: str, message: Message) -> Subject:
        entry = registry_entry(subject)
        if not isinstance(message, entry.message):
            raise TypeError(f"{subject} carries {entry.message.__name__}, not {type(message).__name__}")
        declared = self.router.publications.keys()
        if entry.name not in declared and declared - {"dead"}:
            raise TypeError(f"{self.service} does not declare that it publishes {entry.name}")
        return entry

    async def _outgoing(self, subject: str, message: Message, expect_last: int) -> Outgoing:
        values = as_repair({**headers(subject, message, self.service), EXPECT_LAST: str(expect_last)})
        body = await _fitting(self, subject, encode(message), values)
        # Many messages take milliseconds to write, which others would wait.
        await asyncio.sleep(0)
        return Outgoing(subject, body, values)


class Publication(BaseMiddleware[NatsPublishCommand, Msg | None]):
    """Publishes to streams; what goes to no stream passes."""

    async def publish_scope(self, call_next: Send, cmd: NatsPublishCommand) -> Any:  # noqa: ANN401 - FastStream's
        """Store a message once, or raise an error that says why not."""
        if cmd.stream is None:
            return await call_next(cmd)
        bus: Publisher = self.context.get("bus")
        outcome = "failed"
        try:
            with bus.metrics.publishing.labels(bus.service).time():
                ack = await _store(bus, call_next, cmd)
            outcome = "duplicate" if ack.duplicate else "stored"
            return ack
        finally:
            bus.metrics.published.labels(bus.service, outcome).inc()


async def _store(bus: Publisher, send: Send, cmd: NatsPublishCommand) -> PubAck:
    subject, stream = cmd.destination, registry_entry(cmd.destination).stream
    if isinstance(cmd.body, Message):
        cmd.headers = {**headers(subject, cmd.body, bus.service), **cmd.headers}
        cmd.body = encode(cmd.body)
    cmd.headers = as_repair(cmd.headers)
    cmd.correlation_id, cmd.timeout = None, bus.settings.publish_timeout
    old = await _body_before(bus, stream, cmd) if stream in REPLACED else ""
    cmd.body = await _fitting(bus, subject, cmd.body, cmd.headers)
    ack = await bus.store(stream, subject, cmd.headers, lambda: send(cmd))
    if old and not ack.duplicate and old != cmd.headers.get(BODY):
        await bus.drop_body(old)
    if stream in REPLACED:
        bus.bodies[subject] = (str(ack.seq), cmd.headers.get(BODY, ""))
        if len(bus.bodies) > BODIES_KNOWN:
            del bus.bodies[next(iter(bus.bodies))]
    return ack


async def _body_before(bus: Publisher, stream: str, cmd: NatsPublishCommand) -> str:
    """Where the body of the state lies that a new one takes the place of, to go with it; "" where it lies nowhere.

    The server is asked only if this process has not stored that state itself: its answer has the whole of it.
    """
    expected, (known, body) = cmd.headers.get(EXPECT_LAST), bus.bodies.pop(cmd.destination, ("0", ""))
    if expected == known:
        return body
    before = await bus.raw(stream, subject=cmd.destination)
    return (before.headers or {}).get(BODY, "") if before is not None else ""


async def _fitting(bus: Publisher, subject: str, body: bytes, values: dict[str, str]) -> bytes:
    """What a message carries as its body: itself or, where it does not fit, nothing, and its headers say where it lies.

    The headers of time and trace are added.
    """
    values.setdefault("ce-time", datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"))
    inject(values)
    if fits(body, values, bus.client.max_payload):
        return body
    ref = body_ref(subject, body, bus.service)
    if await bus.object_digest(ref.bucket, ref.name) != ref.sha256:
        await bus.put_object(ref.bucket, ref.name, body)
    values[BODY] = ref.header
    return b""
