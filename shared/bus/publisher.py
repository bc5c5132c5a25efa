"""Publishing from a service: only what its router declares."""

from collections.abc import Mapping
from typing import Any

from nats.js.api import PubAck

from contracts.messages import Message
from contracts.registry import registry_entry
from shared.bus.jetstream.stored import StoredMessages
from shared.bus.router import ServiceRouter
from shared.bus.wire import EXPECT_LAST


class Publisher(StoredMessages):
    """Publishes over the connection of a service, through FastStream and its middlewares.

    Attributes:
        broker: FastStream's broker.
        router: with the declared publishers; one that declares nothing (tools) may publish everything.
    """

    broker: Any
    router: ServiceRouter

    async def publish(self, subject: str, message: Message, *, expect_last: int | None = None) -> PubAck:
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
            TypeError: the message is of another class, or the service does not declare the publication.
        """
        entry = registry_entry(subject)
        if not isinstance(message, entry.message):
            raise TypeError(f"{subject} carries {entry.message.__name__}, not {type(message).__name__}")
        if self.router.declares and entry.name not in self.router.publications:
            raise TypeError(f"{self.service} does not declare that it publishes {entry.name}")
        expected = {} if expect_last is None else {EXPECT_LAST: str(expect_last)}
        return await self._publish(self.router.publications.get(entry.name, self.broker), subject, message, expected)

    async def republish(self, subject: str, body: bytes, headers: Mapping[str, str]) -> PubAck:
        """Publish bytes that were a message before, with their headers."""
        return await self._publish(self.broker, subject, body, headers)

    async def _publish(self, publisher: Any, subject: str, body: object, headers: Mapping[str, str]) -> PubAck:  # noqa: ANN401 - FastStream's broker or publisher
        stream, timeout = registry_entry(subject).stream, self.settings.publish_timeout
        _ = self.client  # without a connection: an error that says so
        ack: PubAck = await publisher.publish(body, subject, headers=dict(headers), stream=stream, timeout=timeout)
        return ack
