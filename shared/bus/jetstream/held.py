"""What a process holds, in a file that outlives it: who is started in its place gives it back at once.

Otherwise the server waits for `ack_wait` until it gives the messages of a killed process to another one.
"""

import contextlib
from collections.abc import Iterable
from pathlib import Path

LONGEST = 1 << 20
"""Bytes that are read of a file."""
ANSWERS = "$JS.ACK."
"""What the subject of an answer begins with."""


class HeldFile:
    """The file of one process at a time.

    Attributes:
        left: the subjects of the answers that the process before owes.
    """

    def __init__(self, path: Path) -> None:
        """Read what the process before left, and have it no longer: it is given back once.

        Raises:
            OSError: the file cannot be made.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("r+b" if path.exists() else "w+b", buffering=0)
        # What stands after the end of the line is of an earlier, longer one.
        line = self._file.read(LONGEST).partition(b"\n")[0].decode("ascii", "replace")
        self.left = [word for word in line.split(" ") if word.startswith(ANSWERS) and word.isprintable()]
        self.note(())

    def note(self, held: Iterable[str]) -> None:
        """Write what is held now; on a full disk, and once it is closed, what was written before stays."""
        if self._file.closed:
            return
        with contextlib.suppress(OSError):
            self._file.seek(0)
            self._file.write(" ".join(held).encode() + b"\n")

    def close(self) -> None:
        """Write no more."""
        self._file.close()
