"""Handlers of the export service: read the newest state, render, announce.

A file is made from two things that come on their own: the event and its next seats. Files are rendered when somebody
asks for one, at the end of a round and when play is over (`domain/moments.py`), and when there are new seats.

1. Whoever renders takes the newest of both at that moment, after the announcements that are there. So the file of a
   request depends on what is on the bus alone, whatever was announced before and in which order messages came.
   An event is published at moments; where its standings are newer, scoring is asked for it. If nobody answers, what was
   published is rendered, except for a request.
2. A state whose files have not changed announces nothing, so a process that still works on an older state is not
   refused by the server. Therefore a process that has announced a file checks afterwards whether the event or its
   seats have moved on, and renders those too.
3. What a format leaves out shows when its file is read again, which takes as long as writing it. It is found out when
   somebody asks for a file of the format or for the list of files, and from then on for every file of it.
4. What was rendered is remembered by the last accepted fragment of the state, and the stream sequences of seats and
   announcement. While none of them has moved, the announced file is the answer, and nothing is rendered.
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
from contracts.messages import EventMerged, FileReceived, FileRendered, RoundAssigned
from contracts.packing import compressed
from contracts.questions import EventAnswered, EventAsked, FileAnswered, FileAsked, HandOver
from services.export.adapters.processor import Processor, never_busy
from services.export.domain.moments import EventStage, StandingsPosition, is_due, rounds_over
from services.export.domain.next_seats import shown_when, still_held
from services.export.domain.public_names import with_public_names
from services.export.domain.public_values import with_public_values
from shared.bus.annotations import Body
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.errors import Conflict, Unanswered
from shared.bus.jetstream.buckets import ObjectMissing
from shared.bus.jetstream.stored import Stored
from shared.bus.router import ServiceRouter
from shared.bus.wire import decode
from shared.errors import OperationFailed
from shared.file_bytes import file_bytes
from shared.formats.format import Format, Seats, Values
from shared.receivers.table import hand_overs

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is changed; the intake takes no larger one."""

REMEMBERED = 1_000
"""Events of which a process knows what it has rendered; of others it renders again, to the same bytes."""

TRIES = 10
"""How often an event is rendered that moves meanwhile."""

PATIENCE = 20.0
"""Seconds for scoring to answer."""

BETWEEN = 0.5
"""Seconds that one format of an event waits after another for the process to be idle."""

AT_ONCE = 16
"""Events whose files wait to be rendered side by side."""

State = tuple[int, int]
"""The last accepted fragment that an event includes, and the stream sequence of its seats."""


@dataclass
class Known:
    """What this process has rendered of an event.

    Attributes:
        state: that was looked at last.
        formats: that hold it, or are emptied.
        files: stream sequence of the announcement that has the file of this state, by format; 0 for none.
        rounds: how many rounds were complete in the last standings; None at first.
    """

    state: State = (-1, -1)
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
        newest: the event that was decoded last, to be rendered in another format; not kept where nobody asked for one.
        waiting: events whose files will be rendered in a moment, with the newest message of the event that came
            meanwhile as it came, to be decoded then; empty without one.
        gather: seconds before files are rendered that nobody asked for: the seats that come after a round are in them
            then, those who watch have their standings, and of several states at once only the last is rendered.
        processor: is waited for before each file that nobody asked for.
        asked: events of which somebody waits for a file.
        one_by_one: such files are rendered of one event at a time, so that none is taken for other work.
    """

    bus: Bus
    formats: Mapping[str, Format]
    values: Values = "computed"
    turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    known: OrderedDict[str, Known] = field(default_factory=OrderedDict)
    newest: EventMerged | None = None
    waiting: dict[str, bytes] = field(default_factory=dict)
    gather: float = 0.0
    processor: Processor = field(default_factory=never_busy)
    one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock)
    asked: set[str] = field(default_factory=set)

    def of(self, event: str) -> Known:
        """What is known of an event."""
        known = self.known.setdefault(event, Known())
        self.known.move_to_end(event)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return known


InjectedDeps = Annotated[Deps, Injected("deps")]


def build_router() -> ServiceRouter:
    """Subscribe to merged events and to seats, and answer questions for files."""
    router = ServiceRouter("export")
    router.publication("export.file.rendered.v1")

    @router.subscribe("scoring.event.merged.v1", reads=EventStage, at_once=AT_ONCE)
    async def on_event_merged(message: EventStage, body: Body, deps: InjectedDeps) -> None:
        known = deps.of(message.event)
        due = is_due(message.standings, known.rounds) and known.state[0] < message.applied
        known.rounds = rounds_over(message.standings)
        if due:
            await _render_soon(deps, message.event, body)

    @router.subscribe("seating.round.assigned.v1", at_once=AT_ONCE)
    async def on_round_assigned(message: RoundAssigned, deps: InjectedDeps) -> None:
        await _render_soon(deps, message.assignment.event)

    @router.answer("export.file.asked.v1")
    async def on_file_asked(asked: FileAsked, deps: InjectedDeps) -> FileAnswered:
        deps.asked.add(asked.event)
        try:
            async with deps.turns.setdefault(asked.event, asyncio.Lock()):
                return await _answer(deps, asked)
        finally:
            deps.asked.discard(asked.event)

    return router


async def _answer(deps: Deps, asked: FileAsked) -> FileAnswered:
    name = asked.format if asked.format in deps.formats else None
    if asked.whole:
        wanted = []
    elif asked.format is None:
        stored = await deps.bus.newest(FileRendered, subjects.file_rendered(subjects.ANY, asked.event))
        wanted = [each.message.format for each in stored if not each.message.losses_known]
    else:
        wanted = [name] if name is not None else []
    rendered = False
    with suppress(Conflict):
        rendered = await _is_rendered(deps, asked.event, wanted, asked=True)
    if not rendered:
        # Again for what came meanwhile, or for what another process has rendered.
        await _is_rendered(deps, asked.event, wanted, asked=True)
    formats = deps.of(asked.event).formats
    file = None
    if asked.format is None and asked.whole:
        return FileAnswered(event=asked.event, formats=formats, hand_overs=await _hand_overs(deps, asked.event))
    if name is not None and name in formats and asked.whole:
        return FileAnswered(event=asked.event, formats=formats, file=await _whole(deps, asked.event, name))
    if name is not None and name in formats:
        file = await deps.bus.last(subjects.file_rendered(name, asked.event), FileRendered)
    return FileAnswered(event=asked.event, formats=formats, file=file.message if file is not None else None)


async def _hand_overs(deps: Deps, event: str) -> tuple[HandOver, ...]:
    """Who takes a file of the newest state, with what would be missing."""
    applied, formats = await _applied(deps, event), deps.of(event).formats
    merged = await _event(deps, event, applied, asked=True, body=b"") if formats else None
    return hand_overs(merged, formats) if merged is not None else ()


async def _whole(deps: Deps, event: str, name: str) -> FileRendered | None:
    """A file with all names in full, which is announced to nobody."""
    assigned = await deps.bus.last(subjects.round_assigned(event), RoundAssigned)
    merged = await _event(deps, event, await _applied(deps, event), asked=True, body=b"")
    if merged is None:
        return None
    seats = still_held(merged, assigned.message.assignment if assigned is not None else None)
    number = assigned.message.position.seq if assigned is not None else 0
    return await _render(deps, merged, deps.formats[name], seats, number, None, asked=True, whole=True)


async def _render_soon(deps: Deps, event: str, body: bytes = b"") -> None:
    """Render every format a little later, once for all messages that want it until then."""
    if event in deps.waiting:
        # The message that waits is acknowledged after it has rendered the newest state, which includes this one.
        deps.waiting[event] = body or deps.waiting[event]
        return
    deps.waiting[event] = body
    try:
        await asyncio.sleep(deps.gather)
        async with deps.one_by_one:
            await deps.processor.until_idle()
            body = deps.waiting.pop(event, b"")
            async with deps.turns.setdefault(event, asyncio.Lock()):
                await _render_newest(deps, event, body)
                deps.newest = None
    except BaseException:
        deps.waiting.pop(event, None)
        deps.known.pop(event, None)
        raise


async def _render_newest(deps: Deps, event: str, body: bytes) -> None:
    """Render every format of the newest state, and again what has come meanwhile.

    Raises:
        OperationFailed: the event does not stop moving.
    """
    for _ in range(TRIES):
        if await _is_rendered(deps, event, deps.formats, body=body) or deps.of(event).state == await _newest_state(
            deps, event
        ):
            return
    raise OperationFailed(f"{event} moved {TRIES} times while it was rendered")


async def _is_rendered(
    deps: Deps, event: str, names: Collection[str], *, asked: bool = False, body: bytes = b""
) -> bool:
    """Whether the files of the newest state were there; if not, they have been rendered, and it may have moved.

    The bus is not asked for the event if `body`, a message of it, is the newest.
    """
    known, bus = deps.of(event), deps.bus
    patterns = [subjects.file_rendered(name, event) for name in names]
    stored = await bus.newest(FileRendered, *patterns) if patterns else []
    last = {file.message.format: file for file in stored}
    applied, assigned = await _applied(deps, event), await bus.last(subjects.round_assigned(event), RoundAssigned)
    state = (applied, _seq(assigned))
    announced = all(
        known.files.get(name) == _seq(file := last.get(name))
        and not (asked and name in known.formats and file is not None and not file.message.losses_known)
        for name in names
    )
    if known.state == state and announced:
        return True
    merged = await _event(deps, event, applied, asked=asked, body=body)
    if merged is None:
        return True
    state = (merged.applied, _seq(assigned))
    if known.state == state and announced:
        return True
    seats = still_held(merged, assigned.message.assignment if assigned is not None else None)
    number = assigned.message.position.seq if assigned is not None else 0
    if known.state != state:
        known.state, known.files = state, {}
        others = [name for name, form in deps.formats.items() if form.emptied and name not in names]
        written = {*last, *[name for name in others if await bus.last_seq(subjects.file_rendered(name, event))]}
        known.formats = _formats(deps, merged, seats, written)
    made: dict[str, FileRendered | None] = {}
    for name in names:
        if name in known.formats:
            if made and not asked and event not in deps.asked:
                await deps.processor.until_idle(BETWEEN)
            made[name] = await _render(deps, merged, deps.formats[name], seats, number, last.get(name), asked=asked)
    files = {name: file for name, file in made.items() if file is not None}
    sequences = await _announce(deps, event, files, last)
    known.files.update({name: _seq(last.get(name)) for name in names} | sequences)
    return False


async def _announce(
    deps: Deps, event: str, files: Mapping[str, FileRendered], last: Mapping[str, Stored[FileRendered]]
) -> dict[str, int]:
    """Announce files, all or none; the sequences of their announcements."""
    if not files:
        return {}
    messages = [(subjects.file_rendered(name, event), file, _seq(last.get(name))) for name, file in files.items()]
    replaced = [last[name].body for name in files if name in last]
    return dict(zip(files, await deps.bus.publish_together(messages, replaced=replaced), strict=True))


async def _newest_state(deps: Deps, event: str) -> State:
    """The newest standings and seats."""
    return (await _applied(deps, event), await deps.bus.last_seq(subjects.round_assigned(event)))


async def _applied(deps: Deps, event: str) -> int:
    """The last accepted fragment that the newest standings include; 0 without standings."""
    standings = await deps.bus.last(subjects.standings_published(event), StandingsPosition)
    return standings.message.position.applied if standings is not None else 0


async def _event(deps: Deps, event: str, applied: int, *, asked: bool, body: bytes) -> EventMerged | None:
    """The newest state of an event, which includes the accepted fragments up to `applied`; None without any.

    Raises:
        Unanswered: somebody has asked for a file, and scoring does not say how the event is.
    """
    if (newest := deps.newest) is not None and (newest.event, newest.applied) == (event, applied):
        return newest
    if body and decode(EventStage, body).applied == applied:
        deps.newest = decode(EventMerged, body)
        return deps.newest
    stored = await deps.bus.last(subjects.event_merged(event), EventMerged)
    merged = deps.newest = stored.message if stored is not None else None
    if not applied or (merged is not None and merged.applied >= applied):
        return merged
    question = EventAsked(event=event, applied=applied)
    try:
        answer = await deps.bus.ask(subjects.event_asked(event), question, EventAnswered, patience=PATIENCE)
    except Unanswered:
        if asked:
            raise
        return merged
    deps.newest = answer.merged or merged
    return deps.newest


def _formats(deps: Deps, merged: EventMerged, seats: Seats, written: Collection[str]) -> tuple[str, ...]:
    """Names of the formats that hold an event, and of those that were written once and are emptied."""
    forms = deps.formats.items()
    return tuple(name for name, form in forms if form.holds(merged, seats) or (form.emptied and name in written))


def _seq(stored: Stored[Any] | None) -> int:
    return stored.seq if stored is not None else 0


async def _render(
    deps: Deps,
    merged: EventMerged,
    form: Format,
    seats: Seats,
    number: int,
    last: Stored[FileRendered] | None,
    *,
    asked: bool,
    whole: bool = False,
) -> FileRendered | None:
    """Render a format with the seats that follow; None for what was announced with this content, losses and round.

    Names and values are as the public sees them, but for a whole file.

    The number is that of the last seats that were published, whether or not they are still held.
    """
    chosen = "both" if whole else merged.standings.public.values
    # Another program's file has names where no rule finds them, and the values that it states.
    is_made = not whole and (merged.standings.names or chosen == "computed")
    original = None if is_made else await _original(deps, merged, form)
    values = deps.values if chosen == "both" else chosen
    read = asked or (last is not None and last.message.losses_known)
    return await deps.processor.run(
        _file, values, merged, form, seats, number, original, last, read=read, hides=not whole
    )


def _file(
    values: Values,
    merged: EventMerged,
    form: Format,
    seats: Seats,
    number: int,
    original: bytes | None,
    last: Stored[FileRendered] | None,
    *,
    read: bool,
    hides: bool,
) -> FileRendered | None:
    if hides:
        merged, seats = with_public_names(*with_public_values(merged, seats))
    if original is not None:
        rendered = form.update(original, [merged], values, [seats])
    else:
        rendered = form.render(merged, values, seats)
    made = FileRendered(
        event=merged.event,
        format=form.name,
        values=values,
        name=rendered.name,
        media_type=rendered.media_type,
        content=compressed(rendered.data),
        size=len(rendered.data),
        sha256=hashlib.sha256(rendered.data).hexdigest(),
        applied=merged.applied,
        assignment=number,
        next_round=shown_when(seats) if seats is not None else None,
        losses=rendered.losses if read else (),
        losses_known=read,
    )
    return None if last is not None and _content(last.message) == _content(made) else made


def _content(file: FileRendered) -> tuple[object, ...]:
    return (file.sha256, file.losses, file.losses_known, file.next_round)


async def _original(deps: Deps, merged: EventMerged, form: Format) -> bytes | None:
    """The file of the format that the event came from, to be changed; None where there is none or it is gone."""
    original = form.original_of(merged)
    if original is None:
        return None
    received = await deps.bus.last(subjects.file_received(form.name, original.file), FileReceived)
    if received is None:
        return None
    try:
        return await file_bytes(deps.bus, received.message, limit=LARGEST)
    except ObjectMissing:
        return None
