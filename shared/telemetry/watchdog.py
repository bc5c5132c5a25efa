"""A thread that ends the process when its event loop stands still.

A frozen loop answers no probe and no signal; from inside, only another thread can tell.
"""

import asyncio
import faulthandler
import logging
import os
import sys
import threading
import time
from collections.abc import Callable

EXIT_FATAL = 70
"""Exit status of a process that cannot go on (EX_SOFTWARE of sysexits.h)."""

logger = logging.getLogger("kibitz.process")


def exit_process(reason: str) -> None:
    """End the process at once: nothing on a frozen loop or a closed connection can be put in order any more."""
    logger.critical("ending the process: %s", reason)
    logging.shutdown()
    os._exit(EXIT_FATAL)


class Watchdog:
    """Watches one event loop, which may go `limit` seconds without a turn."""

    def __init__(self, limit: float, on_frozen: Callable[[str], None]) -> None:
        """Prepare; `on_frozen` is called from the thread, with the reason."""
        self.limit = limit
        self._on_frozen = on_frozen
        self._turned = time.monotonic()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Watch the running loop; a limit of 0 watches nothing."""
        if self.limit <= 0:
            return
        self._turn(asyncio.get_running_loop())
        self._thread = threading.Thread(target=self._watch, name="kibitz-watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=2)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        self._turned = time.monotonic()
        if not self._stop.is_set():
            loop.call_later(min(1.0, self.limit / 4), self._turn, loop)

    def _watch(self) -> None:
        while not self._stop.wait(min(1.0, self.limit / 4)):
            still = time.monotonic() - self._turned
            if still > self.limit:
                faulthandler.dump_traceback(file=sys.__stderr__ or sys.stderr)
                self._on_frozen(f"the event loop has not turned for {still:.1f} s")
                return
