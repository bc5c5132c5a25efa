"""Two NATS servers and their watchers, without services: what is copied, and what nobody gets across."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import nats.errors
import pytest
from nats.aio.client import Client
from nats.js.errors import NotFoundError
from websockets.asyncio.client import connect

from kibitz.stack.nats_server.server import EmbeddedServer
from kibitz.uplink.configuration import domain, lines
from kibitz.uplink.settings import ACCOUNT, PublicSide, Settings, new_token, read_address, read_line
from kibitz.uplink.watch import watch
from shared.bus.bus import Bus
from shared.bus.jetstream.connection import end_task
from shared.kept.uplink import UplinkBucket
from tests.support.nats_server import running_server, settings_for, start
from tests.support.ports import free_ports
from tests.support.time_limits import scaled

PASSWORD = "p" * 43


async def until(check: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(scaled(40)):
        while not await check():
            await asyncio.sleep(0.05)


@asynccontextmanager
async def side(folder: Path, settings: Settings) -> AsyncIterator[EmbeddedServer]:
    options = {"include": lines(settings, PASSWORD), "domain": domain(settings), "account": ACCOUNT}
    async with running_server(folder, **options) as server:
        yield server


@asynccontextmanager
async def both(folder: Path, *allows: str) -> AsyncIterator[tuple[Bus, Bus, PublicSide]]:
    """The buses of a hall, with all streams, and of its public server, when everything is copied."""
    port = free_ports(1)[0]
    address = read_address(f"ws://127.0.0.1:{port}/uplink")
    public = PublicSide(hall="old-town", token=new_token(), address=address, host="127.0.0.1", port=port)
    private = read_line(public.line, allows)
    async with contextlib.AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(side(folder / each.side, each)) for each in (public, private)]
        ready = {each.side: asyncio.Event() for each in (public, private)}
        there, here = (Bus("test", settings_for(server)) for server in servers)
        await start(here)
        stack.push_async_callback(here.stop)
        await here.kv_put("SECRETS", "server", b"secret", expect=0)
        watching = [
            asyncio.create_task(watch(server.url, each, PASSWORD, ready[each.side]))
            for server, each in zip(servers, (public, private), strict=True)
        ]
        try:
            async with asyncio.timeout(scaled(40)):
                await ready["world"].wait()
            await there.connect()
            stack.push_async_callback(there.stop)
            yield here, there, public
        finally:
            for task in watching:
                await end_task(task, 3.0)


async def says_anybody(client: Client, subject: str, *, patience: float = 0.3) -> bool:
    try:
        await client.request(subject, b"{}", timeout=patience)
    except (nats.errors.Error, TimeoutError):
        return False
    return True


async def test_copies_have_the_sequences_and_times_of_the_hall_and_forget_with_it(tmp_path: Path) -> None:
    async with both(tmp_path) as (here, there, _):
        subject = "scoring.deal.analysed.v1.evening.1"
        for number in range(3):
            await here.client.js.publish(subject, b"%d" % number)

        async def are_the_same() -> bool:
            try:
                infos = [await bus.client.js.stream_info("SCORED") for bus in (here, there)]
            except NotFoundError:
                # It is being made again.
                return False
            last, messages = ({getattr(i.state, name) for i in infos} for name in ("last_seq", "messages"))
            return len(last) == len(messages) == 1

        await until(are_the_same)
        ours, theirs = [await bus.client.js.get_msg("SCORED", 2, direct=True) for bus in (here, there)]
        assert (ours.data, ours.headers) == (theirs.data, theirs.headers)
        assert await there.stream_created("SCORED") == await here.stream_created("SCORED")
        await here.delete_message("SCORED", 2)
        assert not await are_the_same()
        await until(are_the_same)
        assert await there.client.js.get_msg("SCORED", 3, direct=True)
        reports = [await UplinkBucket(bus).read() for bus in (here, there)]
        assert [report.side for report in reports if report] == ["hall", "world"]


@pytest.mark.parametrize("allowed", [False, True])
async def test_the_public_server_gets_at_nothing_that_the_hall_does_not_name(tmp_path: Path, *, allowed: bool) -> None:
    async with both(tmp_path, *(("desk",) if allowed else ())) as (here, there, _):

        async def answer(asked: object) -> None:
            await asked.respond(b"{}")  # type: ignore[attr-defined]

        offered, standings, other = (
            "intake.file.offered.v1.x",
            "scoring.standings.asked.v1.x",
            "scoring.event.asked.v1.x",
        )
        for subject in (offered, standings, other):
            await here.client.subscribe(subject, cb=answer)
        await here.client.flush()
        world = there.client
        assert await says_anybody(world, standings, patience=scaled(5))
        assert await says_anybody(world, offered, patience=scaled(5) if allowed else 0.3) == allowed
        assert not await says_anybody(world, other)
        for request in ("STREAM.INFO.INTAKE", "STREAM.PURGE.SCORED", "STREAM.DELETE.SCORED", "STREAM.NAMES", "INFO"):
            for prefix in ("hall.API", "$JS.hall.API"):
                assert not await says_anybody(world, f"{prefix}.{request}"), request
        await world.publish("intake.file.received.v1.pbn.x", b"{}")
        assert await says_anybody(world, "$KV.QUERIES.event.x", patience=scaled(5) if allowed else 0.3) == allowed
        await world.publish("hall.KV.GRANTS.x", b"{}")
        await world.flush()
        assert await says_anybody(world, standings, patience=scaled(5))
        last = {
            name: (await here.client.js.stream_info(name)).state.last_seq
            for name in ("INTAKE", "KV_QUERIES", "KV_GRANTS")
        }
        assert last == {"INTAKE": 0, "KV_QUERIES": int(allowed), "KV_GRANTS": 0}


async def test_whoever_comes_to_the_listener_without_the_token_is_nobody(tmp_path: Path) -> None:
    async with both(tmp_path) as (_, there, public):
        address = f"ws://127.0.0.1:{public.port}"
        heard: list[object] = []

        async def note(message: object) -> None:
            heard.append(message)

        await there.client.subscribe("intruder", cb=note)
        async with connect(address) as socket:
            await socket.send(b'CONNECT {"verbose":false}\r\nPUB intruder 1\r\nx\r\nSUB > 1\r\nPING\r\n')
            said = await _all(socket)
        assert b"Permissions Violation" in said or b"Authorization Violation" in said
        for user, password in (("", ""), ("old-town", "x" * 43), ("kibitz", "kibitz")):
            async with connect(f"{address}/uplink/leafnode") as socket:
                asked = json.dumps({"name": "intruder", "user": user, "pass": password, "version": "2.15.1"})
                await socket.send(f"CONNECT {asked}\r\nLS+ >\r\nLMSG intruder 1\r\nx\r\nPING\r\n".encode())
                assert b"Authorization Violation" in await _all(socket), user
        async with connect(address) as socket:
            await socket.send(b'CONNECT {"user":"kibitz","pass":"kibitz"}\r\nPUB intruder 1\r\nx\r\nPING\r\n')
            assert b"Authorization Violation" in await _all(socket)
        await there.client.flush()
        assert not heard


async def _all(socket: object) -> bytes:
    """What the server says until it closes, or says nothing for a second."""
    said = b""
    with contextlib.suppress(Exception):
        while True:
            async with asyncio.timeout(scaled(1)):
                said += await socket.recv(decode=False)  # type: ignore[attr-defined]
    return said
