"""The one declaration of streams, durable consumers and buckets; everything here is a value, nothing talks to a server.

Rules that live in this file:

1. A stream holds the subjects that `contracts.registry` gives it, and no other.
2. Sources of truth (INTAKE, PARSED, VALIDATED) have no limit and refuse new messages rather than drop old ones.
3. A partitioned subject has one durable per partition with one message in flight: order and a single writer per event
   hold over any number of replicas.
4. Durables never give up by themselves (`max_deliver` -1): after too many deliveries our policy writes a dead letter.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from contracts import registry, subjects

OPERATOR = "operator"
"""The user that provisions, changes and repairs: `python -m shared.bus`, `kibitz dead`, `kibitz doctor`."""

DUPLICATE_WINDOW = 600.0
"""Seconds in which the server drops a message with an id that it has seen."""

ACK_WAIT = 30.0
"""Seconds without an answer or a heartbeat after which a message is delivered again."""

PENDING = 256
"""Unanswered messages of an unpartitioned durable: delayed ones count, and they must not hold up the others."""

FOLLOWERS = frozenset({"broadcast"})
"""Services that read by position (`Bus.follow`) and own no durable."""

EXTERNAL_ACTORS = frozenset({"anyone"})

ALL = "*"
"""Each service, among the writers or readers of a bucket."""


@dataclass
class StreamSpec(StreamConfig):
    """The configuration of a stream, which has a name."""

    name: str = ""


@dataclass(frozen=True)
class ConsumerSpec:
    """A durable pull consumer.

    Attributes:
        label: durable name without its partition, for metrics.
        partition: None when the subject is not partitioned.
        ack_wait: seconds.
    """

    service: str
    durable: str
    label: str
    stream: str
    subject: str
    filter_subject: str
    partition: int | None
    max_ack_pending: int
    ack_wait: float = ACK_WAIT


@dataclass(frozen=True)
class BucketSpec:
    """A bucket of objects or of keys, with the stream behind it and the services that write and read it."""

    name: str
    stream: StreamSpec
    writers: tuple[str, ...]
    readers: tuple[str, ...]

    def serves(self, service: str) -> bool:
        """Whether a service writes or reads it."""
        return not {ALL, service}.isdisjoint((*self.writers, *self.readers))


def _stream(name: str, patterns: Iterable[str], description: str, keeps_all: bool = True, **more: Any) -> StreamSpec:  # noqa: ANN401 - nats-py's
    """A stream in files; one that keeps all refuses new messages at a limit instead of dropping old ones."""
    return StreamSpec(
        name=name,
        subjects=list(patterns),
        description=description,
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW if keeps_all else DiscardPolicy.OLD,
        allow_direct=True,
        **more,
    )


_LIMITS: Mapping[str, tuple[str, int, bool]] = {
    "INTAKE": ("Files received and refused.", -1, True),
    "PARSED": ("What parsers read in files.", -1, True),
    "VALIDATED": ("Fragments accepted and rejected: scoring is a fold over them.", -1, True),
    "SCORED": ("Standings, travellers and analyses, the newest of each event and board.", 5000, False),
    "MERGED": ("The newest state of each event.", 1, False),
    "SEATED": ("Seats of the rounds.", 50, False),
    "RENDERINGS": ("Files in other formats.", 50, False),
    "DEAD": ("What could not be processed.", 10_000, False),
}


def streams_for(entries: Iterable[registry.Subject]) -> tuple[StreamSpec, ...]:
    """The streams of subjects of the registry.

    Raises:
        KeyError: nothing here says what one of them keeps; the message tells where to say it.
    """
    grouped: dict[str, list[str]] = {}
    for subject in entries:
        grouped.setdefault(subject.stream, []).append(subject.pattern)
    if new := grouped.keys() - _LIMITS.keys():
        raise KeyError(f"what does stream {min(new)} keep? say it in _LIMITS of shared/bus/topology.py")
    streams = []
    for name, patterns in grouped.items():
        description, most, keeps_all = _LIMITS[name]
        limits: dict[str, Any] = {"max_msgs_per_subject": most, "duplicate_window": DUPLICATE_WINDOW}
        streams.append(_stream(name, patterns, description, keeps_all, **limits))
    return tuple(streams)


STREAMS: tuple[StreamSpec, ...] = streams_for(registry.SUBJECTS)


def _keys(name: str, description: str, services: tuple[str, ...]) -> BucketSpec:
    """A bucket of keys, laid out as the NATS clients expect it."""
    stream = _stream(
        f"KV_{name}",
        [f"$KV.{name}.>"],
        description,
        max_msgs_per_subject=1,
        duplicate_window=120.0,
        allow_rollup_hdrs=True,
        deny_delete=True,
        allow_msg_ttl=True,
    )
    return BucketSpec(name, stream, services, services)


def _objects(name: str, description: str, writers: tuple[str, ...], readers: tuple[str, ...]) -> BucketSpec:
    """A bucket of objects, laid out as the NATS clients expect it."""
    patterns = [f"$O.{name}.C.>", f"$O.{name}.M.>"]
    stream = _stream(f"OBJ_{name}", patterns, description, duplicate_window=120.0, allow_rollup_hdrs=True)
    return BucketSpec(name, stream, writers, readers)


BUCKETS = (
    _keys("FILE_STATUS", "Where each file stands.", ("intake",)),
    _objects("FILES", "Bytes of files, by SHA-256.", ("intake",), ("intake", *registry.PARSERS, "export")),
    _objects("RENDERED", "Files in other formats.", ("export",), ("export", "broadcast")),
    _objects("BODIES", "Bodies too large for a message.", (ALL,), (ALL,)),
)


def services() -> tuple[str, ...]:
    """Every service that the registry names, in its order."""
    names = [name for subject in registry.SUBJECTS for name in (*subject.producers, *subject.consumers)]
    return tuple(name for name in dict.fromkeys(names) if name not in EXTERNAL_ACTORS)


def filter_subject(subject: registry.Subject, filters: Mapping[str, str] | None = None) -> str:
    """The subject with these filter tokens, and a wildcard for the others.

    Raises:
        KeyError: for a filter that the subject does not have.
    """
    given = dict(filters or {})
    tokens = [given.pop(name, subjects.ANY) for name in subject.filters]
    if given:
        raise KeyError(f"{subject.name} has no filter {', '.join(sorted(given))}")
    return ".".join([subject.name, *tokens])


def consumer_specs(
    service: str, subject: registry.Subject, filters: Mapping[str, str] | None = None
) -> tuple[ConsumerSpec, ...]:
    """The durables of one subscription: one, or one for each partition.

    A durable is called `<service>-<entity>-<participle>`, and `-p07` for a partition.
    """
    tokens, filters = subject.name.split("."), filters or {}
    label = "-".join([service, *(tokens[1:3] if len(tokens) > 2 else tokens)])
    if subject.filters[:1] != ("partition",) or "partition" in filters:
        pattern = filter_subject(subject, filters)
        return (ConsumerSpec(service, label, label, subject.stream, subject.name, pattern, None, PENDING),)
    return tuple(
        ConsumerSpec(
            service=service,
            durable=f"{label}-p{number:02d}",
            label=label,
            stream=subject.stream,
            subject=subject.name,
            filter_subject=filter_subject(subject, {**filters, "partition": str(number)}),
            partition=number,
            max_ack_pending=1,
        )
        for number in range(subjects.PARTITIONS)
    )


def own_filters(service: str, subject: registry.Subject) -> dict[str, str]:
    """The filter tokens that a service keeps to: a parser reads and writes its own format only."""
    if service in registry.PARSERS and subject.filters[:1] == ("format",):
        return {"format": service.removesuffix("_parser")}
    return {}


@cache
def consumers(service: str) -> tuple[ConsumerSpec, ...]:
    """Every durable of a service, derived from the registry; empty for followers."""
    if service in FOLLOWERS:
        return ()
    return tuple(
        spec
        for subject in registry.SUBJECTS
        if service in subject.consumers
        for spec in consumer_specs(service, subject, own_filters(service, subject))
    )


CONSUMERS: tuple[ConsumerSpec, ...] = tuple(spec for name in services() for spec in consumers(name))


def streams_of(service: str, mode: str = "create") -> tuple[StreamSpec, ...]:
    """The streams that a service needs, those of its buckets included.

    A service that may create makes all of them, so that whichever comes first makes the bus whole.
    """
    everyone = mode == "create" or service not in services()
    used = {s.stream for s in registry.SUBJECTS if service in s.producers or service in s.consumers}
    return (
        *(stream for stream in STREAMS if everyone or stream.name in used),
        *(bucket.stream for bucket in BUCKETS if everyone or bucket.serves(service)),
    )
