"""Everything on one machine: a NATS server, the services, and a supervisor over both."""

import asyncio
import contextlib
import http.client
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kibitz.stack.addresses import bracketed, own_name
from kibitz.stack.disk import DiskThatFills
from kibitz.stack.layout import PUBLIC_SERVICES, SERVICES, Layout, child_environment
from kibitz.stack.nats_server.binary import ExternalServer, find_server
from kibitz.stack.nats_server.server import EmbeddedServer
from kibitz.stack.nursery import AVAILABLE, Nursery
from kibitz.stack.supervisor import Child, Supervisor, worker_command
from kibitz.stack.uplink import StackUplink
from kibitz.uplink.settings import ACCOUNT
from shared.errors import OperationFailed

START_PATIENCE = 60.0

LONGEST_HEALTH = 4096
"""Bytes that are read of what a service says of its health."""

NATS_PORT = 4222
"""Where clients of NATS look by themselves; another is taken where this one is not free."""


@dataclass(frozen=True)
class Plan:
    """What to run.

    Attributes:
        port: of page and feed; the intake has the next one.
        watch: folder whose files are taken in, or None.
        processes: one process per service instead of one for all.
        tokens: "name=token,…" for senders; None lets programs of this machine send without one.
        host: address that the page listens at; the intake listens on this machine alone.
        address: at which others reach the page; "" for nobody.
        metrics: first port of probes and metrics on this machine, one for each process; 0 serves none.
    """

    data: Path
    port: int = 8080
    watch: Path | None = None
    processes: bool = False
    tokens: str | None = None
    host: str = "127.0.0.1"
    address: str = ""
    metrics: int = 0

    def groups(self, services: tuple[str, ...] = SERVICES) -> list[tuple[str, tuple[str, ...]]]:
        """The processes: the name of each, and its services."""
        return [(name, (name,)) for name in services] if self.processes else [("services", services)]

    def measured(self, services: tuple[str, ...] = SERVICES) -> dict[str, str]:
        """Where each process serves its metrics, by its name."""
        ports = zip(self.groups(services), range(self.metrics, 65_536), strict=False)
        return {name: f"http://127.0.0.1:{port}/metrics" for (name, _), port in ports} if self.metrics else {}

    @property
    def page(self) -> str:
        """Address of the scoreboard for this machine."""
        return f"http://{own_name(self.host)}:{self.port}/"

    @property
    def public(self) -> str:
        """Address of the scoreboard for others; "" where it has none."""
        return f"http://{bracketed(self.address)}:{self.port}/" if self.address else ""

    @property
    def feed(self) -> str:
        """Address of the feed."""
        return f"ws://{own_name(self.host)}:{self.port}/v1/feed"

    @property
    def intake(self) -> str:
        """Address of the intake."""
        return f"http://127.0.0.1:{self.port + 1}"


class LocalStack:
    """A server that runs from `start` to `stop`; the address of its bus is known after `start`."""

    def __init__(self, plan: Plan, report: Callable[[str], None]) -> None:
        """Prepare; nothing runs yet. `report` is called with a sentence for each thing that happens."""
        self.plan = plan
        self.layout = Layout(plan.data)
        self._report = report
        self._server: EmbeddedServer | None = None
        self._supervisor: Supervisor | None = None
        self._nursery: Nursery | None = None
        self._uplink = StackUplink(plan.data, report)
        self.bus = ""

    @property
    def services(self) -> tuple[str, ...]:
        """What runs: everything, or on a public server what serves it."""
        return PUBLIC_SERVICES if self._uplink.is_public else SERVICES

    async def start(self) -> None:
        """Start everything and wait until page and intake answer; OperationFailed says what does not, and its log."""
        try:
            self.layout.prepare()
            if self.plan.watch is not None:
                self.plan.watch.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OperationFailed(f"{error.filename} cannot be used as a folder: {error.strerror}") from error
        server = find_server()
        if isinstance(server, ExternalServer):
            self._uplink.refuse()
            self.bus = server.url
        else:
            self._server = EmbeddedServer(self.layout.nats, binary=server, preferred=NATS_PORT, account=ACCOUNT)
            self._uplink.configure(self._server)
            await self._server.start()
            self.bus = self._server.url
            await self._uplink.prepare(self.bus)
        plan = self.plan
        environment = child_environment(
            self.bus,
            port=plan.port,
            watch=plan.watch,
            tokens=plan.tokens,
            host=plan.host,
            address=plan.public,
            disk=self.layout.nats if self._server is not None else None,
            originals=self.layout.originals,
            held=self.layout.held,
        )
        services = self.services
        if self._uplink.is_public:
            # Its streams are copies, which are made when the hall has told of them.
            environment["KIBITZ_NATS_PROVISION"] = "check"
        logs = self.layout.logs
        if plan.processes and AVAILABLE:
            self._nursery = Nursery(services, environment, logs / "nursery.log")
        children = []
        for place, (name, names) in enumerate(plan.groups(services)):
            own = environment | {"KIBITZ_HEALTH_PORT": str(plan.metrics and plan.metrics + place)}
            child = Child(name, worker_command(names), own, logs / f"{name}.log")
            if self._nursery is not None:
                child.fork = partial(self._nursery.start, names, own, child.log)
            children.append(child)
        self._supervisor = Supervisor(children, self._report)
        await asyncio.to_thread(self._supervisor.start)
        self._write_state(ready=False)
        await self._wait_until_ready()
        self._write_state(ready=True)

    async def run(self, stop: asyncio.Event) -> None:
        """Keep everything running until `stop` is set."""
        if self._supervisor is None:
            raise OperationFailed("the stack has not been started")
        supervising = asyncio.create_task(self._supervisor.run(stop))
        written: dict[str, int] = {}
        disk = DiskThatFills()
        while not stop.is_set():
            if (pids := self._pids()) != written:
                # On a full disk it can be written later.
                with contextlib.suppress(OSError):
                    self._write_state(ready=True)
                    written = pids
            if self._server is not None:
                await self._uplink.follow(self._server)
            if self._server is not None and disk.has_room_again(self.layout.free_bytes()):
                self._report("the disk was full: nats-server is started again")
                self._server.restart()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), 0.1)
        await supervising

    async def stop(self) -> None:
        """Stop the services, then the server; nothing is left but the folder.

        A stack that never started leaves `running.json` alone: it belongs to the stack that has the folder.
        """
        started = self._supervisor is not None
        await self._uplink.stop()
        if self._supervisor is not None:
            await asyncio.to_thread(self._supervisor.stop)
        if self._nursery is not None:
            self._nursery.stop()
        if self._server is not None:
            await self._server.stop()
        if started:
            self.layout.forget_state()

    def _pids(self) -> dict[str, int]:
        pids = self._supervisor.pids() if self._supervisor is not None else {}
        if self._nursery is not None and self._nursery.pid is not None:
            pids["nursery"] = self._nursery.pid
        if self._server is not None and self._server.pid is not None:
            pids["nats"] = self._server.pid
        return pids

    def _write_state(self, *, ready: bool) -> None:
        self.layout.write_state(
            {
                "pid": os.getpid(),
                "ready": ready,
                "page": self.plan.page,
                "public": self.plan.public or self.plan.page,
                "feed": self.plan.feed,
                "intake": "" if self._uplink.is_public else self.plan.intake,
                "nats": self.bus,
                "metrics": self.plan.measured(self.services),
                "watch": str(self.plan.watch) if self.plan.watch else None,
                "pids": self._pids(),
            }
        )

    async def _wait_until_ready(self) -> None:
        deadline = asyncio.get_running_loop().time() + START_PATIENCE
        waiting = [f"{self.plan.page}healthz"]
        if not self._uplink.is_public:
            waiting.append(f"{self.plan.intake}/healthz")
        while waiting:
            if self._supervisor is not None:
                self._supervisor.turn(asyncio.get_running_loop().time())
            waiting = [address for address in waiting if not await asyncio.to_thread(_answers, address)]
            if waiting and asyncio.get_running_loop().time() > deadline:
                names = ", ".join(waiting)
                raise OperationFailed(f"{names} does not answer in time; see the logs in {self.layout.logs}")
            if waiting:
                await asyncio.sleep(0.02)


def _answers(address: str) -> bool:
    """Whether a service answers there, be it that it takes no files for want of room.

    While nothing listens on a port of the range that the system gives out, an attempt to connect can be given this very
    port as its own and so meet itself; the answer is the question then, which `http.client` calls a bad status line.
    """
    try:
        with urllib.request.urlopen(address, timeout=2) as response:  # noqa: S310 - our own address on this machine
            return bool(response.status == 200)
    except urllib.error.HTTPError as error:
        return b'"status":"full"' in error.read(LONGEST_HEALTH)
    except (OSError, http.client.HTTPException):
        return False
