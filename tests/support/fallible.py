"""A Kibitz to which anything can be done: its processes, its servers, its network, its disk and its clock.

`Own` is `kibitz up` with its own server, on a disk and with a clock of ours. `Apart` is `kibitz up` on servers of ours,
one or three, reached by ways that can be severed. Each fault lasts from `begin` to what that returns.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import struct
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nats
from pydantic import SecretStr

from kibitz.stack.nats_server.server import GLOBAL_ACCOUNT, EmbeddedServer
from shared.bus.settings import BusSettings
from shared.bus.topology import SYSTEM, consumers
from shared.provisioner import watch_servers
from tests.support.disturbed import kill
from tests.support.nats_cluster import Member, running
from tests.support.nats_server import binary
from tests.support.ports import free_ports
from tests.support.severed import Way, Ways
from tests.support.stack import Stack, wait_until

Undo = Callable[[], None]

SERVER = "nats"
"""The name of a server among the processes; of three, its number follows."""

DISK = 700
"""Megabytes of the disk."""
LEFT = 200_000
"""Bytes that are left on a full one."""
SLOW = 400_000
"""Bytes a second that a slow one writes."""
THROTTLE = Path("/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device")


async def unanswered(url: str, service: str) -> int:
    """How many messages a service was given and has not answered."""
    client = await nats.connect(url.split(","))
    try:
        streams = {spec.stream for spec in consumers(service)}
        infos = [info for stream in streams for info in await client.jetstream().consumers_info(stream)]
        return sum(info.num_ack_pending or 0 for info in infos if info.name.startswith(f"{service}-"))
    finally:
        await client.close()


class Fallible(ABC):
    """What is common to both: a stack with a process for each service.

    Attributes:
        url: where the servers are reached whatever happens to the ways.
        missing: kinds of faults that this machine cannot have, and why.
        seen: names of processes that have run.
    """

    stack: Stack
    url: str
    missing: dict[str, str]
    seen: set[str]

    def pids(self) -> dict[str, int]:
        """Processes by name."""
        return self.stack.pids()

    @abstractmethod
    def begin(self, kind: str, whom: str) -> Undo:
        """Do something to somebody; what ends it."""

    def signalled(self, kind: str, whom: str) -> Undo:
        """Kill a process, ask it to stop, or have it stand still; one that starts over is waited for."""
        pid = wait_until(lambda: self.pids()[whom])
        kill(pid, {"kill": signal.SIGKILL, "stop": signal.SIGTERM, "freeze": signal.SIGSTOP}[kind])
        return lambda: (kill(pid, signal.SIGCONT), None)[1]

    def complete(self) -> bool:
        """Whether every process runs that has ever run."""
        pids = self.pids()
        self.seen |= pids.keys()
        return pids.keys() == self.seen and all(Path(f"/proc/{pid}").exists() for pid in pids.values())


class Own(Fallible):
    """`kibitz up` on a disk of its own, with a clock that jumps."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.missing, self.seen = folder, {}, set()
        self.disk, self.clock = folder / "disk", folder / "clock"
        self.disk.mkdir()
        self.set_clock(0)

    def __enter__(self) -> "Own":
        with contextlib.ExitStack() as leaving:
            leaving.enter_context(_disk(self))
            with environment(KIBITZ_INTAKE_LOW_WATER="0", **self._clock()):
                self.stack = leaving.enter_context(Stack(self.disk, processes=True))
            self.url = self.stack.state()["nats"]
            self._leaving = leaving.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving.close()

    def _clock(self) -> dict[str, str]:
        compiler, library = shutil.which("cc"), self.folder / "clock.so"
        if compiler is None:
            self.missing["clock"] = "no C compiler"
            return {}
        source = Path(__file__).with_name("clock.c")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        return {"LD_PRELOAD": str(library), "KIBITZ_CLOCK": str(self.clock)}

    def set_clock(self, seconds: int) -> None:
        """Have the clock of all services so many seconds ahead."""
        with self.clock.open("r+b" if self.clock.exists() else "wb") as file:
            file.write(struct.pack("=q", seconds))

    def begin(self, kind: str, whom: str) -> Undo:
        match kind:
            case "clock":
                self.set_clock(int(whom))
                return lambda: None
            case "full":
                ballast = self.disk / "ballast"
                with ballast.open("wb") as file, contextlib.suppress(OSError):
                    os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(self.disk).free - LEFT)
                return ballast.unlink
            case "slow":
                THROTTLE.write_text(f"{self.device} {SLOW}\n")
                return lambda: (THROTTLE.write_text(f"{self.device} 0\n"), None)[1]
        return self.signalled(kind, whom)


@contextlib.contextmanager
def _disk(own: Own) -> Iterator[None]:
    """A file system in a file: a small disk, whose device can be slowed down."""
    image = own.folder / "disk.img"
    with image.open("wb") as file:
        file.truncate(DISK << 20)
    steps: list[list[Any]] = [["mkfs.ext4", "-q", "-m", "0", image], ["mount", "-o", "loop", image, own.disk]]
    for step in steps:
        done = subprocess.run(step, capture_output=True, check=False)
        if done.returncode:
            why = f"{step[0]}: {done.stderr.decode()[:200].strip()}"
            own.missing |= {"full": why, "slow": why}
            yield
            return
    device = os.stat(own.disk).st_dev
    own.device = f"{os.major(device)}:{os.minor(device)}"
    if not THROTTLE.exists():
        own.missing["slow"] = "no control group of version 1 that slows a device down"
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", own.disk], check=False)


class Apart(Fallible):
    """`kibitz up` on servers of ours; its network can be severed between services and servers, and between servers."""

    def __init__(self, folder: Path, servers: int) -> None:
        self.folder, self.missing, self.seen, self._loop = folder, {}, set(), asyncio.new_event_loop()
        ports = free_ports(2 * servers)
        clients, listens = ports[:servers], ports[servers:]
        self.doors = [Way(port) for port in clients]
        # How one server reaches another: its own is what it tells of itself.
        self.routes = {(a, b): Way(listens[b]) for a in range(servers) for b in range(servers)}
        self._ports = clients, listens
        self.servers: list[EmbeddedServer] = []
        self.url = ",".join(f"nats://127.0.0.1:{port}" for port in clients)

    def __enter__(self) -> "Apart":
        with contextlib.ExitStack() as leaving:
            thread = threading.Thread(target=self._loop.run_forever, daemon=True)
            thread.start()
            leaving.callback(lambda: (self._loop.call_soon_threadsafe(self._loop.stop), thread.join(10)))
            self.ways = leaving.enter_context(Ways([*self.doors, *self.routes.values()]))
            self.servers = [self._server(number) for number in range(len(self.doors))]
            servers = running(self.servers)
            self._run(servers.__aenter__())
            leaving.callback(lambda: self._run(servers.__aexit__(None, None, None)))
            if len(self.servers) > 1:
                system = BusSettings(url=self.url, user=SYSTEM, password=SecretStr(SYSTEM))
                watching = asyncio.run_coroutine_threadsafe(watch_servers(system, GLOBAL_ACCOUNT), self._loop)
                leaving.callback(watching.cancel)
            bus = ",".join(f"nats://127.0.0.1:{door.port}" for door in self.doors)
            with environment(KIBITZ_NATS_REPLICAS=str(len(self.servers))):
                self.stack = leaving.enter_context(Stack(self.folder, processes=True, bus=bus))
            self._leaving = leaving.pop_all()
        return self

    def _server(self, number: int) -> EmbeddedServer:
        clients, listens = self._ports
        if len(clients) == 1:
            return EmbeddedServer(self.folder / "0", binary=binary(), port=clients[0])
        routes = [self.routes[number, other].port for other in range(len(clients)) if other != number]
        told = f", no_advertise: true, advertise: 127.0.0.1:{self.routes[number, number].port}"
        return Member(self.folder, number, clients[number], listens[number], routes, told)

    def __exit__(self, *_: object) -> None:
        self._leaving.close()

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def pids(self) -> dict[str, int]:
        members = {f"{SERVER}{n}": server.pid for n, server in enumerate(self.servers) if server.pid is not None}
        return {**super().pids(), **members}

    def complete(self) -> bool:
        return super().complete() and all(server.pid for server in self.servers)

    def begin(self, kind: str, whom: str) -> Undo:
        if kind != "partition":
            return self.signalled(kind, whom)
        if whom.startswith(SERVER) and len(self.servers) > 1:
            number = int(whom.removeprefix(SERVER))
            severed = {id(way) for pair, way in self.routes.items() if number in pair or pair[0] == pair[1]}
            return self.ways.sever(which=lambda way: id(way) in severed)
        doors = {id(door) for door in self.doors}
        name = "" if whom.startswith(SERVER) else f"kibitz-{whom}"
        return self.ways.sever(name, which=lambda way: id(way) in doors)


@contextlib.contextmanager
def environment(**values: str) -> Iterator[None]:
    """Variables of the environment for what is started meanwhile."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
