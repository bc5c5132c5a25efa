"""One delivery of a message, as a handler sees it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any

from fast_depends.library import CustomField
from faststream.nats.message import NatsMessage
from nats.aio.msg import Msg

from shared.bus.jetstream.stream_reader import stored_at


@dataclass(frozen=True)
class Delivery:
    """Where a message stands in its stream, and how often it was delivered.

    Attributes:
        seq: of the message in its stream.
        deliveries: 1 for the first; a restart of the server may forget earlier ones, so it decides about patience and
            never about identity.
        time: when the stream stored it.
        consumer: durable that delivered it.
    """

    subject: str
    stream: str
    seq: int
    deliveries: int
    time: datetime
    headers: Mapping[str, str] = field(default_factory=dict)
    consumer: str = ""


def from_jetstream(message: Msg) -> bool:
    """Whether a stream delivered this message and waits for its answer."""
    return message.reply.startswith("$JS.ACK.")


def delivery_of(message: Msg) -> Delivery:
    """What JetStream says of a message that it delivered."""
    meta = message.metadata
    return Delivery(
        subject=message.subject,
        stream=meta.stream,
        seq=meta.sequence.stream,
        deliveries=meta.num_delivered,
        time=stored_at(message),
        headers=dict(message.headers or {}),
        consumer=meta.consumer,
    )


class Injected(CustomField):
    """A value of FastStream's context as an argument of a handler.

    FastDepends runs everything that is not asynchronous in a thread, FastStream's own `Context` included: a hop to a
    thread and back for each argument of each message.
    """

    def __init__(self, name: str) -> None:
        super().__init__(cast=False)
        self._name = name

    async def use(self, /, **kwargs: Any) -> dict[str, Any]:  # type: ignore[override]  # noqa: ANN401 - FastDepends
        """Add the value to the arguments."""
        kwargs[str(self.param_name)] = kwargs["context__"].get(self._name)
        return kwargs


async def present_delivery(message: Annotated[NatsMessage, Injected("message")]) -> Delivery:
    """The delivery that is being handled: a dependency of handlers, see `annotations.py`.

    Asynchronous, because FastDepends calls other functions in a thread.
    """
    return delivery_of(message.raw_message)
