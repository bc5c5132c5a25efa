"""A service as a FastStream application, and running one or several of them in a process.

    faststream run services.scoring.app:app     one service, by FastStream's command
    python -m services.scoring                  the same
    run([scoring.app, seating.app])             several in one event loop

The failure of one ends all: a process with a dead part looks alive and is not. A supervisor starts it again.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from faststream import FastStream
from faststream.specification import AsyncAPI
from pydantic import ValidationError

from shared.bus.bus import Bus
from shared.bus.errors import NotProvisioned
from shared.bus.jetstream.health import HealthReport
from shared.bus.router import ServiceRouter, TypedSerializer
from shared.bus.settings import BusSettings, ServiceSettings
from shared.errors import KibitzError, OperationFailed
from shared.gc_control import freeze_after_import
from shared.signals import stop_on_signals
from shared.telemetry import Telemetry, Watchdog, configure, exit_process, fields, sent_spans

logger = logging.getLogger("kibitz.bus")

STOP_PATIENCE = 10.0
"""Seconds that background work has for its own ending, after which it is left behind."""

LOOK_AGAIN = 1.0
"""Seconds between two looks whether the operator has made what is missing."""

REPORT_AGE = 2.0
"""Seconds for which a probe's answer serves further probes, so that many probes ask NATS no more often."""

THREAD_TURN = 0.0005
"""Seconds that a thread may keep the event loop waiting; Python's own 5 ms would be lost at each message sent."""

S = TypeVar("S", bound=ServiceSettings)

Work = Callable[[], Coroutine[Any, Any, object]]


@dataclass(frozen=True)
class Assembly:
    """What a service is made of, besides its handlers.

    Attributes:
        deps: what handlers ask for as `Annotated[Deps, Injected("deps")]`.
        prepare: done once, connected and provisioned, before the first message is handled.
        background: works beside the handlers until it is cancelled; what it raises ends the process.
    """

    deps: object = None
    prepare: tuple[Work, ...] = ()
    background: tuple[Work, ...] = ()


class Service(FastStream, Generic[S]):
    """A service: an application of FastStream that connects to nothing and reads nothing before it starts.

    Attributes:
        assembly: what it is made of, once its settings are read.
        started: whether it handles messages.
    """

    def __init__(
        self,
        router: ServiceRouter,
        settings: Callable[[], S],
        assemble: Callable[[Bus, S], Assembly] = lambda bus, settings: Assembly(),
    ) -> None:
        """Declare a service; only when it starts, `settings` reads the environment and `assemble` is called."""
        self.name = router.service
        self.bus = Bus(router.service, BusSettings.model_construct(), router=router)
        self._settings = settings
        self._assemble = assemble
        self.assembly: Assembly | None = None
        self.started = False
        super().__init__(
            self.bus.broker,
            context=self.bus.broker.context,
            serializer=TypedSerializer,
            logger=None,
            specification=AsyncAPI(title=f"Kibitz: {router.service}", version="0.1.0"),
        )

    def read_settings(self) -> Assembly:
        """Read the settings and make what the service is made of, at most once; ValidationError for a wrong one."""
        if self.assembly is None:
            settings = self._settings()
            self.bus.settings = settings.bus
            self.assembly = self._assemble(self.bus, settings)
            self.context.set_global("deps", self.assembly.deps)
        return self.assembly

    async def start(self, **options: Any) -> None:  # noqa: ANN401 - FastStream's
        """Connect, provision and prepare, then handle messages."""
        assembly = self.read_settings()
        await self.bus.connect()
        await self._provision()
        for work in assembly.prepare:
            await work()
        await super().start(**options)
        await self.bus.watch()
        self.started = True

    async def _provision(self) -> None:
        """Make the bus what it has to be or, where only the operator may, wait until it is."""
        while True:
            try:
                await self.bus.provision()
                return
            except NotProvisioned as missing:
                logger.warning("waiting for the bus: %s", missing, extra=fields(service=self.name))
                await asyncio.sleep(LOOK_AGAIN)

    async def stop(self) -> None:
        """Stop handling, and close the connection."""
        await self.bus.stop()

    async def run(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - FastStream's
        """Run until a signal; what `faststream run` calls."""
        telemetry = Telemetry()
        configure(telemetry.settings)
        await run_services([self], telemetry)


class ServiceFailed(OperationFailed):
    """A service could not go on."""


async def run_services(
    services: Sequence[Service[Any]], telemetry: Telemetry | None = None, *, stop: asyncio.Event | None = None
) -> None:
    """Run services in this event loop until they are to stop, or until the failure of one.

    Logs are the caller's; metrics and probes are served from here. Without `stop`, SIGINT and SIGTERM end the run.

    Raises:
        ServiceFailed: one of them could not start or go on.
    """
    telemetry, signals, stop = telemetry or Telemetry(), stop is None, stop or asyncio.Event()
    names = fields(services=",".join(service.name for service in services))
    watchdog = Watchdog(telemetry.settings.frozen_after, exit_process)
    host, port = telemetry.settings.health_host, telemetry.settings.health_port
    async with contextlib.AsyncExitStack() as stack:
        if signals:
            stack.enter_context(stop_on_signals(stop))
        name = services[0].name if len(services) == 1 else "kibitz"
        stack.enter_context(sent_spans(telemetry.settings.traces, name))
        stack.callback(watchdog.stop)
        watchdog.start()
        if port:
            # Who serves no probes holds no HTTP server.
            from shared.telemetry.http import probe_server  # noqa: PLC0415

            live, serving, ready = (partial(probe, services) for probe in (_live, _serving, _ready))
            probes = probe_server(host, port, live, serving, ready, telemetry.metrics)
            stack.push_async_callback(probes.stop)
            await probes.start()
        for service in services:
            service.bus.metrics = telemetry.metrics
        stack.push_async_callback(_stop, services)
        await _until(stop, [(service.name, service.start) for service in services])
        if not stop.is_set():
            logger.info("running", extra=names)
            works = [(service.name, work) for service in services for work in service.read_settings().background]
            await _until(stop, [*works, ("", stop.wait)])
    logger.info("stopped", extra=names)


def run(services: Sequence[Service[Any]], telemetry: Telemetry | None = None) -> None:
    """Run services as a program: configure logs and run until a signal.

    Raises:
        SystemExit: with status 2 when settings are wrong, each in a line, and 1 when a service failed.
    """
    try:
        telemetry = telemetry or Telemetry()
        for service in services:
            service.read_settings()
    except ValidationError as error:
        for item in error.errors(include_url=False, include_input=False):
            print(f"settings: {'.'.join(map(str, item['loc']))}: {item['msg']}", file=sys.stderr)
        raise SystemExit(2) from None
    configure(telemetry.settings)
    freeze_after_import()
    sys.setswitchinterval(THREAD_TURN)
    try:
        asyncio.run(run_services(services, telemetry))
    except ServiceFailed as error:
        logger.critical("%s", error)
        raise SystemExit(1) from None


async def _until(stop: asyncio.Event, works: Iterable[tuple[str, Work]]) -> None:
    """Do works of services side by side until all have ended, `stop` is set, or one fails, which is ServiceFailed."""
    stopping: asyncio.Task[object] = asyncio.create_task(stop.wait())
    tasks = {asyncio.create_task(work(), name=service) for service, work in works}
    pending = {stopping, *tasks}
    try:
        while stopping in pending and len(pending) > 1:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if (error := task.exception()) is not None:
                    reason = str(error) if isinstance(error, KibitzError) else f"{type(error).__name__}: {error}"
                    raise ServiceFailed(f"{task.get_name()} failed: {reason}") from error
    finally:
        for task in (stopping, *tasks):
            task.cancel()
        _, left = await asyncio.wait(tasks, timeout=STOP_PATIENCE)
        for task in left:
            logger.error("does not end when it is told to", extra=fields(service=task.get_name()))


async def _stop(services: Sequence[Service[Any]]) -> None:
    for failed in await asyncio.gather(*(service.stop() for service in services), return_exceptions=True):
        if isinstance(failed, BaseException):
            logger.error("stopping failed: %s", failed)


async def _reports(services: Sequence[Service[Any]]) -> list[tuple[Service[Any], HealthReport]]:
    answers = await asyncio.gather(*(service.bus.healthy(REPORT_AGE) for service in services))
    return list(zip(services, answers, strict=True))


async def _live(services: Sequence[Service[Any]]) -> tuple[bool, dict[str, object]]:
    """Not alive: a consumer is missing. A lost connection is waited for, a restart would not help."""
    reports = [(service, report) for service, report in await _reports(services) if service.started]
    missing = {service.name: report.missing for service, report in reports if report.missing}
    return not missing, {"missing": missing}


async def _serving(services: Sequence[Service[Any]]) -> tuple[bool, dict[str, object]]:
    """Serving: as ready, whatever a service knows to be wrong and works with. No other replica would do better."""
    well = {service.name: service.started and report.serving for service, report in await _reports(services)}
    return all(well.values()), {"serving": well}


async def _ready(services: Sequence[Service[Any]]) -> tuple[bool, dict[str, object]]:
    """Ready: started, connected, every consumer there and moving, and nothing known to be lost."""
    reports = await _reports(services)
    states = {
        service.name: {
            "started": service.started,
            "connected": report.connected,
            "problems": (*report.problems, *report.concerns)[:10],
        }
        for service, report in reports
    }
    return all(service.started and report.ok for service, report in reports), {"services": states}
