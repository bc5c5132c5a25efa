"""Making the server what the topology declares: idempotent, safe when several services start at once.

What is missing is created. What exists is compared field by field; a difference is changed where no message can be
lost by it, and refused otherwise with the name of the field. The server's own defaults do not count as differences.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, StreamConfig
from nats.js.errors import NotFoundError

from shared.bus.errors import ProvisioningRefused, Refused
from shared.bus.jetstream.session import Session
from shared.bus.topology import ConsumerSpec, StreamSpec
from shared.errors import OperationFailed
from shared.telemetry import fields

C = TypeVar("C", StreamConfig, ConsumerConfig)

logger = logging.getLogger("kibitz.bus")

NAME_IN_USE = frozenset({10058, 10013, 10105, 10148})
"""Somebody else created it between our look and our attempt."""

ADVICE = "run `python -m shared.bus` as operator first"

AT_ONCE = 16


@dataclass(frozen=True)
class Difference:
    """A field of something that exists on the server; `safe` where changing it can lose nothing."""

    field: str
    actual: Any
    wanted: Any
    safe: bool


def consumer_config(spec: ConsumerSpec) -> ConsumerConfig:
    """The configuration of a durable as the server takes it."""
    return ConsumerConfig(
        name=spec.durable,
        durable_name=spec.durable,
        description=f"{spec.service} reads {spec.subject}",
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=spec.ack_wait,
        max_deliver=-1,
        max_ack_pending=spec.max_ack_pending,
        filter_subject=spec.filter_subject,
    )


LIMITS = frozenset({"max_msgs", "max_bytes", "max_msgs_per_subject", "max_age"})
"""Fields in which None, 0 and -1 stand for no limit."""

MAY_GROW = LIMITS | {"subjects", "num_replicas", "deny_delete", "allow_msg_ttl"}
"""Fields that may be changed to more and never to less."""

MAY_CHANGE = frozenset({"description", "duplicate_window", "allow_direct", "allow_rollup_hdrs"})
STREAM_FIELDS = (*sorted(MAY_GROW | MAY_CHANGE), "storage", "retention", "discard")

CONSUMER_MAY_CHANGE = frozenset({"description", "ack_wait", "max_ack_pending", "max_deliver"})
CONSUMER_FIELDS = (*sorted(CONSUMER_MAY_CHANGE), "filter_subject", "ack_policy", "deliver_subject")
"""Another filter would skip messages: what stands in neither set is never changed."""


def differences(actual: C, wanted: C) -> list[Difference]:
    """What differs in a stream or a durable, and whether it may be changed."""
    result = []
    for field in STREAM_FIELDS if isinstance(wanted, StreamConfig) else CONSUMER_FIELDS:
        old, new = (_comparable(field, getattr(config, field)) for config in (actual, wanted))
        if old != new:
            safe = field in MAY_CHANGE | CONSUMER_MAY_CHANGE or (field in MAY_GROW and old <= new)
            safe = safe or (field == "discard" and new == DiscardPolicy.NEW)
            result.append(Difference(field, getattr(actual, field), getattr(wanted, field), safe))
    return result


def _comparable(field: str, value: Any) -> Any:  # noqa: ANN401 - of any field
    if field in LIMITS:
        return value if value is not None and value > 0 else math.inf
    return frozenset(value or ()) if field == "subjects" else value or False


class Provisioner:
    """Creates and compares, over one connection."""

    def __init__(self, session: Session) -> None:
        """Use a connection; where its settings say "check", nothing is changed and what is missing is refused."""
        self._session = session
        self._limit = asyncio.Semaphore(AT_ONCE)

    async def all(self, streams: Iterable[StreamSpec], consumers: Iterable[ConsumerSpec]) -> int:
        """Provision streams, then consumers; how many things were created or changed.

        Raises:
            ProvisioningRefused: something exists that differs in a field that is not changed automatically.
            OperationFailed: the server does not do it.
        """
        changed = sum(await asyncio.gather(*map(self.stream, streams)))
        return changed + sum(await asyncio.gather(*map(self.consumer, consumers)))

    async def stream(self, spec: StreamSpec) -> bool:
        """Provision one stream; whether anything was created or changed."""
        js = self._session.js

        async def look() -> StreamConfig:
            return (await js.stream_info(spec.name)).config

        wanted = replace(spec, num_replicas=self._session.settings.replicas)
        return await self._make(f"stream {spec.name}", wanted, look, js.add_stream, js.update_stream)

    async def consumer(self, spec: ConsumerSpec) -> bool:
        """Provision one durable; whether anything was created or changed."""
        js = self._session.js

        async def look() -> ConsumerConfig:
            config: ConsumerConfig = (await js.consumer_info(spec.stream, spec.durable)).config
            return replace(config, name=spec.durable)

        put, entity = partial(js.add_consumer, spec.stream), f"consumer {spec.durable} of {spec.stream}"
        return await self._make(entity, consumer_config(spec), look, put, put)

    async def _make(
        self,
        entity: str,
        wanted: C,
        look: Callable[[], Awaitable[C]],
        create: Callable[[C], Awaitable[object]],
        change: Callable[[C], Awaitable[object]],
    ) -> bool:
        session, may = self._session, self._session.settings.provision == "create"
        async with self._limit:
            for _ in range(3):
                try:
                    actual = await session.retry(entity, look)
                except NotFoundError:
                    if not may:
                        text = f"{entity} does not exist and this service may not create it: {ADVICE}"
                        raise ProvisioningRefused(text) from None
                    try:
                        await session.retry(entity, partial(create, wanted))
                    except Refused as error:
                        if error.code not in NAME_IN_USE:
                            raise
                        continue
                    logger.info("created %s", entity, extra=fields(service=session.service))
                    return True
                changes = differences(actual, wanted)
                for change_of in changes:
                    if not change_of.safe or not may:
                        raise _refusal(entity, change_of)
                if changes:
                    changed = replace(actual, **{change_of.field: change_of.wanted for change_of in changes})
                    await session.retry(entity, partial(change, changed))
                    text = ", ".join(f"{c.field} {c.actual!r} -> {c.wanted!r}" for c in changes)
                    logger.info("changed %s: %s", entity, text, extra=fields(service=session.service))
                return bool(changes)
        raise OperationFailed(f"{entity} appears and disappears while it is provisioned")


def _refusal(entity: str, difference: Difference) -> ProvisioningRefused:
    if difference.safe:
        advice = f"this service may not change it: {ADVICE}"
    else:
        advice = "changing it could lose messages, so change or remove it by hand"
    text = f"{entity}: {difference.field} is {difference.actual!r}, not {difference.wanted!r}; {advice}"
    return ProvisioningRefused(text)
