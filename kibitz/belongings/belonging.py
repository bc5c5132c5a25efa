"""What belongs to events: their files, and every message, object and key about either.

Rules kept here:

1. A file belongs to each event that it was read into, that its sender named, or to which a director moved it.
2. A message belongs to events whose name, or to files whose digest, is in its subject or in its identity. So do the
   objects that such messages refer to, and the bytes of the files.
3. Keys and dead letters belong also to what their values name.
"""

import json
import re
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from nats.js.api import RawStreamMsg

from contracts.base import FileRef
from contracts.messages import FileParsed, FileReceived, FileRejected
from kibitz.rebuild.backup import BUCKETS as BACKED_UP
from services.intake.adapters.audit.reading import Pace, StreamReading
from services.intake.domain.status import Acceptance
from shared.bus.bus import Bus
from shared.bus.errors import Unreadable
from shared.bus.topology import BUCKETS, STREAMS, StreamSpec
from shared.bus.wire import BODY, MSG_ID, BodyRef, decode
from shared.errors import OperationFailed

ALL_STREAMS: tuple[StreamSpec, ...] = (*STREAMS, *(bucket.stream for bucket in BUCKETS))

FROM_NO_FILE = tuple(f"$KV.{name}." for name in BACKED_UP)
"""How subjects of buckets begin that no file makes again."""

_TOKENS = re.compile(r"[.:]")
_FRAGMENT = 12
"""Hex digits of a file's digest in the name of its fragments."""


Telling = FileReceived | FileRejected | FileParsed | Acceptance
"""Messages that tell of a file."""


@dataclass
class Holding:
    """A file, and the events that it says something about."""

    file: FileRef
    events: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Belongings:
    """Events and files, which are looked for together.

    Attributes:
        stays: events and files of them that are made again: what follows from no file stays with these.
        before: by how subjects begin: what was written there before a moment belongs, too.
    """

    events: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    stays: frozenset[str] = frozenset()
    before: Mapping[str, datetime] = field(default_factory=dict)

    def begins_before(self, message: RawStreamMsg) -> str | None:
        """How the subject of a message begins that was written before its moment."""
        return next(
            (
                name
                for name, moment in self.before.items()
                if str(message.subject).startswith(name) and message.time is not None and message.time < moment
            ),
            None,
        )

    @property
    def for_good(self) -> "Belongings":
        """Without what is made again."""
        return Belongings(self.events - self.stays, self.files - self.stays, before=self.before)

    @property
    def names(self) -> frozenset[str]:
        """What may stand as one token in a subject or an identity."""
        return self.events | self.files | {digest[:_FRAGMENT] for digest in self.files}

    @property
    def quoted(self) -> tuple[bytes, ...]:
        """What stands in JSON that speaks of them."""
        return (*(b'"%s"' % event.encode() for event in self.events), *(digest.encode() for digest in self.files))

    def named_in(self, data: bytes) -> bool:
        """Whether JSON speaks of one of them."""
        return any(text in data for text in self.quoted)


@dataclass(frozen=True)
class Found:
    """A message that belongs to somebody: where it lies."""

    stream: str
    seq: int
    subject: str


def of_events(
    holdings: Iterable[Holding], events: Iterable[str], files: Collection[str] = ()
) -> tuple[Belongings, frozenset[str]]:
    """Events with all their files, and the other events that these files say something about.

    Args:
        holdings: every file.
        events: the events.
        files: digests of which it is known that they are files of these events.
    """
    wanted = frozenset(events)
    held = [each for each in holdings if each.file.sha256 in files or not wanted.isdisjoint(each.events)]
    others = frozenset(event for holding in held for event in holding.events) - wanted
    return Belongings(wanted, frozenset(holding.file.sha256 for holding in held) | frozenset(files)), others


def over_before(holdings: Iterable[Holding], arrived: Mapping[str, datetime], moment: datetime) -> frozenset[str]:
    """The events of which everything arrived before a moment, and whose linked events are over as well.

    Args:
        holdings: every file.
        arrived: when a file last did, by its digest; an event with a file that is not here is not over.
        moment: the moment.
    """
    held = list(holdings)
    under_way = {event for each in held if arrived.get(each.file.sha256, moment) >= moment for event in each.events}
    over = frozenset(event for each in held for event in each.events) - under_way
    while linked := {event for each in held if each.events - over for event in each.events & over}:
        over -= linked
    return over


def joined(holdings: Iterable[Holding], files: Iterable[str]) -> Belongings:
    """Files with their events, all files of these, the events of those as well, and so on."""
    held, events, digests = list(holdings), set[str](), set(files)
    before = -1
    while before != len(events) + len(digests):
        before = len(events) + len(digests)
        for holding in held:
            if holding.file.sha256 in digests or not events.isdisjoint(holding.events):
                digests.add(holding.file.sha256)
                events |= holding.events
    return Belongings(frozenset(events), frozenset(digests))


async def holdings(bus: Bus) -> dict[str, Holding]:
    """Every file that the bus knows, by its digest."""
    found: dict[str, Holding] = {}
    for stream in ("INTAKE", "PARSED", "VALIDATED"):
        async for message in messages(bus, _spec(stream)):
            for file, events in _file_of(await _read(bus, message)):
                found.setdefault(file.sha256, Holding(file)).events.update(events)
    return found


def _file_of(message: Telling | None) -> list[tuple[FileRef, set[str]]]:
    match message:
        case FileReceived(file=file):
            return [(file, {file.event} if file.event else set())]
        case FileRejected(file=file):
            return [(file, set())]
        case FileParsed(file=file, events=events):
            return [(file, set(events))]
        case Acceptance(fragment=fragment):
            return [(fragment.file, {fragment.event, *fragment.route})]
    return []


_TELLING: dict[str, type[Telling]] = {
    "intake.file.received.": FileReceived,
    "intake.file.rejected.": FileRejected,
    "parser.file.parsed.": FileParsed,
    "validation.fragment.accepted.": Acceptance,
}


async def _read(bus: Bus, message: RawStreamMsg) -> Telling | None:
    kind = next((kind for name, kind in _TELLING.items() if str(message.subject).startswith(name)), None)
    if kind is None:
        return None
    try:
        return decode(kind, await bus.body_of(message.headers, message.data or b""))
    except (OperationFailed, Unreadable):
        return None  # `kibitz audit` reports it


async def messages(bus: Bus, spec: StreamSpec) -> AsyncIterator[RawStreamMsg]:
    """Everything that a stream holds, oldest first."""
    async for message in StreamReading(bus, spec, Pace()).messages():
        yield message


async def written_before(bus: Bus, before: Mapping[str, datetime]) -> Counter[str]:
    """How many messages there are, by how their subjects begin, that were written before a moment."""
    of, counts = Belongings(before=before), Counter[str]()
    for spec in ALL_STREAMS:
        if any(name.startswith(subject.rstrip("*>")) for subject in spec.subjects or () for name in before):
            async for message in messages(bus, spec):
                if name := of.begins_before(message):
                    counts[name] += 1
    return counts


async def belonging(bus: Bus, of: Belongings) -> list[Found]:
    """Every message that belongs to these events and files, those of objects and keys included."""
    found, bodies = list[Found](), set[tuple[str, str]]()
    for spec in STREAMS:
        async for message in messages(bus, spec):
            if belongs(of, message):
                found.append(_found(spec, message))
                if value := (message.headers or {}).get(BODY):
                    ref = BodyRef.parse(value)
                    bodies.add((ref.bucket, ref.name))
    for bucket in BUCKETS:
        if str(bucket.stream.name).startswith("OBJ_"):
            found += await _objects(bus, bucket.stream, bucket.name, of, bodies)
        else:
            found += [_found(bucket.stream, each) async for each in messages(bus, bucket.stream) if belongs(of, each)]
    return found


def belongs(of: Belongings, message: RawStreamMsg) -> bool:
    """Whether a message of a stream or a key belongs to them."""
    subject, headers = str(message.subject), message.headers or {}
    if of.begins_before(message):
        return True
    if subject.startswith(FROM_NO_FILE):
        of = of.for_good
    told = (subject, headers.get(MSG_ID, ""), headers.get("ce-id", ""))
    if any(not of.names.isdisjoint(_TOKENS.split(text)) for text in told):
        return True
    return subject.startswith(("$KV.", "dead.")) and of.named_in(message.data or b"")


async def _objects(
    bus: Bus, spec: StreamSpec, bucket: str, of: Belongings, bodies: set[tuple[str, str]]
) -> list[Found]:
    """The descriptions and chunks of objects; a removed one, too, still has a description with its name."""
    seen, chunks = list[Found](), set[str]()
    async for message in messages(bus, spec):
        kind, token = str(message.subject).split(".")[2:4]
        if kind != "M":
            seen.append(_found(spec, message))
            continue
        name = urlsafe_b64decode(token).decode()
        if (bucket, name) in bodies or not of.names.isdisjoint(_TOKENS.split(name)):
            seen.append(_found(spec, message))
            chunks |= {str(message.subject), f"$O.{bucket}.C.{_nuid(message)}"}
    return [each for each in seen if each.subject in chunks]


def _nuid(message: RawStreamMsg) -> str:
    try:
        return str(json.loads(message.data or b"")["nuid"])
    except (ValueError, TypeError, KeyError):
        return ""


def _found(spec: StreamSpec, message: RawStreamMsg) -> Found:
    return Found(str(spec.name), message.seq or 0, str(message.subject))


def _spec(name: str) -> StreamSpec:
    return next(spec for spec in STREAMS if spec.name == name)
