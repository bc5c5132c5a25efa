"""The processor: files that nobody asked for are rendered while this process has little else to do.

In one process with the other services, a burst of files is scored in two thirds of the time if no file is rendered
meanwhile.
"""

import asyncio
import time
from collections.abc import Callable

LOOK = 0.05
"""Seconds over which is measured how busy the process is."""

BUSY = 0.5
"""The share of a processor from which it counts as busy."""

LONGEST = 15.0
"""Seconds after which it is not waited for any longer."""


async def until_idle(
    *, look: float = LOOK, longest: float = LONGEST, used: Callable[[], float] = time.process_time
) -> None:
    """Wait until the process has been idle for a moment."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + longest
    while loop.time() < deadline:
        began, before = loop.time(), used()
        await asyncio.sleep(look)
        if used() - before < BUSY * (loop.time() - began):
            return
