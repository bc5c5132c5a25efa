"""A bus without a connection; with one, tests/integration/bus."""

import pytest

from contracts.messages import FileReceived
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed


async def test_what_needs_a_connection_says_that_there_is_none():
    bus = Bus("intake", BusSettings())
    for work in (
        bus.publish("intake.file.received.v1.usebio.ab", FileReceived.model_construct()),
        bus.kv_get("FILE_STATUS", "a"),
        bus.last("intake.file.received.v1.usebio.ab", FileReceived),
        bus.provision(),
    ):
        with pytest.raises(OperationFailed, match="the bus of intake is not connected"):
            await work


async def test_an_unconnected_bus_is_unhealthy_and_can_be_stopped():
    bus = Bus("intake", BusSettings())
    report = await bus.healthy()
    assert not report.ok
    assert report.problems == ("not connected",)
    await bus.stop()
