"""The server is killed, moves, or is not there: nothing is lost, and nothing freezes."""

import asyncio
import time
from pathlib import Path

import pytest

from contracts.messages import FileReceived, FragmentParsed
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.jetstream.connection import BusClient
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from tests.integration.bus.samples import RECEIVED, received, until
from tests.support.nats_server import kill, running_bus, running_server, settings_for, start, unexpected
from tests.support.ports import free_port
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected


async def test_publishes_and_consumers_go_on_after_the_server_was_killed_and_nothing_is_lost(
    nats_server: EmbeddedServer,
):
    router, seen = ServiceRouter("usebio_parser"), []

    @router.subscribe("intake.file.received.v1", ack_wait=2.0)
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        seen.append(message.file.name)

    names = [f"{number}.xml" for number in range(300)]
    port = nats_server.port
    # The ordinary time limits of fetching: recovery must not have to wait for them.
    settings = settings_for(nats_server, publish_timeout=5.0)
    async with running_bus(settings, router) as bus:
        for number, name in enumerate(names):
            if number in (50, 150, 250):
                kill(nats_server)
            await bus.publish(RECEIVED, received(name))
        started = time.monotonic()
        await until(lambda: len(set(seen)) == len(names), patience=20)
        assert time.monotonic() - started < scaled(10)
        stored = [item.message.file.name async for item in bus.history(RECEIVED, FileReceived)]
    assert stored == names
    assert nats_server.restarts == 3
    assert nats_server.port == port


async def test_the_client_never_gives_up_reconnecting(monkeypatch: pytest.MonkeyPatch):
    given: dict[str, object] = {}

    async def connect(self: BusClient, servers: list[str], **options: object) -> None:
        given.update(options)

    monkeypatch.setattr(BusClient, "connect", connect)
    await BusClient("intake", BusSettings()).connect_bus()
    assert given["max_reconnect_attempts"] == -1


async def test_a_request_under_way_when_the_server_dies_fails_at_once_and_is_tried_again(nats_server: EmbeddedServer):
    async with running_bus(settings_for(nats_server, publish_timeout=30.0), "intake") as bus:
        # Stopped, it keeps the connection and answers nothing; killed, the connection breaks.
        import os
        import signal

        assert nats_server.pid is not None
        os.kill(nats_server.pid, signal.SIGSTOP)
        publishing = asyncio.ensure_future(bus.publish(RECEIVED, received("a.xml")))
        await asyncio.sleep(0.1)
        started = time.monotonic()
        kill(nats_server)
        assert (await publishing).seq == 1
        assert time.monotonic() - started < scaled(5)


async def test_a_service_that_starts_before_its_server_waits_for_it(tmp_path: Path):
    async with running_server(tmp_path / "first") as first:
        port = first.port
    bus = Bus("intake", BusSettings(url=f"nats://127.0.0.1:{port}", reconnect_wait=0.1), on_fatal=unexpected)
    starting = asyncio.ensure_future(start(bus))
    await asyncio.sleep(0.3)
    assert not starting.done()
    async with running_server(tmp_path / "second", port=port):
        await asyncio.wait_for(starting, scaled(5))
        assert (await bus.healthy()).ok
        await bus.stop()


async def test_publishing_without_a_server_ends_with_an_error_after_the_patience(tmp_path: Path):
    async with running_server(tmp_path / "nats") as server:
        bus = Bus("intake", settings_for(server, publish_patience=0.6), on_fatal=unexpected)
        await start(bus)
    assert not (await bus.healthy()).ok
    started = time.monotonic()
    with pytest.raises(OperationFailed, match="publishing to"):
        await bus.publish(RECEIVED, received("a.xml"))
    assert time.monotonic() - started < scaled(2)
    await bus.stop()


async def stubborn(swallowed: list[BaseException]) -> None:
    """What nats-py's own loops may be: three cancellations are lost in them."""
    while len(swallowed) < 3:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError as error:
            swallowed.append(error)
    await asyncio.sleep(60)


async def test_closing_ends_a_reconnecting_task_that_swallows_its_cancellation(tmp_path: Path):
    swallowed: list[BaseException] = []
    async with running_server(tmp_path / "nats") as server:
        client = BusClient("intake", settings_for(server), on_closed=unexpected)
        await client.connect_bus()
        client.stopping = True
        task = client._reconnection_task = asyncio.create_task(stubborn(swallowed))
        await asyncio.sleep(0)
        await asyncio.wait_for(client.close(), scaled(5))
    assert len(swallowed) == 3
    assert task.cancelled()


async def test_giving_up_ends_a_connecting_task_that_swallows_its_cancellation(monkeypatch: pytest.MonkeyPatch):
    swallowed: list[BaseException] = []
    monkeypatch.setattr(BusClient, "connect", lambda self, servers, **options: stubborn(swallowed))
    settings = BusSettings(url=f"nats://127.0.0.1:{free_port()}")
    connecting = asyncio.create_task(BusClient("intake", settings, on_closed=unexpected).connect_bus())
    await asyncio.sleep(0.05)
    connecting.cancel()
    done, _ = await asyncio.wait({connecting}, timeout=scaled(5))
    assert done
    assert connecting.cancelled()
    assert len(swallowed) == 3


async def test_an_idle_client_without_a_server_does_not_spin(tmp_path: Path):
    router = ServiceRouter("validation")

    @router.subscribe("parser.fragment.parsed.v1")
    async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
        """Sixteen subscribers, and nothing comes."""

    async with running_server(tmp_path / "nats") as server:
        bus = Bus("validation", settings_for(server), router=router, on_fatal=unexpected)
        await start(bus)
    before = time.process_time()
    await asyncio.sleep(1.5)
    assert time.process_time() - before < scaled(0.5)
    await bus.stop()


async def test_a_closed_client_ends_the_process_and_does_not_freeze_the_loop(nats_server: EmbeddedServer):
    router, reasons = ServiceRouter("validation"), []

    @router.subscribe("parser.fragment.parsed.v1")
    async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
        """Nothing comes."""

    bus = Bus("validation", settings_for(nats_server), router=router, on_fatal=reasons.append)
    await start(bus)
    # A protocol error is what the server answers with -ERR; nats-py closes for good whatever its settings.
    await bus.client._process_err("'Unknown Protocol Operation'")
    await until(lambda: bool(reasons))
    assert "is closed" in reasons[0]
    before, turns = time.process_time(), 0
    for _ in range(20):
        await asyncio.sleep(0.02)
        turns += 1
    assert turns == 20
    assert time.process_time() - before < scaled(0.3)
    await bus.stop()
