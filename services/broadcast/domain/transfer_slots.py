"""Slots for messages of several parts: a bounded number of connections sends one, the others queue for it.

The parts that a slow connection has not taken yet are all that the feed keeps in memory for it; this bounds how many
connections have such parts.
"""

from collections import deque
from typing import Protocol


class SlotClient(Protocol):
    """A connection that waits for a slot."""

    def slot_freed(self) -> None:
        """A slot is free; take it by acquiring it again, or leave it by not doing so."""


class TransferSlots:
    """The slots, and the queue for them."""

    def __init__(self, slots: int) -> None:
        self.free = slots
        self._queue: deque[SlotClient] = deque()
        self._handing_out = False

    def acquire(self, client: SlotClient) -> bool:
        """Take a slot; False: there is none, and `client` is called when there may be one."""
        if self.free > 0:
            self.free -= 1
            return True
        self._queue.append(client)
        return False

    def release(self) -> None:
        """Give a slot back, and call the clients that wait."""
        self.free += 1
        if self._handing_out:
            return  # the loop below runs already, further up the stack
        self._handing_out = True
        try:
            while self._queue and self.free > 0:
                self._queue.popleft().slot_freed()
        finally:
            self._handing_out = False
