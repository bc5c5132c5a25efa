"""Room on the disk where the bus keeps its data: the intake takes no more before it is full.

What is under way still has to be written while no new file is taken, and a server whose disk was full stops writing
until somebody starts it again.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_MEBI = 1024 * 1024


def free_bytes(folder: Path) -> int:
    """What is left on the disk of a folder; OSError where it cannot be said."""
    return shutil.disk_usage(folder).free


@dataclass(frozen=True)
class Room:
    """The disk under a folder; without a folder nobody looks.

    Attributes:
        low_water: bytes that stay free for what is under way.
        free: says how many bytes are free.
    """

    folder: Path | None = None
    low_water: int = 0
    free: Callable[[Path], int] = free_bytes

    def shortage(self) -> str:
        """Why no file can be kept now, as a sentence without its stop; "": it can."""
        if self.folder is None:
            return ""
        try:
            left = self.free(self.folder)
        except OSError as error:
            return f"It cannot be said how much room the disk of the data has: {error.strerror}"
        if left >= self.low_water:
            return ""
        return f"The disk of the data has {left // _MEBI} MiB left, and {self.low_water // _MEBI} are kept free"


UNWATCHED = Room()
