"""Asking a server for games: what an answer means, and when to ask again.

Rules kept here:

1. A file that is asked for again is named by its `ETag` or `Last-Modified`, so that the server may say that it is the
   same (RFC 9110 13.1).
2. 429 is waited out for as long as `Retry-After` says, at least a minute, as Lichess asks; 503 for as long as it says.
3. Redirections are not followed: whoever gave the address is told where it leads.
4. What a server refuses before it has ever given games, it would refuse again: the command ends. Later it is away.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import NoReturn
from urllib.parse import urljoin, urlsplit

import h11

from kibitz import __version__
from kibitz.pgn_source.games import LARGEST_FILE
from shared.http.client import Broken, Connection, request_of

AFTER_TOO_MANY = 60.0
"""Seconds after 429: "please wait a full minute" (Lichess API reference, Rate limiting)."""

LONGEST_WAIT = 3600.0
"""Seconds that a server may have us wait."""

ANSWERED_IN = 60.0
"""Seconds for an answer, and for the head of one that streams."""

SILENCE = 600.0
"""Seconds without a byte after which a stream is asked for again: its connection may be lost."""

_TROUBLE = (OSError, Broken, h11.ProtocolError, TimeoutError, UnicodeError)


class Refused(Exception):
    """The server will not give games at this address; the advice says what to do."""

    def __init__(self, message: str, advice: str) -> None:
        """Take what is wrong, and what to do."""
        super().__init__(message)
        self.advice = advice


class Away(Exception):
    """The server gives nothing now; `wait` is how many seconds it asks for, 0 for none."""

    def __init__(self, message: str, wait: float = 0.0) -> None:
        """Take what is wrong, and how long to wait."""
        super().__init__(message)
        self.wait = wait


@dataclass
class Server:
    """A server of games.

    Attributes:
        url: the address that is asked.
        has_answered: whether it has ever given games.
        validators: what the newest answer is known by (rule 1).
    """

    url: str
    has_answered: bool = False
    validators: dict[str, str] = field(default_factory=dict)

    async def ask(self) -> bytes | None:
        """The file; None if it is the same as the last one.

        Raises:
            Away: it is worth asking again.
            Refused: it is not.
        """
        told = []
        async with _troubles(), asyncio.timeout(ANSWERED_IN):
            async for part in self._answer(LARGEST_FILE):
                if isinstance(part, bytes):
                    told.append(part)
                elif part.status_code == 304:
                    return None
                else:
                    validators = _validators(part)
        self.validators = validators
        return b"".join(told)

    async def stream(self) -> AsyncGenerator[bytes]:
        """The pieces of an answer that goes on, until the server ends it; raises as `ask` does.

        The first is empty: the server has begun to answer.
        """
        async with _troubles(), aclosing(self._answer(None)) as pieces:
            async with asyncio.timeout(ANSWERED_IN):
                await anext(pieces)
            yield b""
            while True:
                async with asyncio.timeout(SILENCE):
                    piece = await anext(pieces, None)
                if piece is None:
                    return
                if isinstance(piece, bytes):
                    yield piece

    async def _answer(self, largest: int | None) -> AsyncGenerator[h11.Response | bytes]:
        parts = urlsplit(self.url)
        headers = {"User-Agent": f"kibitz/{__version__}", "Accept": "application/x-chess-pgn, */*;q=0.5"}
        connection = await Connection.to(parts)
        try:
            request = request_of("GET", parts, b"", headers | self.validators)
            async for part in connection.parts(request, largest=largest):
                if isinstance(part, h11.Response) and part.status_code not in (200, 304):
                    self._refuse(part)
                yield part
        finally:
            connection.writer.close()

    def _refuse(self, answer: h11.Response) -> NoReturn:
        """Say what an answer without games means."""
        status, wait = answer.status_code, _retry_after(answer)
        if status == 429:
            raise Away("the server says that it is asked too often (429)", max(AFTER_TOO_MANY, wait))
        if status >= 500 or status == 408:
            raise Away(f"the server is in trouble ({status})", wait)
        if self.has_answered:
            raise Away(f"the server gives no games now ({status})", wait)
        if 300 <= status < 400:
            there = urljoin(self.url, _header(answer, b"location"))
            raise Refused(f"the games are not there, but at {there[:500]}", "Give that address, if you trust it.")
        if status in (404, 410):
            raise Refused(f"there is nothing at {self.url} ({status})", "Check the address in a browser.")
        if status in (401, 403):
            raise Refused(f"{self.url} is not public ({status})", "Give an address that needs no sign-in.")
        raise Refused(f"{self.url} was refused ({status})", "Check the address in a browser.")


@asynccontextmanager
async def _troubles() -> AsyncIterator[None]:
    try:
        yield
    except _TROUBLE as error:
        raise Away(str(error) or "the server does not answer") from error


def _header(answer: h11.Response, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in answer.headers if key == name), "")


def _validators(answer: h11.Response) -> dict[str, str]:
    """The headers by which the server recognises this answer later (rule 1)."""
    etag, modified = _header(answer, b"etag"), _header(answer, b"last-modified")
    found = {"If-None-Match": etag, "If-Modified-Since": "" if etag else modified}
    return {name: value for name, value in found.items() if value}


def _retry_after(answer: h11.Response) -> float:
    """The seconds of Retry-After; 0 where it has none, or a date."""
    text = _header(answer, b"retry-after").strip()
    return min(float(text), LONGEST_WAIT) if text.isascii() and text.isdigit() and len(text) < 10 else 0.0
