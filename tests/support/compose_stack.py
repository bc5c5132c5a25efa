"""The compose file as a running stack: brought up under a project name of its own, looked at, and taken down."""

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import connect

from contracts.feed import SUBPROTOCOL
from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "lab-token"


def compose_command() -> list[str]:
    """Compose as a plugin of docker where it is one, else the program of its own."""
    plugin = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
    return ["docker", "compose"] if plugin.returncode == 0 else [str(shutil.which("docker-compose"))]


def docker(*arguments: str, check: bool = True) -> str:
    """What docker prints."""
    answer = subprocess.run(["docker", *arguments], capture_output=True, text=True, timeout=scaled(120), check=False)
    if check and answer.returncode != 0:
        raise AssertionError(f"docker {' '.join(arguments)}: {answer.stderr}")
    return answer.stdout.strip()


def logs(container: str) -> str:
    """What a container has printed, errors included."""
    command = ["docker", "logs", container]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


def until(condition: Callable[[], Any], what: str, patience: float = 60.0, explain: Callable[[], str] = str) -> Any:
    """Wait for something true, and return it."""
    deadline = time.monotonic() + scaled(patience)
    while True:
        if found := condition():
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"after {patience:g} s not {what}\n{explain()}")
        time.sleep(0.5)


@dataclass(frozen=True)
class Shown:
    """Standings as the feed shows them: proof of the rows, and of everything that the standings say."""

    checksum: str
    digest: str
    places: dict[str, str | None] = field(hash=False, compare=False)
    sources: frozenset[str] = field(hash=False, compare=False)


@dataclass
class Stack:
    """A stack under a project name.

    Attributes:
        environment: the settings of its env file.
        overlays: compose files laid over the first.
    """

    project: str
    folder: Path
    environment: dict[str, str]
    overlays: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.inbox = self.folder / "inbox"
        self.inbox.mkdir(mode=0o755)
        self.environment = {
            **self.environment,
            "KIBITZ_INBOX": str(self.inbox),
            "KIBITZ_INTAKE_TOKENS": f"lab={TOKEN}",
            # Free ports are the engine's to find, or another stack on this machine would be in the way.
            "KIBITZ_PORT_BROADCAST": "0",
            "KIBITZ_PORT_INTAKE": "0",
            "KIBITZ_PORT_NATS": "0",
        }
        self._settings = self.folder / "stack.env"
        self.environment.setdefault("KIBITZ_TLS", str(self.folder / "tls"))
        self._settings.write_text("".join(f"{name}={value}\n" for name, value in self.environment.items()))
        # Certificates and passwords, made as the documentation says.
        secrets = [str(ROOT / "deploy/secrets.sh"), str(self._settings)]
        subprocess.run(secrets, check=True, capture_output=True, timeout=scaled(60))

    def compose(self, *arguments: str, patience: float = 300.0) -> str:
        files = [part for name in ("docker-compose.yml", *self.overlays) for part in ("-f", name)]
        command = [*compose_command(), "-p", self.project, "--env-file", str(self._settings), *files, *arguments]
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
        answer = subprocess.run(
            command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=scaled(patience), check=False
        )
        assert answer.returncode == 0, f"{' '.join(command)}\n{answer.stdout[-3000:]}\n{answer.stderr[-3000:]}"
        return answer.stdout

    def __enter__(self) -> Self:
        try:
            self.compose("up", "-d", "--no-build")
            self.all_healthy()
        except BaseException:
            self.down()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.down()

    def down(self) -> None:
        self.compose("down", "--volumes", "--remove-orphans", "--timeout", "20")

    def containers(self, service: str | None = None) -> dict[str, dict[str, Any]]:
        """What docker knows of the stack's containers, by name."""
        label = f"label=com.docker.compose.project={self.project}"
        only = ["--filter", f"label=com.docker.compose.service={service}"] if service else []
        ids = docker("ps", "--all", "--quiet", "--filter", label, *only).split()
        return {item["Name"].lstrip("/"): item for item in json.loads(docker("inspect", *ids))} if ids else {}

    def one(self, service: str) -> dict[str, Any]:
        [found] = self.containers(service).values()
        return found

    def health(self) -> dict[str, str]:
        """State of each container: "healthy", "starting", "running" (without a check), "exited", …"""
        return {
            name: item["State"].get("Health", {}).get("Status") or item["State"]["Status"]
            for name, item in self.containers().items()
        }

    def restarted(self) -> list[str]:
        """Containers that ended by themselves and were started again."""
        return sorted(name for name, item in self.containers().items() if item["RestartCount"])

    def all_healthy(self, patience: float = 120.0) -> None:
        until(lambda: set(self.health().values()) == {"healthy"}, "every container healthy", patience, self.report)

    def report(self) -> str:
        """States, and the last lines of each container that is not well."""
        lines = []
        for name, state in self.health().items():
            lines.append(f"{name}: {state}")
            if state != "healthy":
                lines.append(self.logs_of(name)[-2000:])
        return "\n".join(lines)

    def logs_of(self, container: str) -> str:
        """Everything that a container has written."""
        return subprocess.run(
            ["docker", "logs", container],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=scaled(60),
            check=False,
        ).stdout

    def logs(self, service: str) -> str:
        """Everything that the containers of a service have written."""
        return "\n".join(self.logs_of(name) for name in self.containers(service))

    def address(self, service: str, port: int) -> str:
        """Where a published port is on this machine; a container that is being started again has none."""
        ports = until(lambda: self.one(service)["NetworkSettings"]["Ports"], f"a port of {service}", 30, self.report)
        [binding] = ports[f"{port}/tcp"]
        assert binding["HostIp"] == "127.0.0.1"
        return f"127.0.0.1:{binding['HostPort']}"

    def drop(self, name: str, data: bytes, written_at: datetime) -> None:
        """A file as a scoring program leaves it: it appears whole, under its name.

        Its own time stamp is part of what it says, so the same file in two stacks needs the same one.
        """
        part = self.inbox / f".{name}.part"
        part.write_bytes(data)
        part.chmod(0o644)
        os.utime(part, (written_at.timestamp(), written_at.timestamp()))
        part.rename(self.inbox / name)

    def upload(self, name: str, data: bytes, token: str = TOKEN) -> int:
        """The status that the intake answers with."""
        request = urllib.request.Request(
            f"http://{self.address('intake', 8081)}/v1/files/{name}",
            data=data,
            method="PUT",
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/octet-stream"},
        )
        try:
            with urllib.request.urlopen(request, timeout=scaled(30)) as answer:
                return answer.status
        except urllib.error.HTTPError as refusal:
            return refusal.code

    @contextmanager
    def feed(self) -> Iterator[Callable[[str], dict[str, Any]]]:
        """A reader of the feed: gives the snapshot of a channel, or the error message."""
        with connect(
            f"ws://{self.address('broadcast', 8080)}/v1/feed", subprotocols=[SUBPROTOCOL], open_timeout=20
        ) as socket:
            number = 0

            def snapshot(channel: str) -> dict[str, Any]:
                nonlocal number
                number += 1
                socket.send(json.dumps({"type": "subscribe", "id": number, "channel": channel}))
                rows: dict[str, Any] = {}
                first: dict[str, Any] = {}
                while True:
                    message = json.loads(socket.recv(timeout=scaled(20)))
                    if message["type"] == "error":
                        return message
                    if message["type"] == "snapshot" and message["channel"] == channel:
                        first = first or message
                        rows.update(message["rows"])
                    if message["type"] == "synced" and message["channel"] == channel:
                        return {**first, "rows": rows}

            yield snapshot

    def standings(self, event: str) -> Shown | None:
        """The standings of an event as a fresh reader of the feed sees them; None while there are none."""
        with self.feed() as snapshot:
            shown = snapshot(f"evt.{event}.standings")
        if shown["type"] == "error":
            return None
        return Shown(
            checksum=shown["checksum"],
            digest=shown["meta"]["digest"],
            places={key: row["place"] for key, row in shown["rows"].items()},
            sources=frozenset(source["name"] for source in shown["meta"]["sources"]),
        )

    def events(self) -> list[str]:
        with self.feed() as snapshot:
            return sorted(snapshot("events")["rows"])
