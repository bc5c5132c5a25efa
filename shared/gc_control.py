"""When Python's garbage collector works: not on what is loaded for good, and not while a file is read.

Modules, classes and compiled models are a quarter of a million objects after import. A full collection visits all of
them each time (33 ms) and finds nothing. Reading a file makes facts by the hundred thousand, all of which stay and none
of which refer to each other in a circle; collecting meanwhile took a third of the time.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_paused = 0
_was_enabled = True


THRESHOLDS = (50_000, 20, 50)
"""How many objects come before the youngest are looked through, and how many times that before the older ones are.

A message of a few thousand values brings on several collections with Python's own 700, a tenth of the time of a burst.
"""


def freeze_after_import() -> None:
    """Exclude everything that is loaded now from all later collections, and collect less often than Python does.

    Called when a process has its modules.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Collect nothing until the work is done, in this thread or any other; for work of bounded memory.

    Pauses may overlap: the collector goes on, if it was on, when the last one ends.
    """
    global _paused, _was_enabled  # noqa: PLW0603 - the collector is one for the whole process
    with _lock:
        if not _paused:
            _was_enabled = gc.isenabled()
            gc.disable()
        _paused += 1
    try:
        yield
    finally:
        with _lock:
            _paused -= 1
            if not _paused and _was_enabled:
                gc.enable()
