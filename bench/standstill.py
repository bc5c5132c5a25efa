"""A broadcaster that stands still while a thousand clients follow it: whoever answers stays, whoever never does goes.

The process is stopped and goes on as after the pause of a virtual machine. Clients are counted when every ping that it
may have sent has been answered or has run out.
"""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.crowd import connected
from bench.files import parts
from bench.pipeline import put
from contracts.feed import EVENTS_CHANNEL
from tests.support.stack import Stack

CLIENTS, PAUSES = 1_000, (12.0, 19.0, 25.0)
GONE = 32.0
"""Seconds within which a client is gone that never answers: an interval of pings, a time-out and two looks."""


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Clients that are left after each pause, and the seconds that silent ones stay."""
    clients, pauses = (10, (12.0,)) if brief else (CLIENTS, PAUSES)
    results: dict[str, Any] = {"clients": clients}
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder), processes=True) as stack:
        put(stack, parts()[0])
        command = [sys.executable, "-m", "bench.crowd", stack.feed, str(clients)]
        crowd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        assert crowd.stdout.readline() == b"connected\n"
        try:
            if not brief:
                results["silent_s"] = stays(stack.feed)
            for pause in pauses:
                results[f"silent_s_after_{pause:g}"] = stays(stack.feed, stack.pids()["broadcast"], pause)
                crowd.stdin.write(b"\n")
                crowd.stdin.flush()
                results[f"left_after_{pause:g}"] = json.loads(crowd.stdout.readline())["open"]
        finally:
            crowd.communicate()
    return results


def stays(feed: str, pid: int | None = None, pause: float = 0.0) -> float:
    """Seconds for which a client stays that reads and never answers, from when the broadcaster goes on."""
    silent = connected(feed, EVENTS_CHANNEL, deflated=False).line
    if pid is not None:
        os.kill(pid, signal.SIGSTOP)
        try:
            time.sleep(pause)
        finally:
            os.kill(pid, signal.SIGCONT)
    began = time.monotonic()
    with silent:
        while (left := began + 2 * GONE - time.monotonic()) > 0:
            if select.select([silent], [], [], left)[0]:
                try:
                    if not silent.recv(1 << 16):
                        break
                except OSError:
                    break
    return round(time.monotonic() - began, 1)
