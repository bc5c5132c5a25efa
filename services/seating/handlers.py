"""Handlers of the seating service: decode, call the core, publish its plan."""

import asyncio
from dataclasses import dataclass

from contracts import subjects
from contracts.messages import EventMerged, RoundAssigned
from services.seating.domain.assign import plan
from shared.messaging.bus import Bus
from shared.messaging.router import Delivery, ServiceRouter


@dataclass
class Deps:
    """What the handlers need."""

    bus: Bus


def build_router(deps: Deps) -> ServiceRouter:
    """Subscribe to merged events."""
    router = ServiceRouter("seating")

    @router.subscribe("scoring.event.merged.v1")
    async def on_event_merged(message: EventMerged, delivery: Delivery) -> None:
        last = await deps.bus.last(subjects.round_assigned(message.event), RoundAssigned)
        planned = await asyncio.to_thread(plan, message, last.message if last else None, last.seq if last else 0)
        if planned is not None:
            await deps.bus.publish(planned.subject, planned.message, expect_last=planned.expect_last)

    return router
