"""The one declaration of streams, durable consumers and buckets; everything here is a value, nothing talks to a server.

Rules that live in this file:

1. A stream holds the subjects that `contracts.registry` gives it, and no other.
2. Sources of truth (INTAKE, PARSED, VALIDATED) have no limit and refuse new messages rather than drop old ones.
3. A partitioned subject has one durable per partition with one message in flight: order and a single writer per event
   hold over any number of replicas.
4. Durables never give up by themselves (`max_deliver` -1): after too many deliveries our policy writes a dead letter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache

from nats.js.api import DiscardPolicy, RePublish, RetentionPolicy, StorageType, StreamConfig

from contracts import registry, subjects

OPERATOR = "operator"
"""The user that provisions, changes and repairs: `python -m shared.bus`, `kibitz dead`, `kibitz doctor`."""

SYSTEM = "system"
"""The user of the account in which the servers speak of themselves, and vote: monitoring, and elections."""

ACCOUNT = "KIBITZ"
"""The account of the streams, where users have accounts of their own."""

NOTES = "stored"
"""Before the subject of a message, where the stream tells, without the body, that it has stored one."""

MADE_AT = "kibitz.made-at"
"""In the metadata of a stream that is a copy: when the stream was made that it is a copy of."""

PENDING = 256
"""Unanswered messages of an unpartitioned durable: delayed ones count, and they must not hold up the others."""

ACK_WAIT = 1.0
"""Seconds that the server waits for an answer or a sign of life; the messages of a killed process wait as long."""

FOLLOWERS = frozenset({"broadcast", "notification"})
"""Services that read by position (`Bus.follow`) and own no durable."""

HANDLERS = tuple(
    dict.fromkeys(name for entry in registry.SUBJECTS for name in entry.consumers if name not in ("anyone", *FOLLOWERS))
)
"""Services that own durables: each sets aside what it cannot handle."""

AUDITOR = "intake"
"""The service that reads every stream, to see whether anything is missing, and lists the consumers of each."""


EXTERNAL_ACTORS = frozenset({"anyone"})


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
    republish: RePublish | None = field(default_factory=lambda: RePublish(">", f"{NOTES}.>", headers_only=True))


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
    ack_wait: float = ACK_WAIT

    @property
    def ordered(self) -> bool:
        """Whether its messages are handled one after the other, by any number of processes."""
        return self.max_ack_pending == 1


@dataclass(frozen=True)
class BucketSpec:
    """A bucket of objects or of keys, with the stream behind it and the services that write and read it."""

    name: str
    stream: StreamSpec
    writers: tuple[str, ...]
    readers: tuple[str, ...]

    def serves(self, service: str) -> bool:
        """Whether a service writes or reads it."""
        return service in (*self.writers, *self.readers)


_LIMITS: Mapping[str, tuple[str, int, DiscardPolicy]] = {
    "INTAKE": ("Files received and refused.", -1, DiscardPolicy.NEW),
    "PARSED": ("What parsers read in files.", -1, DiscardPolicy.NEW),
    "VALIDATED": ("Fragments accepted and rejected: scoring is a fold over them.", -1, DiscardPolicy.NEW),
    "SCORED": ("Standings, travellers and analyses, the newest of each event and board.", 5000, DiscardPolicy.OLD),
    "MERGED": ("The newest state of each event.", 1, DiscardPolicy.OLD),
    "SEATED": ("Seats of the rounds.", 50, DiscardPolicy.OLD),
    "CHANGES": ("What webhooks are told: changes of tables of the last days.", 10_000, DiscardPolicy.OLD),
    "RENDERINGS": ("The newest file of each event in each other format.", 1, DiscardPolicy.OLD),
    "DEAD": ("What could not be processed.", 10_000, DiscardPolicy.OLD),
}
"""What each stream is for, how many messages of a subject it keeps (-1: all), and what goes when there are more."""

CHANGES_KEPT = timedelta(days=3)
"""For which what webhooks were told can be told again."""

STREAMS: tuple[StreamSpec, ...] = tuple(
    StreamSpec(
        name,
        description,
        [entry.pattern for entry in registry.SUBJECTS if entry.stream == name],
        discard=discard,
        max_msgs_per_subject=most,
        max_age=CHANGES_KEPT.total_seconds() if name == "CHANGES" else None,
        allow_atomic=name in ("SCORED", "RENDERINGS"),
    )
    for name, (description, most, discard) in _LIMITS.items()
)


def _bucket(kind: str, name: str, description: str, writers: tuple[str, ...], readers: tuple[str, ...]) -> BucketSpec:
    """A bucket, laid out as the NATS clients expect it."""
    stream = StreamSpec(f"{kind}_{name}", description, duplicate_window=120.0, republish=None)
    if kind == "OBJ":
        stream.subjects, stream.allow_atomic = [f"$O.{name}.C.>", f"$O.{name}.M.>"], True
        stream.allow_rollup_hdrs = name.startswith("STATES_")
    else:
        stream.subjects, stream.max_msgs_per_subject = [f"$KV.{name}.>"], 1
        stream.deny_delete = stream.allow_msg_ttl = True
    return BucketSpec(name, stream, writers, readers)


def services() -> tuple[str, ...]:
    """Every service that the registry names, in its order."""
    names = [name for subject in registry.SUBJECTS for name in (*subject.producers, *subject.consumers)]
    return tuple(name for name in dict.fromkeys(names) if name not in EXTERNAL_ACTORS)


REPLACED = frozenset(name for name, (_, most, _) in _LIMITS.items() if most == 1)
"""Streams that keep the newest state only; the body of the one before is removed."""


def for_anyone(entry: registry.Subject) -> bool:
    """Whether programs outside may have what lies in the bucket of a subject: dead letters make no difference there."""
    return entry.name == "dead" or not EXTERNAL_ACTORS.isdisjoint(entry.consumers)


def body_bucket(subject: str, service: str) -> str:
    """The bucket for a body of this subject by this service; that of a producer, where the operator publishes again.

    Bodies of states are apart: they are removed one by one, and whoever may do so can remove all of a bucket.
    """
    entry = registry.registry_entry(subject)
    writer = service if service in entry.producers else entry.producers[0]
    return f"{'STATES' if entry.stream in REPLACED else 'BODIES'}_{writer.upper()}"


def parked_bucket(service: str) -> str:
    """Where a service notes the events that it has set aside."""
    return f"PARKED_{service.upper()}"


def _body_buckets() -> Iterator[BucketSpec]:
    """The buckets for bodies: whoever reads a subject reads them; programs outside only if all of it is for them."""
    uses = [
        (body_bucket(entry.pattern, service), service, entry)
        for entry in registry.SUBJECTS
        for service in entry.producers
    ]
    for name, service in sorted({(name, service) for name, service, _ in uses}):
        entries = [entry for other, _, entry in uses if other == name]
        readers = {reader for entry in entries for reader in (*entry.consumers, *entry.read_by)}
        if not all(map(for_anyone, entries)):
            readers -= EXTERNAL_ACTORS
        yield _bucket("OBJ", name, f"Bodies of {service}, too large for a message.", (service,), tuple(sorted(readers)))


BUCKETS = (
    _bucket("KV", "FILE_STATUS", "Where each file stands.", ("intake",), ("intake",)),
    _bucket("KV", "NOTICES", "Who is told of news, and by which key.", ("notification",), ("notification",)),
    _bucket("KV", "WEBHOOKS", "Who is told of changes, and how far each is.", ("notification",), ("notification",)),
    _bucket("KV", "GRANTS", "Who may use the desk.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "SECRETS", "What private links are made from.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "QUERIES", "What players query, and what the desk answers.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "SCREENS", "What the screens in the rooms show.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "JOURNAL", "What was done that is no file, and by whom.", ("broadcast",), ("broadcast",)),
    _bucket("KV", "NEW_EVENTS", "What is public of new events.", ("intake", "broadcast"), ("broadcast", "intake")),
    *(
        _bucket("KV", parked_bucket(name), f"What {name} has set aside until its next try.", (name,), (name,))
        for name in HANDLERS
    ),
    _bucket("KV", "AUDIT", "What the last audit found, and what it leaves to the next.", ("intake",), ("intake",)),
    _bucket("KV", "UPLINK", "Whether a hall and its public server are connected.", (), ("broadcast",)),
    _bucket("OBJ", "FILES", "Bytes of files, by SHA-256.", ("intake",), ("intake", *registry.PARSERS, "export")),
    *_body_buckets(),
)


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
