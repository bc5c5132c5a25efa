"""Many services in one process: they start, they are probed, they fail together, they stop in order."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from contracts import subjects
from contracts.messages import FileReceived
from shared.bus.annotations import Delivery
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.provisioner import Settings, create
from shared.service import Assembly, Service, ServiceFailed, run_services
from shared.telemetry import Telemetry, TelemetrySettings
from tests.integration.bus.samples import RECEIVED, parsed, received, until
from tests.support.nats_server import running_bus
from tests.support.ports import free_port
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

ROOT = Path(__file__).resolve().parents[3]


def service(
    settings: BusSettings, name: str = "usebio_parser", router: ServiceRouter | None = None, **assembled
) -> Service[Any]:
    router = router or ServiceRouter(name)
    return Service(router, lambda: SimpleNamespace(bus=settings), lambda *_: Assembly(**assembled))


async def get(port: int, path: str, method: str = "GET") -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), body


async def test_services_run_in_one_loop_are_probed_and_stop_in_order(bus_settings: BusSettings):
    router, seen, order = ServiceRouter("usebio_parser"), [], []

    @router.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        order.append("handled")
        seen.append(message.file.name)

    async def prepare() -> None:
        order.append("prepared")

    async def background() -> None:
        order.append("background")
        try:
            await asyncio.sleep(3600)
        finally:
            order.append("background ended")

    port, stop = free_port(), asyncio.Event()
    telemetry = Telemetry(TelemetrySettings(health_port=port, frozen_after=0))
    parser = service(bus_settings, router=router, prepare=(prepare,), background=(background,))
    others = [service(bus_settings, name) for name in ("intake", "validation", "broadcast")]
    running = asyncio.ensure_future(run_services([parser, *others], telemetry, stop=stop))
    await until(lambda: parser.started and all(other.started for other in others))
    await others[0].bus.publish(RECEIVED, received("a.xml"))
    await until(lambda: bool(seen))
    status, body = await get(port, "/readyz")
    assert status == 200
    assert set(json.loads(body)["services"]) == {"usebio_parser", "intake", "validation", "broadcast"}
    assert (await get(port, "/healthz"))[0] == 200
    status, body = await get(port, "/metrics")
    assert status == 200
    assert (
        b'kibitz_messages_total{consumer="usebio_parser-file-received",outcome="ok",service="usebio_parser"} 1' in body
    )
    stop.set()
    await asyncio.wait_for(running, scaled(10))
    assert order == ["prepared", "background", "handled", "background ended"]


async def test_a_deleted_consumer_turns_the_probe(bus_settings: BusSettings):
    router, port, stop = ServiceRouter("usebio_parser"), free_port(), asyncio.Event()

    @router.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        """Nothing comes."""

    telemetry = Telemetry(TelemetrySettings(health_port=port, frozen_after=0))
    parser = service(bus_settings, router=router)
    running = asyncio.ensure_future(run_services([parser], telemetry, stop=stop))
    await until(lambda: parser.started)
    await parser.bus.client.jsm().delete_consumer("INTAKE", "usebio_parser-file-received")
    status, body = await get(port, "/healthz")
    assert status == 503
    assert json.loads(body)["missing"] == {"usebio_parser": ["usebio_parser-file-received"]}
    assert (await get(port, "/readyz"))[0] == 503
    stop.set()
    await running


async def test_the_failure_of_one_service_ends_the_run_and_names_it(bus_settings: BusSettings):
    async def broken() -> None:
        await asyncio.sleep(0.05)
        raise ZeroDivisionError("no boards")

    good, bad = service(bus_settings, "intake"), service(bus_settings, "export", background=(broken,))
    with pytest.raises(ServiceFailed, match="export failed: ZeroDivisionError: no boards"):
        await run_services([good, bad], Telemetry(TelemetrySettings(frozen_after=0)), stop=asyncio.Event())
    assert not (await good.bus.healthy()).connected


async def test_a_service_that_cannot_start_ends_the_run_and_says_why(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        await bus.client.js.delete_stream("INTAKE")
        await bus.client.js.add_stream(name="INTAKE", subjects=["intake.file.received.v1.*.*"], storage="memory")
        bad = service(bus_settings, "scoring")
        with pytest.raises(ServiceFailed, match="scoring failed: stream INTAKE: storage is 'memory'"):
            await run_services([bad], Telemetry(TelemetrySettings(frozen_after=0)), stop=asyncio.Event())


async def test_a_service_waits_for_what_only_the_operator_makes_and_makes_again(bus_settings: BusSettings):
    stop, quiet = asyncio.Event(), Telemetry(TelemetrySettings(frozen_after=0))
    waiting = service(bus_settings.model_copy(update={"provision": "check"}), "scoring")
    running = asyncio.ensure_future(run_services([waiting], quiet, stop=stop))
    await asyncio.sleep(0.2)
    assert not waiting.started
    provisioner = create(lambda: Settings(bus=bus_settings))
    making = asyncio.ensure_future(run_services([provisioner], quiet, stop=stop))
    await until(lambda: waiting.started and provisioner.started)
    js = provisioner.bus.client.js
    await js.delete_consumer("VALIDATED", "scoring-fragment-accepted-p03")
    report = await provisioner.bus.healthy()
    assert report.missing == ("scoring-fragment-accepted-p03",)
    await provisioner.bus._monitor.heal(report)
    assert (await provisioner.bus.healthy()).ok
    stop.set()
    await asyncio.gather(running, making)


async def test_a_run_that_waits_for_its_server_can_be_stopped():
    stop = asyncio.Event()
    waiting = service(BusSettings(url=f"nats://127.0.0.1:{free_port()}", reconnect_wait=0.1))
    running = asyncio.ensure_future(run_services([waiting], Telemetry(TelemetrySettings(frozen_after=0)), stop=stop))
    await asyncio.sleep(0.3)
    stop.set()
    await asyncio.wait_for(running, scaled(3))


PROGRAM = """
    import asyncio, sys, time
    from contracts.messages import FileReceived
    from services.usebio_parser.settings import Settings
    from shared.service import Service, run
    from shared.bus.router import ServiceRouter

    router = ServiceRouter("usebio_parser")

    @router.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived):
        print("begun", flush=True)
        if message.file.name == "freeze.xml":
            time.sleep(60)
        await asyncio.sleep(0.5)
        print("done", flush=True)

    run([Service(router, Settings)])
"""


def start(tmp_path: Path, settings: BusSettings, **environ: str) -> subprocess.Popen[str]:
    program = tmp_path / "service.py"
    program.write_text(textwrap.dedent(PROGRAM))
    return subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "KIBITZ_NATS_URL": settings.url, **environ},
    )


async def test_sigterm_lets_the_running_handler_finish_and_exits_well(bus_settings: BusSettings, tmp_path: Path):
    async with running_bus(bus_settings, "intake") as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        process = start(tmp_path, bus_settings)
        try:
            assert process.stdout is not None
            assert await asyncio.to_thread(process.stdout.readline) == "begun\n"
            process.send_signal(signal.SIGTERM)
            out, log = await asyncio.to_thread(process.communicate, None, 10)
        finally:
            process.kill()
            process.wait()
    assert out == "done\n"
    assert process.returncode == 0
    said = [line.split(maxsplit=2)[2].split("  [")[0] for line in log.splitlines()]
    created = "created consumer usebio_parser-file-received of INTAKE"
    assert said == ["connected", created, "running", "stopped"], "what frameworks say of themselves is no news"


# The containers of the image run each of them so.
@pytest.mark.parametrize("name", ["intake", "scoring", "broadcast"])
async def test_faststream_runs_a_service_until_sigterm(bus_settings: BusSettings, name: str):
    port = free_port()
    environment = {
        "KIBITZ_NATS_URL": bus_settings.url,
        "KIBITZ_HEALTH_PORT": str(port),
        "KIBITZ_INTAKE_PORT": "0",
        "KIBITZ_BROADCAST_PORT": "0",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "faststream", "run", f"services.{name}.app:app"],
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    try:
        async with asyncio.timeout(scaled(30)):
            while await ready(port) != {name: {"started": True, "connected": True, "problems": []}}:
                await asyncio.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, scaled(15)) == 0
    finally:
        process.kill()
        process.wait()


async def ready(port: int) -> object:
    """What a process says of its services; None while nobody answers."""
    try:
        return json.loads((await get(port, "/readyz"))[1])["services"]
    except OSError:
        return None


async def test_a_service_that_faststream_runs_handles_what_comes(bus_settings: BusSettings):
    process = subprocess.Popen(
        [sys.executable, "-m", "faststream", "run", "services.validation.app:app"],
        cwd=ROOT,
        env={**os.environ, "KIBITZ_NATS_URL": bus_settings.url},
    )
    try:
        async with running_bus(bus_settings, "usebio_parser") as bus, asyncio.timeout(scaled(30)):
            await bus.publish(subjects.fragment_parsed("club-pairs"), parsed("a", "club-pairs"))
            verdicts = (subjects.fragment_accepted("club-pairs"), subjects.fragment_rejected("club-pairs"))
            while not sum([await bus.last_seq(subject) for subject in verdicts]):
                await asyncio.sleep(0.05)
    finally:
        process.kill()
        process.wait()


async def test_a_frozen_loop_ends_its_process(bus_settings: BusSettings, tmp_path: Path):
    async with running_bus(bus_settings, "intake") as bus:
        await bus.publish(RECEIVED, received("freeze.xml"))
        process = start(tmp_path, bus_settings, KIBITZ_FROZEN_AFTER="1")
        try:
            _, err = await asyncio.to_thread(process.communicate, None, scaled(15))
        finally:
            process.kill()
            process.wait()
    assert process.returncode == 70
    assert "event loop has not turned" in err
    assert "time.sleep(60)" in err or "on_file_received" in err


def test_wrong_settings_end_the_program_with_one_line_each(tmp_path: Path):
    process = start(tmp_path, BusSettings(), KIBITZ_NATS_REPLICAS="seven")
    _, err = process.communicate(timeout=scaled(15))
    assert process.returncode == 2
    assert "settings: replicas" in err
    assert "Traceback" not in err
