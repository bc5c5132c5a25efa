"""A disk that fills: a NATS server whose writes failed stores nothing more until it is started again.

The intake takes no file when little is left (`KIBITZ_INTAKE_LOW_WATER`), so a disk fills by what others write on it.
"""

from dataclasses import dataclass

FULL = 32 * 1024 * 1024
"""Free bytes below which a write may have failed: several times the largest message."""

ENOUGH = 2 * FULL
"""Free bytes from which the server can go on."""

STEADY = 5
"""Looks in a row at which there was enough: a program that fills the disk gives some back and takes it again."""


@dataclass
class DiskThatFills:
    """What is known of the disk: whether it was full since the server was last started, and for how long it is not."""

    was_full: bool = False
    looks: int = 0

    def has_room_again(self, free: int) -> bool:
        """Take in how many bytes are free; True once when there is room after the disk was full."""
        if free < FULL:
            self.was_full, self.looks = True, 0
        elif self.was_full and free >= ENOUGH:
            self.looks += 1
            self.was_full = self.looks < STEADY
            return not self.was_full
        return False
