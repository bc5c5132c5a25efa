"""SIGINT and SIGTERM as a wish to stop, in an event loop."""

import asyncio
import contextlib
import signal
import sys
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def stop_on_signals(stop: asyncio.Event) -> Iterator[None]:
    """Set `stop` on SIGINT and SIGTERM.

    Where the loop cannot be told of signals they keep their usual meaning: Ctrl-C cancels what `asyncio.run` runs.
    """
    loop = asyncio.get_running_loop()
    numbers = _told_of()
    for number in numbers:
        loop.add_signal_handler(number, stop.set)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


def _told_of() -> tuple[signal.Signals, ...]:
    """None on Windows, whose loops have no such thing, and none outside the main thread, which alone hears signals."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return ()
    return (signal.SIGINT, signal.SIGTERM)
