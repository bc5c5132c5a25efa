"""A running server for tests: `kibitz up` as a user would start it, in a folder of its own, on free ports."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

from typer.testing import CliRunner

from contracts import subjects
from contracts.findings import Finding
from contracts.messages import StandingsPublished
from contracts.questions import FindingsAnswered, FindingsAsked
from kibitz.bus_session import with_bus
from kibitz.cli import app
from kibitz.stack.local_stack import Plan
from kibitz_client.sending import status
from tests.support.ports import free_ports
from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[2]


class Stack:
    """A running `kibitz up`; a context manager that leaves nothing behind."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        processes: bool = False,
        watch: Path | None = None,
        tree: Path = ROOT,
        bus: str | None = None,
    ) -> None:
        self.data = folder / "data"
        self.tree = tree
        self.bus = bus
        self.port = free_ports(2)[0]
        plan = Plan(self.data, self.port)
        self.page, self.feed, self.intake = plan.page.rstrip("/"), plan.feed, plan.intake
        self.command = [
            sys.executable,
            "-m",
            "kibitz",
            "up",
            "--data",
            str(self.data),
            "--port",
            str(self.port),
            *arguments,
        ]
        if processes:
            self.command.append("--processes")
        if watch is not None:
            self.command += ["--watch", str(watch)]
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, patience: float = 60.0) -> float:
        """Start and wait until everything answers; returns the seconds that it took."""
        began = time.monotonic()
        # What a killed server left behind would say that it is ready.
        (self.data / "running.json").unlink(missing_ok=True)
        environment = {**os.environ, "PYTHONPATH": str(self.tree)}
        environment.pop("KIBITZ_NATS_URL", None)
        if self.bus is not None:
            environment["KIBITZ_NATS_URL"] = self.bus
        self.output = (self.folder / "up.log").open("ab")
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, env=environment, stdout=self.output, stderr=self.output
        )
        while not self.ready():
            if self.process.poll() is not None:
                raise RuntimeError(f"kibitz up ended: {(self.folder / 'up.log').read_text()[-3000:]}")
            if time.monotonic() - began > scaled(patience):
                log = (self.folder / "up.log").read_text()[-2000:]
                self.stop()
                raise TimeoutError(f"kibitz up is not ready after {patience} s: {log}")
            time.sleep(0.02)
        return time.monotonic() - began

    def ready(self) -> bool:
        try:
            state = self.state()
            return bool(state.get("ready"))
        except (OSError, ValueError):
            return False

    def state(self) -> dict[str, Any]:
        """What `running.json` says."""
        document = json.loads((self.data / "running.json").read_text())
        assert isinstance(document, dict)
        return document

    def stop(self) -> None:
        """Ctrl-C, and wait until it is gone."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None
        self.output.close()

    def get(self, path: str, timeout: float = 10.0) -> Any:
        """GET from the page's port, JSON decoded."""
        with urllib.request.urlopen(self.page + path, timeout=scaled(timeout)) as response:
            return json.loads(response.read())

    def pids(self) -> dict[str, int]:
        """Process ids by name: the services, and "nats"."""
        return {name: int(pid) for name, pid in self.state()["pids"].items()}


def wait_until(check: Any, patience: float = 20.0, pause: float = 0.05) -> Any:
    """Wait until a check gives something true, and return it; errors of connection count as false."""
    until = time.monotonic() + scaled(patience)
    last: object = None
    while time.monotonic() < until:
        try:
            last = check()
            if last:
                return last
        except (OSError, ValueError, KeyError) as error:
            last = error
        time.sleep(pause)
    raise TimeoutError(f"still not so after {patience} s; last: {last!r}")


def event_when_scored(stack: Stack, sha256: str) -> str:
    """Wait until a file is scored and the page says so; its first event.

    The intake may hear of standings a moment before the page does.
    """
    body = wait_until(lambda: (now := status(stack.intake, sha256).body).get("state") == "scored" and now)
    events = [fragment["event"] for fragment in body["fragments"] if fragment["state"] == "scored"]
    for event in dict.fromkeys(events):
        wait_until(lambda event=event: shows_the_newest(stack, event))
    return str(events[0])


def shows_the_newest(stack: Stack, event: str) -> bool:
    """Whether the page shows of an event what was published last."""
    subject = subjects.standings_published(event)
    with ThreadPoolExecutor(1) as aside:  # a browser's event loop may run in this thread
        url = stack.state()["nats"]
        last = aside.submit(with_bus, url, None, lambda bus: bus.last(subject, StandingsPublished)).result()
    return last is not None and bool(
        stack.get(f"/v1/events/{event}/standings")["meta"]["digest"] == last.message.digest
    )


def findings(stack: Stack, event: str) -> Sequence[Finding]:
    """Everything that was found about an event, which is for staff."""
    asked, subject = FindingsAsked(event=event), subjects.findings_asked(event)
    answered = with_bus(stack.state()["nats"], None, lambda bus: bus.ask(subject, asked, FindingsAnswered, patience=10))
    return answered.findings


def kibitz(stack: Stack, *words: str) -> str:
    """What a command prints that is told of the server's folder, and succeeds."""
    result = CliRunner().invoke(app, [*words, "--data", str(stack.folder / "data")])
    assert result.exit_code == 0, f"{result.output}{result.exception!r}"
    return str(result.output)
