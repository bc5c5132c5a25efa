"""The bounds of a server: what says nothing, asks half, reads nothing, or comes too often."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from shared.errors import OperationFailed
from shared.http.server import HttpOptions, HttpServer
from tests.support.time_limits import scaled

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def serving(**options: Any) -> AsyncIterator[HttpServer]:
    async def hello(_request: Request) -> Response:
        return PlainTextResponse("hello")

    async def large(_request: Request) -> Response:
        return PlainTextResponse("x" * 20_000_000)

    async def slow(_request: Request) -> Response:
        await asyncio.sleep(3600)
        return PlainTextResponse("late")

    routes = [Route("/", hello), Route("/large", large), Route("/slow", slow)]
    server = HttpServer(Starlette(routes=routes), HttpOptions(**{"grace": 0.2, **options}))
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def dialled(server: HttpServer, request: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    return reader, writer


async def rest(reader: asyncio.StreamReader) -> bytes:
    """What comes until the end."""
    with suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), scaled(3))
    return b""


async def test_a_connection_answers_one_request_after_another() -> None:
    async with serving() as server:
        reader, writer = await dialled(server)
        for _ in range(2):
            writer.write(GET)
            assert (await reader.readuntil(b"hello")).startswith(b"HTTP/1.1 200 OK\r\n")
        writer.close()


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"])
async def test_who_says_nothing_or_half_or_is_not_answered_is_cut_off(begun: bytes) -> None:
    async with serving(head=0.1, patience=0.1) as server:
        reader, writer = await dialled(server, begun)
        assert await rest(reader) == b""
        writer.close()


async def test_a_connection_without_a_further_request_ends() -> None:
    async with serving(idle=0) as server:
        reader, writer = await dialled(server, GET)
        assert (await rest(reader)).endswith(b"hello")
        writer.close()


async def test_who_does_not_read_the_answer_is_cut_off() -> None:
    async with serving(patience=0.2, idle=0) as server:
        _, writer = await dialled(server, b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        async with asyncio.timeout(scaled(3)):
            while not server.state.connections:
                await asyncio.sleep(0.01)
            while server.state.connections:
                await asyncio.sleep(0.01)
        writer.transport.abort()


async def test_half_a_head_has_less_time_than_an_answer_and_each_head_its_own() -> None:
    async with serving(head=0.1, patience=60) as server:
        reader, writer = await dialled(server, GET)
        assert await reader.readuntil(b"hello")
        writer.write(GET[:10])
        assert await rest(reader) == b""
        writer.close()
        slow, other = await dialled(server, b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(slow.read(), 0.3)
        other.close()


async def test_above_the_sockets_that_there_may_be_one_more_is_cut_off_unanswered() -> None:
    async with serving(sockets=2) as server:
        held = [await dialled(server) for _ in range(2)]
        await asyncio.sleep(0.05)
        reader, writer = await dialled(server, GET)
        assert await rest(reader) == b""
        writer.close()
        held[0][1].write(GET)
        assert await held[0][0].readuntil(b"hello")
        for _, other in held:
            other.close()


async def test_in_a_crowd_who_was_waited_for_longest_goes() -> None:
    async with serving(crowded=2) as server:
        _, busy = await dialled(server, b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        first, _ = await dialled(server)
        await asyncio.sleep(0.05)
        second, other = await dialled(server)
        assert await rest(first) == b""
        other.write(GET)
        assert await second.readuntil(b"hello")
        assert len(server.state.connections) == 2
        busy.close()
        other.close()


async def test_an_address_has_no_more_connections_than_one_may_have() -> None:
    async with serving(each=1, idle=0) as server:
        held, kept = await dialled(server)
        async with asyncio.timeout(scaled(5)):
            while True:
                reader, writer = await dialled(server, GET)
                if await rest(reader) == b"":
                    break
        kept.write(GET)
        assert await held.readuntil(b"hello")
        kept.close()
        writer.close()


async def test_above_the_requests_at_work_the_next_is_answered_503_and_those_that_only_wait_do_not_count() -> None:
    async with serving(at_work=1) as server:
        waiting = [await dialled(server, GET[:-2]) for _ in range(3)]
        reader, writer = await dialled(server, GET)
        assert await reader.readuntil(b"hello")
        _, busy = await dialled(server, b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        await asyncio.sleep(0.05)
        writer.write(GET)
        assert (await reader.readline()).startswith(b"HTTP/1.1 503 ")
        for _, one in [*waiting, (reader, writer), (reader, busy)]:
            one.close()


async def test_small_answers_are_not_held_back_and_the_kernel_keeps_little() -> None:
    async with serving(send_buffer=32 * 1024) as server:
        reader, writer = await dialled(server, GET)
        await reader.readuntil(b"hello")
        (connection,) = server.state.connections
        connected = connection.transport.get_extra_info("socket")
        assert connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert connected.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 32 * 1024
        writer.close()


async def test_a_stop_lets_nobody_in_and_waits_for_nobody_longer_than_the_grace() -> None:
    async with serving() as server:
        idle, _ = await dialled(server)
        busy, _ = await dialled(server, b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        await asyncio.sleep(0.05)
        async with asyncio.timeout(scaled(2)):
            await server.stop()
        assert (await rest(idle), await rest(busy)) == (b"", b"")
        assert not server.state.tasks
        with pytest.raises(OSError, match=r"refused|failed"):
            await dialled(server)


async def test_a_port_that_is_taken_is_said_with_its_address() -> None:
    async with serving() as server:
        with pytest.raises(OperationFailed, match=f"cannot listen on 127.0.0.1 port {server.port}: .*in use"):
            await HttpServer(Starlette(), HttpOptions(port=server.port)).bind()


async def test_a_server_that_never_started_stops_in_peace() -> None:
    await HttpServer(Starlette(), HttpOptions()).stop()


async def test_answers_have_a_date_and_no_name_of_the_server() -> None:
    async with serving() as server:
        reader, writer = await dialled(server, GET)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert b"\r\ndate: " in head
        assert b"server:" not in head
        writer.close()
