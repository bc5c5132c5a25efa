"""Running services: one in its process, or many in one event loop.

The failure of one ends all: a process with a dead part looks alive and is not. A supervisor starts it again.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from shared.errors import KibitzError, OperationFailed
from shared.gc_control import freeze_after_import
from shared.messaging.bus import Bus
from shared.messaging.connection import exit_process
from shared.messaging.health import HealthReport
from shared.messaging.router import ServiceRouter
from shared.messaging.watchdog import Watchdog
from shared.signals import stop_on_signals
from shared.telemetry import HealthServer, Telemetry, configure, fields

logger = logging.getLogger("kibitz.runtime")

STOP_PATIENCE = 10.0
"""Seconds that background work has for its own ending, after which it is left behind."""

REPORT_AGE = 2.0
"""Seconds for which a probe's answer serves further probes."""

Work = Callable[[], Awaitable[None]]


@dataclass
class Service:
    """A service that is ready to run.

    Attributes:
        name: as in the registry.
        prepare: done once, connected and provisioned, before the first message is handled.
        background: works beside the handlers until it is cancelled; what it raises ends the process.
    """

    name: str
    bus: Bus
    router: ServiceRouter | None = None
    background: tuple[Work, ...] = ()
    prepare: tuple[Work, ...] = ()
    started: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        """Give the handlers to the bus."""
        if self.router is not None:
            self.bus.attach(self.router)


class ServiceFailed(OperationFailed):
    """A service could not go on.

    Attributes:
        service: its name.
    """

    def __init__(self, service: str, error: BaseException) -> None:
        """Name the service and say why."""
        reason = str(error) if isinstance(error, KibitzError) else f"{type(error).__name__}: {error}"
        super().__init__(f"{service} failed: {reason}")
        self.service = service


async def run_service(
    service: Service, telemetry: Telemetry | None = None, *, stop: asyncio.Event | None = None
) -> None:
    """Run one service until a signal or `stop`; see `run_services`."""
    await run_services([service], telemetry, stop=stop)


async def run_services(
    services: Sequence[Service],
    telemetry: Telemetry | None = None,
    *,
    stop: asyncio.Event | None = None,
    on_started: Callable[[], None] | None = None,
    signals: bool = True,
) -> None:
    """Run services in this event loop until a signal, `stop`, or the failure of one.

    Args:
        services: each with its own connection.
        telemetry: logs are the caller's; metrics and probes are served from here.
        stop: ends the run when it is set.
        on_started: called once, when every service handles messages.
        signals: whether SIGINT and SIGTERM set `stop`.

    Raises:
        ServiceFailed: one of them could not start or go on.
    """
    telemetry = telemetry or Telemetry()
    stop = stop or asyncio.Event()
    for service in services:
        service.bus.use_metrics(telemetry.metrics)
    watchdog = Watchdog(telemetry.settings.frozen_after, exit_process)
    probes = _Probes(services)
    server: HealthServer | None = None
    running: dict[asyncio.Task[None], str] = {}
    with stop_on_signals(stop) if signals else contextlib.nullcontext():
        try:
            watchdog.start()
            if telemetry.settings.health_port:
                server = HealthServer(
                    telemetry.settings.health_host,
                    telemetry.settings.health_port,
                    probes.live,
                    probes.ready,
                    telemetry.metrics,
                )
                await server.start()
            starting = {asyncio.ensure_future(_start(service)): service.name for service in services}
            if not await _all_done(starting, stop):
                return
            for service in services:
                for work in service.background:
                    running[asyncio.ensure_future(_run(work))] = service.name
            if on_started is not None:
                on_started()
            logger.info("running", extra=fields(services=",".join(s.name for s in services)))
            await _until(running, stop)
        finally:
            await _end(running, services)
            if server is not None:
                await server.stop()
            watchdog.stop()
            logger.info("stopped", extra=fields(services=",".join(s.name for s in services)))


def run(services: Service | Sequence[Service], telemetry: Telemetry | None = None) -> None:
    """Run services as a program: configure logs and run until a signal.

    Raises:
        SystemExit: with status 1 when a service failed; the reason is logged.
    """
    telemetry = telemetry or Telemetry()
    configure(telemetry.settings)
    freeze_after_import()
    try:
        asyncio.run(run_services([services] if isinstance(services, Service) else services, telemetry))
    except ServiceFailed as error:
        logger.critical("%s", error)
        raise SystemExit(1) from None


def main(create: Callable[[], Service]) -> None:
    """Make one service and run it as a program; settings that are wrong end it with status 2 and one line each."""
    try:
        service = create()
    except ValidationError as error:
        for item in error.errors(include_url=False, include_input=False):
            print(f"settings: {'.'.join(map(str, item['loc']))}: {item['msg']}", file=sys.stderr)
        raise SystemExit(2) from None
    run(service)


async def _start(service: Service) -> None:
    await service.bus.connect()
    await service.bus.provision()
    for work in service.prepare:
        await work()
    await service.bus.consume()
    service.started = True


async def _run(work: Work) -> None:
    await work()


async def _all_done(tasks: dict[asyncio.Task[None], str], stop: asyncio.Event) -> bool:
    """Wait for all tasks; False when `stop` was set first.

    Raises:
        ServiceFailed: one of them failed; the others are cancelled.
    """
    stopping = asyncio.ensure_future(stop.wait())
    try:
        pending = set(tasks)
        while pending:
            done, _ = await asyncio.wait({*pending, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if stopping in done:
                return False
            for task in pending & done:
                pending.discard(task)
                if error := task.exception():
                    raise ServiceFailed(tasks[task], error) from error
        return True
    finally:
        stopping.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, stopping, return_exceptions=True)


async def _until(running: dict[asyncio.Task[None], str], stop: asyncio.Event) -> None:
    stopping = asyncio.ensure_future(stop.wait())
    try:
        pending: set[asyncio.Task[None]] = set(running)
        while True:
            done, _ = await asyncio.wait({*pending, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if stopping in done:
                return
            for task in pending & done:
                pending.discard(task)
                if error := task.exception():
                    raise ServiceFailed(running[task], error) from error
    finally:
        stopping.cancel()


async def _end(running: dict[asyncio.Task[None], str], services: Sequence[Service]) -> None:
    for task in running:
        task.cancel()
    if running:
        _, left = await asyncio.wait(running, timeout=STOP_PATIENCE)
        for task in left:
            logger.error("does not end when it is told to", extra=fields(service=running[task]))
    for failed in await asyncio.gather(*(service.bus.stop() for service in services), return_exceptions=True):
        if isinstance(failed, BaseException):
            logger.error("stopping failed: %s", failed)


class _Probes:
    """Answers for the health server; asks NATS at most every `REPORT_AGE` seconds."""

    def __init__(self, services: Sequence[Service]) -> None:
        self._services = services
        self._asked = 0.0
        self._reports: dict[str, HealthReport] = {}
        self._lock = asyncio.Lock()

    async def live(self) -> tuple[bool, dict[str, object]]:
        """Not alive: a consumer is missing. A lost connection is waited for, a restart would not help."""
        reports = await self._fresh()
        missing = {name: [c.durable for c in report.consumers if not c.exists] for name, report in reports.items()}
        return not any(missing.values()), {"deaf": {name: gone for name, gone in missing.items() if gone}}

    async def ready(self) -> tuple[bool, dict[str, object]]:
        """Ready: started, connected, every consumer there and moving."""
        reports = await self._fresh()
        good = all(service.started for service in self._services) and all(report.ok for report in reports.values())
        return good, {
            "services": {
                service.name: {
                    "started": service.started,
                    "connected": reports[service.name].connected,
                    "problems": list(reports[service.name].problems)[:10],
                }
                for service in self._services
            }
        }

    async def _fresh(self) -> dict[str, HealthReport]:
        async with self._lock:
            if time.monotonic() - self._asked > REPORT_AGE:
                found = await asyncio.gather(*(service.bus.healthy() for service in self._services))
                self._reports = {service.name: report for service, report in zip(self._services, found, strict=True)}
                self._asked = time.monotonic()
            return self._reports
