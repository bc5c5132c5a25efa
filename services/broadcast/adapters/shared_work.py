"""Work that is done once for all who want the same at the same time."""

import asyncio
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
