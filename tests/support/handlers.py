"""Handlers of a service on FastStream's test broker: no server, no retries; what a handler raises is raised here."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from faststream import ContextRepo
from faststream.nats import NatsBroker, TestNatsBroker

from contracts.registry import by_name, question_entry
from shared.bus.router import ServiceRouter, TypedSerializer
from shared.bus.wire import encode

NOW = datetime(2031, 10, 3, 12, tzinfo=UTC)


async def hear(
    build_router: Callable[[], ServiceRouter],
    message: Any,
    name: str,
    *,
    deps: object = None,
    bus: object = None,
    **filters: str,
) -> None:
    """Deliver a message on a subject of the registry."""
    async with TestNatsBroker(_broker(build_router, deps, bus)) as broker:
        await _deliver(broker, message, name, 1, filters, {})


async def _deliver(
    broker: NatsBroker, message: Any, name: str, seq: int, filters: Mapping[str, str], headers: Mapping[str, str]
) -> None:
    entry = by_name(name)
    tokens = [filters.get(token, "0" if token == "partition" else "x") for token in entry.filters]
    moment = int(NOW.timestamp()) * 1_000_000_000
    await broker.publish(
        encode(message),
        ".".join([name, *tokens]),
        stream=entry.stream,
        reply_to=f"$JS.ACK.{entry.stream}.c.1.{seq}.{seq}.{moment}.0",
        headers=dict(headers),
    )


async def ask(build_router: Callable[[], ServiceRouter], question: Any, subject: str, *, deps: object = None) -> Any:
    """The answer to a question, as the declared class."""
    async with TestNatsBroker(_broker(build_router, deps, None)) as broker:
        reply = await broker.request(question.model_dump_json().encode(), subject, timeout=30)
    return question_entry(subject).answer.model_validate_json(reply.body)


Handler = Callable[..., Awaitable[None]]


def handlers(build_router: Callable[[], ServiceRouter], deps: object = None) -> dict[str, Handler]:
    """What hears each subject: called with a message, and with its sequence in the stream where that counts.

    Their broker is opened by the first message and goes with the test: there is nothing to close.
    """
    broker = _broker(build_router, deps, None)
    tested = TestNatsBroker(broker)
    opened: list[NatsBroker] = []

    def handler(name: str) -> Handler:
        async def handle(message: Any, seq: int = 1, **headers: str) -> None:
            if not opened:
                opened.append(broker)
                await tested.__aenter__()
            await _deliver(broker, message, name, seq, {}, headers)

        return handle

    return {name: handler(name) for name in subjects_heard(build_router())}


def subjects_heard(router: ServiceRouter) -> set[str]:
    """The subjects of the registry that a router subscribes to."""
    return {spec.subject for spec in router.specs.values()}


def _broker(build_router: Callable[[], ServiceRouter], deps: object, bus: object) -> NatsBroker:
    broker = NatsBroker(context=ContextRepo({"deps": deps, "bus": bus}), serializer=TypedSerializer, logger=None)
    broker.include_router(build_router())
    return broker
