"""Handlers of the export service: decode, render, store, publish.

A file is made from two things that come on their own: the event and its next seats. Whichever comes, both are read
anew, after the file that is there: whoever has written a file meanwhile is noticed when the new one is announced.

A newer state whose files have not changed announces nothing, so a process that still works on an older state does not
notice it. Therefore a process that has announced a file checks afterwards whether the event or its seats have moved
on, and renders those too.
"""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated
from weakref import WeakValueDictionary

from contracts import subjects
from contracts.messages import EventMerged, FileRendered, RoundAssigned
from services.export.domain.next_seats import shown_when, still_held
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.jetstream.buckets import ObjectMissing
from shared.bus.jetstream.stored import Stored
from shared.bus.router import ServiceRouter
from shared.formats.format import Format, Seats, Values
from shared.formats.parsed import Rendered

BUCKET = "RENDERED"
FILES = "FILES"
"""Where the intake keeps the files that events came from, by their digest."""

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is changed; the intake takes no larger one."""


@dataclass
class Deps:
    """What the handlers need.

    Attributes:
        formats: that are written, by name.
        values: computed or stated totals.
        turns: the files of an event are made one after the other; kept while somebody waits or works.
    """

    bus: Bus
    formats: Mapping[str, Format]
    values: Values = "computed"
    turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)


InjectedDeps = Annotated[Deps, Injected("deps")]


def build_router() -> ServiceRouter:
    """Subscribe to merged events and to seats."""
    router = ServiceRouter("export")
    router.publication("export.file.rendered.v1")

    @router.subscribe("scoring.event.merged.v1")
    async def on_event_merged(message: EventMerged, deps: InjectedDeps) -> None:
        async with deps.turns.setdefault(message.event, asyncio.Lock()):
            await _render_newest(deps, message)

    @router.subscribe("seating.round.assigned.v1")
    async def on_round_assigned(message: RoundAssigned, deps: InjectedDeps) -> None:
        event = message.assignment.event
        async with deps.turns.setdefault(event, asyncio.Lock()):
            merged = await deps.bus.last(subjects.event_merged(event), EventMerged)
            if merged is not None:
                await _render_newest(deps, merged.message)

    return router


async def _render_newest(deps: Deps, merged: EventMerged) -> None:
    """Render a state of an event, and what has come meanwhile."""
    while (made_from := await _render_all(deps, merged)) is not None:
        stored = await deps.bus.last(subjects.event_merged(merged.event), EventMerged)
        assigned = await deps.bus.last(subjects.round_assigned(merged.event), RoundAssigned)
        newest = stored.message if stored is not None and stored.message.applied > merged.applied else merged
        if (newest.applied, assigned.message.position.seq if assigned is not None else 0) <= made_from:
            return
        merged = newest


async def _render_all(deps: Deps, merged: EventMerged) -> tuple[int, int] | None:
    """Render every format; a file that is there with the same content, losses and seats is not announced again.

    Returns:
        Numbers of the state and of the seats that were rendered; None when nothing was announced.
    """
    last = {
        name: await deps.bus.last(subjects.file_rendered(name, merged.event), FileRendered) for name in deps.formats
    }
    stored = await deps.bus.last(subjects.round_assigned(merged.event), RoundAssigned)
    assigned = stored.message if stored is not None else None
    seats = still_held(merged, assigned.assignment if assigned is not None else None)
    number = assigned.position.seq if assigned is not None else 0
    announced = False
    for name, before in last.items():
        if before is not None and (before.message.applied, before.message.assignment) > (merged.applied, number):
            continue
        form = deps.formats[name]
        if form.holds(merged, seats) or (before is not None and form.emptied):
            announced |= await _render(deps, merged, form, seats, number, before)
    return (merged.applied, number) if announced else None


async def _render(
    deps: Deps, merged: EventMerged, form: Format, seats: Seats, number: int, last: Stored[FileRendered] | None
) -> bool:
    """Render a format with the seats that follow, and say whether it was announced.

    The number is that of the last seats that were published, whether or not they are still held.
    """
    name = form.name
    rendered = await _updated(deps, merged, form, seats)
    if rendered is None:
        rendered = await asyncio.to_thread(form.render, merged, deps.values, seats)
    digest = hashlib.sha256(rendered.data).hexdigest()
    next_round = shown_when(seats) if seats is not None else None
    content = (digest, rendered.losses, next_round)
    if last is not None and (last.message.sha256, last.message.losses, last.message.next_round) == content:
        return False
    stored_as = f"{merged.event}.{name}.{digest[:16]}"
    await deps.bus.put_object(BUCKET, stored_as, rendered.data)
    announced = FileRendered(
        event=merged.event,
        format=name,
        values=deps.values,
        name=rendered.name,
        media_type=rendered.media_type,
        bucket=BUCKET,
        object=stored_as,
        size=len(rendered.data),
        sha256=digest,
        applied=merged.applied,
        assignment=number,
        next_round=next_round,
        losses=rendered.losses,
    )
    await deps.bus.publish(subjects.file_rendered(name, merged.event), announced, expect_last=last.seq if last else 0)
    if last is not None and last.message.object != stored_as:
        await deps.bus.delete_object(BUCKET, last.message.object)
    return True


async def _updated(deps: Deps, merged: EventMerged, form: Format, seats: Seats) -> Rendered | None:
    """The file that the event came from, with its changes; None where it came from none of the format or it is gone."""
    original = form.original_of(merged)
    if original is None:
        return None
    try:
        data = await deps.bus.get_object(FILES, original.file, limit=LARGEST)
    except ObjectMissing:
        return None
    return await asyncio.to_thread(form.update, data, [merged], deps.values, [seats])
