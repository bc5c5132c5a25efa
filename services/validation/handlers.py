"""Handlers of the validation service: decode, check, publish the verdict."""

import asyncio
from dataclasses import dataclass

from contracts import subjects
from contracts.messages import FragmentAccepted, FragmentParsed, FragmentRejected
from services.validation.domain.check import check
from shared.messaging.bus import Bus
from shared.messaging.router import Delivery, ServiceRouter


@dataclass
class Deps:
    """What the handlers need."""

    bus: Bus


def build_router(deps: Deps) -> ServiceRouter:
    """Subscribe to parsed fragments."""
    router = ServiceRouter("validation")

    @router.subscribe("parser.fragment.parsed.v1")
    async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
        fragment = message.fragment
        verdict = await asyncio.to_thread(check, fragment, message.findings)
        if verdict.rejected_by is None:
            accepted = FragmentAccepted(fragment=fragment, findings=verdict.findings)
            await deps.bus.publish(subjects.fragment_accepted(fragment.event), accepted)
            return
        rejected = FragmentRejected(
            fragment=fragment.id,
            event=fragment.event,
            file=fragment.file,
            code=verdict.rejected_by.code,
            reason=verdict.rejected_by.message,
            findings=verdict.findings,
        )
        await deps.bus.publish(subjects.fragment_rejected(fragment.event), rejected)

    return router
