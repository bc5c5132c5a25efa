"""One delivery of a message, as a handler sees it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fast_depends.library import CustomField
from nats.aio.msg import Msg

from shared.bus.jetstream.stream_reader import stored_at


@dataclass(frozen=True)
class Delivery:
    """Where a message stands in its stream, and how often it was delivered.

    Attributes:
        deliveries: 1 for the first; a restart of the server may forget earlier ones, so it decides about patience and
            never about identity.
        time: when the stream stored it.
    """

    subject: str
    stream: str
    seq: int
    deliveries: int
    time: datetime
    headers: Mapping[str, str]
    consumer: str


def delivery_of(message: Msg) -> Delivery | None:
    """What JetStream says of a message; None where no stream delivered it, to wait for its answer."""
    if not message.reply.startswith("$JS.ACK."):
        return None
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
    """A value of FastStream's context as an argument of a handler, or what `convert` makes of it.

    FastDepends runs everything that is not asynchronous in a thread, FastStream's own `Context` included: a hop to a
    thread and back for each argument of each message.
    """

    def __init__(self, name: str, convert: Callable[[Any], Any] = lambda value: value) -> None:
        super().__init__(cast=False)
        self._name = name
        self._convert = convert

    async def use(self, /, **kwargs: Any) -> dict[str, Any]:  # type: ignore[override]  # noqa: ANN401 - FastDepends
        """Add the value to the arguments."""
        kwargs[str(self.param_name)] = self._convert(kwargs["context__"].get(self._name))
        return kwargs
