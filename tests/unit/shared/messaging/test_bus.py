"""A bus without a connection; with one, tests/integration/messaging."""

import pytest

from contracts.messages import FileReceived
from shared.errors import OperationFailed
from shared.messaging.bus import Bus
from shared.messaging.settings import BusSettings
from shared.telemetry import Metrics


async def test_what_needs_a_connection_says_that_there_is_none():
    bus = Bus("intake", BusSettings())
    for work in (
        bus.publish("intake.file.received.v1.usebio", FileReceived.model_construct()),
        bus.kv_get("FILE_STATUS", "a"),
        bus.last("intake.file.received.v1.usebio", FileReceived),
        bus.consume(),
    ):
        with pytest.raises(OperationFailed, match="the bus of intake is not connected"):
            await work


async def test_an_unconnected_bus_is_unhealthy_and_can_be_stopped():
    bus = Bus("intake", BusSettings())
    report = await bus.healthy()
    assert not report.ok
    assert report.problems == ("not connected",)
    await bus.stop()


def test_metrics_of_the_process_take_the_place_of_its_own():
    bus, metrics = Bus("intake", BusSettings()), Metrics()
    bus.use_metrics(metrics)
    assert bus.metrics is metrics
