"""A consumer that de-duplicates by message id: it hears every publish, and at the end reads what the streams keep.

It hears by plain NATS subscriptions, so it also gets what a stream drops because it has the id already, and what is
published once more by a process that took the place of one that was killed.
"""

import asyncio
import contextlib
import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Self

import nats
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig
from nats.js.errors import NoKeysError, NotFoundError

from contracts.registry import registry_entry
from shared.bus.topology import HANDLERS, parked_bucket

SAID = ("intake.>", "parser.>", "validation.>", "scoring.>", "seating.>", "export.>", "dead.>")
"""What services say, whoever listens."""

OF_THE_FIRST = "received:"
"""Ids of files that came: when and from whom is that of the first that a stream kept. A sender that tries again, as the
intake was killed before it answered, comes at another time; the stream drops that."""

AGAIN = ":repair:"
"""In ids of what an audit has had said again, with intent and later than what came after it."""

KEPT = ("INTAKE", "PARSED", "VALIDATED", "SCORED", "SEATED", "RENDERINGS", "DEAD")
"""Streams that still have everything at the end of a replay."""


@dataclass(frozen=True)
class Said:
    """One message: its subject, its id and its body, and the place of a large one."""

    subject: str
    id: str
    body: bytes
    large: str = ""

    @property
    def content(self) -> str:
        """Digest of the body, wherever it lies."""
        return hashlib.sha256(self.body + self.large.encode()).hexdigest()


def _said(subject: str, headers: dict[str, str] | None, body: bytes) -> Said:
    headers = headers or {}
    return Said(subject, headers.get("Nats-Msg-Id", ""), body, headers.get("Kibitz-Body", ""))


@dataclass
class Witness:
    """Listens from `__enter__` to `__exit__`, on a thread of its own.

    Attributes:
        on_heard: told, at once, which service has said something, and which listen to it.
        heard: every publish in the order in which it came, those that were dropped by a stream too.
    """

    url: str
    on_heard: Callable[[str, tuple[str, ...]], None] = lambda _speaker, _listeners: None
    heard: list[Said] = field(default_factory=list)
    _ending: threading.Event = field(default_factory=threading.Event)
    _listening: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()), daemon=True)
        self._thread.start()
        assert self._listening.wait(20), "the witness cannot reach the server"
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join(10)

    async def _listen(self) -> None:
        client = await nats.connect(
            self.url.split(","),
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.1,
            error_cb=_ignore,
            pending_size=64 * 1024**2,
            ping_interval=1,
        )

        async def hear(msg: Msg) -> None:
            speaker = (msg.headers or {}).get("ce-source", "").removeprefix("/kibitz/")
            self.on_heard(speaker, registry_entry(msg.subject).consumers)
            self.heard.append(_said(msg.subject, msg.headers, msg.data))

        for pattern in SAID:
            await client.subscribe(pattern, cb=hear, pending_bytes_limit=-1, pending_msgs_limit=-1)
        await client.flush()
        self._listening.set()
        while not self._ending.is_set():
            await asyncio.sleep(0.1)
        await client.close()

    def faults(self) -> list[str]:
        """What a consumer that de-duplicates by id would have complained of, in all that was heard and is kept."""
        return faults_of(self.heard, asyncio.run(stored(self.url)))

    def repairs(self) -> list[str]:
        """What an audit has had said again."""
        return sorted({f"{said.subject}: {said.id}" for said in self.heard if AGAIN in said.id})

    def again(self) -> int:
        """How many publishes were of an id that had been heard before."""
        return len(self.heard) - len({said.id for said in self.heard})


def faults_of(heard: list[Said], kept: list[Said]) -> list[str]:
    """What is wrong with messages that were heard, and with those that streams kept of them."""
    return [*_two_bodies([*heard, *kept]), *_kept_twice(kept), *_channels(kept), *_merged(heard)]


async def _ignore(_: Exception) -> None:
    """The server is killed on purpose."""


async def stored(url: str) -> list[Said]:
    """Everything that the streams keep, in their order."""
    client = await nats.connect(url.split(","))
    try:
        return [said for stream in KEPT for said in await _kept(client.jetstream(), stream)]
    finally:
        await client.close()


async def _kept(js: JetStreamContext, stream: str, tries: int = 5) -> list[Said]:
    """Everything that a stream keeps; from its beginning again when a server has just gone with the consumer."""
    try:
        found, left = list[Said](), (await js.stream_info(stream)).state.messages
        config = ConsumerConfig(ack_policy=AckPolicy.NONE, mem_storage=True, inactive_threshold=30)
        reading = await js.pull_subscribe(">", stream=stream, config=config)
        while left > 0:
            batch = await reading.fetch(min(left, 200), timeout=10)
            found += [_said(msg.subject, msg.headers, msg.data) for msg in batch]
            left -= len(batch)
    except nats.errors.Error:
        if tries == 1:
            raise
        await asyncio.sleep(2)
        return await _kept(js, stream, tries - 1)
    return found


def _two_bodies(all_of_them: list[Said]) -> Iterator[str]:
    bodies: dict[str, Said] = {}
    for said in all_of_them:
        if not said.id:
            yield f"{said.subject}: a message without an id"
        first = bodies.setdefault(said.id, said)
        if (first.subject, first.content) != (said.subject, said.content) and not said.id.startswith(OF_THE_FIRST):
            yield f"{said.id}: said twice, {_difference(first, said)}"


def _difference(first: Said, second: Said) -> str:
    if not (first.body and second.body) or first.subject != second.subject:
        return f"on {first.subject} and {second.subject}, with bodies of {len(first.body)} and {len(second.body)}"
    one, two = json.loads(first.body), json.loads(second.body)
    return f"other in {sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))}"


def _kept_twice(kept: list[Said]) -> Iterator[str]:
    """The same id twice in the streams, or the same statement under two ids."""
    ids: dict[str, Said] = {}
    for said in kept:
        if said.id in ids:
            yield f"{said.id}: kept twice"
        ids[said.id] = said
    contents: dict[tuple[str, str], str] = {}
    for said in kept:
        if AGAIN in said.id:
            continue
        first = contents.setdefault((said.subject, said.content), said.id)
        if first != said.id:
            yield f"{said.subject}: {first} and {said.id} say the same"


def _channels(kept: list[Said]) -> Iterator[str]:
    """Positions of a live channel have no gap and no number twice, and each message says something new."""
    channels: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for said in kept:
        if said.body and said.subject.startswith(("scoring.", "seating.")):
            channels[said.subject].append(json.loads(said.body))
    for subject, bodies in channels.items():
        numbers = [body["position"]["seq"] for body in bodies]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{subject}: positions {numbers}"
        applied = [body["position"]["applied"] for body in bodies]
        is_standings = subject.startswith("scoring.standings.")
        if applied != sorted(set(applied) if is_standings else applied):
            yield f"{subject}: fragments {applied}"
        digests = [body["digest"] for body in bodies]
        if not is_standings and any(one == other for one, other in pairwise(digests)):
            yield f"{subject}: the same twice in a row"


def _merged(heard: list[Said]) -> Iterator[str]:
    """The merged event of each fragment is said under one id, and none after that of a later fragment."""
    applied: dict[str, list[int]] = defaultdict(list)
    seen = set()
    for said in heard:
        if said.id.startswith("merged:") and said.id not in seen and AGAIN not in said.id:
            seen.add(said.id)
            applied[said.subject].append(int(said.id.rpartition(":")[2]))
    for subject, numbers in applied.items():
        if numbers != sorted(set(numbers)):
            yield f"{subject}: fragments {numbers}"


async def _waiting(url: str) -> dict[str, int]:
    client = await nats.connect(url.split(","))
    try:
        js = client.jetstream()
        found = {}
        for stream in (*KEPT, "MERGED"):
            try:
                consumers = await js.consumers_info(stream)
            except NotFoundError:
                continue
            for one in consumers:
                if one.config.durable_name and (left := (one.num_pending or 0) + (one.num_ack_pending or 0)):
                    found[one.name] = left
        for service in HANDLERS:
            parked = await js.key_value(parked_bucket(service))
            with contextlib.suppress(NoKeysError):
                for key in await parked.keys():
                    if (await parked.get(key)).value:
                        found[key] = 1
        return found
    finally:
        await client.close()


def waiting(url: str) -> dict[str, int]:
    """Messages that a service has still to handle, by durable; empty when everybody is done."""
    try:
        return asyncio.run(_waiting(url))
    except nats.errors.Error as error:
        raise OSError(str(error)) from error
