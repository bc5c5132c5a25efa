"""Health that sees a missing consumer.

A deleted consumer leaves a service alive, connected and silent; only asking the server shows it. The monitor asks every
ten seconds, by one request for all durables of a stream, makes the consumer again where this service may do so, and
otherwise ends the process after a minute, so that its supervisor starts it again and the start says what is missing.

A stream that was deleted and made again ends the process at once: what it remembers is of another stream.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import nats.errors
from nats.js.api import ConsumerInfo
from nats.js.errors import NotFoundError

from shared.bus.jetstream.connection import end_task
from shared.bus.jetstream.provision import provision_all
from shared.bus.jetstream.session import Session
from shared.bus.topology import ConsumerSpec, streams_of
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

PAGE = 256
"""Consumers that the server lists at a time."""
MISSING_LIMIT = 60.0
"""Seconds that a consumer may be missing before the process ends."""
STUCK = 120.0
"""Seconds without progress, with messages waiting and no handler at work, after which a consumer counts as stuck."""


@dataclass(frozen=True)
class HealthReport:
    """How a service's connection is: the durables that the server does not have, and why it is unhealthy, if it is.

    `concerns` are what the service knows to be wrong beside that, and goes on working with.
    """

    connected: bool
    missing: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()

    @property
    def serving(self) -> bool:
        """Whether the service does its work."""
        return self.connected and not self.problems

    @property
    def ok(self) -> bool:
        """Whether all is well."""
        return self.serving and not self.concerns


UNCONNECTED = HealthReport(False, problems=("not connected",))


class Monitor:
    """Watches over the durables of one service; `on_fatal` is called when it cannot be helped from within."""

    def __init__(self, session: Session, specs: Iterable[ConsumerSpec], on_fatal: Callable[[str], None]) -> None:
        self._session = session
        self._specs = specs
        self._on_fatal = on_fatal
        self._moved: dict[str, tuple[int, float]] = {}
        self._missing_since: float | None = None
        self._created: dict[str, datetime] = {}
        self._task: asyncio.Task[None] | None = None
        self._last: tuple[float, HealthReport] | None = None

    def start(self) -> None:
        """Look from time to time."""
        self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            await end_task(self._task)

    async def report(self, age: float) -> HealthReport:
        """What the server answered in the last `age` seconds, or answers now."""
        if self._last is None or time.monotonic() - self._last[0] >= age:
            self._last = (time.monotonic(), await self.check())
        return self._last[1]

    async def check(self) -> HealthReport:
        """Ask the server about every durable now."""
        service, metrics, client = self._session.service, self._session.metrics, self._session.client
        metrics.connected.labels(service).set(client.is_connected)
        metrics.reconnects.labels(service).set(client.stats["reconnects"])
        report = await self._ask() if client.is_connected else UNCONNECTED
        metrics.healthy.labels(service).set(report.ok)
        return report

    async def heal(self, report: HealthReport) -> None:
        """Make missing consumers again; end the process when that fails for too long."""
        if not report.missing:
            self._missing_since = None
            return
        now, place = time.monotonic(), fields(service=self._session.service)
        self._missing_since = self._missing_since or now
        logger.error(
            "consumer missing: the server has no %s; it is made again", ", ".join(report.missing)[:500], extra=place
        )
        try:
            streams = streams_of(self._session.service, self._session.settings.provision)
            await provision_all(self._session, streams, self._specs)
        except (OperationFailed, nats.errors.Error) as error:
            logger.error("consumers cannot be made again, see that the provisioner runs: %s", error, extra=place)
            if now - self._missing_since > MISSING_LIMIT:
                self._on_fatal(
                    f"consumers of {self._session.service} have been missing for {MISSING_LIMIT:g} s: {error}"
                )
        else:
            self._missing_since = None

    async def made_again(self) -> tuple[str, ...]:
        """The streams of this service that are not those that were there before; one that is missing is waited for."""
        names = [stream.name for stream in streams_of(self._session.service, "check")]
        js, again = self._session.client.js, []
        for name, info in zip(
            names, await asyncio.gather(*map(js.stream_info, names), return_exceptions=True), strict=True
        ):
            if isinstance(info, BaseException) or info.created is None:
                continue
            if self._created.setdefault(name, info.created) != info.created:
                again.append(name)
        return tuple(again)

    async def _run(self) -> None:
        await self.made_again()
        # What is told of a service is there from its start; whatever is wrong is looked at again below.
        with contextlib.suppress(Exception):
            await self.check()
        while True:
            await asyncio.sleep(self._session.settings.look_every)
            try:
                if self._session.client.lost():
                    self._on_fatal(f"nothing connects {self._session.service} to NATS any more")
                    return
                report = await self.check()
                again = await self.made_again()
                if not again:
                    await self.heal(report)
                    again = await self.made_again() if report.missing else ()
                if again:
                    self._on_fatal(f"{self._session.service} starts over: made again was {', '.join(again)}")
                    return
            except Exception:
                logger.exception("looking at the consumers failed", extra=fields(service=self._session.service))

    async def _ask(self) -> HealthReport:
        service, metrics = self._session.service, self._session.metrics
        several = [name for name, count in Counter(spec.stream for spec in self._specs).items() if count > 1]
        lists = await asyncio.gather(*map(self._list, several))
        listed = dict(zip(several, lists, strict=True))
        requests = (self._look(spec, listed.get(spec.stream, {})) for spec in self._specs)
        pending, unanswered = (Counter({spec.label: 0 for spec in self._specs}) for _ in range(2))
        missing, problems = [], [text] if (text := self._session.unstored()) else []
        for spec, info in zip(self._specs, await asyncio.gather(*requests, return_exceptions=True), strict=True):
            match info:
                case NotFoundError():
                    missing.append(spec.durable)
                    problem = "the server does not have it"
                case nats.errors.Error():
                    problem = f"no answer: {str(info) or type(info).__name__}"
                case BaseException():
                    raise info
                case _:
                    pending[spec.label] += info.num_pending or 0
                    unanswered[spec.label] += info.num_ack_pending or 0
                    problem = self._stuck(spec.durable, info)
            if problem:
                problems.append(f"{spec.durable}: {problem}")
        for label in pending:
            metrics.pending.labels(service, label).set(pending[label])
            metrics.in_flight.labels(service, label).set(unanswered[label])
        return HealthReport(True, tuple(missing), tuple(problems), tuple(self._session.concerns()))

    async def _list(self, stream: str) -> dict[str, ConsumerInfo]:
        """The consumers of a stream by one request for each page of them; none where nobody answers."""
        found, more = dict[str, ConsumerInfo](), True
        with contextlib.suppress(nats.errors.Error):
            while more:
                page = await self._session.client.js.consumers_info(stream, offset=len(found))
                found |= {info.name: info for info in page}
                more = len(page) == PAGE
        return found

    async def _look(self, spec: ConsumerSpec, listed: Mapping[str, ConsumerInfo]) -> ConsumerInfo:
        """How a durable is; one that is not in the list of its stream is asked for by itself.

        A list may lack a consumer that a server of the cluster did not answer for, or that moved between two pages.
        """
        if (info := listed.get(spec.durable)) is not None:
            return info
        asked: ConsumerInfo = await self._session.client.js.consumer_info(spec.stream, spec.durable, timeout=3.0)
        return asked

    def _stuck(self, durable: str, info: ConsumerInfo) -> str:
        """How long a consumer has not moved although nothing keeps it, or ""."""
        position, now = info.ack_floor.stream_seq if info.ack_floor else 0, time.monotonic()
        if durable not in self._moved or self._moved[durable][0] != position:
            self._moved[durable] = (position, now)
        idle = now - self._moved[durable][1]
        if idle <= STUCK or not info.num_pending or info.num_ack_pending:
            return ""
        return f"no progress for {idle:.0f} s with {info.num_pending} waiting"
