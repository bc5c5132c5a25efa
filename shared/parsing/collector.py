"""The collector of cycles, and work during which it would look through the same values over and over.

Reading a file makes facts by the hundred thousand, all of which stay, and none of which refer to each other in a
circle: each time the collector comes by, it goes through more of them and finds nothing. That was a third of the time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_resting = 0
_wanted = True


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Let nothing be collected until the work is done, in this thread or any other; for work of bounded memory.

    Several may overlap: the collector goes on, if it was on, when the last one is done.
    """
    global _resting, _wanted  # noqa: PLW0603 - the collector is one for the whole process
    with _lock:
        if not _resting:
            _wanted = gc.isenabled()
            gc.disable()
        _resting += 1
    try:
        yield
    finally:
        with _lock:
            _resting -= 1
            if not _resting and _wanted:
                gc.enable()
