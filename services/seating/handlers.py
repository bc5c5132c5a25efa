"""Handlers of the seating service: decode, call the core, have drawn what it needs, publish its plan."""

import asyncio
from dataclasses import dataclass

from contracts import subjects
from contracts.messages import EventMerged, RoundAssigned
from services.seating.domain.assign import Plan, plan
from services.seating.domain.chess_draw import DrawNeeded, PairNextRound
from shared.messaging.bus import Bus
from shared.messaging.router import Delivery, ServiceRouter


@dataclass
class Deps:
    """What the handlers need."""

    bus: Bus
    pair_next_round: PairNextRound


def build_router(deps: Deps) -> ServiceRouter:
    """Subscribe to merged events."""
    router = ServiceRouter("seating")

    @router.subscribe("scoring.event.merged.v1")
    async def on_event_merged(message: EventMerged, delivery: Delivery) -> None:
        last = await deps.bus.last(subjects.round_assigned(message.event), RoundAssigned)
        said, position = (last.message, last.seq) if last else (None, 0)
        planned = await asyncio.to_thread(plan, message, said, position)
        if isinstance(planned, DrawNeeded):
            drawn = await asyncio.to_thread(deps.pair_next_round, planned.request)
            planned = await asyncio.to_thread(plan, message, said, position, drawn)
        if isinstance(planned, Plan):
            await deps.bus.publish(planned.subject, planned.message, expect_last=planned.expect_last)

    return router
