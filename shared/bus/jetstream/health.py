"""Health that sees a missing consumer.

A deleted consumer leaves a service alive, connected and silent; only asking the server shows it. The monitor asks every
ten seconds, makes the consumer again where this service may do so, and otherwise ends the process after a minute, so
that its supervisor starts it again and the start says what is missing.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import nats.errors
from nats.js.errors import APIError, NotFoundError

from shared.bus.jetstream.provision import Provisioner
from shared.bus.jetstream.session import Session
from shared.bus.topology import STREAMS, ConsumerSpec
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

INTERVAL = 10.0
"""Seconds between looks."""
MISSING_LIMIT = 60.0
"""Seconds that a consumer may be missing before the process ends."""
STUCK = 120.0
"""Seconds without progress, with messages waiting and no handler at work, after which a consumer counts as stuck."""


@dataclass(frozen=True)
class ConsumerHealth:
    """One durable.

    Attributes:
        pending: messages that wait.
        unanswered: delivered and not answered.
        problem: why it is unhealthy, or "".
    """

    durable: str
    exists: bool
    pending: int = 0
    unanswered: int = 0
    problem: str = ""


@dataclass(frozen=True)
class HealthReport:
    """How a service's connection is; `problems` say why it is unhealthy, and are empty when it is well."""

    connected: bool
    consumers: tuple[ConsumerHealth, ...]
    problems: tuple[str, ...]

    @property
    def missing(self) -> list[str]:
        """The durables that the server does not have."""
        return [consumer.durable for consumer in self.consumers if not consumer.exists]

    @property
    def ok(self) -> bool:
        """Whether all is well."""
        return self.connected and not self.problems


class Monitor:
    """Watches over the durables of one service."""

    def __init__(self, session: Session, specs: Iterable[ConsumerSpec], on_fatal: Callable[[str], None]) -> None:
        """Prepare; `on_fatal` is called when the service cannot be helped from within."""
        self._session = session
        self._specs = tuple(specs)
        self._on_fatal = on_fatal
        self._moved: dict[str, tuple[int, float]] = {}
        self._missing_since: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._last: tuple[float, HealthReport] | None = None

    def start(self) -> None:
        """Look every `INTERVAL` seconds."""
        self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def report(self, age: float) -> HealthReport:
        """What the server answered in the last `age` seconds, or answers now."""
        if self._last is None or time.monotonic() - self._last[0] >= age:
            self._last = (time.monotonic(), await self.check())
        return self._last[1]

    async def check(self) -> HealthReport:
        """Ask the server about every durable now."""
        service, metrics, client = self._session.service, self._session.metrics, self._session.client
        metrics.connected.labels(service).set(client.is_connected)
        metrics.reconnects.labels(service).set(client.reconnects)
        if not client.is_connected:
            metrics.healthy.labels(service).set(0)
            return HealthReport(False, (), ("not connected",))
        consumers = tuple(await asyncio.gather(*map(self._consumer, self._specs)))
        pending, unanswered = Counter[str](), Counter[str]()
        for spec, consumer in zip(self._specs, consumers, strict=True):
            pending[spec.label] += consumer.pending
            unanswered[spec.label] += consumer.unanswered
        for label in pending:
            metrics.pending.labels(service, label).set(pending[label])
            metrics.in_flight.labels(service, label).set(unanswered[label])
        problems = tuple(f"{consumer.durable}: {consumer.problem}" for consumer in consumers if consumer.problem)
        metrics.healthy.labels(service).set(not problems)
        return HealthReport(True, consumers, problems)

    async def heal(self, report: HealthReport) -> None:
        """Make missing consumers again; end the process when that fails for too long."""
        if not report.missing:
            self._missing_since = None
            return
        now, service = time.monotonic(), self._session.service
        since = self._missing_since = self._missing_since or now
        specs = [spec for spec in self._specs if spec.durable in report.missing]
        names = ", ".join(sorted(report.missing))[:500]
        logger.error("consumer missing: the server has no %s", names, extra=fields(service=service))
        streams = [stream for stream in STREAMS if stream.name in {spec.stream for spec in specs}]
        try:
            await Provisioner(self._session).all(streams, specs)
        except (OperationFailed, nats.errors.Error) as error:
            logger.error("consumers cannot be made again: %s", error, extra=fields(service=service))
            if now - since > MISSING_LIMIT:
                self._on_fatal(f"consumers of {service} have been missing for {MISSING_LIMIT:g} s: {error}")
        else:
            self._missing_since = None
            for (_, durable), pull in self._session.client.pulls.items():
                if durable in report.missing:
                    pull.wake()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                if self._session.client.lost():
                    self._on_fatal(f"nothing connects {self._session.service} to NATS any more")
                    return
                await self.heal(await self.check())
            except Exception:
                logger.exception("looking at the consumers failed", extra=fields(service=self._session.service))

    async def _consumer(self, spec: ConsumerSpec) -> ConsumerHealth:
        try:
            info = await self._session.js.consumer_info(spec.stream, spec.durable, timeout=3.0)
        except NotFoundError:
            return ConsumerHealth(spec.durable, False, problem="the server does not have it")
        except (nats.errors.Error, APIError) as error:
            return ConsumerHealth(spec.durable, True, problem=f"no answer: {str(error) or type(error).__name__}")
        position, now = info.ack_floor.stream_seq if info.ack_floor else 0, time.monotonic()
        old, since = self._moved.get(spec.durable, (-1, now))
        if old != position:
            since = now
        self._moved[spec.durable] = (position, since)
        idle, pending, unanswered = now - since, info.num_pending or 0, info.num_ack_pending or 0
        stuck = idle > STUCK and pending > 0 and unanswered == 0
        problem = f"no progress for {idle:.0f} s with {pending} waiting" if stuck else ""
        return ConsumerHealth(spec.durable, True, pending, unanswered, problem)
