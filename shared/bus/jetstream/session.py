"""What everything that works over one connection has in common."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from shared.bus.jetstream.connection import BusClient, BusJetStream
from shared.bus.jetstream.retry import with_retry
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from shared.telemetry import Metrics

T = TypeVar("T")


class Session:
    """The connection of a service, while it has one.

    Attributes:
        service: name, as in the registry.
        settings: as given.
        metrics: what is counted.
    """

    def __init__(self, service: str, settings: BusSettings | None = None, metrics: Metrics | None = None) -> None:
        """Begin without a connection."""
        self.service = service
        self.settings = settings or BusSettings()
        self.metrics = metrics or Metrics()
        self._client: BusClient | None = None
        self._js: BusJetStream | None = None

    @property
    def client(self) -> BusClient:
        """The NATS client, for what this class does not offer.

        Raises:
            OperationFailed: there is no connection.
        """
        if self._client is None:
            raise OperationFailed(f"the bus of {self.service} is not connected")
        return self._client

    @property
    def js(self) -> BusJetStream:
        """JetStream of the connection."""
        if self._js is None:
            self._js = self.client.jetstream()
        return self._js

    async def retry(self, what: str, operation: Callable[[], Awaitable[T]], expected: int | None = None) -> T:
        """Do a repeatable operation, again after failures that pass; see `with_retry`."""
        return await with_retry(self.client, what, operation, self.settings.publish_patience, expected)
