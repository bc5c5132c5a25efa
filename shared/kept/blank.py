"""Lines of a file that others may be writing to, taken out or changed where they are, so that nothing moves."""

import os
from collections.abc import Callable, Collection
from pathlib import Path


def blank_lines(path: Path, texts: Collection[bytes]) -> int:
    """Overwrite with spaces each line that has one of the texts; how many that were.

    Raises:
        OSError: the file cannot be written.
    """
    return overwrite_lines(path, lambda line: b" " * len(line) if any(text in line for text in texts) else line)


def overwrite_lines(path: Path, change: Callable[[bytes], bytes]) -> int:
    """Overwrite lines with what a change makes of them, which is as long; how many that were.

    Raises:
        OSError: the file cannot be written.
        ValueError: a line would have another length.
    """
    found = start = 0
    with path.open("r+b") as opened:
        for line in opened.read().split(b"\n"):
            if (changed := change(line)) != line:
                if len(changed) != len(line):
                    raise ValueError("a line that is overwritten keeps its length")
                opened.seek(start)
                opened.write(changed)
                found += 1
            start += len(line) + 1
        opened.flush()
        os.fsync(opened.fileno())
    return found
