"""A small disk of its own, in memory, that a test fills."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of this size over a folder; the test is skipped where nobody may mount one."""
    folder.mkdir(parents=True, exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=False)
    if mounted.returncode:
        pytest.skip("mounting a disk needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def fill(folder: Path, left: int) -> Path:
    """Have at most so many bytes left, while others may be writing; the file that takes the room."""
    ballast = folder / "ballast"
    with ballast.open("ab") as file:
        for _ in range(20):
            # Whoever was faster may have taken what was free.
            if (more := shutil.disk_usage(folder).free - left) <= 0:
                break
            with suppress(OSError):
                os.posix_fallocate(file.fileno(), file.seek(0, os.SEEK_END), more)
    return ballast
