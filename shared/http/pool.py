"""Connections to one server, a few at a time, which are used again: a slow server holds up nobody but who asks it."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import SplitResult

import h11

from shared.http.client import Broken, Connection


@dataclass
class Pool:
    """Connections to a server.

    Attributes:
        at_once: how many.
        patience: seconds for a request and its answer, connecting included.
        may_reach: which addresses of the network may be connected to; None for all.
    """

    at_once: int
    patience: float
    may_reach: Callable[[str], bool] | None = None
    idle: list[Connection] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._turns = asyncio.Semaphore(self.at_once)

    async def ask(self, parts: SplitResult, request: h11.Request, body: bytes, largest: int) -> h11.Response:
        """Send a request to an address; its answer, of which this many bytes may come.

        Raises:
            OSError, TimeoutError, Broken, h11.ProtocolError: there is no answer that can be read.
        """
        async with self._turns, asyncio.timeout(self.patience):
            while self.idle:
                # One that was idle may have been closed meanwhile: then a new one is made.
                with contextlib.suppress(OSError, Broken, h11.ProtocolError):
                    return await self._exchange(self.idle.pop(), request, body, largest)
            return await self._exchange(await Connection.to(parts, self.may_reach), request, body, largest)

    def close(self) -> None:
        """Close all that are idle."""
        while self.idle:
            self.idle.pop().writer.close()

    async def _exchange(self, connection: Connection, request: h11.Request, body: bytes, largest: int) -> h11.Response:
        reusable = False
        try:
            answer, _ = await connection.exchange(request, body, largest)
            reusable = connection.is_reusable()
        finally:
            if reusable:
                self.idle.append(connection)
            else:
                connection.writer.close()
        return answer


def seconds_to_wait(answer: h11.Response) -> float:
    """What a header Retry-After asks for; a date is left out, as pauses grow anyway."""
    value = dict(answer.headers).get(b"retry-after", b"")
    return float(value) if value.isdigit() and len(value) < 10 else 0.0
