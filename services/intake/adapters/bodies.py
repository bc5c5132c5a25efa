"""Reading bodies of requests: counted, timed, and within a bounded amount of memory for all of them together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.requests import Request

from contracts.codes.intake import BUSY, TOO_LARGE, TOO_SLOW
from services.intake.adapters.answers import problem
from services.intake.adapters.responses import LINGER_LARGE, RETRY_AFTER, Refusal, Refused
from services.intake.domain.content import Content, Gathering, TooLarge


@dataclass(frozen=True)
class HttpLimits:
    """How much one client, and all of them together, may ask.

    Attributes:
        max_bytes: of one file.
        under_way: bytes of all bodies that are being read.
        upload_seconds: for one body.
    """

    max_bytes: int
    under_way: int
    upload_seconds: float


class Bodies:
    """Reads bodies within limits.

    Attributes:
        under_way: bytes that are held now.
    """

    def __init__(self, limits: HttpLimits) -> None:
        """Begin with none under way."""
        self._limits = limits
        self.under_way = 0

    @asynccontextmanager
    async def read(self, request: Request) -> AsyncIterator[Content]:
        """Read a body to its end; its memory counts until the block ends.

        Raises:
            Refused: it is too large or too slow, or there are too many at once.
            ClientDisconnect: the client went away.
        """
        limit = self._limits.max_bytes
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length[:20]) > limit:
            raise Refused(_too_large(limit))
        gathering = Gathering(limit)
        try:
            await self._gather(request, gathering)
            yield gathering.finish()
        finally:
            self.under_way -= gathering.size

    async def _gather(self, request: Request, gathering: Gathering) -> None:
        try:
            async with asyncio.timeout(self._limits.upload_seconds):
                async for piece in request.stream():
                    self.under_way += len(piece)
                    gathering.add(piece)
                    if self.under_way > self._limits.under_way:
                        raise Refused(Refusal(problem(BUSY, BUSY.title), 503, RETRY_AFTER))
        except TooLarge:
            raise Refused(_too_large(self._limits.max_bytes)) from None
        except TimeoutError:
            text = f"The upload took more than {self._limits.upload_seconds:g} seconds"
            raise Refused(Refusal(problem(TOO_SLOW, text), 408, linger=0.0)) from None


def _too_large(limit: int) -> Refusal:
    text = f"The file has more than the {limit} bytes that this intake takes"
    return Refusal(problem(TOO_LARGE, text), 413, linger=LINGER_LARGE)
