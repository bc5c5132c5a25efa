"""Running services side by side; on a server, tests/integration/bus/test_service.py."""

import asyncio
import json
import urllib.request
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from shared import service as module
from shared.bus.jetstream.health import HealthReport
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from shared.service import Assembly, Service, ServiceFailed, run, run_services
from shared.telemetry import Telemetry, TelemetrySettings
from tests.support.ports import free_port

QUIET = Telemetry(TelemetrySettings(frozen_after=0))


class Stub:
    """A service without a bus, and what was done with it."""

    def __init__(self, name: str = "intake", *background: Any, start: Any = None, stop: Any = None) -> None:
        self.name, self.started = name, False
        self.report = HealthReport(True, (), ())
        self.bus = SimpleNamespace(metrics=None, healthy=self.healthy)
        self.ages: list[float] = []
        self.done: list[str] = []
        self._background, self._start, self._stop = background, start, stop

    async def healthy(self, age: float) -> HealthReport:
        self.ages.append(age)
        return self.report

    def read_settings(self) -> Assembly:
        return Assembly(background=self._background)

    async def start(self) -> None:
        self.done.append("started")
        self.started = True
        if self._start:
            await self._start()

    async def stop(self) -> None:
        self.done.append("stopped")
        if self._stop:
            await self._stop()


async def forever() -> None:
    await asyncio.Event().wait()


async def broken() -> None:
    raise ZeroDivisionError("no boards")


async def refused() -> None:
    raise OperationFailed("the server refuses us")


async def running(*services: Stub, stop: asyncio.Event | None = None, **options: Any) -> None:
    await run_services(services, QUIET, stop=stop or asyncio.Event(), **options)  # type: ignore[arg-type]


async def test_services_run_until_they_are_asked_to_stop(caplog: pytest.LogCaptureFixture) -> None:
    stop, began = asyncio.Event(), []

    async def once() -> None:
        began.append([service.started for service in services])

    services = Stub("intake", once), Stub("export")
    with caplog.at_level("INFO", "kibitz.bus"):
        task = asyncio.ensure_future(running(*services, stop=stop))
        await asyncio.sleep(0.05)
        assert not task.done(), "background work that ends by itself ends nothing else"
        stop.set()
        await task
    assert began == [[True, True]]
    assert [service.done for service in services] == [["started", "stopped"]] * 2
    assert [record.getMessage() for record in caplog.records] == ["running", "stopped"]
    assert [service.bus.metrics for service in services] == [QUIET.metrics] * 2


async def test_a_stop_during_the_start_begins_nothing() -> None:
    stop = asyncio.Event()
    waiting = Stub("intake", broken, start=forever)
    task = asyncio.ensure_future(running(waiting, stop=stop))
    await asyncio.sleep(0.02)
    stop.set()
    await task
    assert waiting.done == ["started", "stopped"]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (Stub("export", start=broken), "export failed: ZeroDivisionError: no boards"),
        (Stub("export", start=refused), "export failed: the server refuses us"),
        (Stub("export", forever, broken), "export failed: ZeroDivisionError: no boards"),
    ],
)
async def test_the_failure_of_one_service_ends_all_and_names_it(bad: Stub, reason: str) -> None:
    good = Stub("intake", forever)
    with pytest.raises(ServiceFailed) as failed:
        await running(good, bad)
    assert str(failed.value) == reason
    assert good.done[-1] == bad.done[-1] == "stopped"


async def test_work_that_does_not_end_is_left_behind_and_logged(monkeypatch, caplog) -> None:
    monkeypatch.setattr(module, "STOP_PATIENCE", 0.05)
    stop, release = asyncio.Event(), asyncio.Event()

    async def stubborn() -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    stop.set()
    await running(Stub("intake"), stop=stop)
    assert "does not end" not in caplog.text
    stop.clear()
    task = asyncio.ensure_future(running(Stub("intake", stubborn), stop=stop))
    await asyncio.sleep(0.05)
    stop.set()
    await task
    release.set()
    [record] = [record for record in caplog.records if "does not end" in record.getMessage()]
    assert record.kibitz_fields == {"service": "intake"}  # type: ignore[attr-defined]


async def test_a_service_that_cannot_stop_does_not_keep_the_others_from_it(caplog) -> None:
    stop = asyncio.Event()
    stop.set()
    good = Stub("intake")
    await running(Stub("export", stop=broken), good, stop=stop)
    assert good.done == ["started", "stopped"]
    assert "stopping failed: no boards" in caplog.text


async def test_probes_say_what_is_missing_and_which_service_is_not_ready() -> None:
    port, stop = free_port(), asyncio.Event()
    telemetry = Telemetry(TelemetrySettings(health_port=port, frozen_after=0))
    good, other = Stub("intake"), Stub("export")
    task = asyncio.ensure_future(
        run_services([good, other], telemetry, stop=stop)  # type: ignore[list-item]
    )
    while not (good.started and other.started):
        await asyncio.sleep(0.01)
    fine = {"started": True, "connected": True, "problems": []}
    assert await probe(port, "healthz") == (200, {"ok": True, "missing": {}})
    assert await probe(port, "readyz") == (200, {"ok": True, "services": {"intake": fine, "export": fine}})
    assert set(good.ages) == {module.REPORT_AGE}
    other.report = HealthReport(True, ("a",), tuple("abcdefghijkl"))
    assert await probe(port, "healthz") == (503, {"ok": False, "missing": {"export": ["a"]}})
    status, answer = await probe(port, "readyz")
    assert (status, answer["services"]["export"]["problems"]) == (503, list("abcdefghij"))
    assert (await probe(port, "servez"))[0] == 503
    other.report = HealthReport(True, concerns=("audit: Message 14 of VALIDATED cannot be read",))
    status, answer = await probe(port, "readyz")
    assert (status, answer["services"]["export"]["problems"]) == (503, list(other.report.concerns))
    assert await probe(port, "servez") == (200, {"ok": True, "serving": {"intake": True, "export": True}})
    other.report, other.started = HealthReport(True, (), ()), False
    status, answer = await probe(port, "readyz")
    assert (status, answer["services"]["export"]["started"]) == (503, False)
    other.report, other.started = HealthReport(False, (), ()), True
    assert (await probe(port, "readyz"))[0] == (await probe(port, "servez"))[0] == 503
    stop.set()
    await task


async def probe(port: int, path: str) -> tuple[int, Any]:
    def ask() -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}") as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    return await asyncio.to_thread(ask)


def service(settings: Any, assemble: Any = None) -> Service[Any]:
    router = ServiceRouter("seating")
    return Service(router, settings) if assemble is None else Service(router, settings, assemble)


def test_settings_are_read_once_and_reach_handlers_and_the_bus() -> None:
    read: list[BusSettings] = []

    def settings() -> SimpleNamespace:
        read.append(BusSettings(graceful_timeout=7.0))
        return SimpleNamespace(bus=read[-1])

    made = service(settings, lambda bus, settings: Assembly(deps=("deps", bus.service)))
    assert (made.name, made.assembly, made.started, read) == ("seating", None, False, [])
    assert made.read_settings() is made.read_settings()
    assert len(read) == 1
    assert made.bus.settings is read[0]
    made.bus._new_client()
    assert made.broker.config.broker_config.graceful_timeout == 7.0
    assert made.context.get("deps") == ("deps", "seating")
    assert service(settings).read_settings() == Assembly()


def test_wrong_settings_are_one_line_each_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    class Wrong(BaseModel):
        replicas: int
        port: int

    with pytest.raises(SystemExit) as ended:
        run([service(lambda: Wrong(replicas="seven", port="x"))])  # type: ignore[arg-type]
    assert ended.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [["settings", "replicas"], ["settings", "port"]]
    with pytest.raises(ValidationError):
        Wrong(replicas="seven", port=1)  # type: ignore[arg-type]


def test_a_program_whose_service_failed_ends_with_status_1_and_the_reason(monkeypatch, caplog) -> None:
    configured = []
    monkeypatch.setattr(module, "configure", configured.append)
    monkeypatch.setattr(module, "freeze_after_import", lambda: None)
    with pytest.raises(SystemExit) as ended:
        run([Stub("export", start=broken)], QUIET)  # type: ignore[list-item]
    assert ended.value.code == 1
    assert "export failed: ZeroDivisionError: no boards" in caplog.text
    assert configured == [QUIET.settings]
