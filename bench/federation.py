"""A federation's evening on this machine: a thousand events in play at once, and two replicas of a service against one.

`in_play` sends files to a server whose services are processes of their own, as a club's program does: after each round
of an event all its results to date, round by round of all events. A result is one table's score of one board that no
earlier file of its event has. CPU is told for each service and new result, memory at the end (PSS).

`replicas` publishes what a service handles, for many events, and measures until it has published all that follows: by
one process, and by two. Two can be twice as fast only where a core is free: `cores` says how many were at work in all.

`KIBITZ_SCALE_EVENTS` (1,000) and `KIBITZ_SCALE_ROUNDS` (3) say how much is played.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import nats

from bench.files import START
from bench.hops import cpu_s
from bench.live_events import SIZE, rounds_to_date
from bench.pipeline import memory_kib
from contracts import subjects
from contracts.facts import AsOf
from contracts.messages import Fragment, FragmentAccepted, FragmentParsed
from kibitz.bus_session import with_bus
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import made_up_file
from kibitz.stack.nats_server.binary import find_binary
from kibitz.stack.nats_server.server import EmbeddedServer
from kibitz_client.sending import send
from shared.bus.budgets import used_bytes
from shared.bus.settings import BusSettings
from tests.support.nats_server import running_bus
from tests.support.ports import free_ports
from tests.support.stack import ROOT, Stack, wait_until

SENDERS, PATIENCE = 8, 900.0
"""Files that are on their way to the intake at once, and seconds for the standings of a round of all events."""

AT_ONCE = 64
"""Messages that are published side by side."""

SERVICES = {
    "validation": (subjects.fragment_parsed, FragmentParsed, "validation.fragment.accepted.>"),
    "scoring": (subjects.fragment_accepted, FragmentAccepted, "scoring.standings.published.>"),
}
"""What a service hears, and what it says at the end of each."""


def files_of(number: int, rounds: int) -> list[Part]:
    """The first files of an event."""
    at = START + timedelta(days=number)
    whole = made_up_file(SIZE, AsOf(at=at, source="stated"), number)
    return cut(whole, f"club-{number}.xml", at)[:rounds]


async def count(url: str, subject: str, wanted: int, ready: asyncio.Event | None = None) -> float:
    """Hear so many messages; when the last one came."""
    client, heard, last = await nats.connect(url), 0, asyncio.Event()

    async def one(_: object) -> None:
        nonlocal heard
        heard += 1
        if heard >= wanted:
            last.set()

    await client.subscribe(subject, cb=one)
    await client.flush()
    if ready is not None:
        ready.set()
    try:
        async with asyncio.timeout(PATIENCE):
            await last.wait()
        return time.monotonic()
    finally:
        await client.close()


async def one_round(stack: Stack, parts: list[Part], senders: ThreadPoolExecutor) -> float:
    """Send a file of each event; seconds until all have new standings."""
    ready = asyncio.Event()
    counting = asyncio.ensure_future(count(str(stack.state()["nats"]), SERVICES["scoring"][2], len(parts), ready))
    await ready.wait()
    began, loop = time.monotonic(), asyncio.get_running_loop()

    def sent(part: Part) -> bool:
        return send(stack.intake, part.name, part.data, event=part.event, written_at=part.written_at).taken

    assert all(await asyncio.gather(*(loop.run_in_executor(senders, sent, part) for part in parts)))
    return await counting - began


def in_play(events: int, rounds: int) -> dict[str, Any]:
    """So many events at once, so many rounds of each."""
    files = [files_of(number, rounds) for number in range(events)]
    results = events * SIZE.tables * SIZE.boards
    with tempfile.TemporaryDirectory() as name, Stack(Path(name), processes=True) as stack:
        pids = stack.pids()
        seconds: list[float] = []
        with ThreadPoolExecutor(SENDERS) as senders:
            for step in range(rounds):
                if step == rounds - 1:
                    before = {service: cpu_s(pid) for service, pid in pids.items()}
                seconds.append(asyncio.run(one_round(stack, [own[step] for own in files], senders)))
        used = {service: cpu_s(pid) - before[service] for service, pid in pids.items()}
        stored = sum(with_bus(stack.state()["nats"], stack.data, used_bytes).values())
        return {
            "events": events,
            "files a second": [events / each for each in seconds],
            "results a second": [results / each for each in seconds],
            "cores": sum(used.values()) / seconds[-1],
            "cpu ms a file": sum(used.values()) / events * 1000,
            "cpu ms a result": sum(used.values()) / results * 1000,
            "cpu ms a file, by process": {service: each / events * 1000 for service, each in sorted(used.items())},
            "MiB": {service: memory_kib(pid) / 1024 for service, pid in sorted(pids.items())},
            "bytes stored a file": stored // (events * rounds),
        }


@contextlib.contextmanager
def processes(service: str, number: int, url: str) -> Iterator[list[int]]:
    """So many processes of a service, ready for work; their ids."""
    ports = free_ports(number)
    own = {"KIBITZ_NATS_URL": url, "KIBITZ_SCORING_DOUBLE_DUMMY_WORKERS": "0", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "kibitz.stack.worker", service]
    started = [
        subprocess.Popen(command, env=os.environ | own | {"KIBITZ_HEALTH_PORT": str(port)}, stderr=subprocess.DEVNULL)
        for port in ports
    ]

    def ready(port: int) -> bool:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(json.loads(answer.read()))

    try:
        for port in ports:
            wait_until(lambda port=port: ready(port), 60)
        yield [process.pid for process in started]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


async def drained(service: str, number: int, fragments: list[Fragment]) -> dict[str, float]:
    """What a number of processes of a service need for messages of many events."""
    hears, message, says = SERVICES[service]
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder), binary=find_binary())
        await server.start()
        try:
            # All streams, of which a publisher alone makes those of its own.
            for user in ("usebio_parser", "validation", "scoring"):
                async with running_bus(BusSettings(url=server.url), user):
                    pass
            async with running_bus(BusSettings(url=server.url), "usebio_parser") as bus:
                with processes(service, number, server.url) as pids:
                    ready = asyncio.Event()
                    counting = asyncio.ensure_future(count(server.url, says, len(fragments), ready))
                    await ready.wait()
                    at_once = asyncio.Semaphore(AT_ONCE)

                    async def publish(one: Fragment) -> None:
                        async with at_once:
                            await bus.publish(hears(one.event), message(fragment=one))

                    began, all_pids = time.monotonic(), [*pids, os.getpid(), server.pid or 0]
                    cpu = [cpu_s(pid) for pid in all_pids]
                    await asyncio.gather(*map(publish, fragments))
                    seconds = await counting - began
                    busy = [cpu_s(pid) - before for pid, before in zip(all_pids, cpu, strict=True)]
        finally:
            await server.stop()
    return {"messages a second": len(fragments) / seconds, "cores": sum(busy) / seconds}


def replicas(events: int) -> dict[str, Any]:
    """One process of a service, then two."""
    # Rounds of all events in turn, as they come in play.
    rounds = zip(*(list(rounds_to_date(number)) for number in range(events)), strict=True)
    fragments = [one for step in rounds for one in step]
    results: dict[str, Any] = {}
    for service in SERVICES:
        one, two = (asyncio.run(drained(service, number, fragments)) for number in (1, 2))
        results[service] = {"one": one, "two": two, "two_to_one": two["messages a second"] / one["messages a second"]}
    return results


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Events in play, then replicas."""
    events = int(os.environ.get("KIBITZ_SCALE_EVENTS", "8" if brief else "1000"))
    rounds = int(os.environ.get("KIBITZ_SCALE_ROUNDS", "3"))
    return {"in_play": in_play(events, rounds), "replicas": replicas(8 if brief else 200)}
