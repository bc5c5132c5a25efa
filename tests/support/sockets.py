"""A feed on a real port, and readers of HTTP and WebSocket for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from contracts.feed import SUBPROTOCOL
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.websocket_server import FeedServer, ServerOptions, clock
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.limits import Limits
from tests.support.time_limits import scaled

QUICK = {"sweep": 0.05, "grace": 0.3}


@asynccontextmanager
async def serving(
    *, limits: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None, **http: Any
) -> AsyncIterator[tuple[Hub, FeedServer]]:
    """A feed on a free port of this machine, with short times."""
    hub = Hub(clock, Limits(**{"tick": 0.02, **(limits or {})}))
    server = FeedServer(hub, HttpApi(hub, **http), ServerOptions(**{**QUICK, **(options or {})}))
    async with server:
        yield hub, server


def reader(server: FeedServer, **fields: Any) -> connect:
    """A WebSocket client of the library, as an unopened connection."""
    fields = {"subprotocols": [SUBPROTOCOL], "max_size": None, "ping_interval": None, **fields}
    query = fields.pop("query", "")
    return connect(f"ws://127.0.0.1:{server.port}/v1/feed{query}", **fields)


async def subscribe(client: ClientConnection, channel: str, **fields: Any) -> None:
    await client.send(json.dumps({"type": "subscribe", "id": 1, "channel": channel, **fields}))


async def until(client: ClientConnection, kind: str) -> list[dict[str, Any]]:
    """Messages up to the first of this type."""
    heard: list[dict[str, Any]] = []
    async with asyncio.timeout(scaled(5)):
        while not heard or heard[-1]["type"] != kind:
            heard.append(json.loads(await client.recv()))
    return heard


@dataclass
class Answer:
    """What HTTP said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def get(server: FeedServer, target: str, method: str = "GET", **headers: str) -> Answer:
    """One request on a connection of its own; underscores in names of headers become hyphens."""
    fields = {"Host": "feed.test", "Connection": "close", **headers}
    lines = [f"{method} {target} HTTP/1.1", *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
    return await raw(server, "\r\n".join([*lines, "", ""]).encode())


async def raw(server: FeedServer, request: bytes) -> Answer:
    """Send bytes, and read to the end."""
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        outgoing.write(request)
        async with asyncio.timeout(scaled(5)):
            data = await incoming.read()
    finally:
        outgoing.close()
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split(" ")[1]) if lines[0] else 0
    fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
    return Answer(status, fields, body)
