"""The one declaration of streams, durable consumers and buckets; everything here is a value, nothing talks to a server.

Rules that live in this file:

1. A stream holds the subjects that `contracts.registry` gives it, and no other.
2. Sources of truth (INTAKE, PARSED, VALIDATED) have no limit and refuse new messages rather than drop old ones.
3. A partitioned subject has one durable per partition with one message in flight: order and a single writer per event
   hold over any number of replicas.
4. Durables never give up by themselves (`max_deliver` -1): after too many deliveries our policy writes a dead letter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig

from contracts import registry, subjects

OPERATOR = "operator"
"""The user that provisions, changes and repairs: `python -m shared.bus`, `kibitz dead`, `kibitz doctor`."""

PENDING = 256
"""Unanswered messages of an unpartitioned durable: delayed ones count, and they must not hold up the others."""

FOLLOWERS = frozenset({"broadcast", "notification"})
"""Services that read by position (`Bus.follow`) and own no durable."""

AUDITOR = "intake"
"""The service that reads every stream, to see whether anything is missing, and lists the consumers of each."""

EXTERNAL_ACTORS = frozenset({"anyone"})

ALL = "*"
"""Each service, among the writers or readers of a bucket."""


@dataclass
class StreamSpec(StreamConfig):
    """The configuration of a stream in files.

    Attributes:
        discard: whether it refuses new messages at a limit, or drops old ones.
        duplicate_window: seconds in which the server drops a message with an id that it has seen.
    """

    name: str = ""
    retention: RetentionPolicy = RetentionPolicy.LIMITS
    storage: StorageType = StorageType.FILE
    discard: DiscardPolicy = DiscardPolicy.NEW
    duplicate_window: float = 600.0
    allow_direct: bool = True


@dataclass(frozen=True)
class ConsumerSpec:
    """A durable pull consumer.

    Attributes:
        label: durable name without its partition, for metrics.
        ack_wait: seconds without an answer or a heartbeat after which a message is delivered again.
    """

    service: str
    durable: str
    label: str
    stream: str
    subject: str
    filter_subject: str
    max_ack_pending: int
    ack_wait: float = 30.0


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


_LIMITS: Mapping[str, tuple[str, int, DiscardPolicy]] = {
    "INTAKE": ("Files received and refused.", -1, DiscardPolicy.NEW),
    "PARSED": ("What parsers read in files.", -1, DiscardPolicy.NEW),
    "VALIDATED": ("Fragments accepted and rejected: scoring is a fold over them.", -1, DiscardPolicy.NEW),
    "SCORED": ("Standings, travellers and analyses, the newest of each event and board.", 5000, DiscardPolicy.OLD),
    "MERGED": ("The newest state of each event.", 1, DiscardPolicy.OLD),
    "SEATED": ("Seats of the rounds.", 50, DiscardPolicy.OLD),
    "RENDERINGS": ("The newest file of each event in each other format.", 1, DiscardPolicy.OLD),
    "DEAD": ("What could not be processed.", 10_000, DiscardPolicy.OLD),
}
"""What each stream is for, how many messages of a subject it keeps (-1: all), and what goes when there are more."""

STREAMS: tuple[StreamSpec, ...] = tuple(
    StreamSpec(
        name,
        description,
        [entry.pattern for entry in registry.SUBJECTS if entry.stream == name],
        discard=discard,
        max_msgs_per_subject=most,
        allow_atomic=name in ("SCORED", "RENDERINGS"),
    )
    for name, (description, most, discard) in _LIMITS.items()
)


def _bucket(kind: str, name: str, description: str, writers: tuple[str, ...], readers: tuple[str, ...]) -> BucketSpec:
    """A bucket, laid out as the NATS clients expect it."""
    stream = StreamSpec(f"{kind}_{name}", description, duplicate_window=120.0, allow_rollup_hdrs=True)
    if kind == "OBJ":
        stream.subjects, stream.allow_atomic = [f"$O.{name}.C.>", f"$O.{name}.M.>"], True
    else:
        stream.subjects, stream.max_msgs_per_subject = [f"$KV.{name}.>"], 1
        stream.deny_delete = stream.allow_msg_ttl = True
    return BucketSpec(name, stream, writers, readers)


BUCKETS = (
    _bucket("KV", "FILE_STATUS", "Where each file stands.", ("intake",), ("intake",)),
    _bucket("KV", "NOTICES", "Who is told of news, and by which key.", ("notification",), ("notification",)),
    _bucket("KV", "GRANTS", "Who may use the desk.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "SECRETS", "What private links are made from.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "QUERIES", "What players query, and what the desk answers.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "SCREENS", "What the screens in the rooms show.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "AUDIT", "What the last audit found, and what it leaves to the next.", ("intake",), ("intake",)),
    _bucket("OBJ", "FILES", "Bytes of files, by SHA-256.", ("intake",), ("intake", *registry.PARSERS, "export")),
    _bucket("OBJ", "BODIES", "Bodies too large for a message.", (ALL,), (ALL,)),
)


def services() -> tuple[str, ...]:
    """Every service that the registry names, in its order."""
    names = [name for subject in registry.SUBJECTS for name in (*subject.producers, *subject.consumers)]
    return tuple(name for name in dict.fromkeys(names) if name not in EXTERNAL_ACTORS)


def filter_subject(subject: registry.Subject, filters: Mapping[str, str]) -> str:
    """The subject with these filter tokens, and a wildcard for the others."""
    return ".".join([subject.name, *(filters.get(name, subjects.ANY) for name in subject.filters)])


def own_filters(service: str, subject: registry.Subject) -> dict[str, str]:
    """The filter tokens that a service keeps to: a parser reads and writes its own format only."""
    if service in registry.PARSERS and subject.filters[:1] == ("format",):
        return {"format": service.removesuffix("_parser")}
    return {}


def consumer_specs(service: str, subject: registry.Subject) -> tuple[ConsumerSpec, ...]:
    """The durables of one subscription: one, or one for each partition.

    A durable is called `<service>-<entity>-<participle>`, and `-p07` for a partition.
    """
    tokens, filters = subject.name.split("."), own_filters(service, subject)
    label = "-".join([service, *(tokens[1:3] if len(tokens) > 2 else tokens)])
    partitioned = "partition" in subject.filters
    return tuple(
        ConsumerSpec(
            service=service,
            durable=f"{label}-p{number:02d}" if partitioned else label,
            label=label,
            stream=subject.stream,
            subject=subject.name,
            filter_subject=filter_subject(subject, {"partition": str(number)} if partitioned else filters),
            max_ack_pending=1 if partitioned else PENDING,
        )
        for number in range(subjects.PARTITIONS if partitioned else 1)
    )


@cache
def consumers(service: str) -> tuple[ConsumerSpec, ...]:
    """Every durable of a service, derived from the registry; empty for followers."""
    heard = [entry for entry in registry.SUBJECTS if service in entry.consumers and service not in FOLLOWERS]
    return tuple(spec for entry in heard for spec in consumer_specs(service, entry))


CONSUMERS: tuple[ConsumerSpec, ...] = tuple(spec for name in services() for spec in consumers(name))


def streams_of(service: str, mode: str = "create") -> tuple[StreamSpec, ...]:
    """The streams that a service needs, those of its buckets included.

    A service that may create makes all of them, so that whichever comes first makes the bus whole.
    """
    everyone = mode == "create" or service not in services()
    used = {s.stream for s in registry.SUBJECTS if service in (*s.producers, *s.consumers, *s.read_by)}
    return (
        *(stream for stream in STREAMS if everyone or stream.name in used),
        *(bucket.stream for bucket in BUCKETS if everyone or bucket.serves(service)),
    )
