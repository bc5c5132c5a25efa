"""What may be published, without a server; with one, tests/integration/bus/middlewares/test_publication.py."""

import pytest

from contracts.messages import EventMerged, RoundAssigned
from shared.bus.bus import Bus
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed


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
    with pytest.raises(OperationFailed, match="not connected"):
        await bus.publish("seating.round.assigned.v1.club-pairs", RoundAssigned.model_construct())


async def test_a_subject_carries_messages_of_its_class_alone():
    with pytest.raises(TypeError, match=r"seating\.round\.assigned\.v1\.x carries RoundAssigned, not EventMerged"):
        await Bus("seating", BusSettings()).publish("seating.round.assigned.v1.x", EventMerged.model_construct())
