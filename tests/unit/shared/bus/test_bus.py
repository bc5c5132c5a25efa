"""A bus without a connection; with one, tests/integration/bus."""

import pytest

from contracts.messages import EventMerged, FileReceived
from shared.bus.bus import Bus
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed


async def test_what_needs_a_connection_says_that_there_is_none():
    bus = Bus("intake", BusSettings())
    for work in (
        bus.publish("intake.file.received.v1.usebio", FileReceived.model_construct()),
        bus.kv_get("FILE_STATUS", "a"),
        bus.last("intake.file.received.v1.usebio", FileReceived),
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


async def test_a_service_publishes_only_what_its_router_declares():
    router = ServiceRouter("seating")

    @router.subscribe("scoring.event.merged.v1")
    async def on_event_merged(message: EventMerged) -> None:
        """Nothing comes."""

    bus = Bus("seating", BusSettings(), router=router)
    with pytest.raises(OperationFailed, match="not connected"):
        await bus.publish("scoring.event.merged.v1.club-pairs", EventMerged.model_construct())
    router.publication("seating.round.assigned.v1")
    with pytest.raises(TypeError, match=r"seating does not declare that it publishes scoring\.event\.merged\.v1"):
        await bus.publish("scoring.event.merged.v1.club-pairs", EventMerged.model_construct())
