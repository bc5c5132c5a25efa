"""The secret of the server, and which generation of private links of an event is in force.

No other user of the bus may read the bucket. The secret is made once, by whichever replica is first; a new generation
makes all older links of an event worthless.
"""

import secrets

from shared.bus.bus import Bus
from shared.bus.errors import Conflict

BUCKET = "SECRETS"
SECRET, GENERATION = "server", "generation."

SIZE = 32
"""Bytes."""


class SecretBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus
        self._secret = b""

    async def secret(self) -> bytes:
        """The secret, the same on every replica and after every restart."""
        if not self._secret:
            kept, revision = await self._bus.kv_get(BUCKET, SECRET)
            if kept is None:
                kept = secrets.token_bytes(SIZE)
                try:
                    await self._bus.kv_put(BUCKET, SECRET, kept, expect=revision)
                except Conflict:
                    return await self.secret()
            self._secret = kept
        return self._secret

    async def generation(self, event: str) -> int:
        """How often the links of an event were made anew."""
        return (await self._generation(event))[0]

    async def renew(self, event: str) -> None:
        """End all links of an event."""
        while True:
            number, revision = await self._generation(event)
            try:
                await self._bus.kv_put(BUCKET, GENERATION + event, str(number + 1).encode(), expect=revision)
            except Conflict:
                continue
            return

    async def _generation(self, event: str) -> tuple[int, int]:
        kept, revision = await self._bus.kv_get(BUCKET, GENERATION + event)
        return int(kept or b"0"), revision
