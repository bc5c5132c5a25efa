"""Making a system again from its originals: what was received is announced again, as it was received, in its order.

Rules kept here:

1. A file is announced as its journal says, with the digest, the sender, the times and the event of then; no clock of
   ours. What the bus has is left alone, so a rebuild can be repeated, goes on where another one was stopped, and may
   run beside a server at work.
2. The next file is announced when the fragments of the one before are accepted, so that every event gets its fragments
   in the order of the journal, whoever reads them.
3. A decision is about what its director saw: locked seats are those that were published. So a file of decisions, and
   every later file of its events, waits until the seats that follow from everything before it are published.
4. What waits is known by positions: a service is through when nothing up to the end of its stream waits for it.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from secrets import token_hex

import nats.errors
from nats.js.api import ConsumerInfo

from contracts import subjects
from contracts.base import DECISIONS, FileRef
from contracts.messages import FileReceived
from contracts.questions import FileStatusAnswered, FileStatusAsked
from contracts.registry import PARSERS
from kibitz.rebuild.ended_periods import with_ends_first
from shared.bus.bus import Bus
from shared.bus.errors import Unreadable
from shared.bus.repair import as_repair
from shared.bus.topology import CONSUMERS
from shared.bus.wire import headers
from shared.errors import InputRejected, OperationFailed
from shared.file_bytes import with_bytes
from shared.formats import registry
from shared.kept.journal import Damaged
from shared.kept.originals import Fault, Original
from shared.kept.queries import QueryBucket
from shared.parsing.fragments import parse_file

Way = tuple[tuple[str, tuple[str, ...]], ...]
"""Streams, and the services that have to be through with each, one after the other."""

ACCEPTED: Way = (("INTAKE", PARSERS), ("PARSED", ("validation",)))
SEATED: Way = (
    ("INTAKE", ("intake", *PARSERS)),
    ("PARSED", ("validation",)),
    ("VALIDATED", ("scoring",)),
    ("MERGED", ("seating",)),
)
NOTED: Way = (*SEATED, ("PARSED", ("intake",)), ("VALIDATED", ("intake",)), ("SCORED", ("intake",)))
DONE: Way = (*NOTED, ("MERGED", ("export",)), ("SEATED", ("export",)))
"""Whoever publishes into a stream has published what follows from everything that was sent."""

PATIENCE = 120.0
"""Seconds in which nothing moves, after which the services are taken to be away; a message is given up sooner."""

FIRST_LOOK, LATER_LOOK = 0.004, 0.1
"""Seconds between two looks."""

ANSWER = 10.0
"""Seconds for the intake to say where a file stands."""

Report = Callable[[int, int], None]
"""Is told how many files of how many are done."""


@dataclass
class Rebuilt:
    """What became of the originals.

    Attributes:
        announced: files that were announced.
        there: files that the bus had.
        faults: originals that could not be announced.
        states: where the files stand, by state.
        unfinished: those that are neither scored nor rejected.
    """

    announced: int = 0
    there: int = 0
    faults: list[Fault] = field(default_factory=list)
    states: Counter[str] = field(default_factory=Counter)
    unfinished: list[str] = field(default_factory=list)


async def rebuild(
    bus: Bus, originals: Iterable[Original], report: Report = lambda _done, _all: None, *, again: str = ""
) -> Rebuilt:
    """Announce the originals that the bus does not have, and wait until everything that follows from them is there.

    What was taken out a moment ago, the server would take for a repetition: `again` names the run that announces it.

    Raises:
        OperationFailed: the services do not go on, or the bus does not answer; do it again later.
    """
    rebuilt, decided, standing = Rebuilt(), set[str](), list[FileRef]()
    files, ended = with_ends_first(originals)
    await through(bus, ACCEPTED)
    for period in ended:
        await QueryBucket(bus).end(period.event, period.until, period.end)
    for done, original in enumerate(files):
        report(done, len(files))
        file = original.line.file
        try:
            data = original.read()
        except Damaged as error:
            rebuilt.faults.append(Fault(original.place, str(error)))
            continue
        standing.append(file)
        events = await asyncio.to_thread(_events, file, data, decided)
        if await _has(bus, file):
            rebuilt.there += 1
        else:
            with_seats = file.format == DECISIONS or bool(events & decided)
            await through(bus, SEATED if with_seats else ACCEPTED)
            await _announce(bus, file, data, again)
            rebuilt.announced += 1
        if file.format == DECISIONS:
            decided |= events
    await through(bus, NOTED)
    report(len(files), len(files))
    for file in standing:
        await _note_state(bus, file, rebuilt)
    return rebuilt


async def through(bus: Bus, way: Way, *, patience: float = PATIENCE, only_held: bool = False) -> None:
    """Wait until services are through with what their streams have now, and with what follows from it on this way.

    Args:
        bus: the bus.
        way: streams and services.
        patience: seconds in which something has to move.
        only_held: after these, messages that no process holds are not waited for any longer.

    Raises:
        OperationFailed: nothing moved for so long.
    """
    for stream, services in way:
        await _through(bus, stream, frozenset(services), patience, only_held)


async def _through(bus: Bus, stream: str, services: frozenset[str], patience: float, only_held: bool) -> None:
    wanted, before, moved, pause = _durables(stream, services), None, time.monotonic(), FIRST_LOOK
    while True:
        try:
            state = await bus.client.js.stream_info(stream)
            # Scoring announces moved fragments in the stream that it reads, so its end is asked for each time.
            infos = {info.name: info for info in await bus.client.js.consumers_info(stream)}
            waiting = {
                name for name in wanted if name not in infos or not _is_through(infos[name], state.state.last_seq)
            }
        except nats.errors.Error:
            infos, waiting = {}, set(wanted)
        if not waiting:
            return
        now = [(name, info.num_pending, info.ack_floor and info.ack_floor.stream_seq) for name, info in infos.items()]
        if now != before:
            before, moved = now, time.monotonic()
        elif time.monotonic() - moved > patience:
            if only_held and not any(info.num_ack_pending for name, info in infos.items() if name in waiting):
                return
            names = ", ".join(sorted(services))
            raise OperationFailed(f"stream {stream} is not read on: do these services run: {names}?")
        await asyncio.sleep(pause)
        pause = min(2 * pause, LATER_LOOK)


@cache
def _durables(stream: str, services: frozenset[str]) -> frozenset[str]:
    return frozenset(spec.durable for spec in CONSUMERS if spec.stream == stream and spec.service in services)


def _is_through(info: ConsumerInfo, last: int) -> bool:
    floor = info.ack_floor.stream_seq if info.ack_floor else 0
    return floor >= last or not (info.num_pending or info.num_ack_pending)


def _events(file: FileRef, data: bytes, decided: set[str]) -> set[str]:
    """The events of a file of decisions, and of any file once there are decisions."""
    if not decided and file.format != DECISIONS:
        return set()
    try:
        _, fragments = parse_file(registry.by_name(file.format).parse, file, data)
    except (InputRejected, KeyError):
        return set()
    return {message.fragment.event for message in fragments}


async def _has(bus: Bus, file: FileRef) -> bool:
    subject = subjects.file_received(file.format, file.sha256)
    try:
        last = await bus.last(subject, FileReceived)
    except Unreadable:
        return False
    if last is None or last.message.file.event == file.event:
        return last is not None
    return file.event in [stored.message.file.event async for stored in bus.history(subject, FileReceived)]


async def _announce(bus: Bus, file: FileRef, data: bytes, again: str) -> None:
    """Announce a file; as a repair also where the server takes it for a repetition and does not have it."""
    message = await with_bytes(bus, FileReceived(file=file), data)
    subject = subjects.file_received(file.format, file.sha256)
    if again or ((await bus.publish(subject, message)).duplicate and not await _has(bus, file)):
        repair = again or f"rebuild-{token_hex(4)}"
        await bus.send(subject, message, as_repair(headers(subject, message, bus.service), repair))


async def _note_state(bus: Bus, file: FileRef, rebuilt: Rebuilt) -> None:
    asked = FileStatusAsked(sha256=file.sha256)
    answer = await bus.ask(subjects.file_status_asked(), asked, FileStatusAnswered, patience=ANSWER)
    state = answer.status.state if answer.status is not None else "received"
    rebuilt.states[state] += 1
    if state not in ("scored", "rejected"):
        rebuilt.unfinished.append(f"{file.name} ({file.sha256[:12]}): {state}")
