"""Handlers of the export service: read the newest state, render, store, announce.

A file is made from two things that come on their own: the event and its next seats. Files are rendered when somebody
asks for one, at the end of a round and when play is over (`domain/moments.py`), and when there are new seats.

1. Whoever renders reads the newest of both at that moment, after the announcements that are there. So the file of a
   request depends on what is on the bus alone, whatever was announced before and in which order messages came.
2. A state whose files have not changed announces nothing, so a process that still works on an older state is not
   refused by the server. Therefore a process that has announced a file checks afterwards whether the event or its
   seats have moved on, and renders those too.
3. What was rendered is remembered by the stream sequences of state, seats and announcement. While none of them has
   moved, the announced file is the answer, and nothing is decoded or rendered.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any
from weakref import WeakValueDictionary

from contracts import subjects
from contracts.messages import EventMerged, FileRendered, RoundAssigned, StandingsPublished
from contracts.questions import FileAnswered, FileAsked
from services.export.domain.moments import is_due, rounds_over
from services.export.domain.next_seats import shown_when, still_held
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.errors import Conflict
from shared.bus.jetstream.buckets import ObjectMissing
from shared.bus.jetstream.stored import Stored
from shared.bus.router import ServiceRouter
from shared.errors import OperationFailed
from shared.formats.format import Format, Seats, Values
from shared.formats.parsed import Rendered

BUCKET = "RENDERED"
FILES = "FILES"
"""Where the intake keeps the files that events came from, by their digest."""

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is changed; the intake takes no larger one."""

REMEMBERED = 1_000
"""Events of which a process knows what it has rendered; of others it renders again, to the same bytes."""

TRIES = 10
"""How often an event is rendered that moves meanwhile."""

State = tuple[int, int]
"""Stream sequences of the merged event and of its seats."""


@dataclass
class Known:
    """What this process has rendered of an event.

    Attributes:
        state: that was looked at last.
        applied: the last accepted fragment that is included in it.
        formats: that hold it, or are emptied.
        files: stream sequence of the announcement that has the file of this state, by format; 0 for none.
        rounds: how many rounds were complete in the last standings; None at first.
    """

    state: State = (0, 0)
    applied: int = 0
    formats: tuple[str, ...] = ()
    files: dict[str, int] = field(default_factory=dict)
    rounds: int | None = None


@dataclass
class Deps:
    """What the handlers need.

    Attributes:
        formats: that are written, by name.
        values: computed or stated totals.
        turns: the files of an event are made one after the other; kept while somebody waits or works.
        known: what was rendered, the event that was used last at the end.
    """

    bus: Bus
    formats: Mapping[str, Format]
    values: Values = "computed"
    turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    known: OrderedDict[str, Known] = field(default_factory=OrderedDict)

    def of(self, event: str) -> Known:
        """What is known of an event."""
        known = self.known.setdefault(event, Known())
        self.known.move_to_end(event)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return known


InjectedDeps = Annotated[Deps, Injected("deps")]


def build_router() -> ServiceRouter:
    """Subscribe to standings and to seats, and answer questions for files."""
    router = ServiceRouter("export")
    router.publication("export.file.rendered.v1")

    @router.subscribe("scoring.standings.published.v1")
    async def on_standings_published(message: StandingsPublished, deps: InjectedDeps) -> None:
        event, rounds = message.standings.event, rounds_over(message.standings)
        async with deps.turns.setdefault(event, asyncio.Lock()):
            known = deps.of(event)
            if is_due(message.standings, known.rounds):
                await _render_newest(deps, event)
                if known.applied < message.position.applied:
                    raise OperationFailed(f"the merged state of {event} is older than its standings")
            known.rounds = rounds

    @router.subscribe("seating.round.assigned.v1")
    async def on_round_assigned(message: RoundAssigned, deps: InjectedDeps) -> None:
        event = message.assignment.event
        async with deps.turns.setdefault(event, asyncio.Lock()):
            await _render_newest(deps, event)

    @router.answer("export.file.asked.v1")
    async def on_file_asked(asked: FileAsked, deps: InjectedDeps) -> FileAnswered:
        name = asked.format if asked.format in deps.formats else None
        wanted = [name] if name is not None else []
        async with deps.turns.setdefault(asked.event, asyncio.Lock()):
            rendered = False
            with suppress(Conflict):
                rendered = await _is_rendered(deps, asked.event, wanted)
            if not rendered:
                # Again for what came meanwhile, or for what another process has rendered.
                await _is_rendered(deps, asked.event, wanted)
            formats = deps.of(asked.event).formats
            file = None
            if name is not None and name in formats:
                file = await deps.bus.last(subjects.file_rendered(name, asked.event), FileRendered)
            return FileAnswered(event=asked.event, formats=formats, file=file.message if file is not None else None)

    return router


async def _render_newest(deps: Deps, event: str) -> None:
    """Render every format of the newest state, and again what has come meanwhile.

    Raises:
        OperationFailed: the event does not stop moving.
    """
    for _ in range(TRIES):
        if await _is_rendered(deps, event, deps.formats):
            return
    raise OperationFailed(f"{event} moved {TRIES} times while it was rendered")


async def _is_rendered(deps: Deps, event: str, names: Collection[str]) -> bool:
    """Whether the files of the newest state were there; if not, they have been rendered, and it may have moved."""
    known, bus = deps.of(event), deps.bus
    merged_on, seats_on = subjects.event_merged(event), subjects.round_assigned(event)
    last = {name: await bus.last(subjects.file_rendered(name, event), FileRendered) for name in names}
    state = (await bus.last_seq(merged_on), await bus.last_seq(seats_on))
    if known.state == state and all(known.files.get(name) == _seq(file) for name, file in last.items()):
        return True
    stored = await bus.last(merged_on, EventMerged)
    if stored is None:
        return True
    assigned = await bus.last(seats_on, RoundAssigned)
    merged = stored.message
    seats = still_held(merged, assigned.message.assignment if assigned is not None else None)
    number = assigned.message.position.seq if assigned is not None else 0
    if known.state != (state := (stored.seq, _seq(assigned))):
        known.state, known.applied, known.files = state, merged.applied, {}
        known.formats = await _formats(deps, merged, seats)
    for name, before in last.items():
        renders = name in known.formats
        form = deps.formats[name]
        known.files[name] = await _render(deps, merged, form, seats, number, before) if renders else _seq(before)
    return False


async def _formats(deps: Deps, merged: EventMerged, seats: Seats) -> tuple[str, ...]:
    """Names of the formats that hold an event, and of those that are emptied (`Format.emptied`)."""
    return tuple(
        [
            name
            for name, form in deps.formats.items()
            if form.holds(merged, seats)
            or (form.emptied and await deps.bus.last_seq(subjects.file_rendered(name, merged.event)))
        ]
    )


def _seq(stored: Stored[Any] | None) -> int:
    return stored.seq if stored is not None else 0


async def _render(
    deps: Deps, merged: EventMerged, form: Format, seats: Seats, number: int, last: Stored[FileRendered] | None
) -> int:
    """Render a format with the seats that follow; the sequence of the announcement that has it.

    A file that was announced with the same content, losses and round of seats is not announced again. The number is
    that of the last seats that were published, whether or not they are still held.
    """
    name = form.name
    rendered = await _updated(deps, merged, form, seats)
    if rendered is None:
        rendered = await asyncio.to_thread(form.render, merged, deps.values, seats)
    digest = hashlib.sha256(rendered.data).hexdigest()
    next_round = shown_when(seats) if seats is not None else None
    content = (digest, rendered.losses, next_round)
    if last is not None and (last.message.sha256, last.message.losses, last.message.next_round) == content:
        return last.seq
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
    subject = subjects.file_rendered(name, merged.event)
    published = await deps.bus.publish(subject, announced, expect_last=_seq(last))
    if last is not None and last.message.object != stored_as:
        await deps.bus.delete_object(BUCKET, last.message.object)
    return published.seq


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
