"""One look at everything that the bus keeps: what is wrong, and what can be done about it.

Before anything is read it is noted how far each stream reaches, and up to where its consumers have handled it: what
comes or is handled meanwhile is not taken for a loss.
"""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from nats.js.api import ConsumerInfo, RawStreamMsg
from nats.js.errors import NotFoundError

from contracts import subjects
from contracts.base import Excerpt, Slug
from contracts.messages import DeadLetter, FileParsed, FileReceived, Message, Position
from contracts.questions import EventAnswered, EventAsked
from contracts.standings_changes.tables import standings_digest
from services.intake.adapters.audit.reading import Pace, StreamReading
from services.intake.domain.audit.damage import LISTED, Found, Memory, Resend, damage
from services.intake.domain.audit.objects import ObjectSums
from services.intake.domain.audit.sequences import Losses
from services.intake.domain.audit.trail import Sighting, Trail, without_bytes
from shared.bus.bus import Bus
from shared.bus.errors import Unanswered, Unreadable
from shared.bus.topology import BUCKETS, CONSUMERS, STREAMS, StreamSpec
from shared.bus.wire import BODY, MSG_ID, BodyRef, decode
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.audit")

ALL_STREAMS: tuple[StreamSpec, ...] = (*STREAMS, *(bucket.stream for bucket in BUCKETS))

DERIVED = frozenset({"SCORED", "MERGED", "SEATED", "RENDERINGS"})
"""Streams that follow from accepted fragments."""

FOLLOWED = frozenset({"INTAKE", "PARSED", "VALIDATED", "SCORED", "MERGED", "OBJ_FILES", "KV_FILE_STATUS"})
"""Streams without which no file can be followed."""

ANSWER = 30.0
"""Seconds for scoring to work an event out."""


class EventOfStandings(Excerpt, title="Standings"):
    """Which event it is."""

    event: Slug


class NewestStandings(Excerpt, title="StandingsPublished"):
    """Where the newest standings of an event stand."""

    standings: EventOfStandings
    position: Position
    digest: str


@dataclass
class Survey:
    """What one look found.

    Attributes:
        found: damages with their remedies that are there as long as they are not repaired.
        lost: what follows from lost messages, which stay lost when their content is made again.
        published: the newest accepted fragment that standings include.
        losses: of each stream that has lost something.
        dropped: bytes that the server says it has lost, by stream.
        last: the last sequence of each stream.
        unread: buckets that this user may not read.
    """

    messages: int = 0
    found: list[Found] = field(default_factory=list)
    lost: list[Found] = field(default_factory=list)
    published: int = 0
    losses: dict[str, Losses] = field(default_factory=dict)
    dropped: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


class Surveyor:
    """Looks at the streams and buckets of a bus."""

    def __init__(self, bus: Bus, pace: Pace) -> None:
        """Read over this connection, so fast."""
        self._bus = bus
        self._pace = pace

    async def look(self, memory: Memory) -> Survey:
        """Read everything; `memory` is what earlier audits have settled."""
        survey, trail = Survey(), Trail()
        floors, ends = await self._reach(survey)
        if FOLLOWED - ends.keys():
            return survey
        sums = {bucket.stream.name or "": ObjectSums() for bucket in BUCKETS if "OBJ_" in (bucket.stream.name or "")}
        named = [spec for spec in ALL_STREAMS if spec.name in ends]
        readings = [StreamReading(self._bus, spec, self._pace) for spec in named]
        for reading in readings:
            name = reading.spec.name or ""
            await self._read(reading, trail, sums.get(name))
            survey.losses[name] = await reading.losses(memory)
            # An object's chunks count in their order alone.
            for message in reading.late if name not in sums else ():
                await self._see(name, message, trail, None)
            survey.messages += reading.read.count
            survey.dropped[name] = reading.dropped
        survey.found += trail.broken(floors, ends)
        survey.found += without_bytes(trail, sums["OBJ_FILES"].whole())
        whole = {(name.removeprefix("OBJ_"), each) for name, those in sums.items() for each in those.whole()}
        read = {str(spec.name).removeprefix("OBJ_") for spec in named}
        survey.found += trail.without_body(sorted(ref for ref in trail.bodies.keys() - whole if ref[0] in read))
        late = {str(message.subject) for reading in readings for message in reading.late}
        survey.found += [found for found in trail.gaps() if found.damage.name not in late]
        survey.found += [found async for found in self._events(trail, floors["VALIDATED"], survey)]
        for reading in readings:
            survey.lost += [found async for found in self._lost(reading, trail, survey, memory)]
        return survey

    async def _reach(self, survey: Survey) -> tuple[dict[str, int], dict[str, int]]:
        """How far streams are handled and reach; consumers that are ahead of their streams are found."""
        ends = survey.last
        for spec in ALL_STREAMS:
            name = spec.name or ""
            if not self._bus.may_read(name):
                survey.unread.append(name)
                continue
            try:
                ends[name] = await self._end(name)
            except (NotFoundError, OperationFailed) as error:
                if not self._bus.client.is_connected:
                    raise
                text = f"{name} cannot be opened: {error}"
                survey.found.append(Found(damage("stream-missing", name, name, text[:500])))
        floors = {name: ends.get(name, 0) for name in ("INTAKE", "PARSED", "VALIDATED")}
        for stream, end in list(floors.items()):
            known = {spec.durable for spec in CONSUMERS if spec.stream == stream}
            for info in await self._consumers(stream) if stream in ends else ():
                if info.name not in known:
                    continue
                delivered = info.delivered.stream_seq if info.delivered else 0
                # A message that came since the end was asked for is there now.
                if delivered > end and delivered > (now := await self._end(stream)):
                    text = f"{info.name} has read up to {delivered} of {stream}, which ends at {now}"
                    survey.found.append(Found(damage("consumer-ahead", stream, info.name, text)))
                if info.num_pending or info.num_ack_pending:
                    floors[stream] = min(floors[stream], info.ack_floor.stream_seq if info.ack_floor else 0)
        return floors, ends

    async def _end(self, stream: str) -> int:
        look = partial(self._bus.client.js.stream_info, stream)
        return (await self._bus.retry(f"stream {stream}", look)).state.last_seq

    async def _consumers(self, stream: str) -> list[ConsumerInfo]:
        found: list[ConsumerInfo] = []
        while page := await self._bus.retry(
            f"consumers of {stream}", partial(self._bus.client.js.consumers_info, stream, offset=len(found))
        ):
            found += page
        return found

    async def _read(self, reading: StreamReading, trail: Trail, sums: ObjectSums | None) -> None:
        async for message in reading.messages():
            await self._see(reading.spec.name or "", message, trail, sums)

    async def _see(self, name: str, message: RawStreamMsg, trail: Trail, sums: ObjectSums | None) -> None:
        subject, seq, headers = str(message.subject), message.seq or 0, message.headers or {}
        if sums is not None:
            sums.see(subject, message.data or b"")
        elif name == "KV_FILE_STATUS":
            trail.see_status(subject.rpartition(".")[2], seq)
        elif not name.startswith("KV_"):
            identity = headers.get("ce-id", headers.get(MSG_ID, ""))
            trail.see(Sighting(name, seq, message.time or datetime.now(UTC), subject, identity, _body(headers)))
            await self._look_into(message, trail)

    async def _look_into(self, message: RawStreamMsg, trail: Trail) -> None:
        """Decode what the trail needs more of than its name."""
        subject, seq = str(message.subject), message.seq or 0
        family = next((name for name in _LOOKED_INTO if subject.startswith(name)), None)
        if family is None:
            return
        try:
            body = await self._bus.body_of(message.headers, message.data or b"")
            decoded = decode(_LOOKED_INTO[family], body)
        except (OperationFailed, Unreadable) as error:
            logger.info("cannot be decoded: %s", error, extra=fields(subject=subject, seq=seq))
            return
        match decoded:
            case FileReceived():
                trail.see_file(seq, decoded)
            case FileParsed():
                trail.see_parsed(decoded)
            case DeadLetter():
                trail.see_dead(decoded)

    async def _events(self, trail: Trail, floor: int, survey: Survey) -> AsyncIterator[Found]:
        """Events whose newest standings are behind; where files were moved they may stand still rightly."""
        pattern = subjects.standings_published(subjects.ANY)
        newest = {
            stored.message.standings.event: stored.message
            for stored in await self._bus.newest(NewestStandings, pattern)
        }
        published = {event: message.position.applied for event, message in newest.items()}
        survey.published = max(published.values(), default=0)
        for found in list(trail.unpublished(published, floor)):
            event = found.damage.name
            if found.damage.code == "standings-behind" and event in newest:
                computed = await self._computed(event, trail.events[event].seq)
                if computed == newest[event].digest:
                    continue
            yield found

    async def _computed(self, event: str, applied: int) -> str:
        """The digest of the standings of an event as scoring works them out now; "" where nobody answers."""
        asked = EventAsked(event=event, applied=applied)
        try:
            answer = await self._bus.ask(subjects.event_asked(event), asked, EventAnswered, patience=ANSWER)
        except Unanswered:
            return ""
        return standings_digest(answer.merged.standings) if answer.merged is not None else ""

    async def _lost(self, reading: StreamReading, trail: Trail, survey: Survey, memory: Memory) -> AsyncIterator[Found]:
        """What follows from lost sequences and a lost end of a stream."""
        name = reading.spec.name or ""
        losses, since = survey.losses.get(name, Losses()), datetime.fromtimestamp(0, UTC)
        if survey.last[name] < memory.last.get(name, 0):
            # Another stream of this name, or one that was cut off: whatever it had may be gone.
            losses = replace(losses, tail=survey.last[name])
        elif reading.newest is not None and reading.newest.time is not None:
            since = reading.newest.time
        for seq in losses.lost[:LISTED]:
            yield Found(damage("message-lost", name, seq, f"Message {seq} of {name} cannot be read"))
        if name == "VALIDATED" and losses.lost:
            for seq in trail.decided:
                text = f"Message {seq} of VALIDATED may have moved files whose messages are lost"
                yield Found(damage("message-lost", name, f"moved by {seq}", text), Resend("VALIDATED", seq))
        if losses.lost and name not in ("INTAKE", "PARSED", "VALIDATED"):
            async for found in self._unreadable(reading, trail, losses.lost):
                yield found
        if losses.tail is not None:
            why = f"The newest messages of {name} after {losses.tail} are gone"
            yield Found(damage("tail-lost", name, losses.tail, why))
            if name in DERIVED:
                for each in trail.later_than(since, why=why, place=name):
                    yield each
            elif name == "KV_FILE_STATUS":
                for each in trail.noted_later_than(since):
                    yield each

    async def _unreadable(self, reading: StreamReading, trail: Trail, lost: tuple[int, ...]) -> AsyncIterator[Found]:
        """The subjects of messages that cannot be read: those of which the server counts more than can be read."""
        name = reading.spec.name or ""
        readable = Counter[str]()
        async for message in StreamReading(self._bus, reading.spec, self._pace).messages():
            readable[str(message.subject)] += 1
        for subject, count in (await reading.counts()).items():
            if count > readable[subject]:
                text = f"{count - readable[subject]} messages of {subject} cannot be read"
                again = trail.event_again(subject) if name in DERIVED else None
                yield Found(damage("entry-lost", name, subject, text), again)


_LOOKED_INTO: Mapping[str, type[Message]] = {
    "intake.file.received.": FileReceived,
    "parser.file.parsed.": FileParsed,
    "dead.": DeadLetter,
}


def _body(headers: Mapping[str, str]) -> tuple[str, str] | None:
    """Bucket and name of the object that has the body of a message; None where the message has it."""
    if BODY not in headers:
        return None
    ref = BodyRef.parse(headers[BODY])
    return ref.bucket, ref.name
