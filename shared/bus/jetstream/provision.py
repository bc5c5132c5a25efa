"""Making the server what the topology declares: idempotent, safe when several services start at once.

What is missing is created. What exists is compared field by field; a difference is changed where no message can be
lost by it, and refused otherwise with the name of the field. The server's own defaults do not count as differences.
"""

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, StreamConfig, StreamInfo
from nats.js.errors import NotFoundError

from shared.bus.errors import NotProvisioned, ProvisioningRefused
from shared.bus.jetstream.session import Session
from shared.bus.topology import ConsumerSpec, StreamSpec
from shared.telemetry import fields

C = TypeVar("C", StreamConfig, ConsumerConfig)

logger = logging.getLogger("kibitz.bus")

ADVICE = "the operator does, by `python -m shared.bus` or for ever by `python -m shared.provisioner`"
LOSS = "changing it could lose messages, so change or remove it by hand"

COPY, ASIDE = "ANEW_", "anew."
"""How the copy of a stream is called while it is written anew, and what its subjects are, so that nobody writes."""

AT_ONCE = 16

LIMITS = frozenset({"max_msgs", "max_bytes", "max_msgs_per_subject", "max_age"})
"""Fields in which None, 0 and -1 stand for no limit."""

MAY_GROW = LIMITS | {"subjects", "num_replicas", "deny_delete", "allow_msg_ttl", "allow_atomic"}
"""Fields that may be changed to more and never to less."""

MAY_CHANGE = frozenset({"description", "duplicate_window", "allow_direct", "allow_rollup_hdrs", "republish"})
STREAM_FIELDS = (*sorted(MAY_GROW | MAY_CHANGE), "storage", "retention", "discard")

CONSUMER_MAY_CHANGE = frozenset({"description", "ack_wait", "max_ack_pending", "max_deliver"})
CONSUMER_FIELDS = (*sorted(CONSUMER_MAY_CHANGE), "filter_subject", "ack_policy", "deliver_subject")
"""Another filter would skip messages: what stands in neither set is never changed."""


def differences(actual: C, wanted: C) -> dict[str, bool]:
    """The fields in which a stream or a durable differs, and whether changing one can lose nothing."""
    result = {}
    for field in STREAM_FIELDS if isinstance(wanted, StreamConfig) else CONSUMER_FIELDS:
        old, new = (_comparable(field, getattr(config, field)) for config in (actual, wanted))
        if old != new:
            safe = field in MAY_CHANGE | CONSUMER_MAY_CHANGE or (field in MAY_GROW and old <= new)
            result[field] = safe or (field == "discard" and new == DiscardPolicy.NEW)
    return result


def _comparable(field: str, value: Any) -> Any:  # noqa: ANN401 - of any field
    if field in LIMITS:
        return value if value is not None and value > 0 else math.inf
    return frozenset(value or ()) if field == "subjects" else value or False


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


async def provision_all(session: Session, streams: Iterable[StreamSpec], consumers: Iterable[ConsumerSpec] = ()) -> int:
    """Provision streams, then consumers; how many things were created or changed.

    Raises:
        ProvisioningRefused: something is missing or differs, and may not be created or changed.
    """
    js, limit = session.client.js, asyncio.Semaphore(AT_ONCE)

    async def stream(spec: StreamSpec) -> bool:
        wanted, look = replace(spec, num_replicas=session.settings.replicas), partial(_stream, session, str(spec.name))
        async with limit:
            return await _provision(session, f"stream {spec.name}", wanted, look, js.add_stream, js.update_stream)

    async def consumer(spec: ConsumerSpec) -> bool:
        look, put = partial(js.consumer_info, spec.stream, spec.durable), partial(js.add_consumer, spec.stream)
        entity = f"consumer {spec.durable} of {spec.stream}"
        async with limit:
            return await _provision(session, entity, consumer_config(spec), look, put, put)

    changed = sum(await asyncio.gather(*map(stream, streams)))
    return changed + sum(await asyncio.gather(*map(consumer, consumers)))


async def _stream(session: Session, name: str) -> StreamInfo:
    """A stream; one that an operator's command writes anew at this moment comes back, and is not made without it."""
    waiting = f"stream {name} is being written anew; if it stays so, say again: kibitz forget, or kibitz archive"
    js = session.client.js
    try:
        info = await js.stream_info(name)
    except NotFoundError:
        # Who may make no stream may not look for its copy either.
        if session.settings.provision == "create":
            with contextlib.suppress(NotFoundError):
                await js.stream_info(COPY + name)
                raise NotProvisioned(waiting) from None
        raise
    if info.config.subjects == [ASIDE + name]:
        raise NotProvisioned(waiting)
    return info


async def _provision(
    session: Session,
    entity: str,
    wanted: C,
    look: Callable[[], Awaitable[Any]],
    create: Callable[[C], Awaitable[object]],
    change: Callable[[C], Awaitable[object]],
) -> bool:
    """Create something, or change it where it differs; whether anything was created or changed."""
    may = session.settings.provision == "create"

    async def look_or_create() -> C | None:
        with contextlib.suppress(NotFoundError):
            config: C = (await look()).config
            return config
        if not may:
            raise NotProvisioned(f"{entity} does not exist and this service may not create it: {ADVICE}")
        await create(wanted)
        return None

    actual = await session.retry(entity, look_or_create)
    if actual is None:
        logger.info("created %s", entity, extra=fields(service=session.service))
        return True
    if isinstance(actual, StreamConfig) and actual.mirror is not None:
        # The copy of a hall's stream: whoever made it knows what it has to be.
        return False
    changes = differences(actual, wanted)
    new = {field: getattr(wanted, field) for field in changes}
    for field, safe in changes.items():
        if not (safe and may):
            advice = f"this service may not change it: {ADVICE}" if safe else LOSS
            was, refusal = getattr(actual, field), NotProvisioned if safe else ProvisioningRefused
            raise refusal(f"{entity}: {field} is {was!r}, not {new[field]!r}; {advice}")
    if changes:
        await session.retry(entity, partial(change, replace(actual, name=wanted.name, **new)))
        text = ", ".join(f"{field} {getattr(actual, field)!r} -> {value!r}" for field, value in new.items())
        logger.info("changed %s: %s", entity, text, extra=fields(service=session.service))
    return bool(changes)
