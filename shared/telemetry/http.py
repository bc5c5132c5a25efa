"""A small HTTP server for probes: GET /healthz, /readyz and /metrics, nothing else.

It reads a bounded head, answers, and closes; it never reads a body.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from shared.telemetry.metrics import CONTENT_TYPE, Metrics

LONGEST_HEAD = 8 * 1024
"""Bytes of a request's head."""
PATIENCE = 5.0
"""Seconds that a client has for its request."""
MOST_CLIENTS = 32

Probe = Callable[[], Awaitable[tuple[bool, dict[str, object]]]]
"""Answers whether all is well, and with which details."""

Answer = tuple[HTTPStatus, str, bytes]
"""Status, content type, body."""


class HealthServer:
    """Serves probes and metrics.

    Attributes:
        port: that it listens on, known after `start`.
    """

    def __init__(self, host: str, port: int, live: Probe, ready: Probe, metrics: Metrics) -> None:
        """Prepare a server; port 0 takes a free one."""
        self._host = host
        self.port = port
        self._live = live
        self._ready = ready
        self._metrics = metrics
        self._server: asyncio.Server | None = None
        self._clients: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, self._host, self.port, limit=LONGEST_HEAD)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening, and let go of whoever is still there."""
        if self._server is not None:
            self._server.close()
        for client in self._clients:
            client.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = asyncio.ensure_future(self._serve(reader, writer))
        self._clients.add(client)
        client.add_done_callback(self._clients.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                status, content_type, body = await self._answer(reader)
                head = (
                    f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {content_type}\r\n"
                    f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
                )
                writer.write(head.encode() + body)
                await writer.drain()
        except (TimeoutError, OSError):
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        if len(self._clients) > MOST_CLIENTS:
            # Read a little first: closing on unread bytes would reset the connection and take the answer with it.
            await reader.read(LONGEST_HEAD)
            return _text(HTTPStatus.SERVICE_UNAVAILABLE, "too many probes at once")
        path = await _path(reader)
        match path:
            case tuple():
                return path
            case b"/metrics":
                return HTTPStatus.OK, CONTENT_TYPE, self._metrics.render()
            case b"/healthz":
                good, details = await self._live()
            case b"/readyz":
                good, details = await self._ready()
            case _:
                return _text(HTTPStatus.NOT_FOUND, "there are /healthz, /readyz and /metrics")
        status = HTTPStatus.OK if good else HTTPStatus.SERVICE_UNAVAILABLE
        return status, "application/json", json.dumps({"ok": good, **details}).encode()


async def _path(reader: asyncio.StreamReader) -> bytes | Answer:
    """The path of a GET request, or the answer to something else."""
    try:
        request = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n", 1)[0].split(b" ")
    except asyncio.LimitOverrunError:
        return _text(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the request is too long")
    except asyncio.IncompleteReadError:
        return _text(HTTPStatus.BAD_REQUEST, "the request is not complete")
    if len(request) != 3 or not request[2].startswith(b"HTTP/1."):
        return _text(HTTPStatus.BAD_REQUEST, "not an HTTP/1.1 request")
    if request[0] != b"GET":
        return _text(HTTPStatus.METHOD_NOT_ALLOWED, "only GET")
    return request[1].partition(b"?")[0]


def _text(status: HTTPStatus, text: str) -> Answer:
    return status, "text/plain; charset=utf-8", f"{text}\n".encode()
