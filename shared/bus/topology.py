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

from contracts import registry, subjects

DUPLICATE_WINDOW = 600.0
"""Seconds in which the server drops a message with an id that it has seen."""

ACK_WAIT = 30.0
"""Seconds without an answer or a heartbeat after which a message is delivered again."""

PENDING = 256
"""Unanswered messages of an unpartitioned durable: delayed ones count, and they must not hold up the others."""

FOLLOWERS = frozenset({"broadcast"})
"""Services that read by position (`Bus.follow`) and own no durable."""

EXTERNAL_ACTORS = frozenset({"anyone"})


@dataclass(frozen=True)
class StreamSpec:
    """A stream: file storage, limits retention.

    Attributes:
        max_msgs_per_subject: -1 for all.
        keeps_all: refuse new messages at a limit instead of dropping old ones.
        max_age: seconds, 0 for ever.
        rollup: whether a message may replace all before it (object and key-value buckets).
    """

    name: str
    subjects: tuple[str, ...]
    description: str
    max_msgs_per_subject: int = -1
    keeps_all: bool = False
    max_age: float = 0.0
    duplicate_window: float = DUPLICATE_WINDOW
    rollup: bool = False
    deny_delete: bool = False
    expiring: bool = False


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
    """A bucket of objects or of keys, with the services that write and read it; `ALL` stands for each of them."""

    name: str
    kind: str
    description: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]

    @property
    def stream(self) -> StreamSpec:
        """The stream behind the bucket, laid out as the NATS clients expect it."""
        if self.kind == "kv":
            return StreamSpec(
                name=f"KV_{self.name}",
                subjects=(f"$KV.{self.name}.>",),
                description=self.description,
                max_msgs_per_subject=1,
                keeps_all=True,
                duplicate_window=120.0,
                rollup=True,
                deny_delete=True,
                expiring=True,
            )
        return StreamSpec(
            name=f"OBJ_{self.name}",
            subjects=(f"$O.{self.name}.C.>", f"$O.{self.name}.M.>"),
            description=self.description,
            keeps_all=True,
            duplicate_window=120.0,
            rollup=True,
        )


ALL = "*"

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
    return tuple(
        StreamSpec(
            name=name,
            subjects=tuple(patterns),
            description=_LIMITS[name][0],
            max_msgs_per_subject=_LIMITS[name][1],
            keeps_all=_LIMITS[name][2],
        )
        for name, patterns in grouped.items()
    )


STREAMS: tuple[StreamSpec, ...] = streams_for(registry.SUBJECTS)

KV_BUCKETS: tuple[BucketSpec, ...] = (
    BucketSpec("FILE_STATUS", "kv", "Where each file stands.", ("intake",), ("intake",)),
)

OBJECT_BUCKETS: tuple[BucketSpec, ...] = (
    BucketSpec("FILES", "object", "Bytes of files, by SHA-256.", ("intake",), ("intake", *registry.PARSERS, "export")),
    BucketSpec("RENDERED", "object", "Files in other formats.", ("export",), ("export", "broadcast")),
    BucketSpec("BODIES", "object", "Bodies too large for a message.", (ALL,), (ALL,)),
)

BUCKETS = (*KV_BUCKETS, *OBJECT_BUCKETS)


def services() -> tuple[str, ...]:
    """Every service that the registry names, in its order."""
    found: dict[str, None] = {}
    for subject in registry.SUBJECTS:
        for name in (*subject.producers, *subject.consumers):
            if name not in EXTERNAL_ACTORS:
                found.setdefault(name)
    return tuple(found)


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
    service: str, subject: registry.Subject, filters: Mapping[str, str] | None = None, suffix: str = ""
) -> tuple[ConsumerSpec, ...]:
    """The durables of one subscription: one, or one for each partition.

    A durable is called `<service>-<entity>-<participle>`, `-<suffix>` where the service subscribes twice, and `-p07`
    for a partition.
    """
    words = subject.name.split(".")
    label = "-".join([service, *(words[1:3] if len(words) > 2 else words), *([suffix] if suffix else [])])
    if subject.filters[:1] != ("partition",) or (filters or {}).get("partition"):
        return (
            ConsumerSpec(
                service, label, label, subject.stream, subject.name, filter_subject(subject, filters), None, PENDING
            ),
        )
    return tuple(
        ConsumerSpec(
            service=service,
            durable=f"{label}-p{number:02d}",
            label=label,
            stream=subject.stream,
            subject=subject.name,
            filter_subject=filter_subject(subject, {**(filters or {}), "partition": str(number)}),
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
    everything = (*STREAMS, *(bucket.stream for bucket in BUCKETS))
    if mode == "create" or service not in services():
        return everything
    used = {s.stream for s in registry.SUBJECTS if service in s.producers or service in s.consumers}
    return tuple(
        stream
        for stream in everything
        if stream.name in used or any(bucket.stream == stream and uses(bucket, service) for bucket in BUCKETS)
    )


def uses(bucket: BucketSpec, service: str) -> bool:
    """Whether a service writes or reads a bucket."""
    return ALL in (*bucket.writers, *bucket.readers) or service in (*bucket.writers, *bucket.readers)
