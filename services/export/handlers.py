"""Handlers of the export service: decode, render, store, publish."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from contracts import subjects
from contracts.messages import EventMerged, FileRendered
from services.export.domain.formats import Rewriter, Values, Writer, suits
from shared.formats.parsed import Rendered
from shared.messaging import ObjectMissing
from shared.messaging.bus import Bus
from shared.messaging.router import Delivery, ServiceRouter

BUCKET = "RENDERED"
FILES = "FILES"
"""Where the intake keeps the files that events came from, by their digest."""

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is changed; the intake takes no larger one."""


@dataclass
class Deps:
    """What the handlers need.

    Attributes:
        writers: by the name of the format.
        values: computed or stated totals.
        rewriters: of formats whose file is changed, where an event came from one.
    """

    bus: Bus
    writers: Mapping[str, Writer]
    values: Values = "computed"
    rewriters: Mapping[str, Rewriter] = field(default_factory=dict)


def build_router(deps: Deps) -> ServiceRouter:
    """Subscribe to merged events."""
    router = ServiceRouter("export")

    @router.subscribe("scoring.event.merged.v1")
    async def on_event_merged(message: EventMerged, delivery: Delivery) -> None:
        for name, writer in deps.writers.items():
            if suits(name, message):
                await _render(deps, message, name, writer)

    return router


async def _render(deps: Deps, merged: EventMerged, name: str, writer: Writer) -> None:
    """Render one format; a file that is already there with the same content is not announced again."""
    subject = subjects.file_rendered(name, merged.event)
    last = await deps.bus.last(subject, FileRendered)
    if last is not None and last.message.applied > merged.applied:
        return
    rendered = await _rewritten(deps, merged, name)
    if rendered is None:
        rendered = await asyncio.to_thread(writer, merged, deps.values)
    digest = hashlib.sha256(rendered.data).hexdigest()
    if last is not None and last.message.sha256 == digest:
        return
    stored_as = f"{merged.event}.{name}.{digest[:16]}"
    await deps.bus.put_object(BUCKET, stored_as, rendered.data)
    announced = FileRendered(
        event=merged.event, format=name, values=deps.values, name=rendered.name, media_type=rendered.media_type,
        bucket=BUCKET, object=stored_as, size=len(rendered.data), sha256=digest, applied=merged.applied,
        losses=rendered.losses,
    )  # fmt: skip
    await deps.bus.publish(subject, announced, expect_last=last.seq if last else 0)
    if last is not None and last.message.object != stored_as:
        await deps.bus.delete_object(BUCKET, last.message.object)


async def _rewritten(deps: Deps, merged: EventMerged, name: str) -> Rendered | None:
    """The file that the event came from, with its changes; None where it came from none of the format or it is gone."""
    rewriter = deps.rewriters.get(name)
    original = rewriter.original_of(merged) if rewriter is not None else None
    if rewriter is None or original is None:
        return None
    try:
        data = await deps.bus.get_object(FILES, original.file, limit=LARGEST)
    except ObjectMissing:
        return None
    return await asyncio.to_thread(rewriter.update, data, [merged], deps.values)
