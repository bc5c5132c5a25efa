"""Sends messages to push services over HTTP/1.1 (RFC 8030), a few connections to each of them, which are used again.

1. A slow push service holds up nobody else: each has connections of its own, and the time for an answer is bounded.
2. A message that a push service does not take for now is sent again after growing pauses, or when it says so.
3. Redirections are not followed: they would lead away from the push services that are allowed.
"""

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

import h11

from contracts.questions import PushAddress
from services.notification.adapters.web_push import LARGEST_TEXT, Signer, encrypt
from services.notification.domain.news import Notice
from services.notification.domain.push_services import origin_of
from shared.bus.wire import encode
from shared.http.client import Broken, Connection, request_of
from shared.telemetry import fields

logger = logging.getLogger("kibitz.notification")

AT_ONCE = 24
"""Connections to a push service."""

PATIENCE = 10.0
"""Seconds for a request and its answer, connecting included."""

DELAYS = (1.0, 5.0, 30.0, 120.0)
"""Seconds before a message is sent again."""

LONGEST_DELAY = 300.0
"""Seconds that a push service may have us wait."""

KEPT_BY_SERVICE: Mapping[str, int] = {"seat": 3_600, "result": 6 * 3_600, "correction": 24 * 3_600, "final": 24 * 3_600}
"""Seconds for which a push service keeps a message for a browser that is away (TTL)."""

LARGEST_ANSWER = 64 * 1024

Outcome = Literal["sent", "gone", "dropped"]


@dataclass
class _Origin:
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    idle: list[Connection] = field(default_factory=list)


class PushClient:
    """Sends notices to browsers."""

    def __init__(
        self, delays: tuple[float, ...] = DELAYS, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Connect to nothing yet."""
        self._delays = delays
        self._pause = pause
        self._origins: defaultdict[str, _Origin] = defaultdict(_Origin)

    async def send(self, signer: Signer, address: PushAddress, notice: Notice) -> Outcome:
        """Send a notice until it is taken, or the pauses are used up; "gone": the browser is not there any more."""
        origin, status = str(origin_of(address.endpoint)), 0
        text = encode(notice)
        if len(text) > LARGEST_TEXT:
            logger.error("a notice is too large", extra=fields(event=notice.event, bytes=len(text)))
            return "dropped"
        for delay in (*self._delays, None):
            wait = 0.0
            try:
                # Encrypted anew: a body is never sent twice.
                status, wait = await self._post(
                    origin, address.endpoint, encrypt(text, address), self._headers(signer, origin, notice)
                )
            except (OSError, TimeoutError, Broken, h11.ProtocolError) as error:
                logger.info("a push service cannot be reached: %s", error, extra=fields(origin=origin))
                status = 0
            if 200 <= status < 300:
                return "sent"
            if status in (404, 410):
                return "gone"
            if delay is None or (status and status != 429 and status < 500):
                break
            await self._pause(max(delay, min(wait, LONGEST_DELAY)))
        logger.warning("a notice was not taken", extra=fields(origin=origin, status=status, event=notice.event))
        return "dropped"

    def close(self) -> None:
        """Close all connections."""
        for origin in self._origins.values():
            while origin.idle:
                origin.idle.pop().writer.close()

    @staticmethod
    def _headers(signer: Signer, origin: str, notice: Notice) -> dict[str, str]:
        return {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_BY_SERVICE[notice.kind]),
            "Urgency": "high" if notice.kind == "seat" else "normal",
            "Topic": notice.topic,
            "Authorization": signer.authorization(origin, time.time()),
        }

    async def _post(self, origin: str, endpoint: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, float]:
        """Send a request; the status, and the seconds that the push service wants to be left alone."""
        parts = urlsplit(endpoint)
        request = request_of("POST", parts, body, headers)
        place = self._origins[origin]
        async with place.turns, asyncio.timeout(PATIENCE):
            while place.idle:
                # One that was idle may have been closed meanwhile: then a new one is made.
                with contextlib.suppress(OSError, Broken, h11.ProtocolError):
                    return await self._exchange(place, place.idle.pop(), request, body)
            return await self._exchange(place, await Connection.to(parts), request, body)

    @staticmethod
    async def _exchange(place: _Origin, connection: Connection, request: h11.Request, body: bytes) -> tuple[int, float]:
        reusable = False
        try:
            answer, _ = await connection.exchange(request, body, LARGEST_ANSWER)
            reusable = connection.is_reusable()
        finally:
            if reusable:
                place.idle.append(connection)
            else:
                connection.writer.close()
        return answer.status_code, _seconds(dict(answer.headers).get(b"retry-after", b""))


def _seconds(retry_after: bytes) -> float:
    """What a header Retry-After asks for; a date is left out, as the pauses grow anyway."""
    return float(retry_after) if retry_after.isdigit() else 0.0
