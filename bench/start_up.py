"""Processor time of the command line from start to end: user and system, the median of some runs of each command."""

import os
import statistics
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file

RUNS = 7
COMMANDS = ("--version", "--help", "read FILE", "check FILE", "score FILE", "doctor")


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Seconds of each command on a small USEBIO file."""
    runs = 1 if brief else RUNS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.xml"
        path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")))
        return {
            command: statistics.median(_seconds(command.replace("FILE", str(path)).split()) for _ in range(runs))
            for command in COMMANDS
        }


def _seconds(words: list[str]) -> float:
    before = os.times()
    subprocess.run([sys.executable, "-m", "kibitz", *words], capture_output=True, check=False)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system
