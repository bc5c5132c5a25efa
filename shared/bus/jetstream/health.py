"""Health that sees a missing consumer.

A deleted consumer leaves a service alive, connected and silent; only asking the server shows it. The monitor asks every
ten seconds, makes the consumer again where this service may do so, and otherwise ends the process after a minute, so
that its supervisor starts it again and the start says what is missing.
"""

import asyncio
import contextlib
import logging
import time
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
        pending: messages that wait; None when unknown.
        unanswered: delivered and not answered.
        idle: seconds since its position last moved.
        problem: why it is unhealthy, or "".
    """

    durable: str
    exists: bool
    pending: int | None = None
    unanswered: int | None = None
    idle: float = 0.0
    problem: str = ""


@dataclass(frozen=True)
class HealthReport:
    """How a service's connection is.

    Attributes:
        problems: why it is unhealthy; empty when it is well.
    """

    connected: bool
    consumers: tuple[ConsumerHealth, ...]
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether all is well."""
        return self.connected and not self.problems


class Monitor:
    """Watches over the durables of one service."""

    def __init__(
        self,
        session: Session,
        specs: Iterable[ConsumerSpec],
        on_fatal: Callable[[str], None],
        interval: float = INTERVAL,
    ) -> None:
        """Prepare; `on_fatal` is called when the service cannot be helped from within."""
        self._session = session
        self._specs = tuple(specs)
        self._on_fatal = on_fatal
        self._interval = interval
        self._moved: dict[str, tuple[int, float]] = {}
        self._missing_since: float | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look every `interval` seconds."""
        self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def check(self) -> HealthReport:
        """Ask the server about every durable now."""
        service = self._session.service
        connected = self._session.client.is_connected
        self._session.metrics.connected.labels(service).set(connected)
        self._session.metrics.reconnects.labels(service).set(self._session.client.reconnects)
        if not connected:
            self._session.metrics.healthy.labels(service).set(0)
            return HealthReport(False, (), ("not connected",))
        found = tuple(await asyncio.gather(*(self._consumer(spec) for spec in self._specs)))
        self._count(found)
        problems = tuple(f"{c.durable}: {c.problem}" for c in found if c.problem)
        self._session.metrics.healthy.labels(service).set(not problems)
        return HealthReport(True, found, problems)

    async def heal(self, report: HealthReport) -> None:
        """Make missing consumers again; end the process when that fails for too long."""
        missing = {c.durable for c in report.consumers if not c.exists}
        if not missing:
            self._missing_since = None
            return
        now = time.monotonic()
        self._missing_since = self._missing_since or now
        specs = [spec for spec in self._specs if spec.durable in missing]
        logger.error(
            "consumer missing: the server has no %s",
            ", ".join(sorted(missing))[:500],
            extra=fields(service=self._session.service),
        )
        streams = [stream for stream in STREAMS if stream.name in {spec.stream for spec in specs}]
        try:
            await Provisioner(self._session).all(streams, specs)
        except (OperationFailed, nats.errors.Error) as error:
            logger.error("consumers cannot be made again: %s", error, extra=fields(service=self._session.service))
            if now - self._missing_since > MISSING_LIMIT:
                self._on_fatal(
                    f"consumers of {self._session.service} have been missing for {MISSING_LIMIT:g} s: {error}"
                )
        else:
            self._missing_since = None
            for (_, durable), pull in self._session.client.pulls.items():
                if durable in missing:
                    pull.wake()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            try:
                if self._session.client.lost():
                    self._on_fatal(f"nothing connects {self._session.service} to NATS any more")
                    return
                await self.heal(await self.check())
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("looking at the consumers failed", extra=fields(service=self._session.service))

    async def _consumer(self, spec: ConsumerSpec) -> ConsumerHealth:
        try:
            info = await self._session.js.consumer_info(spec.stream, spec.durable, timeout=3.0)
        except NotFoundError:
            return ConsumerHealth(spec.durable, False, problem="the server does not have it")
        except (nats.errors.Error, APIError) as error:
            return ConsumerHealth(spec.durable, True, problem=f"no answer: {str(error) or type(error).__name__}")
        position = info.ack_floor.stream_seq if info.ack_floor else 0
        now = time.monotonic()
        old, since = self._moved.get(spec.durable, (-1, now))
        if old != position:
            since = now
        self._moved[spec.durable] = (position, since)
        idle = now - since
        waiting = (info.num_pending or 0) + (info.num_ack_pending or 0)
        stuck = idle > STUCK and waiting > 0 and (info.num_ack_pending or 0) == 0
        return ConsumerHealth(
            spec.durable,
            True,
            info.num_pending,
            info.num_ack_pending,
            idle,
            f"no progress for {idle:.0f} s with {waiting} waiting" if stuck else "",
        )

    def _count(self, found: tuple[ConsumerHealth, ...]) -> None:
        labels = {spec.durable: spec.label for spec in self._specs}
        totals: dict[str, tuple[int, int]] = {}
        for consumer in found:
            pending, unanswered = totals.get(labels[consumer.durable], (0, 0))
            totals[labels[consumer.durable]] = (
                pending + (consumer.pending or 0),
                unanswered + (consumer.unanswered or 0),
            )
        for label, (pending, unanswered) in totals.items():
            self._session.metrics.pending.labels(self._session.service, label).set(pending)
            self._session.metrics.in_flight.labels(self._session.service, label).set(unanswered)
