"""Requests over HTTP/1.1 to a server that may be slow, hostile or gone: answers are bounded, redirections not followed.

Whoever asks bounds the time: connecting, sending and reading are one wait.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Self
from urllib.parse import SplitResult, urlsplit

import h11


class Broken(Exception):
    """A connection ended before its answer, or the answer is too large."""


class NotAllowed(OSError):
    """A name leads to no address that may be called."""


@dataclass
class Connection:
    """A connection to a server, for one request after the other."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    state: h11.Connection = field(default_factory=lambda: h11.Connection(h11.CLIENT))

    @classmethod
    async def to(cls, parts: SplitResult, may_reach: Callable[[str], bool] | None = None) -> Self:
        """Connect to the server of an address; with https, only to the one that its certificate names.

        `may_reach` says which addresses of the network may be connected to: the name is resolved once, and what it was
        resolved to is asked about and connected to.

        Raises:
            NotAllowed: the name leads only where it may not.
            OSError: nobody answers.
        """
        tls = _tls() if parts.scheme == "https" else None
        host, port = str(parts.hostname), parts.port or (443 if tls else 80)
        if may_reach is None:
            return cls(*await asyncio.open_connection(host, port, ssl=tls))
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [address for address in dict.fromkeys(str(each[4][0]) for each in found) if may_reach(address)]
        failure: OSError = NotAllowed(f"{host} leads to no address that may be called")
        for address in addresses:
            try:
                name = host if tls else None
                return cls(*await asyncio.open_connection(address, port, ssl=tls, server_hostname=name))
            except OSError as error:
                failure = error
        raise failure

    async def exchange(self, request: h11.Request, body: bytes, largest: int) -> tuple[h11.Response, bytes]:
        """Send a request and read its answer, of which this many bytes may come, head included."""
        answer: h11.Response | None = None
        told = []
        async for part in self.parts(request, body, largest):
            if isinstance(part, h11.Response):
                answer = part
            else:
                told.append(part)
        if answer is None:
            raise Broken("closed without an answer")
        return answer, b"".join(told)

    async def parts(
        self, request: h11.Request, body: bytes = b"", largest: int | None = None
    ) -> AsyncIterator[h11.Response | bytes]:
        """Send a request, and yield its answer as it comes: first the head, then the body piece by piece.

        Without `largest` the body may go on for ever.
        """
        for part in (request, h11.Data(data=body), h11.EndOfMessage()):
            self.writer.write(self.state.send(part) or b"")
        size = 0
        while True:
            event = self.state.next_event()
            if event is h11.NEED_DATA:
                data = await self.reader.read(16_384)
                size += len(data)
                if largest is not None and size > largest:
                    raise Broken("the answer is too large")
                self.state.receive_data(data)
            elif isinstance(event, h11.Response):
                yield event
            elif isinstance(event, h11.Data):
                yield bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                return
            elif isinstance(event, h11.ConnectionClosed):
                raise Broken("closed without an answer")

    def is_reusable(self) -> bool:
        """Make ready for another request, if the server keeps the connection."""
        if self.state.our_state is not h11.DONE or self.state.their_state is not h11.DONE or self.reader.at_eof():
            return False
        self.state.start_next_cycle()
        return True


def request_of(method: str, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> h11.Request:
    """A request for an address."""
    target = parts.path + (f"?{parts.query}" if parts.query else "") or "/"
    line = [("Host", parts.netloc), ("Content-Length", str(len(body))), *headers.items()]
    return h11.Request(method=method, target=target, headers=line)


async def ask(method: str, url: str, largest: int, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    """Ask once, on a connection of its own: the status and the body.

    Raises:
        OSError, Broken, h11.ProtocolError: there is no answer that can be read.
    """
    parts = urlsplit(url)
    connection = await Connection.to(parts)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer, told = await connection.exchange(request_of(method, parts, body, named), body, largest)
    finally:
        connection.writer.close()
    return answer.status_code, told


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
