"""The supervisor: starts processes, starts them again when they die, and leaves nothing behind.

A child that dies at once, again and again, is started with growing pauses; nothing is ever given up, because a scoring
evening is no time to give up.
"""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz.stack.apart import apart
from kibitz.stack.nursery import ForkedProcess

PAUSES = (0.05, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before a start, by how often the child has died shortly after the one before."""

STEADY = 2.0
"""Seconds after which a child counts as running well."""

LOOK = 0.05
"""Seconds between two looks at the children."""


@dataclass
class Child:
    """A process that is kept running, with an environment of its own and a log that its output goes to.

    `fork` starts it more cheaply than the command, or raises OSError; None where nothing can.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    fork: Callable[[], ForkedProcess] | None = None
    process: subprocess.Popen[bytes] | ForkedProcess | None = None
    started: float = 0.0
    quick_deaths: int = 0
    starts: int = 0
    not_before: float = 0.0

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        self.process = self._forked() or self._launched()
        self.started = time.monotonic()
        self.starts += 1

    def _forked(self) -> ForkedProcess | None:
        with contextlib.suppress(OSError):
            return self.fork() if self.fork is not None else None
        return None

    def _launched(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own command line
                list(self.command), env=dict(self.environment), stdin=subprocess.PIPE, stdout=log, stderr=log, **apart()
            )

    def tend(self, now: float) -> bool:
        """Start it again when it is gone, and answer whether it was."""
        if self.process is not None and self.process.poll() is None:
            if now - self.started > STEADY:
                self.quick_deaths = 0
            return False
        if self.process is not None:
            self.process = None
            self.quick_deaths = self.quick_deaths + 1 if now - self.started < STEADY else 0
            self.not_before = now + PAUSES[min(self.quick_deaths, len(PAUSES) - 1)]
        if now < self.not_before:
            return False
        self.start()
        return True

    def ask_to_stop(self) -> None:
        """Send SIGTERM, and close its standard input."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            if self.process.stdin is not None:
                self.process.stdin.close()

    def wait_until_gone(self, until: float) -> None:
        """Wait for it to go; kill it when it has not gone by then."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


@dataclass
class Supervisor:
    """Keeps children running until asked to stop; `report` gets a sentence for each thing that happens."""

    children: list[Child]
    report: Callable[[str], None]

    def start(self) -> None:
        """Start every child."""
        for child in self.children:
            child.start()

    def turn(self, now: float) -> None:
        """Look after the children once."""
        for child in self.children:
            if child.tend(now):
                self.report(f"{child.name} was gone and has been started again")

    async def run(self, stop: asyncio.Event) -> None:
        """Look after the children until `stop` is set."""
        while not stop.is_set():
            self.turn(time.monotonic())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOOK)

    def pids(self) -> dict[str, int]:
        """The process of each child that runs."""
        return {child.name: child.process.pid for child in self.children if child.process is not None}

    def stop(self, patience: float = 15.0) -> None:
        """Stop every child, by a signal first."""
        for child in reversed(self.children):
            child.ask_to_stop()
        until = time.monotonic() + patience
        for child in reversed(self.children):
            child.wait_until_gone(until)


def worker_command(names: Sequence[str]) -> list[str]:
    """The command of a process with these services."""
    return [sys.executable, "-m", "kibitz.stack.worker", *names]
