"""Calls an ASGI application as a server would, without a network."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from starlette.datastructures import Headers


@dataclass
class Reply:
    """What came back; `asked` says how many pieces of the body the application read."""

    status: int
    headers: Headers
    body: bytes
    asked: int

    def json(self) -> Any:
        return json.loads(self.body)


async def call(
    app: Any,
    method: str,
    target: str,
    *,
    body: bytes | Iterable[bytes] | AsyncIterator[bytes] = b"",
    headers: dict[str, str] | None = None,
    client: str | None = "127.0.0.1",
) -> Reply:
    """Send one request; a body of several pieces arrives piece by piece."""
    path, _, query = target.partition("?")
    sent: list[dict[str, Any]] = []
    asked = 0

    async def pieces() -> AsyncIterator[bytes]:
        if isinstance(body, bytes):
            yield body
        elif hasattr(body, "__aiter__"):
            async for piece in body:
                yield piece
        else:
            for piece in body:
                yield piece

    source = pieces()
    ended = False

    async def receive() -> dict[str, Any]:
        nonlocal asked, ended
        if ended:
            await asyncio.sleep(3600)
        asked += 1
        try:
            piece = await anext(source)
        except StopAsyncIteration:
            ended = True
            return {"type": "http.request", "body": b"", "more_body": False}
        if piece is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    given = {"host": "localhost", **(headers or {})}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in given.items()],
        "client": (client, 50000) if client else None,
        "server": ("127.0.0.1", 8081),
    }
    await app(scope, receive, send)
    start = sent[0]
    return Reply(
        start["status"],
        Headers(raw=start["headers"]),
        b"".join(message.get("body", b"") for message in sent[1:]),
        asked,
    )
