"""How long a file waits when a service is killed at work, and when one of three NATS servers stands still.

A service is killed with SIGKILL as soon as it begins on a file, after it has published what it made of it, or while it
rests; the supervisor of `kibitz up` starts it again. A server of a cluster is stopped with SIGSTOP and goes on later.
What is measured is the time from sending a file to its standings, beside that of files that nobody disturbed.
"""

import asyncio
import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nats
from pydantic import SecretStr

from bench.files import parts
from kibitz.replay.cut import Part
from kibitz.stack.nats_server.server import GLOBAL_ACCOUNT
from kibitz_client.errors import NotReached
from kibitz_client.sending import send, status
from shared.bus.settings import BusSettings
from shared.bus.topology import SYSTEM, consumers
from shared.provisioner import watch_servers
from tests.support.nats_cluster import Member, cluster
from tests.support.ports import free_ports
from tests.support.stack import Stack, wait_until
from tests.support.witness import Witness

SERVICES = ("usebio_parser", "validation", "scoring", "intake")
CASES = (
    *((service, "begins") for service in SERVICES[:-1]),
    *((service, "published") for service in SERVICES),
    ("scoring", "rests"),
)
"""What is killed, and when; the intake begins on a file before anybody hears of it."""
FULL, BRIEF = 8, 1
"""Kills in each case, and freezes."""
STEADY = float(os.environ.get("KIBITZ_BENCH_STEADY", "2.2"))
"""Seconds between two kills: a process that dies sooner is started again after a pause."""
FROZEN = 12.0
"""Seconds that a server stands still."""


@dataclass
class Aim:
    """What is killed, and when: as a service `begins` on a message, or after it `published`.

    Attributes:
        at_work: how many of the killed had messages that they had not answered.
    """

    stack: Stack
    service: str = ""
    moment: str = ""
    hit: threading.Event = field(default_factory=threading.Event)
    at_work: int = 0

    def hear(self, speaker: str, listeners: tuple[str, ...]) -> None:
        """Something was published: its speaker has not acknowledged, and who listens begins."""
        begins = self.moment == "begins"
        if self.service and (self.service in listeners if begins else speaker == self.service):
            service, self.service = self.service, ""
            if begins:
                time.sleep(random.uniform(0.0, 0.003))
            self.kill(service)

    def kill(self, service: str) -> None:
        """Kill a service as a power cut would."""
        with contextlib.suppress(OSError):
            os.kill(self.stack.pids()[service], signal.SIGKILL)
            self.hit.set()
            threading.Thread(target=self._look, args=(service,)).start()

    def _look(self, service: str) -> None:
        self.at_work += asyncio.run(unanswered(self.stack.state()["nats"], service)) > 0


async def unanswered(url: str, service: str) -> int:
    """How many messages a service was given and has not answered."""
    client = await nats.connect(url)
    try:
        streams = {spec.stream for spec in consumers(service)}
        infos = [info for stream in streams for info in await client.jetstream().consumers_info(stream)]
        return sum(info.num_ack_pending or 0 for info in infos if info.name.startswith(f"{service}-"))
    finally:
        await client.close()


def all_parts() -> Iterator[Part]:
    for seed in range(1_000):
        yield from parts(seed=seed)[:12]


def until_scored(intake: str, part: Part, patience: float = 120.0) -> float:
    """Seconds from sending a file, again and again until it is taken, to its standings."""
    began = time.perf_counter()

    def scored() -> bool:
        with contextlib.suppress(NotReached):
            return status(intake, digest).body.get("state") == "scored"
        return False

    def taken() -> str | None:
        with contextlib.suppress(NotReached):
            answer = send(intake, part.name, part.data, event=part.event, written_at=part.written_at, timeout=60)
            return answer.sha256 if answer.taken else None
        return None

    digest = str(wait_until(taken, patience=patience))
    wait_until(scored, patience=patience, pause=0.02)
    return time.perf_counter() - began


def summary(seconds: list[float]) -> dict[str, Any]:
    ordered = sorted(seconds)
    p99 = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return {"median_s": statistics.median(ordered), "p99_s": p99, "samples": len(ordered), "seconds": seconds}


def killed(count: int, files: Iterator[Part]) -> dict[str, Any]:
    """Seconds from a file to its standings, by the service that was killed and the moment."""
    results: dict[str, Any] = {}
    every: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder), processes=True) as stack:
        aim = Aim(stack)
        with Witness(stack.state()["nats"], aim.hear):
            for _ in range(3):
                until_scored(stack.intake, next(files))
            results["undisturbed"] = summary([until_scored(stack.intake, next(files)) for _ in range(2 * count)])
            for service, moment in CASES:
                times, aim.at_work = list[float](), 0
                for _ in range(count):
                    aim.hit.clear()
                    aim.moment = moment
                    if moment == "rests":
                        aim.kill(service)
                    else:
                        aim.service = service
                    times.append(until_scored(stack.intake, next(files)))
                    if not aim.hit.is_set():
                        raise RuntimeError(f"{service} was not killed when it {moment}")
                    steady(stack)
                every += times
                results[f"{service} killed when it {moment}"] = summary(times) | {"at_work": aim.at_work}
    return results | {"any service killed": summary(every)}


def steady(stack: Stack) -> None:
    """Wait until every process is there again, and has run long enough to be started again without a pause."""

    def complete() -> bool:
        pids = stack.pids()
        return {*SERVICES} <= pids.keys() and all(Path(f"/proc/{pid}").exists() for pid in pids.values())

    wait_until(complete, patience=30)
    time.sleep(STEADY)


def frozen(count: int, files: Iterator[Part]) -> dict[str, Any]:
    """Seconds from a file to its standings when one of three servers stands still, and for the file after that.

    With elections that are called by the provisioner, and with those of the servers alone.
    """

    async def run(called: bool) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            async with cluster(Path(folder)) as members:
                servers = ",".join(member.url for member in members)
                system = BusSettings(url=servers, user=SYSTEM, password=SecretStr(SYSTEM))
                watching = asyncio.create_task(watch_servers(system, GLOBAL_ACCOUNT)) if called else None
                try:
                    return await asyncio.to_thread(_freeze, Path(folder), members, count, files)
                finally:
                    if watching is not None:
                        watching.cancel()
                        await asyncio.gather(watching, return_exceptions=True)

    chosen = os.environ.get("KIBITZ_BENCH_ELECTIONS", "called,awaited").split(",")
    return {f"elections {how}": asyncio.run(run(how == "called")) for how in chosen}


def _freeze(folder: Path, members: list[Member], count: int, files: Iterator[Part]) -> dict[str, Any]:
    with services(folder, members) as intake:
        calm = [until_scored(intake, next(files)) for _ in range(5)]
        first, second = [], []
        for number in range(count):
            pid = members[number % 3].pid
            assert pid is not None
            with standing_still(pid):
                began = time.monotonic()
                first.append(until_scored(intake, next(files)))
                second.append(until_scored(intake, next(files)))
                time.sleep(max(0.0, FROZEN - time.monotonic() + began))
            time.sleep(2)
            until_scored(intake, next(files))
    return {"undisturbed": summary(calm), "first file": summary(first), "next file": summary(second)}


@contextlib.contextmanager
def standing_still(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@contextlib.contextmanager
def services(folder: Path, members: list[Member]) -> Iterator[str]:
    """All services that work on files, in one process on a cluster; the address of the intake."""
    port = free_ports(1)[0]
    environment = os.environ | {
        "KIBITZ_NATS_URL": ",".join(member.url for member in members),
        "KIBITZ_NATS_REPLICAS": "3",
        "KIBITZ_INTAKE_PORT": str(port),
        "KIBITZ_HEALTH_PORT": "0",
        "KIBITZ_SCORING_DOUBLE_DUMMY_WORKERS": "0",
    }
    intake, command = f"http://127.0.0.1:{port}", [sys.executable, "-m", "kibitz.stack.worker", *SERVICES]
    with (folder / "services.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, cwd=folder, stdin=subprocess.PIPE, stdout=log, stderr=log)
        try:
            until_scored(intake, parts(seed=1_000)[0])
            yield intake
        finally:
            process.terminate()
            process.wait()


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Kill services, then freeze servers."""
    count, files = BRIEF if brief else int(os.environ.get("KIBITZ_BENCH_KILLS", FULL)), all_parts()
    wanted: dict[str, Callable[[int, Iterator[Part]], dict[str, Any]]] = {"killed": killed, "frozen": frozen}
    chosen = os.environ.get("KIBITZ_BENCH_HANDOVER", "killed,frozen").split(",")
    return {name: wanted[name](count, files) for name in chosen}
