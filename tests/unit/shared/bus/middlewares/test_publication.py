"""What may be published, without a server; with one, tests/integration/bus/middlewares/test_publication.py."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from faststream.nats.response import NatsPublishCommand
from faststream.response.publish_type import PublishType
from nats.js.api import PubAck

from contracts.messages import EventMerged, RoundAssigned
from shared.bus.bus import Bus
from shared.bus.middlewares import publication
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from shared.telemetry import continued


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


class Storing:
    """Stands in for a bus whose server takes every message."""

    service, settings = "seating", BusSettings(publish_timeout=3.0)
    client = SimpleNamespace(max_payload=1024 * 1024)

    async def store(self, stream: str, subject: str, headers: dict[str, str], send: Any) -> PubAck:
        await send()
        return PubAck(stream=stream, seq=1)


async def test_a_message_is_sent_within_its_trace_at_its_time_with_a_time_limit():
    sent: list[NatsPublishCommand] = []

    async def send(command: NatsPublishCommand) -> None:
        sent.append(command)

    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    subject = "seating.round.assigned.v1.x"
    command = NatsPublishCommand(b"{}", subject=subject, stream="SEATED", headers={}, _publish_type=PublishType.PUBLISH)
    with continued({"traceparent": parent}, "a test"):
        await publication._store(Storing(), send, command)  # type: ignore[arg-type]
    [command] = sent
    assert (command.body, command.timeout, command.correlation_id) == (b"{}", 3.0, None)
    assert command.headers["traceparent"].split("-")[1] == parent.split("-")[1]
    assert datetime.fromisoformat(command.headers["ce-time"]).tzinfo == UTC
    command.headers["ce-time"] = "2026-03-07T12:00:00.000Z"
    await publication._store(Storing(), send, command)  # type: ignore[arg-type]
    assert sent[1].headers["ce-time"] == "2026-03-07T12:00:00.000Z"
