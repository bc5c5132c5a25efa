"""The probes of a process."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from shared.http.server import HttpServer
from shared.telemetry import Metrics
from shared.telemetry import http as module
from shared.telemetry.http import probe_server
from tests.support.time_limits import scaled


class Health:
    """What the probes answer."""

    live, ready = True, True


@pytest.fixture
def health() -> Health:
    return Health()


@pytest_asyncio.fixture
async def server(health: Health) -> AsyncIterator[HttpServer]:
    async def live() -> tuple[bool, dict[str, object]]:
        return health.live, {}

    async def ready() -> tuple[bool, dict[str, object]]:
        return health.ready, {"services": {"scoring": "fine"}}

    server = probe_server("127.0.0.1", 0, live, live, ready, Metrics())
    await server.start()
    yield server
    await server.stop()


async def send(server: HttpServer, target: str, method: str = "GET") -> tuple[int, bytes, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), scaled(2))
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), head.lower(), body


async def test_probes_answer_with_their_details(server: HttpServer, health: Health):
    status, head, body = await send(server, "/readyz?verbose=1")
    assert (status, json.loads(body)) == (200, {"ok": True, "services": {"scoring": "fine"}})
    assert b"content-type: application/json" in head
    assert b"cache-control: no-store" in head
    health.live = health.ready = False
    assert (await send(server, "/healthz"))[0] == 503
    assert (await send(server, "/readyz"))[0] == 503


async def test_metrics_are_in_the_text_format(server: HttpServer):
    status, head, body = await send(server, "/metrics")
    assert status == 200
    assert b"content-type: text/plain; version=0.0.4" in head
    assert b"# HELP kibitz_messages_total" in body


@pytest.mark.parametrize(
    ("method", "target", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/../../etc/passwd", 404),
        ("POST", "/healthz", 405),
        ("PUT", "/healthz", 405),
        ("HEAD", "/healthz", 200),
    ],
)
async def test_everything_else_gets_a_clear_answer(server: HttpServer, method: str, target: str, status: int):
    assert (await send(server, target, method))[0] == status
    assert (await send(server, "/healthz"))[0] == 200


async def test_an_address_that_is_none_hears_which_there_are(server: HttpServer):
    _, head, body = await send(server, "/nowhere")
    assert body == b"there are /healthz, /servez, /readyz and /metrics\n"
    assert b"cache-control: no-store" in head


async def test_too_many_clients_at_once_are_told_so(monkeypatch: pytest.MonkeyPatch):
    looked = asyncio.Event()

    async def fine() -> tuple[bool, dict[str, object]]:
        return True, {}

    async def slow() -> tuple[bool, dict[str, object]]:
        await looked.wait()
        return True, {}

    monkeypatch.setattr(module, "MOST_CLIENTS", 2)
    server = probe_server("127.0.0.1", 0, fine, fine, slow, Metrics())
    await server.start()
    idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(1)]
    asking = [asyncio.create_task(send(server, "/readyz"))]
    await asyncio.sleep(0.05)
    assert (await send(server, "/healthz"))[0] == 200, "two at once are not too many, and who asks nothing is none"
    asking.append(asyncio.create_task(send(server, "/readyz")))
    await asyncio.sleep(0.05)
    assert (await send(server, "/healthz"))[0] == 503
    looked.set()
    assert [status for status, *_ in await asyncio.gather(*asking)] == [200, 200]
    for _, writer in idle:
        writer.close()
    await server.stop()


def test_the_bounds_of_the_server_are_those_of_its_description():
    assert (module.PATIENCE, module.MOST_CLIENTS) == (5.0, 32)
