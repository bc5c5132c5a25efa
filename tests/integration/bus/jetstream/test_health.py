"""A deaf consumer is seen, made again, and goes on where it was told to."""

import asyncio

import pytest

from contracts.messages import FileReceived
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.jetstream import health
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from tests.integration.bus.samples import RECEIVED, received, until
from tests.support.nats_server import running_bus, start, unexpected
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

DURABLE = "usebio_parser-file-received"


def listening(seen: list[str]) -> ServiceRouter:
    router = ServiceRouter("usebio_parser")

    @router.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        seen.append(message.file.name)

    return router


async def test_a_healthy_service_has_no_problem_and_counts_what_waits(bus_settings: BusSettings):
    seen: list[str] = []
    async with running_bus(bus_settings, listening(seen)) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: bool(seen))
        report = await bus.healthy()
    assert report == health.HealthReport(connected=True, missing=(), problems=())
    labels = {"service": "usebio_parser", "consumer": DURABLE}
    assert bus.metrics.registry.get_sample_value("kibitz_pending", labels) == 0


async def test_a_deleted_consumer_is_unhealthy_costs_no_time_and_is_made_again(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
):
    import time

    seen: list[str] = []
    async with running_bus(bus_settings, listening(seen)) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: bool(seen))
        await bus.client.jsm().delete_consumer("INTAKE", DURABLE)
        report = await bus.healthy()
        assert not report.ok
        assert "does not have it" in report.problems[0]
        before = time.process_time()
        await asyncio.sleep(1.0)
        assert time.process_time() - before < scaled(0.4)
        monitor = bus._monitor
        await monitor.heal(await monitor.check())
        assert (await bus.healthy()).ok
        await bus.publish(RECEIVED, received("b.xml"))
        await until(lambda: "b.xml" in seen, patience=5)


async def test_a_service_whose_consumer_stays_missing_ends_its_process(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(health, "MISSING_LIMIT", 0.0)
    reasons: list[str] = []
    seen: list[str] = []
    async with running_bus(bus_settings, listening(seen)):
        pass
    settings = bus_settings.model_copy(update={"provision": "check", "look_every": 0.1})
    bus = Bus("usebio_parser", settings, router=listening(seen), on_fatal=reasons.append)
    await start(bus)
    try:
        monitor = bus._monitor
        await monitor.stop()
        monitor.start()
        await bus.client.jsm().delete_consumer("INTAKE", DURABLE)
        await until(lambda: bool(reasons), patience=5)
        assert "missing for 0 s" in reasons[0]
        assert "python -m shared.bus" in reasons[0]
    finally:
        await bus.stop()


async def test_a_service_without_handlers_is_healthy_while_it_is_connected(bus_settings: BusSettings):
    async with running_bus(bus_settings, "broadcast") as bus:
        assert (await bus.healthy()).ok
    bus = Bus("broadcast", bus_settings, on_fatal=unexpected)
    assert not (await bus.healthy()).ok
