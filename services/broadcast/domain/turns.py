"""Who may be in the middle of a message of several parts: only so many at once, the others in the order they came.

The parts that a slow connection has not taken yet are all that the feed keeps in memory for it; this bounds how many
connections have such parts.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol


class Waiting(Protocol):
    """Somebody who waits for a turn."""

    def turn(self) -> None:
        """The turn has come; it is taken by asking again, or let pass by not asking."""


class Turns:
    """Places for transfers, and a queue for them."""

    def __init__(self, places: int) -> None:
        self.free = places
        self._queue: deque[Waiting] = deque()
        self._calling = False

    def begin(self, who: Waiting) -> bool:
        """Take a place; False: there is none, and `who` is called when there may be one."""
        if self.free > 0:
            self.free -= 1
            return True
        self._queue.append(who)
        return False

    def end(self) -> None:
        """Give a place back, and call those who wait."""
        self.free += 1
        if self._calling:
            return  # the loop below runs already, further up the stack
        self._calling = True
        try:
            while self._queue and self.free > 0:
                self._queue.popleft().turn()
        finally:
            self._calling = False
