"""Which handler reads which subject, and what it is told about each message.

    router = ServiceRouter("scoring")

    @router.subscribe("validation.fragment.accepted.v1")
    async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery) -> None: ...

    @router.answer("scoring.standings.asked.v1")
    async def on_standings_asked(question: StandingsAsked) -> StandingsAnswered: ...

A handler that returns is acknowledged. What its errors mean is written at the head of `policy.py`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from contracts import registry
from contracts.base import Contract
from contracts.messages import Message
from shared.errors import InputRejected
from shared.messaging.policy import Policy
from shared.messaging.topology import ConsumerSpec, consumer_specs, own_filters

M = TypeVar("M", bound=Message)
Q = TypeVar("Q", bound=Contract)


@dataclass(frozen=True)
class Delivery:
    """One delivery of a message.

    Attributes:
        seq: of the message in its stream.
        deliveries: 1 for the first; a restart of the server may forget earlier ones, so it decides about patience and
            never about identity.
        time: when the stream stored it.
    """

    subject: str
    stream: str
    seq: int
    deliveries: int
    time: datetime
    headers: Mapping[str, str] = field(default_factory=dict)
    consumer: str = ""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The filter tokens of the subject, after its version."""
        for entry in registry.SUBJECTS:
            if self.subject.startswith(f"{entry.name}."):
                return tuple(self.subject.removeprefix(f"{entry.name}.").split("."))
        return ()


Handler = Callable[[Any, Delivery], Awaitable[None]]
RejectionHandler = Callable[[Any, Delivery, InputRejected], Awaitable[None]]


@dataclass(frozen=True)
class Subscription:
    """A handler with the durables that feed it.

    Attributes:
        on_rejected: called when the handler raises `InputRejected`, to publish the rejection.
        at_once: messages of one durable that a process handles side by side; with more than one the handler keeps what
            order it needs.
    """

    subject: registry.Subject
    specs: tuple[ConsumerSpec, ...]
    handler: Handler
    on_rejected: RejectionHandler | None
    at_once: int = 1


@dataclass(frozen=True)
class Answerer:
    """A handler that answers a question."""

    question: registry.Question
    handler: Callable[[Any], Awaitable[Contract]]


class ServiceRouter:
    """The handlers of a service.

    Attributes:
        service: name, as in the registry.
        policy: what errors lead to.
    """

    def __init__(self, service: str, policy: Policy | None = None) -> None:
        """Start without handlers."""
        self.service = service
        self.policy = policy or Policy()
        self._subscriptions: list[Subscription] = []
        self._answerers: list[Answerer] = []

    @property
    def answerers(self) -> tuple[Answerer, ...]:
        """Who answers which question."""
        return tuple(self._answerers)

    @property
    def subscriptions(self) -> tuple[Subscription, ...]:
        """All handlers, in the order in which they were added."""
        return tuple(self._subscriptions)

    @property
    def specs(self) -> tuple[ConsumerSpec, ...]:
        """All durables."""
        return tuple(spec for subscription in self._subscriptions for spec in subscription.specs)

    def subscribe(
        self,
        name: str,
        *,
        filters: Mapping[str, str] | None = None,
        durable: str = "",
        on_rejected: RejectionHandler | None = None,
        ack_wait: float | None = None,
        at_once: int = 1,
    ) -> Callable[[Callable[[M, Delivery], Awaitable[None]]], Callable[[M, Delivery], Awaitable[None]]]:
        """Handle the messages of a subject of the registry.

        Args:
            name: without its filters.
            filters: tokens to keep to; a parser keeps to its format by itself.
            durable: distinguishes several subscriptions to one subject.
            on_rejected: publishes the rejection when the handler raises `InputRejected`.
            ack_wait: seconds, instead of those of the topology.
            at_once: how many messages are handled side by side; only for a subject without partitions, whose handler
                keeps the order of each event by itself.

        Raises:
            KeyError: the registry has no such subject, or it has no such filter.
            ValueError: the durable is taken, or messages of a partition are to be handled side by side.
        """
        subject = registry.by_name(name)
        specs = consumer_specs(self.service, subject, filters or own_filters(self.service, subject), durable)
        if ack_wait is not None:
            specs = tuple(replace(spec, ack_wait=ack_wait) for spec in specs)
        taken = {spec.durable for spec in self.specs}
        if clash := [spec.durable for spec in specs if spec.durable in taken]:
            raise ValueError(f"{clash[0]} is subscribed twice: give one of them durable=")

        if at_once > 1 and any(spec.partition is not None for spec in specs):
            raise ValueError(f"{name} is partitioned: its messages are handled one after the other")

        def register(handler: Callable[[M, Delivery], Awaitable[None]]) -> Callable[[M, Delivery], Awaitable[None]]:
            self._subscriptions.append(Subscription(subject, specs, handler, on_rejected, at_once))
            return handler

        return register

    def answer(self, name: str) -> Callable[[Callable[[Q], Awaitable[Contract]]], Callable[[Q], Awaitable[Contract]]]:
        """Answer a question of the registry.

        Args:
            name: without its filters.

        Raises:
            KeyError: the registry has no such question.
            ValueError: another service answers it.
        """
        question = registry.question_by_name(name)
        if question.answered_by != self.service:
            raise ValueError(f"{name} is answered by {question.answered_by}, not by {self.service}")

        def register(handler: Callable[[Q], Awaitable[Contract]]) -> Callable[[Q], Awaitable[Contract]]:
            self._answerers.append(Answerer(question, handler))
            return handler

        return register
