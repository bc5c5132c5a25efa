"""Sends messages to push services over HTTP/1.1 (RFC 8030), a few connections to each of them, which are used again.

1. A slow push service holds up nobody else: each has connections of its own, and the time for an answer is bounded.
2. A message that a push service does not take for now is sent again after growing pauses, or when it says so.
3. Redirections are not followed: they would lead away from the push services that are allowed.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal
from urllib.parse import urlsplit

import h11

from contracts.questions import PushAddress
from services.notification.adapters.web_push import LARGEST_TEXT, Signer, encrypt
from services.notification.domain.news import Notice
from services.notification.domain.push_services import origin_of
from shared.bus.wire import encode
from shared.http.client import Broken, request_of
from shared.http.pool import Pool, seconds_to_wait
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


class PushClient:
    """Sends notices to browsers."""

    def __init__(
        self, delays: tuple[float, ...] = DELAYS, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Connect to nothing yet."""
        self._delays = delays
        self._pause = pause
        self._origins: defaultdict[str, Pool] = defaultdict(lambda: Pool(AT_ONCE, PATIENCE))

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
        for pool in self._origins.values():
            pool.close()

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
        answer = await self._origins[origin].ask(parts, request_of("POST", parts, body, headers), body, LARGEST_ANSWER)
        return answer.status_code, seconds_to_wait(answer)
