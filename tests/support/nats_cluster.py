"""NATS servers on this machine that keep copies of everything; three of them, if not said otherwise."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from kibitz.stack.nats_server.server import EmbeddedServer
from tests.support.nats_server import binary
from tests.support.ports import free_ports

PINGS = ', ping_interval: "1s", ping_max: 2, no_advertise: true'
"""As in deploy/nats/cluster.conf."""
SYSTEM = "accounts { $SYS { users: [ { user: system, password: system } ] } }\n"
"""A user who may watch the servers; everybody else needs none."""


class Member(EmbeddedServer):
    """One of them; it listens for others on `listens`, and reaches them at `routes`. `more` are further settings."""

    def __init__(self, folder: Path, number: int, port: int, listens: int, routes: list[int], more: str = "") -> None:
        addresses = ", ".join(f"nats://127.0.0.1:{route}" for route in routes)
        include = f"cluster {{ name: club, listen: 127.0.0.1:{listens}, routes: [{addresses}]{more}{PINGS} }}\n"
        super().__init__(folder / str(number), binary=binary(), port=port, include=include + SYSTEM)
        self.number = number

    def configuration(self) -> str:
        return super().configuration().replace("server_name: kibitz", f"server_name: member-{self.number}")


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[list[Member]]:
    """The servers, started and stopped."""
    ports, routes = free_ports(3), free_ports(3)
    members = [Member(folder, number, ports[number], routes[number], routes) for number in range(3)]
    async with running(members):
        yield members


@asynccontextmanager
async def running(servers: Sequence[EmbeddedServer]) -> AsyncIterator[None]:
    """Servers, started together and stopped."""
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(stack.enter_async_context(server) for server in servers))
        yield
