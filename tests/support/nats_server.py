"""A NATS server for each test: started from the finder in some 40 ms, on a free port, in the test's own folder.

Import the fixtures in a `conftest.py`:

    from tests.support.nats_server import bus_settings, nats_server  # noqa: F401

Order: KIBITZ_TEST_CONTAINERS=1 with an answering DOCKER_HOST (a container), KIBITZ_NATS_SERVER, the installed wheel,
PATH.
Without any of them a test is skipped with the reason; where the environment variable CI is set, it fails.
"""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_asyncio

from kibitz.stack.nats_server.binary import ServerBinary, ServerNotFound, find_binary
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.bus import Bus
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings

QUICK = {"publish_timeout": 2.0, "publish_patience": 20.0, "reconnect_wait": 0.1, "graceful_timeout": 5.0}
"""Settings with which a test need not wait for what passes by itself."""


def binary() -> ServerBinary:
    """The server's program; skips the test, or fails it in CI, where there is none."""
    try:
        return find_binary()
    except ServerNotFound as error:
        missing(str(error))


def missing(reason: str) -> NoReturn:
    """Skip, or fail where CI says that everything has to be there."""
    if os.environ.get("CI"):
        pytest.fail(f"CI needs a NATS server: {reason}")
    pytest.skip(reason)


def kill(server: EmbeddedServer) -> None:
    """Kill the server as a power cut would; its keeper starts it again on the same port and folder."""
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)


@asynccontextmanager
async def running_server(folder: Path, **options: object) -> AsyncIterator[EmbeddedServer]:
    """A server in a folder of its own."""
    server = EmbeddedServer(folder, binary=binary(), **options)  # type: ignore[arg-type]
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def running_bus(settings: BusSettings, router: ServiceRouter | str, **options: object) -> AsyncIterator[Bus]:
    """A started bus for the handlers of a router, or for a service without any."""
    service = router if isinstance(router, str) else router.service
    handlers = router if isinstance(router, ServiceRouter) else None
    bus = Bus(service, settings, router=handlers, on_fatal=unexpected, **options)  # type: ignore[arg-type]
    try:
        await start(bus)
        yield bus
    finally:
        await bus.stop()


async def start(bus: Bus) -> None:
    """Connect, provision and begin to handle messages, as a service does."""
    await bus.connect()
    await bus.provision()
    await bus.broker.start()
    await bus.watch()


def unexpected(reason: str) -> None:
    """Stands in for the end of the process."""
    raise AssertionError(f"the process would have ended: {reason}")


@pytest_asyncio.fixture
async def nats_server(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    """A server of the test's own, with JetStream and every write synced."""
    async with running_server(tmp_path / "nats") as server:
        yield server


@pytest_asyncio.fixture
async def bus_settings(tmp_path: Path) -> AsyncIterator[BusSettings]:
    """Settings for a server of the test's own: in a container when asked for, else a process."""
    if os.environ.get("KIBITZ_TEST_CONTAINERS") == "1":
        with container() as url:
            yield BusSettings(url=url, **QUICK)  # type: ignore[arg-type]
        return
    async with running_server(tmp_path / "nats") as server:
        yield settings_for(server)


def settings_for(server: EmbeddedServer, **changes: object) -> BusSettings:
    """Settings that reach this server."""
    return BusSettings(**{"url": server.url, **QUICK, **changes})  # type: ignore[arg-type]


@contextmanager
def container(image: str = "nats:2.15-alpine") -> Iterator[str]:
    """A server in a container; yields its address."""
    host = os.environ.get("DOCKER_HOST")
    if not host:
        missing("KIBITZ_TEST_CONTAINERS=1 needs DOCKER_HOST")
    # Inside a container, testcontainers would look for the engine's bridge; the ports are on this host.
    os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")
    os.environ.setdefault("TESTCONTAINERS_CONNECTION_MODE", "docker_host")
    os.environ.setdefault("TC_HOST", "127.0.0.1")
    from testcontainers.core.container import DockerContainer
    from testcontainers.core.wait_strategies import LogMessageWaitStrategy

    started = DockerContainer(image).with_command("-js").with_exposed_ports(4222)
    started.waiting_for(LogMessageWaitStrategy("Server is ready"))
    try:
        started.start()
    except Exception as error:
        missing(f"the engine at {host} does not start {image}: {error}")
    try:
        yield f"nats://127.0.0.1:{started.get_exposed_port(4222)}"
    finally:
        started.stop()
