"""Three NATS servers on this machine that keep three copies of everything."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from kibitz.stack.nats_server.server import EmbeddedServer
from tests.support.nats_server import binary
from tests.support.ports import free_ports

PINGS = ', ping_interval: "1s", ping_max: 2'
"""As in deploy/nats/cluster.conf."""


class Member(EmbeddedServer):
    """One of three."""

    def __init__(self, folder: Path, number: int, port: int, routes: list[int]) -> None:
        addresses = ", ".join(f"nats://127.0.0.1:{route}" for route in routes)
        include = f"cluster {{ name: club, listen: 127.0.0.1:{routes[number]}, routes: [{addresses}]{PINGS} }}\n"
        super().__init__(folder / str(number), binary=binary(), port=port, include=include)
        self.number = number

    def configuration(self) -> str:
        return super().configuration().replace("server_name: kibitz", f"server_name: member-{self.number}")


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[list[Member]]:
    """The servers, started and stopped."""
    ports, routes = free_ports(3), free_ports(3)
    members = [Member(folder, number, ports[number], routes) for number in range(3)]
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(stack.enter_async_context(member) for member in members))
        yield members
