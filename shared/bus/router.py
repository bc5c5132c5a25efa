"""The subscribers, publishers and answers of a service, declared from the registry.

    router = ServiceRouter("scoring")
    router.publication("scoring.board.scored.v1")

    @router.subscribe("validation.fragment.accepted.v1")
    async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery) -> None: ...

    @router.subscribe("scoring.event.merged.v1", reads=EventStage)
    async def on_event_merged(message: EventStage) -> None: ...

    @router.answer("scoring.standings.asked.v1")
    async def on_standings_asked(question: StandingsAsked) -> StandingsAnswered: ...

A handler that returns is acknowledged. What its errors mean is written at the head of `middlewares/retry_policy.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from fast_depends.library.serializer import OptionItem, Serializer
from faststream.middlewares import AckPolicy
from faststream.nats import JStream, NatsRouter, PullSub
from faststream.nats.message import NatsMessage
from nats.js.api import ConsumerConfig

from contracts import registry
from contracts.base import Contract, Excerpt, is_excerpt
from shared.bus import wire
from shared.bus.jetstream.stream_reader import stored_at
from shared.bus.middlewares.retry_policy import DELAYS
from shared.bus.topology import ConsumerSpec, consumer_specs

H = TypeVar("H", bound=Callable[..., Awaitable[Any]])

STANDING = 64
"""Messages of a partition that are asked for at a time; the next one comes when the one before is acknowledged."""

QUESTIONS_AT_ONCE = 64
"""Questions that are looked at side by side, most of them to be refused; see `middlewares/request_reply.py`."""


class ServiceRouter(NatsRouter):
    """FastStream's router with the vocabulary of the registry, which refuses what it does not name with a KeyError.

    Attributes:
        delays: seconds before each further delivery of a message that could not be handled.
        specs: the durables of all subscriptions, by stream and name.
        publications: the declared publishers, by the name of their subject; that of dead letters comes of itself.
    """

    def __init__(self, service: str, *, delays: tuple[float, ...] = DELAYS) -> None:
        super().__init__()
        self.service = service
        self.delays = delays
        self.specs: dict[tuple[str, str], ConsumerSpec] = {}
        self.publications: dict[str, Any] = {}
        self.questions: list[registry.Question] = []

    def subscribe(
        self,
        name: str,
        *,
        reads: type[Excerpt] | None = None,
        ack_wait: float | None = None,
        at_once: int = 1,
        later: float = 0.0,
    ) -> Callable[[H], H]:
        """Handle the messages of a subject of the registry; a parser handles those of its format.

        Args:
            name: without its filters.
            reads: the part of the message that the handler takes; without it the whole.
            ack_wait: seconds, instead of those of the topology.
            at_once: how many messages are handled side by side; only for a subject without partitions, whose handler
                keeps the order of each event by itself.
            later: how old a message, in seconds, is decoded, where somebody else waits for what comes of it.

        Raises:
            ValueError: it is subscribed already, messages of a partition are to be handled side by side, or what is to
                be read is no part of the message.
        """
        entry = registry.by_name(name)
        specs = consumer_specs(self.service, entry)
        if ack_wait is not None:
            specs = tuple(replace(spec, ack_wait=ack_wait) for spec in specs)
        added = {(spec.stream, spec.durable): spec for spec in specs}
        if not self.specs.keys().isdisjoint(added):
            raise ValueError(f"{name} is subscribed twice")
        if at_once > 1 and "partition" in entry.filters:
            raise ValueError(f"{name} is partitioned: its messages are handled one after the other")
        self.specs |= added
        model: type[Contract] = reads or entry.message
        if model is not entry.message and not is_excerpt(model, entry.message):
            raise ValueError(f"{model.__name__} is no excerpt of {entry.message.__name__}")
        # The server keeps messages of a partition apart, so that one request stands for many of them.
        batch = STANDING if "partition" in entry.filters else at_once
        if "dead" not in self.publications:
            self._declare(registry.by_name("dead"))

        def register(handler: H) -> H:
            for spec in specs:
                # The durable exists: nothing is declared on the server by FastStream.
                self.subscriber(
                    spec.filter_subject,
                    durable=spec.durable,
                    stream=JStream(spec.stream, declare=False),
                    config=ConsumerConfig(ack_wait=spec.ack_wait, max_waiting=batch),
                    pull_sub=PullSub(batch_size=1),
                    ack_policy=AckPolicy.MANUAL,
                    no_reply=True,
                    decoder=partial(_decode, model, later),
                    title=spec.durable,
                    description=entry.says,
                    max_workers=at_once,
                )(handler)
            return handler

        return register

    def publication(self, name: str) -> None:
        """Declare that this service publishes a subject of the registry; `Bus.publish` then may.

        Raises:
            ValueError: the registry does not name this service as a producer.
        """
        entry = registry.by_name(name)
        if self.service not in entry.producers:
            raise ValueError(f"the registry does not say that {self.service} publishes {name}")
        self._declare(entry)

    def answer(self, name: str) -> Callable[[H], H]:
        """Answer a question of the registry.

        Raises:
            ValueError: another service answers it.
        """
        entry = registry.question_by_name(name)
        if entry.answered_by != self.service:
            raise ValueError(f"{name} is answered by {entry.answered_by}, not by {self.service}")
        self.questions.append(entry)

        def register(handler: H) -> H:
            self.subscriber(
                entry.pattern,
                queue=self.service,
                decoder=partial(_decode, entry.question, 0.0),
                max_workers=QUESTIONS_AT_ONCE,
                title=name,
                description=entry.says,
            )(handler)
            return handler

        return register

    def _declare(self, entry: registry.Subject) -> None:
        stream = JStream(entry.stream, declare=False)
        publisher = self.publisher(entry.address, stream=stream, schema=entry.message, title=entry.name)
        self.publications[entry.name] = publisher


class TypedSerializer(Serializer):
    """The arguments of a handler as they are: FastDepends without validation, as messages come typed from the decoder.

    Its own serializer compiles a model of the message for each of sixteen partitions, at every start.
    """

    def __init__(self, *, name: str, options: list[OptionItem], response_type: Any) -> None:  # noqa: ANN401
        super().__init__(name=name, options=options, response_type=response_type)
        # AsyncAPI takes its name from here.
        self.model = type(name, (), {})

    def __call__(self, call_kwargs: dict[str, Any]) -> dict[str, Any]:
        """Change nothing."""
        return call_kwargs

    @staticmethod
    def encode(message: Contract) -> bytes:
        """A message as JSON."""
        return wire.encode(message)


async def _decode(model: type[Contract], later: float, message: NatsMessage) -> Contract:
    """Bytes to the declared message in one step; FastStream's own way goes through a dictionary."""
    if later:
        age = datetime.now(UTC) - stored_at(message.raw_message)
        await asyncio.sleep(min(later, later - age.total_seconds()))
    return wire.decode(model, message.body)
