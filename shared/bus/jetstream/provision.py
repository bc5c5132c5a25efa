"""Making the server what the topology declares: idempotent, safe when several services start at once.

What is missing is created. What exists is compared field by field; a difference is changed where no message can be
lost by it, and refused otherwise with the name of the field. The server's own defaults do not count as differences.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError

from shared.bus.errors import ProvisioningRefused
from shared.bus.jetstream.session import Session
from shared.bus.topology import ConsumerSpec, StreamSpec
from shared.errors import OperationFailed
from shared.telemetry import fields

T = TypeVar("T")
C = TypeVar("C", StreamConfig, ConsumerConfig)
Operation = Callable[[], Awaitable[object]]

logger = logging.getLogger("kibitz.bus")

STORE_BUSY = 10049
"""The server cannot create the store of a stream that was deleted a moment ago; it can shortly after."""
NAME_IN_USE = frozenset({10058, 10013, 10105, 10148})
"""Somebody else created it between our look and our attempt."""

ADVICE = "run `python -m shared.bus` as operator first"

BUSY_PAUSE = 0.2
AT_ONCE = 16


@dataclass(frozen=True)
class Difference:
    """A field of something that exists on the server.

    Attributes:
        safe: whether changing it can lose nothing.
    """

    field: str
    found: object
    wanted: object
    safe: bool


def stream_config(spec: StreamSpec, replicas: int) -> StreamConfig:
    """The configuration of a stream as the server takes it."""
    return StreamConfig(
        name=spec.name,
        description=spec.description,
        subjects=list(spec.subjects),
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW if spec.keeps_all else DiscardPolicy.OLD,
        max_msgs=-1,
        max_bytes=-1,
        max_consumers=-1,
        max_age=spec.max_age,
        max_msgs_per_subject=spec.max_msgs_per_subject,
        duplicate_window=spec.duplicate_window,
        num_replicas=replicas,
        allow_direct=True,
        allow_rollup_hdrs=spec.rollup,
        deny_delete=spec.deny_delete,
        allow_msg_ttl=spec.expiring or None,
    )


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


def compare_stream(found: StreamConfig, wanted: StreamConfig) -> list[Difference]:
    """What differs in a stream, and whether it may be changed."""
    differences = []

    def note(field: str, old: object, new: object, safe: bool) -> None:
        if old != new:
            differences.append(Difference(field, old, new, safe))

    old_subjects, new_subjects = set(found.subjects or ()), set(wanted.subjects or ())
    note("subjects", sorted(old_subjects), sorted(new_subjects), old_subjects <= new_subjects)
    note("description", found.description or "", wanted.description or "", True)
    note("storage", found.storage, wanted.storage, False)
    note("retention", found.retention, wanted.retention, False)
    note("discard", found.discard, wanted.discard, wanted.discard == DiscardPolicy.NEW)
    for field in ("max_msgs", "max_bytes", "max_msgs_per_subject"):
        old, new = getattr(found, field), getattr(wanted, field)
        note(field, _unlimited(old), _unlimited(new), _raises(_unlimited(old), _unlimited(new)))
    note("max_age", found.max_age or 0, wanted.max_age or 0, _raises(found.max_age or -1, wanted.max_age or -1))
    note("duplicate_window", found.duplicate_window, wanted.duplicate_window, True)
    note(
        "num_replicas", found.num_replicas, wanted.num_replicas, (wanted.num_replicas or 1) > (found.num_replicas or 1)
    )
    note("allow_direct", bool(found.allow_direct), bool(wanted.allow_direct), True)
    note("allow_rollup_hdrs", bool(found.allow_rollup_hdrs), bool(wanted.allow_rollup_hdrs), True)
    note("deny_delete", bool(found.deny_delete), bool(wanted.deny_delete), bool(wanted.deny_delete))
    note("allow_msg_ttl", bool(found.allow_msg_ttl), bool(wanted.allow_msg_ttl), bool(wanted.allow_msg_ttl))
    return differences


def compare_consumer(found: ConsumerConfig, wanted: ConsumerConfig) -> list[Difference]:
    """What differs in a durable, and whether it may be changed: a filter may not, because it would skip messages."""
    differences = []
    for field, safe in (
        ("ack_wait", True),
        ("max_ack_pending", True),
        ("description", True),
        ("max_deliver", True),
        ("filter_subject", False),
        ("ack_policy", False),
    ):
        old, new = getattr(found, field), getattr(wanted, field)
        if old != new:
            differences.append(Difference(field, old, new, safe))
    if found.deliver_subject:
        differences.append(Difference("deliver_subject", found.deliver_subject, None, False))
    return differences


def _unlimited(value: int | None) -> int:
    return -1 if value is None or value <= 0 else value


def _raises(old: float, new: float) -> bool:
    return new < 0 or (old >= 0 and new >= old)


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
        changed = sum(await asyncio.gather(*(self._limited(self.stream(spec)) for spec in streams)))
        return changed + sum(await asyncio.gather(*(self._limited(self.consumer(spec)) for spec in consumers)))

    async def _limited(self, work: Awaitable[bool]) -> int:
        async with self._limit:
            return int(await work)

    async def stream(self, spec: StreamSpec) -> bool:
        """Provision one stream; whether anything was created or changed."""

        async def found() -> StreamConfig:
            return (await self._session.js.stream_info(spec.name)).config

        entity, wanted = f"stream {spec.name}", stream_config(spec, self._session.settings.replicas)
        return await self._make(
            entity, wanted, found, compare_stream, self._session.js.add_stream, self._session.js.update_stream
        )

    async def consumer(self, spec: ConsumerSpec) -> bool:
        """Provision one durable; whether anything was created or changed."""

        async def found() -> ConsumerConfig:
            config: ConsumerConfig = (await self._session.js.consumer_info(spec.stream, spec.durable)).config
            config.name = spec.durable
            return config

        entity, wanted = f"consumer {spec.durable} of {spec.stream}", consumer_config(spec)
        put = partial(self._session.js.add_consumer, spec.stream)
        return await self._make(entity, wanted, found, compare_consumer, put, put)

    async def _make(
        self,
        entity: str,
        wanted: C,
        look: Callable[[], Awaitable[C]],
        compare: Callable[[C, C], list[Difference]],
        create: Callable[[C], Awaitable[object]],
        change: Callable[[C], Awaitable[object]],
    ) -> bool:
        for _ in range(3):
            found = await self._found(entity, look)
            if found is None:
                self._may_create(entity)
                if await self._create(entity, lambda: create(wanted)):
                    return True
                continue
            differences = compare(found, wanted)
            if not differences:
                return False
            self._may_change(entity, differences)
            for difference in differences:
                setattr(found, difference.field, getattr(wanted, difference.field))
            await self._change(entity, partial(change, found), differences)
            return True
        raise OperationFailed(f"{entity} appears and disappears while it is provisioned")

    async def _found(self, entity: str, look: Callable[[], Awaitable[T]]) -> T | None:
        try:
            return await self._session.retry(entity, look)
        except NotFoundError:
            return None

    async def _create(self, entity: str, create: Operation) -> bool:
        """Create; False when somebody else has done it meanwhile."""
        for attempt in range(50):
            try:
                await self._session.retry(entity, lambda: _distinguish(create))
            except _Busy:
                await asyncio.sleep(BUSY_PAUSE * (1 + attempt / 10))
                continue
            except _Exists:
                return False
            except APIError as error:
                raise OperationFailed(f"{entity}: {error.description} ({error.err_code})") from error
            logger.info("created %s", entity, extra=fields(service=self._session.service))
            return True
        raise OperationFailed(f"{entity}: the server cannot create its store ({STORE_BUSY})")

    async def _change(self, entity: str, change: Operation, differences: list[Difference]) -> None:
        try:
            await self._session.retry(entity, change)
        except APIError as error:
            raise OperationFailed(f"{entity}: {error.description} ({error.err_code})") from error
        said = ", ".join(f"{d.field} {d.found!r} -> {d.wanted!r}" for d in differences)
        logger.info("changed %s: %s", entity, said, extra=fields(service=self._session.service))

    def _may_create(self, entity: str) -> None:
        if self._session.settings.provision == "check":
            raise ProvisioningRefused(
                f"{entity} does not exist and this service may not create it: {ADVICE}", entity, "name"
            )

    def _may_change(self, entity: str, differences: list[Difference]) -> None:
        for difference in differences:
            if not difference.safe or self._session.settings.provision == "check":
                raise ProvisioningRefused(
                    f"{entity}: {difference.field} is {difference.found!r}, not {difference.wanted!r}; "
                    + (
                        f"this service may not change it: {ADVICE}"
                        if difference.safe
                        else "changing it could lose messages, so change or remove it by hand"
                    ),
                    entity,
                    difference.field,
                )


class _Busy(Exception):
    """Try again in a moment."""


class _Exists(Exception):
    """Somebody else was faster."""


async def _distinguish(create: Operation) -> None:
    try:
        await create()
    except APIError as error:
        if error.err_code == STORE_BUSY:
            raise _Busy from error
        if error.err_code in NAME_IN_USE:
            raise _Exists from error
        raise
