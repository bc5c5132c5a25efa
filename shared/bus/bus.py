"""The bus as services see it: publish, read, follow, ask, objects, keys, health.

One `Bus` is one connection of one service. What can go wrong on the way is dealt with in `jetstream/` (what NATS needs)
and `middlewares/` (what is promised about every message).
"""

import asyncio
import contextlib
from collections.abc import Callable

import nats.errors
from faststream import ContextRepo

from shared.bus.jetstream.buckets import KeyValues
from shared.bus.jetstream.connection import BusBroker, BusClient, end_task
from shared.bus.jetstream.health import UNCONNECTED, HealthReport, Monitor
from shared.bus.jetstream.provision import provision_all
from shared.bus.middlewares.acknowledgement import Acknowledgement
from shared.bus.middlewares.publication import Publication, Publisher
from shared.bus.middlewares.request_reply import RequestReply, Requests, Turns
from shared.bus.middlewares.tracing import Tracing
from shared.bus.parking import Parking
from shared.bus.router import ServiceRouter, TypedSerializer
from shared.bus.settings import BusSettings
from shared.bus.topology import BUCKETS, HANDLERS, services, streams_of
from shared.telemetry import exit_process


class Bus(Publisher, KeyValues, Requests):
    """The connection of a service to the bus, with FastStream's broker on it."""

    def __init__(
        self,
        service: str,
        settings: BusSettings | None = None,
        *,
        router: ServiceRouter | None = None,
        on_fatal: Callable[[str], None] = exit_process,
    ) -> None:
        """Prepare a connection; `on_fatal` is called with the reason when it cannot come back."""
        super().__init__(service, settings)
        self.broker = BusBroker(
            self._new_client,
            middlewares=(Tracing, Acknowledgement, RequestReply, Publication),
            context=ContextRepo({"bus": self}),
            serializer=TypedSerializer,
            logger=None,
        )
        self.router = router or ServiceRouter(service)
        self.broker.include_router(self.router)
        self.parking = Parking(self, self.router.specs)
        self._parking: asyncio.Task[None] | None = None
        self._on_fatal = on_fatal
        self._monitor = Monitor(self, self.router.specs.values(), on_fatal)

    async def connect(self) -> None:
        """Connect, waiting for a server as long as it takes."""
        await self.broker.connect()

    async def provision(self) -> int:
        """Make streams, buckets and this service's durables what the topology declares; how much was changed.

        Raises:
            ProvisioningRefused: something exists that cannot safely be changed.
        """
        return await provision_all(self, streams_of(self.service, self.settings.provision), self.router.specs.values())

    async def watch(self) -> None:
        """Know that the server has heard our subscriptions, and watch over the consumers from now on."""
        if self.router.questions and self.client.is_connected:
            # The ping of nats-py overtakes what waits to be written; the second one comes after it.
            with contextlib.suppress(nats.errors.Error):
                await self.client.flush(5)
                await self.client.flush(5)
        self._monitor.start()
        # What is not there before the first one does not grow by it.
        self.metrics.unreadable.labels(self.service)
        if self.service in HANDLERS:
            self._parking = asyncio.create_task(self.parking.run())
            set_aside = self.metrics.set_aside.labels(self.service)
            self.metrics.sources.append(lambda: set_aside.set(self.parking.count()))

    async def stop(self) -> None:
        """Stop fetching, wait for running handlers, and close the connection."""
        if (client := self._client) is None:
            return
        client.stopping = True
        await self._monitor.stop()
        if self._parking is not None:
            await end_task(self._parking)
        self.turns.stop()
        try:
            await self.broker.stop()
        finally:
            self._client = None
            await client.drain()

    async def healthy(self, age: float = 0.0) -> HealthReport:
        """How the connection and each durable are; what the server answered in the last `age` seconds will do."""
        return UNCONNECTED if self._client is None else await self._monitor.report(age)

    def may_read(self, stream: str) -> bool:
        """Whether this user may: on a server with users, buckets of other services are left to the operator."""
        if self.service not in services() or not (self.settings.user or self.settings.credentials):
            return True
        return all(bucket.serves(self.service) for bucket in BUCKETS if bucket.stream.name == stream)

    def _new_client(self) -> BusClient:
        self.turns = Turns()
        self.broker.config.broker_config.graceful_timeout = self.settings.graceful_timeout
        self._client = BusClient(self.service, self.settings, self._on_fatal)
        return self._client
