"""Room on the disks of the bus and of the originals: the intake takes no more before one of them is full.

What is under way still has to be written while no new file is taken, and a server whose disk was full stops writing
until somebody starts it again.
"""

import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from shared.telemetry import Metrics

_MEBI = 1024 * 1024


def free_bytes(folder: Path) -> int:
    """What is left on the disk of a folder; OSError where it cannot be said."""
    return shutil.disk_usage(folder).free


@dataclass(frozen=True)
class Room:
    """The disks under some folders, by what lies on each; without folders nobody looks.

    Attributes:
        folders: what a folder holds, for people, and the folder.
        low_water: bytes that stay free on each for what is under way.
        free: says how many bytes are free.
        budgets: says which budget of the bus is used up, as `shortage` does.
    """

    folders: Mapping[str, Path] = field(default_factory=dict)
    low_water: int = 0
    free: Callable[[Path], int] = free_bytes
    budgets: Callable[[], str] = str

    def shortage(self) -> str:
        """Why no file can be kept now, as a sentence without its stop; "": it can."""
        return next(filter(None, map(self._shortage_of, self.folders)), self.budgets())

    def _shortage_of(self, what: str) -> str:
        try:
            left = self.free(self.folders[what])
        except OSError as error:
            return f"It cannot be said how much room the disk of the {what} has: {error.strerror}"
        if left >= self.low_water:
            return ""
        return (
            f"The disk of the {what} has {left // _MEBI} MiB left, and {self.low_water // _MEBI} are kept free:"
            " make room on it, and files are taken again"
        )

    def measure(self, service: str, metrics: Metrics) -> None:
        """Put what is free into the metrics of a service, and whether files are taken."""
        for what, folder in self.folders.items():
            with suppress(OSError):
                metrics.free.labels(service, what, "free").set(self.free(folder))
            metrics.free.labels(service, what, "kept").set(self.low_water)
        metrics.taking.labels(service).set(not self.shortage())


UNWATCHED = Room()
