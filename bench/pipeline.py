"""The whole server: start-up, memory, file dropped to frame received, a burst of files."""

import asyncio
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from bench import hops
from bench.files import finished, parts
from bench.hops import event_of, subscribe, until_seq_above
from kibitz.replay.cut import Part
from kibitz_client.sending import send, status
from tests.support.stack import Stack, wait_until


class Size(NamedTuple):
    """How much is measured: starts, files at rest, in a folder and among so many clients, files of the burst."""

    starts: int
    samples: int
    dropped: int
    clients: int
    crowded: int
    files: int


FULL = Size(starts=5, samples=65, dropped=26, clients=1000, crowded=39, files=200)
BRIEF = Size(starts=2, samples=3, dropped=3, clients=20, crowded=3, files=3)


def memory_kib(pid: int) -> int:
    """Proportional set size of a process."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def start_up(folder: Path, starts: int) -> dict[str, Any]:
    """Seconds from the command to everything answering: first and later starts."""
    stack = Stack(folder)
    times = []
    for _ in range(starts):
        times.append(stack.start())
        stack.stop()
    return {"first_s": times[0], "later_s_median": statistics.median(times[1:]), "later_s": times[1:]}


Deliver = Callable[[Stack, Part], None]
"""Hands a file to a server."""


def put(stack: Stack, part: Part) -> None:
    """Over HTTP, as scoring programs with a network do."""
    send(stack.intake, part.name, part.data)


def drop(stack: Stack, part: Part) -> None:
    """Into the watched folder, whole at once; the service waits a little in case that it grows."""
    unfinished = stack.folder / "unfinished"
    unfinished.write_bytes(part.data)
    unfinished.rename(stack.folder / "inbox" / part.name)


async def file_to_frame(stack: Stack, samples: int, seed: int, deliver: Deliver = put) -> list[float]:
    """Milliseconds from the moment that a round's file is handed over to its frame at a client."""
    files = [part for n in range((samples + 12) // 13) for part in parts(seed=seed + n)[:13]]
    times: list[float] = []
    event, connection, seq = "", None, 0
    for number, part in enumerate(files[:samples]):
        if number % 13 == 0:
            if connection is not None:
                await connection.close()
            await asyncio.to_thread(deliver, stack, part)
            event = await asyncio.to_thread(event_of, stack, sha256(part.data).hexdigest())
            connection = await subscribe(stack.feed, f"evt.{event}.standings")
            seq = await until_seq_above(connection, 0)
            continue
        assert connection is not None
        await asyncio.sleep(0.3)
        began = time.perf_counter()
        sending = asyncio.create_task(asyncio.to_thread(deliver, stack, part))
        seq = await until_seq_above(connection, seq)
        times.append((time.perf_counter() - began) * 1000)
        await sending
    if connection is not None:
        await connection.close()
    return times


def summary(times: list[float]) -> dict[str, float]:
    return {"p50_ms": percentile(times, 0.5), "p99_ms": percentile(times, 0.99), "samples": len(times)}


@contextlib.contextmanager
def crowd(feed: str, clients: int) -> Any:
    """Clients in another process that follow the list of events and read everything."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.crowd", feed, str(clients)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("connected"), line
        yield
    finally:
        process.terminate()
        process.wait()


def burst(stack: Stack, files: int) -> dict[str, float]:
    """Seconds until `files` files of as many events are all scored."""
    data = [finished(tables=5, seed=1000 + n) for n in range(files)]
    began = time.perf_counter()
    digests = [send(stack.intake, f"burst-{n}.xml", one).sha256 for n, one in enumerate(data)]
    sent = time.perf_counter() - began
    for digest in digests:
        wait_until(lambda digest=digest: status(stack.intake, digest).body.get("state") == "scored", patience=120)
    took = time.perf_counter() - began
    return {"files": files, "sent_s": sent, "all_scored_s": took, "files_per_s": files / took}


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Run everything in a folder of its own."""
    size = BRIEF if brief else FULL
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results: dict[str, Any] = {"start_up": start_up(folder, size.starts)}
        with Stack(folder, watch=folder / "inbox") as stack:
            results["file_to_frame_at_rest"] = summary(asyncio.run(file_to_frame(stack, size.samples, 2000)))
            results["dropped_in_a_folder_to_frame_at_rest"] = summary(
                asyncio.run(file_to_frame(stack, size.dropped, 5000, drop))
            )
            with crowd(stack.feed, size.clients):
                results[f"file_to_frame_{size.clients}_clients"] = summary(
                    asyncio.run(file_to_frame(stack, size.crowded, 3000))
                )
            results[f"burst_{size.files}_files"] = burst(stack, size.files)
            results["memory_kib_one_process"] = {name: memory_kib(pid) for name, pid in stack.pids().items()}
        with Stack(folder, processes=True) as stack:
            asyncio.run(file_to_frame(stack, min(13, size.samples), 4000))
            results["memory_kib_per_service"] = {name: memory_kib(pid) for name, pid in stack.pids().items()}
        results["hops"] = hops.measure()
        return results
