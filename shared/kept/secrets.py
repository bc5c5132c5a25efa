"""The secret of the server, and which generation of private links of an event is in force.

No other user of the bus may read the bucket. The secret is made once, by whichever replica is first; a new generation
makes all older links of an event worthless.
"""

import secrets
from collections.abc import Callable

from contracts.access.journal import Doing, OfLinks
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.kept.acts import ActBucket

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
        """Which links of an event are in force: how often they were made anew, unless that was undone."""
        return (await self._generations(event))[0]

    async def renew(self, event: str, doing: Doing) -> None:
        """End all links of an event."""
        before, after = await self._write(event, lambda _current, last: last + 1)
        await self._note(event, doing, "New private links: those before open nothing any more", before, after)

    async def go_back(self, event: str, before: int, after: int, doing: Doing) -> bool:
        """Have the links that were in force before those of `after`; False where these are not in force any more."""
        if await self.generation(event) != after:
            return False
        await self._write(event, lambda current, _last: before if current == after else current)
        await self._note(event, doing, "The private links before are in force again", after, before)
        return True

    async def _note(self, event: str, doing: Doing, text: str, before: int, after: int) -> None:
        change = OfLinks(event=event, before=before, after=after)
        await ActBucket(self._bus).note(doing, text, change, (event,))

    async def _write(self, event: str, chosen: Callable[[int, int], int]) -> tuple[int, int]:
        """Have other links in force, chosen by those that are and the last that were made; both numbers."""
        while True:
            current, last, revision = await self._generations(event)
            number = chosen(current, last)
            value = f"{number} {max(number, last)}".encode()
            try:
                await self._bus.kv_put(BUCKET, GENERATION + event, value, expect=revision)
            except Conflict:
                continue
            return current, number

    async def _generations(self, event: str) -> tuple[int, int, int]:
        """That in force, the last that was made, and the revision."""
        kept, revision = await self._bus.kv_get(BUCKET, GENERATION + event)
        current, last = map(int, (kept or b"0 0").split())
        return current, last, revision
