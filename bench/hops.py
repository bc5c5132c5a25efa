"""The way of one file, hop by hop: when each message is stored, and how many messages the NATS server carries for it.

Rounds of one event after the other, on a server in one process beside a NATS server that counts. Every message that the
server carries is heard, requests, answers and acknowledgements included, but for those that only show that a consumer
is alive: there are as many of them without any file. What is carried then is measured in the end. `stored` counts the
messages that streams keep: each is a write to the disk.
"""

import asyncio
import collections
import json
import os
import statistics
import tempfile
import time
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from bench.files import parts
from kibitz.replay.cut import Part
from kibitz.stack.nats_server.server import EmbeddedServer
from kibitz_client.sending import send, status
from tests.support.stack import Stack, wait_until

PROTOCOL = "standings.v1+json"
FAMILIES = (
    ("received", "intake.file.received."),
    ("parsed", "parser.fragment.parsed."),
    ("accepted", "validation.fragment.accepted."),
    ("board", "scoring.board.scored."),
    ("standings", "scoring.standings.published."),
    ("merged", "scoring.event.merged."),
)
REST = 30.0
"""Seconds in which what is carried without files comes round: heartbeats, looks at consumers, requests that expire."""
QUIET = 3.0
"""Seconds after a frame in which the work that nobody waits for comes to its end."""


def family(subject: str) -> str:
    """What a message is, in a word or two: its stream's subject, or the request that it is."""
    tokens = subject.split(".")
    if subject.startswith("$JS.API."):
        return "request " + ".".join(token for token in tokens[2:5] if token.isupper() and "_" not in token)
    if subject.startswith("$JS.ACK."):
        return "acknowledgement"
    if tokens[0] in ("$KV", "$O"):
        return " ".join(tokens[:2]) + (f" {tokens[2]}" if tokens[0] == "$O" else "")
    if tokens[0] == "_INBOX":
        return "answer or delivery"
    return ".".join(tokens[:3])


async def subscribe(feed: str, channel: str) -> ClientConnection:
    connection = await connect(feed, subprotocols=[Subprotocol(PROTOCOL)], max_size=None, compression=None)
    while True:
        await connection.send(json.dumps({"type": "subscribe", "id": 1, "channel": channel}))
        kind = ""
        while kind not in ("subscribed", "error"):
            kind = json.loads(await connection.recv())["type"]
        if kind == "subscribed":
            return connection
        await asyncio.sleep(0.05)


async def until_seq_above(connection: ClientConnection, seq: int) -> int:
    """Read until a snapshot or delta is above a position."""
    while True:
        message = json.loads(await connection.recv())
        if message["type"] in ("snapshot", "delta") and message["seq"] > seq:
            return int(message["seq"])


def event_of(stack: Stack, sha256: str) -> str:
    def scored() -> str | None:
        body = status(stack.intake, sha256).body
        fragments = body.get("fragments") or []
        return str(fragments[0]["event"]) if body.get("state") == "scored" else None

    return str(wait_until(scored))


def keeps_alive(message: Msg) -> bool:
    """Whether a message only shows that a consumer is alive, or asks whether it is."""
    status = (message.headers or {}).get("Status")
    return (
        status in ("100", "408")
        or message.subject.startswith(("$JS.EVENT.", "$JS.API.CONSUMER.INFO."))
        or message.data.startswith(b'{"type":"io.nats.jetstream.api.v1.consumer_info_response"')
    )


class Ear:
    """Hears everything that a NATS server carries, and counts it."""

    def __init__(self) -> None:
        self.messages: collections.Counter[str] = collections.Counter()
        self.bytes = 0
        self.at: dict[str, float] = {}

    def hear(self, message: Msg) -> None:
        if keeps_alive(message):
            return
        self.messages[family(message.subject)] += 1
        self.bytes += len(message.data)

    def forget(self) -> None:
        self.messages.clear()
        self.bytes = 0


def cpu_s(pid: int) -> float:
    """CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def stored(client: Client) -> dict[str, int]:
    """How many messages each stream has ever stored."""
    return {info.config.name or "": info.state.last_seq for info in await client.jetstream().streams_info()}


async def stage_times(client: Client, began: datetime, before: dict[str, int]) -> dict[str, float]:
    """Milliseconds from `began` until the first message of each stage was stored."""
    stages: dict[str, float] = {}
    for stream in ("INTAKE", "PARSED", "VALIDATED", "SCORED", "MERGED"):
        now = (await client.jetstream().stream_info(stream)).state.last_seq
        for seq in range(before[stream] + 1, now + 1):
            try:
                message = await client.jetstream().get_msg(stream, seq)
            except nats.js.errors.NotFoundError:
                continue
            for name, prefix in FAMILIES:
                if (message.subject or "").startswith(prefix) and message.time is not None:
                    moment = (message.time - began).total_seconds() * 1000
                    names = (f"first_{name}", f"last_{name}") if name == "board" else (name,)
                    stages.setdefault(names[0], moment)
                    stages[names[-1]] = moment
    return stages


async def hops(stack: Stack, url: str, pids: dict[str, int], rounds: int = 13) -> dict[str, Any]:
    """The rounds of one event, the first two to warm up."""
    client = await nats.connect(url)
    listener = await nats.connect(url, pending_size=64 * 1024 * 1024)
    ear = Ear()

    async def hear(message: Msg) -> None:
        ear.hear(message)

    ways: list[dict[str, float]] = []
    messages: list[collections.Counter[str]] = []
    sizes: list[int] = []
    kept: list[collections.Counter[str]] = []
    cpu: dict[str, list[float]] = {name: [] for name in pids}
    files = parts(seed=7000)[:rounds]
    try:
        await asyncio.to_thread(send, stack.intake, files[0].name, files[0].data)
        event = await asyncio.to_thread(event_of, stack, sha256(files[0].data).hexdigest())
        connection = await subscribe(stack.feed, f"evt.{event}.standings")
        seq = await until_seq_above(connection, 0)
        for number, part in enumerate(files[1:]):
            await asyncio.sleep(QUIET)
            before, used = await stored(client), {name: cpu_s(pid) for name, pid in pids.items()}
            listening = None
            if number % 2:
                # Being heard costs time, so every other file alone is heard, and the others are timed.
                listening = await listener.subscribe(">", cb=hear)
                await listener.flush()
                ear.forget()
            began, clock = datetime.now(UTC), time.perf_counter()
            sending = asyncio.create_task(asyncio.to_thread(_timed_send, stack, part))
            seq = await until_seq_above(connection, seq)
            frame = (time.perf_counter() - clock) * 1000
            answered = (await sending - clock) * 1000
            await asyncio.sleep(QUIET)
            if listening is not None:
                messages.append(collections.Counter(ear.messages))
                sizes.append(ear.bytes)
                await listening.unsubscribe()
            elif number > 1:
                cpu = {name: [*cpu[name], (cpu_s(pid) - used[name]) * 1000] for name, pid in pids.items()}
                after = await stored(client)
                kept.append(collections.Counter({name: after[name] - before.get(name, 0) for name in after}))
                way = await stage_times(client, began, before)
                ways.append({"answered": answered, **way, "frame": frame})
        await connection.close()
        idle = await at_rest(listener)
    finally:
        await client.close()
        await listener.close()
    return report(ways, messages, sizes, kept, cpu, idle)


async def at_rest(listener: Client) -> float:
    """Messages that the server carries in a second without files."""
    count = 0

    async def hear(_: Msg) -> None:
        nonlocal count
        count += 1

    listening = await listener.subscribe(">", cb=hear)
    await asyncio.sleep(REST)
    await listening.unsubscribe()
    return count / REST


def _timed_send(stack: Stack, part: Part) -> float:
    send(stack.intake, part.name, part.data)
    return time.perf_counter()


def report(
    ways: list[dict[str, float]],
    messages: list[collections.Counter[str]],
    sizes: list[int],
    kept: list[collections.Counter[str]],
    cpu: dict[str, list[float]],
    idle: float,
) -> dict[str, Any]:
    """Medians."""
    names = dict.fromkeys(name for way in ways for name in way)
    times = {name: statistics.median(way[name] for way in ways if name in way) for name in names}
    totals = [heard.total() for heard in messages]
    kinds = sorted({kind for heard in messages for kind in heard})
    streams = sorted({name for counts in kept for name in counts})
    return {
        "milliseconds_until": dict(sorted(times.items(), key=lambda item: item[1])),
        "messages": statistics.median(totals),
        "messages_a_second_at_rest": idle,
        "bytes_carried": statistics.median(sizes),
        "messages_by_kind": {
            kind: count for kind in kinds if (count := statistics.median(heard[kind] for heard in messages))
        },
        "stored": {name: count for name in streams if (count := statistics.median(counts[name] for counts in kept))},
        "cpu_ms": {name: statistics.median(used) for name, used in cpu.items()},
    }


async def _measure(folder: Path) -> dict[str, Any]:
    server = EmbeddedServer(folder / "nats")
    await server.start()
    stack = Stack(folder, bus=server.url)
    try:
        await asyncio.to_thread(stack.start)
        pids = {**stack.pids(), "nats": server.pid or 0}
        return await hops(stack, server.url, pids)
    finally:
        await asyncio.to_thread(stack.stop)
        await server.stop()


def measure() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        return asyncio.run(_measure(Path(name)))


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
