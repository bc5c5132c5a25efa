"""What the service keeps in its bucket: the server's private key, and the subscriptions with what each was told.

No other user of the bus may read the bucket. The server forgets a subscription of which nothing was told for long.
"""

import logging
from datetime import timedelta

from pydantic import ValidationError

from services.notification.adapters.web_push import Signer, new_private_key
from services.notification.domain.subscriptions import KEPT, Subscription
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.telemetry import fields

logger = logging.getLogger("kibitz.notification")

BUCKET = "NOTICES"
KEY = "server-key"
SUBSCRIPTION = "subscription."

REMOVAL_KEPT = timedelta(minutes=1)


class NoticeBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus, contact: str) -> None:
        """Read and write over this bus; `contact` is whom push services may ask."""
        self._bus = bus
        self._contact = contact
        self._signer: Signer | None = None

    async def signer(self) -> Signer:
        """Who signs for the server: by a key that is made once, whoever is first."""
        if self._signer is None:
            private, revision = await self._bus.kv_get(BUCKET, KEY)
            if private is None:
                private = new_private_key()
                try:
                    await self._bus.kv_put(BUCKET, KEY, private, expect=revision)
                except Conflict:
                    return await self.signer()
            self._signer = Signer(private, self._contact)
        return self._signer

    async def subscriptions(self) -> list[Subscription]:
        """All that are kept; one that cannot be read is left out."""
        kept = []
        async for key, value in self._bus.kv_items(BUCKET):
            if key.startswith(SUBSCRIPTION):
                try:
                    kept.append(Subscription.model_validate_json(value))
                except ValidationError:
                    logger.error("a subscription cannot be read", extra=fields(key=key))
        return kept

    async def keep(self, subscription: Subscription) -> None:
        """Write a subscription with what it was told."""
        await self._bus.kv_set(BUCKET, SUBSCRIPTION + subscription.id, encode(subscription), ttl=KEPT)

    async def remove(self, identity: str) -> None:
        """Forget a subscription."""
        await self._bus.kv_set(BUCKET, SUBSCRIPTION + identity, None, ttl=REMOVAL_KEPT)
