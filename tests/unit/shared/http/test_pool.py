"""Connections that are used again, few at a time, and only to addresses that may be reached."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import h11
import pytest

from shared.http.client import request_of
from shared.http.pool import Pool, seconds_to_wait
from tests.support.one_by_one import Act, Answer, serve


@asynccontextmanager
async def server(act: Act) -> AsyncIterator[tuple[str, list[object]]]:
    """Its address by name, and the connections that it was given."""
    connections: list[object] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        await serve(reader, writer, act)

    running = await asyncio.start_server(handle, "127.0.0.1", 0)
    try:
        yield f"http://localhost:{running.sockets[0].getsockname()[1]}/a", connections
    finally:
        running.close()


async def accept(target: str, headers: dict[str, str], body: bytes) -> Answer:
    return 204, [("Retry-After", "7")], b""


async def ask(pool: Pool, url: str) -> h11.Response:
    parts = urlsplit(url)
    return await pool.ask(parts, request_of("POST", parts, b"x", {}), b"x", 1_000)


def only(*addresses: str) -> Callable[[str], bool]:
    return lambda address: address in addresses


async def test_a_connection_is_used_again() -> None:
    async with server(accept) as (url, connections):
        pool = Pool(1, 10)
        for _ in range(3):
            answer = await ask(pool, url)
        pool.close()
    assert (answer.status_code, seconds_to_wait(answer), len(connections)) == (204, 7, 1)


async def test_a_name_is_followed_only_to_addresses_that_may_be_reached() -> None:
    async with server(accept) as (url, connections):
        with pytest.raises(OSError, match="no address that may be called"):
            await ask(Pool(1, 10, only()), url)
        assert connections == []
        assert (await ask(Pool(1, 10, only("127.0.0.1")), url)).status_code == 204


async def test_whoever_does_not_answer_in_time_is_left() -> None:
    async def silent(target: str, headers: dict[str, str], body: bytes) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError

    async with server(silent) as (url, _):
        pool = Pool(1, 0.05)
        with pytest.raises(TimeoutError):
            await ask(pool, url)
        assert pool.idle == []


@pytest.mark.parametrize(("value", "seconds"), [("120", 120), ("Fri, 31 Dec 2031 23:59:59 GMT", 0), ("9" * 20, 0)])
def test_only_seconds_are_waited_for(value: str, seconds: float) -> None:
    assert seconds_to_wait(h11.Response(status_code=503, headers=[("Retry-After", value)])) == seconds
