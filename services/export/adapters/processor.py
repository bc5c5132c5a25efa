"""The processor: files that nobody asked for are rendered while this process has little else to do.

In one process with the other services, a burst of files is scored in two thirds of the time if no file is rendered
meanwhile, and a result that arrives while files are rendered waits for one format, and not for all of them.
"""

import asyncio
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LOOK = 0.2
"""Seconds over which is measured how busy the process is: files that come twice in a second leave such a pause."""

BUSY = 0.1
"""The share of a processor from which it counts as busy: a file takes more of that time, on a full machine, too."""

LONGEST = 15.0
"""Seconds after which it is not waited for any longer."""


class Processor:
    """Knows how busy this process is beside the works that it runs."""

    def __init__(
        self,
        *,
        look: float = LOOK,
        longest: float = LONGEST,
        used: Callable[[], float] = time.process_time,
        own: Callable[[], float] = time.thread_time,
    ) -> None:
        """Look so many seconds at a time, wait no longer than that; `used` and `own` are the clocks."""
        self._look = look
        self._longest = longest
        self._used = used
        self._own = own
        self._idle_until = 0.0

    async def until_idle(self, longest: float | None = None) -> None:
        """Wait until the process has been idle for a moment, or was so during the work that has just ended."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + (self._longest if longest is None else longest)
        while self._idle_until < loop.time() < deadline:
            began, before = loop.time(), self._used()
            await asyncio.sleep(self._look)
            if self._used() - before < BUSY * (loop.time() - began):
                return

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a work in a thread, and see how busy the process is meanwhile."""

        def measured() -> tuple[T, float]:
            before = self._own()
            return work(*args, **kwargs), self._own() - before

        loop = asyncio.get_running_loop()
        began, before = loop.time(), self._used()
        result, own = await asyncio.to_thread(measured)
        ended = loop.time()
        if self._used() - before - own < BUSY * (ended - began):
            self._idle_until = ended + self._look / 2
        return result


def never_busy() -> Processor:
    """A processor that is waited for no moment."""
    return Processor(longest=0.0)
