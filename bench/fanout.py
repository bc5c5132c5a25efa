"""What it costs to keep a crowd up to date: all that the broadcast service spends, against a floor that only sends.

The service is the real process on a real NATS server. What it is sent are the standings of an event scored by match
points, one more result each time, three a second; half of its rows or so move with each. Its processor time is all of
it: taking messages off the bus, the differences, JSON, compression, sends, heartbeats, the look at every connection.
The floor is `floor.c`, or the loop of `os.write` where there is no compiler: as many bytes to as many sockets at the
same pace. Both take turns, each with its own clients, which read and throw away.

| figure | what |
|---|---|
| `all_in_us` | processor time of the service for each delta that a client was sent |
| `more_us` | the same without what the updates cost with a single client, so what one more client costs |
| `floor_us` | processor time of the floor for each send of as many bytes |
| `all_in`, `more` | the two as multiples of the floor: the medians of the turns |
| `update_ms` | what one update costs with a single client, heartbeats and idling included |
| `idle_us` | processor time that a client costs in a second without updates |
| `kib_each`, `connect_us` | memory (PSS) and processor time of one more connection |

`python -m bench fanout` writes JSON, `python -m bench.fanout CLIENTS PAIRS plain|deflated results|rounds` one setting.
"""

import asyncio
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from bench.floor import Floor
from bench.pipeline import memory_kib
from bench.standings import EVENT, standings
from contracts import subjects
from contracts.feed import standings_channel
from contracts.messages import Position, StandingsPublished
from kibitz.stack.nats_server.server import EmbeddedServer
from services.broadcast.domain.payload import frame
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from tests.support.nats_server import running_bus
from tests.support.ports import free_port

Setting = tuple[int, int, str, str]
"""Clients, pairs, their wire, and what each update adds: a result or a round."""

SETTINGS: tuple[Setting, ...] = (
    *((clients, 60, kind, "results") for clients in (100, 1_000, 5_000) for kind in ("plain", "deflated")),
    (1_000, 200, "plain", "results"),
    (1_000, 1_000, "plain", "rounds"),
    (10_000, 60, "plain", "results"),
)
"""A round of a thousand pairs is a delta of several parts."""

BRIEF: tuple[Setting, ...] = ((50, 28, "deflated", "results"),)

TURNS, UPDATES, PAUSE = 3, 6, 0.3
"""Turns, updates of a turn, and seconds between them: more than the tick, so that each is a delta of its own."""

QUIET = 5.2
"""Seconds without updates: one heartbeat and some looks at every connection are in them."""

SPARE_FILES = 300


@dataclass
class Service:
    """The running service, seen from outside."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def feed(self) -> str:
        """The address of the feed."""
        return f"ws://127.0.0.1:{self.port}/v1/feed"

    def seconds(self) -> float:
        """Processor time so far, of all threads."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def health(self) -> dict[str, Any]:
        """What it says of itself."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=20) as answer:
            report: dict[str, Any] = json.load(answer)
            return report

    async def until_ready(self) -> None:
        """Wait until it listens."""
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(OSError):
                    self.health()
                    return
                await asyncio.sleep(0.05)

    async def until_live(self, clients: int) -> None:
        """Wait until so many follow the feed, and what they asked for at first has been answered."""
        async with asyncio.timeout(60):
            while self.health()["readers"]["live"] < clients:
                await asyncio.sleep(0.1)
        await asyncio.sleep(0.5)


@contextlib.asynccontextmanager
async def service() -> AsyncIterator[tuple[Service, Bus]]:
    """The service on a NATS server of its own, and a bus to publish standings on."""
    with tempfile.TemporaryDirectory() as folder:
        nats = EmbeddedServer(Path(folder))
        await nats.start()
        port = free_port()
        settings = {"KIBITZ_NATS_URL": nats.url, "KIBITZ_BROADCAST_PORT": str(port)}
        try:
            async with running_bus(BusSettings(url=nats.url), "scoring") as bus:
                command = [sys.executable, "-m", "services.broadcast"]
                with (Path(folder) / "log").open("wb") as log:
                    process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=log, stderr=log)
                try:
                    yield Service(process, port), bus
                finally:
                    process.terminate()
                    process.wait(20)
        finally:
            await nats.stop()


class Crowd:
    """Clients in a process of their own."""

    def __init__(self, url: str, clients: int, kind: str) -> None:
        command = [sys.executable, "-m", "bench.crowd", url, str(clients), standings_channel(EVENT), kind]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.clients = clients

    async def connected(self) -> None:
        """Wait until all of them are."""
        line = await asyncio.to_thread(self._line)
        if line != b"connected\n":
            raise RuntimeError(f"the clients did not connect: {line!r}")

    async def report(self) -> dict[str, int]:
        """What they have read so far."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        report: dict[str, int] = json.loads(await asyncio.to_thread(self._line))
        if report["open"] != self.clients:
            raise RuntimeError(f"{self.clients - report['open']} clients were lost: the figures say nothing")
        return report

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@dataclass(frozen=True)
class Turn:
    """What some updates cost.

    Attributes:
        seconds: processor time of the service.
        deltas: that clients were sent.
        bytes: that each of them had, heartbeats spread over them.
    """

    seconds: float
    deltas: int
    bytes: int


async def turn(running: Service, bus: Bus, clients: Crowd, updates: Iterator[StandingsPublished]) -> Turn:
    """Publish so many updates at the pace, and wait until their deltas are there."""
    before, began = running.health()["counts"].get("deliveries", 0), await clients.report()
    seconds = running.seconds()
    for message in islice(updates, UPDATES):
        await bus.publish(subjects.standings_published(EVENT), message)
        await asyncio.sleep(PAUSE)
    seconds = running.seconds() - seconds
    deltas = running.health()["counts"].get("deliveries", 0) - before
    if deltas < 0.7 * UPDATES * clients.clients:
        raise RuntimeError(f"{deltas} deltas of {UPDATES} updates for {clients.clients} clients: the pace was not kept")
    ended = await clients.report()
    return Turn(seconds, deltas, round((ended["bytes"] - began["bytes"]) / deltas))


async def compare(setting: Setting, turns: int, quiet: float) -> dict[str, Any]:
    """The service with one client, then with all of them, in turns with the floor."""
    clients, pairs, kind, step = setting
    updates = iter(messages(pairs, 1 + UPDATES * (turns + 2), by_round=step == "rounds"))
    async with service() as (running, bus):
        await bus.publish(subjects.standings_published(EVENT), next(updates))
        await running.until_ready()
        with Crowd(running.feed, 1, kind) as one:
            await one.connected()
            await running.until_live(1)
            await turn(running, bus, one, updates)
            alone = (await turn(running, bus, one, updates)).seconds / UPDATES
        memory, seconds = memory_kib(running.process.pid), running.seconds()
        with Crowd(running.feed, clients, kind) as crowd:
            await crowd.connected()
            await running.until_live(clients)
            result = {
                "connect_us": (running.seconds() - seconds) / clients * 1e6,
                "kib_each": (memory_kib(running.process.pid) - memory) / clients,
            }
            seconds = running.seconds()
            await asyncio.sleep(quiet)
            result["idle_us"] = (running.seconds() - seconds) / clients / quiet * 1e6
            result |= await _in_turns(running, bus, crowd, updates, turns, alone)
            result["kib_each_after"] = (memory_kib(running.process.pid) - memory) / clients
    return result


async def _in_turns(
    running: Service, bus: Bus, crowd: Crowd, updates: Iterator[StandingsPublished], turns: int, alone: float
) -> dict[str, Any]:
    """The figures of some turns of the service and the floor."""
    all_in, more, floors, sizes = [], [], [], []
    with tempfile.TemporaryDirectory() as folder, Floor(Path(folder)) as floor:
        floor.accept(crowd.clients)
        with Crowd(f"tcp://127.0.0.1:{floor.port}", crowd.clients, "") as readers:
            await readers.connected()
            floor.accepted()
            for _ in range(turns):
                own = await turn(running, bus, crowd, updates)
                bare = await asyncio.to_thread(floor.send, frame(bytes(own.bytes - 4)), UPDATES, PAUSE)
                await readers.report()
                all_in.append(own.seconds / own.deltas * 1e6)
                more.append((own.seconds - alone * UPDATES) / own.deltas * 1e6)
                floors.append(bare / UPDATES / crowd.clients * 1e6)
                sizes.append(own.bytes)
    return {
        "bytes": round(statistics.median(sizes)),
        "all_in_us": statistics.median(all_in),
        "more_us": statistics.median(more),
        "floor_us": statistics.median(floors),
        "floor": floor.kind,
        "all_in": statistics.median(own / bare for own, bare in zip(all_in, floors, strict=True)),
        "more": statistics.median(own / bare for own, bare in zip(more, floors, strict=True)),
        "update_ms": alone * 1000,
    }


def messages(pairs: int, count: int, *, by_round: bool) -> list[StandingsPublished]:
    """So many messages; the rounds of an event are played again and again."""
    made = list(islice(standings(pairs, by_round=by_round), count))
    return [made[seq % len(made)].replace(position=Position(seq=seq + 1, applied=seq + 1)) for seq in range(count)]


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Every setting that this machine's limit of open files allows, each in processes of its own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        results: dict[str, Any] = {"load": [round(part, 2) for part in os.getloadavg()]}
        for setting in BRIEF if brief else SETTINGS:
            name = " ".join(map(str, setting))
            if setting[0] + SPARE_FILES > hard:
                results[name] = f"skipped: the limit of open files is {hard}"
                continue
            turns, quiet = (1, 0.5) if brief else (TURNS, QUIET)
            results[name] = asyncio.run(compare(setting, turns, quiet))
        return results
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    clients, pairs, kind, step = sys.argv[1:]
    print(json.dumps(asyncio.run(compare((int(clients), int(pairs), kind, step), TURNS, QUIET)), indent=2))
