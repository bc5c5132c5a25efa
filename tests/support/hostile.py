"""Documents made to do harm, each read in a process of its own, and what that took."""

import gc
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

MOST_SECONDS = 30
"""Of processor time for one document: no measure of speed, but the end of what would never end."""

ROOT = Path(__file__).parents[2]
_REFERENCES = Path("/proc/self/clear_refs")

Outcome = dict[str, object] | None
"""What a reader made of a document; None when its process was ended."""

measured = pytest.mark.skipif(not _REFERENCES.exists(), reason="peaks are told by Linux alone")


def forget_peak() -> None:
    """Let the peak of this process begin at what it has now."""
    _REFERENCES.write_text("5")


def peak() -> int:
    """The most memory that this process has had, in MB."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def apart(make: Callable[[], bytes], outcome: Callable[[bytes], dict[str, object]]) -> Outcome:
    """What comes of a document in a process of its own.

    Args:
        make: the document.
        outcome: reads it, and says what can be written as JSON.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        data = make()
        gc.collect()
        os.write(writing, json.dumps(outcome(data)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    found: Outcome = json.loads(told) if told else None
    return found


def told_by(module: str) -> dict[str, Outcome]:
    """What a module of documents prints when it is run, by the name of each document."""
    done = subprocess.run([sys.executable, "-m", module], cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Outcome] = json.loads(done.stdout)
    return found
