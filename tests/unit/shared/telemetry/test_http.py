"""The small server for probes."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from shared.telemetry import HealthServer, Metrics
from shared.telemetry import http as module
from tests.support.time_limits import scaled


class Health:
    """What the probes answer."""

    live, ready = True, True


@pytest.fixture
def health() -> Health:
    return Health()


@pytest_asyncio.fixture
async def server(health: Health) -> AsyncIterator[HealthServer]:
    async def live() -> tuple[bool, dict[str, object]]:
        return health.live, {}

    async def ready() -> tuple[bool, dict[str, object]]:
        return health.ready, {"services": {"scoring": "fine"}}

    server = HealthServer("127.0.0.1", 0, live, ready, Metrics())
    await server.start()
    yield server
    await server.stop()


async def send(server: HealthServer, request: bytes) -> tuple[int, bytes, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    if not request.endswith(b"\r\n\r\n"):
        writer.write_eof()
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), head, body


async def test_probes_answer_with_their_details(server: HealthServer, health: Health):
    status, head, body = await send(server, b"GET /readyz?verbose=1 HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (status, json.loads(body)) == (200, {"ok": True, "services": {"scoring": "fine"}})
    assert b"Content-Type: application/json" in head
    assert b"Cache-Control: no-store" in head
    health.live = health.ready = False
    assert (await send(server, b"GET /healthz HTTP/1.1\r\n\r\n"))[0] == 503
    assert (await send(server, b"GET /readyz HTTP/1.1\r\n\r\n"))[0] == 503


async def test_metrics_are_in_the_text_format(server: HealthServer):
    status, head, body = await send(server, b"GET /metrics HTTP/1.1\r\n\r\n")
    assert status == 200
    assert b"Content-Type: text/plain; version=0.0.4" in head
    assert b"# HELP kibitz_messages_total" in body


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 404),
        (b"GET /../../etc/passwd HTTP/1.1\r\n\r\n", 404),
        (b"POST /healthz HTTP/1.1\r\nContent-Length: 5\r\n\r\n", 405),
        (b"HEAD /healthz HTTP/1.1\r\n\r\n", 405),
        (b"hello\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nHost: x", 400),
        (b"", 400),
        (b"GET /healthz HTTP/1.1\r\nX: " + b"y" * 70_000 + b"\r\n\r\n", 431),
    ],
)
async def test_everything_else_gets_a_clear_answer(server: HealthServer, request_bytes: bytes, status: int):
    assert (await send(server, request_bytes))[0] == status
    assert (await send(server, b"GET /healthz HTTP/1.1\r\n\r\n"))[0] == 200


async def test_a_client_that_says_nothing_is_let_go(server: HealthServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "PATIENCE", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    assert await asyncio.wait_for(reader.read(), scaled(2)) == b""
    writer.close()


async def test_too_many_clients_at_once_are_told_so(server: HealthServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_CLIENTS", 2)
    idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
    await asyncio.sleep(0.05)
    assert (await send(server, b"GET /healthz HTTP/1.1\r\n\r\n"))[0] == 503
    idle.pop()[1].close()
    await asyncio.sleep(0.05)
    assert (await send(server, b"GET /healthz HTTP/1.1\r\n\r\n"))[0] == 200, "two at once are not too many"
    for _, writer in idle:
        writer.close()


async def test_a_client_that_waits_is_let_go_when_the_server_stops(server: HealthServer):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    await asyncio.sleep(0.05)
    await server.stop()
    assert await asyncio.wait_for(reader.read(), scaled(2)) == b""
    writer.close()
    with pytest.raises(OSError, match=r"refused|failed"):
        await asyncio.open_connection("127.0.0.1", server.port)


async def test_an_answer_is_whole_and_nothing_more(server: HealthServer):
    _, head, body = await send(server, b"GET /nowhere HTTP/1.1\r\n\r\n")
    assert body == b"there are /healthz, /readyz and /metrics\n"
    assert head.split(b"\r\n") == [
        b"HTTP/1.1 404 Not Found",
        b"Content-Type: text/plain; charset=utf-8",
        b"Content-Length: 41",
        b"Cache-Control: no-store",
        b"Connection: close",
    ]


@pytest.mark.parametrize(
    ("request_bytes", "status", "text"),
    [
        (b"GET /healthz HTTP/2.0\r\n\r\n", 400, b"not an HTTP/1.1 request\n"),
        (b"GET /healthz please HTTP/1.1\r\n\r\n", 400, b"not an HTTP/1.1 request\n"),
        (b"GET /healthz HTTP/1.0\r\n\r\n", 200, b'{"ok": true}'),
        (b"PUT /healthz HTTP/1.1\r\n\r\n", 405, b"only GET\n"),
        (b"GET /healthz", 400, b"the request is not complete\n"),
        (b"GET /healthz HTTP/1.1\r\nX: " + b"y" * 9_000 + b"\r\n\r\n", 431, b"the request is too long\n"),
        (b"GET /healthz HTTP/1.1\r\nX: " + b"y" * 8_000 + b"\r\n\r\n", 200, b'{"ok": true}'),
    ],
)
async def test_a_request_that_is_wrong_hears_why(server: HealthServer, request_bytes: bytes, status: int, text: bytes):
    answered, _, body = await send(server, request_bytes)
    assert (answered, body) == (status, text)


def test_the_bounds_of_the_server_are_those_of_its_description():
    assert (module.LONGEST_HEAD, module.PATIENCE, module.MOST_CLIENTS) == (8_192, 5.0, 32)


async def test_a_server_that_never_started_stops_in_peace():
    async def fine() -> tuple[bool, dict[str, object]]:
        return True, {}

    await HealthServer("127.0.0.1", 0, fine, fine, Metrics()).stop()
