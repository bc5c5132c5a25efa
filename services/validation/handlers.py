"""Handlers of the validation service: decode, check, publish the verdict."""

import asyncio

from contracts import subjects
from contracts.messages import FragmentAccepted, FragmentParsed, FragmentRejected
from services.validation.domain.check import check
from shared.bus.annotations import Body, Bus
from shared.bus.router import ServiceRouter
from shared.bus.wire import with_findings


def build_router() -> ServiceRouter:
    """Subscribe to parsed fragments."""
    router = ServiceRouter("validation")
    router.publication("validation.fragment.accepted.v1")
    router.publication("validation.fragment.rejected.v1")

    @router.subscribe("parser.fragment.parsed.v1")
    async def on_fragment_parsed(message: FragmentParsed, body: Body, bus: Bus) -> None:
        fragment = message.fragment
        verdict = await asyncio.to_thread(check, fragment, message.findings)
        if verdict.rejected_by is None:
            accepted = FragmentAccepted(fragment=fragment, findings=verdict.findings)
            written = with_findings(body, message.findings, verdict.findings)
            await bus.publish(subjects.fragment_accepted(fragment.event), accepted, body=written)
            return
        rejected = FragmentRejected(
            fragment=fragment.id,
            event=fragment.event,
            file=fragment.file,
            code=verdict.rejected_by.code,
            reason=verdict.rejected_by.message,
            findings=verdict.findings,
        )
        await bus.publish(subjects.fragment_rejected(fragment.event), rejected)

    return router
