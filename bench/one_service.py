"""A service on a NATS server of its own, and a connection to ask it or to publish what it hears."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from kibitz.stack.nats_server.binary import find_binary
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.service import Service, run_services
from tests.support.nats_server import running_bus


@asynccontextmanager
async def one_service(create: Callable[[BusSettings], Service[Any]], user: str) -> AsyncIterator[Bus]:
    """Run a service, in a folder that is gone afterwards; yields a bus with the streams of `user`."""
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder), binary=find_binary())
        await server.start()
        settings, stop = BusSettings(url=server.url), asyncio.Event()
        service = create(settings)
        running = asyncio.ensure_future(run_services([service], stop=stop))
        try:
            async with asyncio.timeout(30):
                while not service.started:
                    await asyncio.sleep(0.01)
            async with running_bus(settings, user) as bus:
                yield bus
        finally:
            stop.set()
            await running
            await server.stop()
