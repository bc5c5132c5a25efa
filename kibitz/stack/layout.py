"""The data folder of a server on one machine, and the environment of its processes."""

import json
import os
import shutil
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from contracts.registry import PARSERS
from kibitz.stack.addresses import own_name

SERVICES = ("intake", *PARSERS, "validation", "scoring", "seating", "export", "notification", "broadcast")
"""Every service, in the order of the flow."""

PUBLIC_SERVICES = ("notification", "broadcast")
"""The services of a public server, which shows what a hall has."""


@dataclass(frozen=True)
class Layout:
    """One folder with everything: deleting it forgets everything, copying it while stopped is a backup."""

    root: Path

    @property
    def nats(self) -> Path:
        """JetStream's files: the data."""
        return self.root / "nats"

    @property
    def originals(self) -> Path:
        """Every file that was received, outside the bus: what `kibitz rebuild` works from."""
        return self.root / "originals"

    @property
    def logs(self) -> Path:
        """A log file per process."""
        return self.root / "logs"

    @property
    def held(self) -> Path:
        """What each process holds: whoever is started in its place gives it back."""
        return self.root / "held"

    @property
    def state(self) -> Path:
        """What is running now: addresses and process ids."""
        return self.root / "running.json"

    def free_bytes(self) -> int:
        """What is left on the disk; 0 where it cannot be said."""
        try:
            return shutil.disk_usage(self.root).free
        except OSError:
            return 0

    def prepare(self) -> None:
        """Make the folders."""
        for folder in (self.root, self.nats, self.originals, self.logs):
            folder.mkdir(parents=True, exist_ok=True)

    def write_state(self, state: dict[str, object]) -> None:
        """Record what runs, for commands in another terminal."""
        unfinished = self.state.with_suffix(".new")
        unfinished.write_text(json.dumps(state, indent=2), encoding="utf-8")
        os.replace(unfinished, self.state)

    def read_state(self) -> dict[str, object]:
        """What is recorded to run; empty when nothing is."""
        try:
            state = json.loads(self.state.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return state if isinstance(state, dict) else {}

    def forget_state(self) -> None:
        """Record that nothing runs any more."""
        self.state.unlink(missing_ok=True)


DEFAULT_FOLDER = Path("kibitz-data")


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Whether a port of this machine can be listened on, at an address of it."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError):
            return False
    return True


def child_environment(
    nats_url: str,
    *,
    port: int,
    watch: Path | None,
    tokens: str | None,
    host: str = "127.0.0.1",
    address: str = "",
    disk: Path | None = None,
    originals: Path | None = None,
    held: Path | None = None,
) -> dict[str, str]:
    """The environment of the service processes, which go when the supervisor goes.

    The page listens at `host`, and others reach it at `address`; the intake stays on this machine. `disk` is a folder
    of the disk where the bus keeps its data, `originals` one where received files are kept outside the bus, `held`
    one where each process notes the messages that it holds.
    """
    # Python has threads take turns, so that a heap for each of them only costs memory.
    environment = {"MALLOC_ARENA_MAX": "2", **os.environ}
    environment.update(
        KIBITZ_NATS_URL=nats_url,
        KIBITZ_BROADCAST_HOST=host,
        KIBITZ_BROADCAST_PORT=str(port),
        KIBITZ_NOTIFICATION_FEED=f"http://{own_name(host)}:{port}",
        KIBITZ_INTAKE_HOST="127.0.0.1",
        KIBITZ_INTAKE_PORT=str(port + 1),
        KIBITZ_HEALTH_HOST="127.0.0.1",
        KIBITZ_HEALTH_PORT="0",
        KIBITZ_STOP_WITH_PARENT="1",
        PYTHONPATH=os.pathsep.join(path for path in sys.path if path),
        PYTHONUNBUFFERED="1",
    )
    if address:
        environment["KIBITZ_BROADCAST_ADDRESS"] = address
    if disk is not None:
        environment["KIBITZ_INTAKE_DISK"] = str(disk.resolve())
    if originals is not None:
        environment["KIBITZ_INTAKE_ORIGINALS"] = str(originals.resolve())
    if held is not None:
        environment["KIBITZ_NATS_HELD"] = str(held.resolve())
    if watch is not None:
        environment["KIBITZ_INTAKE_WATCH"] = str(watch.resolve())
    if tokens is not None:
        environment["KIBITZ_INTAKE_TOKENS"] = tokens
    return environment
