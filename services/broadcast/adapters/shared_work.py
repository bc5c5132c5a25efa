"""Work that is done once for all who want the same at the same time, or a moment later."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
A = TypeVar("A")


class SharedWork(Generic[K, A]):
    """Does work for a key once, however many wait for it; `len` is the number of keys that are worked on."""

    def __init__(self, work: Callable[[K], Awaitable[A]]) -> None:
        """Do this work."""
        self._work = work
        self._running: dict[K, asyncio.Future[A]] = {}

    def __len__(self) -> int:
        return len(self._running)

    def __contains__(self, key: K) -> bool:
        return key in self._running

    async def of(self, key: K) -> A:
        """What the work for a key gives."""
        running = self._running.get(key)
        if running is None:
            running = self._running[key] = asyncio.ensure_future(self._work(key))
            running.add_done_callback(lambda _: self._running.pop(key, None))
        # Somebody who leaves does not take it from the others who wait for it.
        return await asyncio.shield(running)


class Recent(Generic[K, A]):
    """Reads for a key once in so many seconds, however many ask; what is older is forgotten."""

    def __init__(
        self, read: Callable[[K], Awaitable[A]], seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Read so."""
        self._read, self._seconds, self._clock = read, seconds, clock
        self._kept: dict[K, tuple[float, A]] = {}
        self._reading = SharedWork(self.anew)

    def __len__(self) -> int:
        return len(self._kept)

    async def of(self, key: K) -> A:
        """What was read at most so long ago."""
        kept = self._kept.get(key)
        if kept is not None and self._clock() - kept[0] < self._seconds:
            return kept[1]
        return await self._reading.of(key)

    async def anew(self, key: K) -> A:
        """What is read now."""
        found, now = await self._read(key), self._clock()
        self._kept = {name: kept for name, kept in self._kept.items() if now - kept[0] < self._seconds}
        self._kept[key] = (now, found)
        return found
