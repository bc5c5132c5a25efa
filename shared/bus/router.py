"""The subscribers, publishers and answers of a service, declared from the registry.

    router = ServiceRouter("scoring")
    router.publication("scoring.board.scored.v1")

    @router.subscribe("validation.fragment.accepted.v1")
    async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery) -> None: ...

    @router.answer("scoring.standings.asked.v1")
    async def on_standings_asked(question: StandingsAsked) -> StandingsAnswered: ...

A handler that returns is acknowledged. What its errors mean is written at the head of `middlewares/retry_policy.py`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from fast_depends.library.serializer import OptionItem, Serializer, SerializerProto
from faststream.middlewares import AckPolicy
from faststream.nats import JStream, NatsRouter, PullSub
from faststream.nats.message import NatsMessage
from nats.js.api import ConsumerConfig
from pydantic import BaseModel

from contracts import registry
from contracts.base import Contract
from shared.bus.middlewares.retry_policy import Policy
from shared.bus.topology import ConsumerSpec, consumer_specs, own_filters
from shared.bus.wire import decode

H = TypeVar("H", bound=Callable[..., Awaitable[Any]])

QUESTIONS_AT_ONCE = 64
"""Questions that are looked at side by side, most of them to be refused; see `middlewares/request_reply.py`."""

PUBLISH_TIMEOUT = 5.0
"""Seconds for one attempt of a publication; elections take 5 to 10, and further attempts follow."""

FETCH_TIMEOUT = 5.0
"""Seconds after which a fetch without a message is asked for again."""


class ServiceRouter(NatsRouter):
    """FastStream's router with the vocabulary of the registry.

    Attributes:
        service: name, as in the registry.
        policy: what errors of handlers lead to.
        declares: whether any publication was declared; then nothing else may be published.
        specs: the durables of all subscriptions, by stream and name.
        publications: the declared publishers, by the name of their subject.
        questions: the questions that are answered.
    """

    def __init__(self, service: str, policy: Policy | None = None) -> None:
        super().__init__()
        self.service = service
        self.policy = policy or Policy()
        self.declares = False
        self.specs: dict[tuple[str, str], ConsumerSpec] = {}
        self.publications: dict[str, Any] = {}
        self.questions: list[registry.Question] = []

    def subscribe(
        self, name: str, *, filters: Mapping[str, str] | None = None, ack_wait: float | None = None, at_once: int = 1
    ) -> Callable[[H], H]:
        """Handle the messages of a subject of the registry.

        Args:
            name: without its filters.
            filters: tokens to keep to; a parser keeps to its format by itself.
            ack_wait: seconds, instead of those of the topology.
            at_once: how many messages are handled side by side; only for a subject without partitions, whose handler
                keeps the order of each event by itself.

        Raises:
            KeyError: the registry has no such subject, or it has no such filter.
            ValueError: it is subscribed already, or messages of a partition are to be handled side by side.
        """
        entry = registry.by_name(name)
        specs = consumer_specs(self.service, entry, filters or own_filters(self.service, entry))
        if ack_wait is not None:
            specs = tuple(replace(spec, ack_wait=ack_wait) for spec in specs)
        if any((spec.stream, spec.durable) in self.specs for spec in specs):
            raise ValueError(f"{name} is subscribed twice")
        if at_once > 1 and any(spec.partition is not None for spec in specs):
            raise ValueError(f"{name} is partitioned: its messages are handled one after the other")
        self.specs.update({(spec.stream, spec.durable): spec for spec in specs})
        if "dead" not in self.publications:
            self._declare(registry.by_name("dead"))
        options: dict[str, Any] = {"max_workers": at_once} if at_once > 1 else {}

        def register(handler: H) -> H:
            for spec in specs:
                # The durable exists: nothing is declared on the server by FastStream.
                self.subscriber(
                    spec.filter_subject,
                    durable=spec.durable,
                    stream=_stream(spec.stream),
                    config=ConsumerConfig(ack_wait=spec.ack_wait),
                    pull_sub=PullSub(batch_size=1, timeout=FETCH_TIMEOUT),
                    ack_policy=AckPolicy.MANUAL,
                    no_reply=True,
                    decoder=_decoder(entry.message),
                    title=spec.durable,
                    description=entry.says,
                    **options,
                )(handler)
            return handler

        return register

    def publication(self, name: str) -> None:
        """Declare that this service publishes a subject of the registry; `Bus.publish` then may.

        Raises:
            KeyError: the registry has no such subject.
            ValueError: it does not name this service as a producer.
        """
        entry = registry.by_name(name)
        if self.service not in entry.producers:
            raise ValueError(f"the registry does not say that {self.service} publishes {name}")
        self.declares = True
        self._declare(entry)

    def answer(self, name: str) -> Callable[[H], H]:
        """Answer a question of the registry.

        Raises:
            KeyError: the registry has no such question.
            ValueError: another service answers it.
        """
        entry = registry.question_by_name(name)
        if entry.answered_by != self.service:
            raise ValueError(f"{name} is answered by {entry.answered_by}, not by {self.service}")
        self.questions.append(entry)
        subscriber: Callable[[H], Any] = self.subscriber(
            entry.pattern,
            queue=self.service,
            decoder=_decoder(entry.question),
            max_workers=QUESTIONS_AT_ONCE,
            title=name,
            description=entry.says,
        )

        def register(handler: H) -> H:
            subscriber(handler)
            return handler

        return register

    def _declare(self, entry: registry.Subject) -> None:
        self.publications[entry.name] = self.publisher(
            entry.address, stream=_stream(entry.stream), timeout=PUBLISH_TIMEOUT, schema=entry.message, title=entry.name
        )


class TypedSerializer(SerializerProto):
    """FastDepends without validation: messages come typed from the decoder.

    Its own serializer compiles a model of the message for each of sixteen partitions, at every start.
    """

    def __call__(self, *, name: str, options: list[OptionItem], response_type: Any) -> Serializer:  # noqa: ANN401
        """The arguments of a handler, as they are."""
        return _Arguments(name=name, options=options, response_type=response_type)

    @staticmethod
    def encode(message: BaseModel) -> bytes:
        """A message as JSON."""
        return message.model_dump_json(exclude_none=True).encode()


class _Arguments(Serializer):
    def __init__(self, *, name: str, options: list[OptionItem], response_type: Any) -> None:  # noqa: ANN401
        super().__init__(name=name, options=options, response_type=response_type)
        # AsyncAPI takes its name from here.
        self.model = type(name, (), {})

    def __call__(self, call_kwargs: dict[str, Any]) -> dict[str, Any]:
        return call_kwargs


def _stream(name: str) -> JStream:
    return JStream(name, declare=False)


def _decoder(model: type[Contract]) -> Callable[[NatsMessage], Awaitable[Any]]:
    """Bytes to the declared message in one step; FastStream's own way goes through a dictionary."""

    async def decode_message(message: NatsMessage) -> Any:  # noqa: ANN401 - a message of the model
        return decode(model, message.body)

    return decode_message
