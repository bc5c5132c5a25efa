"""The bus as services see it: publish, read, follow, objects, keys, health.

One `Bus` is one connection of one service. What can go wrong on the way is dealt with in the modules beside this one.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from nats.js.errors import NotFoundError

from contracts.base import Contract
from contracts.messages import Message
from shared.errors import OperationFailed
from shared.messaging import asking, keyvalue, objects, publishing, topology
from shared.messaging.connection import BusClient, BusJetStream, exit_process
from shared.messaging.consuming import Consuming
from shared.messaging.health import HealthReport, Monitor
from shared.messaging.persist import persist
from shared.messaging.provision import Provisioner
from shared.messaging.router import ServiceRouter
from shared.messaging.settings import BusSettings
from shared.messaging.stored import Stored, StoredMessages
from shared.messaging.wire import M
from shared.telemetry import Metrics

__all__ = ["Bus", "Stored"]


class Bus:
    """The connection of a service to the bus.

    Attributes:
        service: name, as in the registry.
        settings: as given.
    """

    def __init__(
        self,
        service: str,
        settings: BusSettings | None = None,
        metrics: Metrics | None = None,
        *,
        on_fatal: Callable[[str], None] = exit_process,
    ) -> None:
        """Prepare a connection; `on_fatal` is called with the reason when it cannot come back."""
        self.service = service
        self.settings = settings or BusSettings()
        self.metrics = metrics or Metrics()
        self._on_fatal = on_fatal
        self._router = ServiceRouter(service)
        self._client: BusClient | None = None
        self._parts: _Parts | None = None
        self._consuming: Consuming | None = None
        self._monitor: Monitor | None = None

    def use_metrics(self, metrics: Metrics) -> None:
        """Count in these metrics; before `start`."""
        self.metrics = metrics

    def attach(self, router: ServiceRouter) -> None:
        """Handle messages with this router from `consume` on."""
        self._router = router

    async def start(self) -> None:
        """Connect, provision and handle messages."""
        await self.connect()
        await self.provision()
        await self.consume()

    async def connect(self) -> None:
        """Connect, waiting for a server as long as it takes.

        Raises:
            OperationFailed: the server refuses this user.
        """
        if self._parts is not None:
            return
        client = self._client = BusClient(self.service, self.settings, self._on_fatal)
        await client.connect_bus()
        js = client.jetstream()
        patience = self.settings.publish_patience
        store = objects.Objects(client, js, patience)
        self._parts = _Parts(
            client,
            js,
            store,
            keyvalue.KeyValues(client, js, patience),
            publishing.Publisher(client, js, store, self.settings, self.metrics),
            StoredMessages(client, js, store, self.metrics, patience),
        )

    async def provision(self) -> int:
        """Make streams, buckets and this service's durables what the topology declares; how much was changed.

        Raises:
            ProvisioningRefused: something exists that cannot safely be changed.
        """
        streams = topology.streams_of(self.service, self.settings.provision)
        return await self.provisioner().all(streams, self._router.specs)

    def provisioner(self) -> Provisioner:
        """Provisions over this connection."""
        parts = self._connected
        return Provisioner(parts.client, parts.js, replicas=self.settings.replicas, mode=self.settings.provision)

    async def consume(self) -> None:
        """Handle messages with the attached router, and watch over the consumers."""
        parts = self._connected
        consuming = self._consuming = Consuming(
            parts.client, self._router, parts.publisher, parts.objects, self.settings, self.metrics
        )
        await consuming.start()
        self._monitor = Monitor(parts.client, parts.js, consuming, self.provisioner(), self.metrics, self._on_fatal)
        self._monitor.start()

    async def stop(self) -> None:
        """Stop fetching, wait for running handlers, and close the connection."""
        if self._client is not None:
            self._client.stopping()
        if self._monitor is not None:
            await self._monitor.stop()
            self._monitor = None
        if self._consuming is not None:
            await self._consuming.stop()
            self._consuming = None
        client, self._client, self._parts = self._client, None, None
        if client is not None and not client.is_closed:
            with contextlib.suppress(Exception):
                if client.is_connected:
                    await asyncio.wait_for(client.drain(), 5.0)
            with contextlib.suppress(Exception):
                await client.close()

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Stop."""
        await self.stop()

    async def publish(self, subject: str, message: Message, *, expect_last: int | None = None) -> publishing.Published:
        """Publish a message and wait until the server has stored it.

        The message's identity is its id: published again within ten minutes, it is stored once. A body that the
        server would not take goes through the object store. Failures that pass are tried again for about a minute.

        Args:
            subject: from `contracts.subjects`.
            message: of the class that the registry names.
            expect_last: sequence of the last message on this subject, 0 for none.

        Raises:
            Conflict: somebody else has published to the subject.
            OperationFailed: not stored.
        """
        return await self._connected.publisher.message(subject, message, expect_last)

    async def ask(self, subject: str, question: Contract, answer: type[asking.A], *, patience: float) -> asking.A:
        """Ask the service that the registry names, and wait for its answer; neither is kept.

        Raises:
            Unanswered: nobody is there, too many ask, or it took longer than `patience` seconds.
        """
        return await asking.ask(self._connected.client, subject, question, answer, patience)

    async def republish(self, subject: str, body: bytes, headers: Mapping[str, str]) -> publishing.Published:
        """Publish bytes that were a message before, with their headers."""
        return await self._connected.publisher.raw(subject, body, headers)

    async def last(self, subject: str, model: type[M]) -> Stored[M] | None:
        """The last message on a subject, from the stream's leader; None when there is none.

        Raises:
            Unreadable: it is not a message of this class.
        """
        return await self._connected.stored.last(subject, model)

    async def last_seq(self, subject: str) -> int:
        """The sequence of the last message on a subject, 0 for none; its body is not looked at."""
        return await self._connected.stored.last_seq(subject)

    async def at(self, stream: str, seq: int, model: type[M]) -> Stored[M] | None:
        """The message with this sequence, or None."""
        return await self._connected.stored.at(stream, seq, model)

    def history(
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
        return self._connected.stored.history(subject_filter, model, since=since, last_per_subject=last_per_subject)

    def follow(self, subject_filter: str, model: type[M], start_seq: int) -> AsyncGenerator[Stored[M], None]:
        """Every message from a sequence on, in order, without end; nothing is acknowledged.

        It survives restarts of the server and of a cluster's leader. What cannot be read is left out, and counted.

        Raises:
            OperationFailed: the stream does not exist.
        """
        return self._connected.stored.follow(subject_filter, model, start_seq)

    async def stream_created(self, stream: str) -> datetime:
        """When a stream was made; another moment means other sequences.

        Raises:
            OperationFailed: there is no such stream.
        """
        return await self._connected.stored.created(stream)

    async def delete_message(self, stream: str, seq: int) -> None:
        """Remove one message; nothing happens when it is gone."""
        parts = self._connected
        with contextlib.suppress(NotFoundError):
            await persist(
                parts.client,
                f"removing {stream} {seq}",
                lambda: parts.js.delete_msg(stream, seq),
                self.settings.publish_patience,
            )

    async def put_object(self, bucket: str, name: str, data: bytes | AsyncIterator[bytes]) -> objects.ObjectInfo:
        """Store an object, in place of an older one of this name; any text is a name."""
        return await self._connected.objects.put(bucket, name, data)

    async def get_object(self, bucket: str, name: str, *, limit: int) -> bytes:
        """The bytes of an object, checked against its digest.

        Raises:
            ObjectMissing: there is none.
            PayloadTooLarge: it is larger than `limit` bytes.
        """
        return await self._connected.objects.get(bucket, name, limit=limit)

    async def has_object(self, bucket: str, name: str) -> objects.ObjectInfo | None:
        """What is stored under a name, or None."""
        return await self._connected.objects.info(bucket, name)

    async def delete_object(self, bucket: str, name: str) -> bool:
        """Remove an object; whether there was one."""
        return await self._connected.objects.delete(bucket, name)

    async def kv_get(self, bucket: str, key: str) -> tuple[bytes, int] | None:
        """The value of a key and its revision, or None."""
        return await self._connected.keys.get(bucket, key)

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int | None = None) -> int:
        """Set a key and return its revision.

        Raises:
            Conflict: its revision is not `expect` (0: the key must be absent).
        """
        return await self._connected.keys.put(bucket, key, value, expect)

    async def kv_delete(self, bucket: str, key: str) -> None:
        """Remove a key."""
        await self._connected.keys.delete(bucket, key)

    def kv_items(self, bucket: str) -> AsyncIterator[tuple[str, bytes, int]]:
        """Every key with its value and revision."""
        return self._connected.keys.items(bucket)

    async def healthy(self) -> HealthReport:
        """How the connection and each durable are, asked of the server now."""
        if self._monitor is None:
            connected = self._client is not None and self._client.is_connected
            return HealthReport(connected, (), () if connected else ("not connected",))
        return await self._monitor.check()

    @property
    def client(self) -> BusClient:
        """The NATS client, for what this class does not offer."""
        return self._connected.client

    @property
    def _connected(self) -> "_Parts":
        if self._parts is None:
            raise OperationFailed(f"the bus of {self.service} is not connected")
        return self._parts


@dataclass(frozen=True)
class _Parts:
    client: BusClient
    js: BusJetStream
    objects: objects.Objects
    keys: keyvalue.KeyValues
    publisher: publishing.Publisher
    stored: StoredMessages
