"""A NATS server with the configuration of deploy/nats: TLS, accounts and users, on a free port."""

import json
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.nats.render import DOMAIN, OPERATOR, READER, SENDER, passwords
from kibitz.stack.nats_server.binary import find_server
from shared.bus.bus import Bus
from shared.bus.jetstream.connection import inbox_prefix
from shared.bus.jetstream.provision import provision_all
from shared.bus.settings import BusSettings
from shared.bus.topology import CONSUMERS, streams_of
from tests.support.nats_server import QUICK
from tests.support.time_limits import scaled

FOLDER = Path(__file__).resolve().parents[2] / "deploy/nats"


def make_certificates(folder: Path) -> Path:
    """Certificates as the documentation says; the folder."""
    command = [str(FOLDER / "certificates.sh"), str(folder), "nats"]
    subprocess.run(command, check=True, capture_output=True, timeout=scaled(60))
    return folder


def configured(folder: Path, certificates: Path) -> Path:
    """The configuration files, with the addresses of a container replaced by those of a test."""
    for source in FOLDER.glob("*.conf"):
        text = source.read_text("utf-8").replace("/etc/nats-tls", str(certificates))
        text = text.replace("0.0.0.0:4222", "127.0.0.1:-1").replace("0.0.0.0:8222", "127.0.0.1:-1")
        text = text.replace("0.0.0.0:6222", "127.0.0.1:-1").replace("store_dir: /data", f'store_dir: "{folder}/data"')
        (folder / source.name).write_text(text)
    return folder


def surroundings() -> dict[str, str]:
    """The environment of a server: a new password for each user, and what the container sets."""
    given = dict(line.split("=", 1) for line in passwords().splitlines())
    named = {"NATS_SERVER_NAME": "nats-1", "NATS_MAX_FILE_STORE": "1073741824", "NATS_ROUTES": "[nats://127.0.0.1:9]"}
    return {**os.environ, **given, **named}


def server_program() -> str:
    """The program; an external server would not run our configuration."""
    return str(find_server({**os.environ, "KIBITZ_NATS_URL": ""}).path)


@contextmanager
def serving(configuration: Path, environment: dict[str, str]) -> Iterator[int]:
    """A server of this configuration on a free port; yields the port."""
    folder = configuration.parent
    process = subprocess.Popen(
        [server_program(), "-c", str(configuration), "--ports_file_dir", str(folder)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        ports = folder / f"nats-server_{process.pid}.ports"
        deadline = time.monotonic() + scaled(10)
        while not (ports.exists() and ports.stat().st_size):
            assert process.poll() is None, "the server did not start"
            assert time.monotonic() < deadline, "the server named no port"
            time.sleep(0.01)
        yield int(json.loads(ports.read_text())["nats"][0].rpartition(":")[2])
    finally:
        process.terminate()
        process.wait(10)


@dataclass
class Hostile:
    """A raw client of some user, and what the server refused it."""

    client: Client
    refused: list[str] = field(default_factory=list)
    heard: list[Msg] = field(default_factory=list)

    async def hear(self, *subjects: str) -> None:
        """Keep what comes on these subjects."""

        async def keep(message: Msg) -> None:
            self.heard.append(message)

        for subject in subjects:
            await self.client.subscribe(subject, cb=keep)
        await self.settle()

    async def settle(self) -> None:
        """Wait until the server has seen all that was sent, and all that it says of it has arrived."""
        await self.client.flush(scaled(10))
        await self.client.flush(scaled(10))


@dataclass(frozen=True)
class SecureServer:
    """A running server, and how its users reach it."""

    port: int
    environment: dict[str, str]
    certificates: Path

    def settings(self, user: str, **changes: object) -> BusSettings:
        """What the environment of a service says."""
        apart = {} if user == OPERATOR else {"domain": DOMAIN, "provision": "check"}
        given = {
            "url": f"tls://127.0.0.1:{self.port}",
            "user": user,
            "password": self.environment[f"KIBITZ_NATS_PASSWORD_{user.upper()}"],
            "ca": self.certificates / "ca.crt",
        }
        return BusSettings(**{**QUICK, **given, **apart, **changes})  # type: ignore[arg-type]

    async def provision(self) -> None:
        """Make everything, as the operator does."""
        async with self.operator() as bus:
            await provision_all(bus, streams_of(OPERATOR), CONSUMERS)

    @asynccontextmanager
    async def operator(self) -> AsyncIterator[Bus]:
        """The bus of the operator, connected."""
        bus = Bus(OPERATOR, self.settings(OPERATOR))
        await bus.connect()
        try:
            yield bus
        finally:
            await bus.stop()

    @asynccontextmanager
    async def hostile(self, user: str) -> AsyncIterator[Hostile]:
        """A client that knows the password of a user and does what it likes."""
        refused: list[str] = []

        async def note(error: Exception) -> None:
            refused.append(str(error))

        client = await nats.connect(
            f"tls://127.0.0.1:{self.port}",
            user=user,
            password=self.environment[f"KIBITZ_NATS_PASSWORD_{user.upper()}"],
            tls=ssl.create_default_context(cafile=str(self.certificates / "ca.crt")),
            inbox_prefix=inbox_prefix(user),
            error_cb=note,
            allow_reconnect=False,
        )
        try:
            yield Hostile(client, refused)
        finally:
            await client.close()


@contextmanager
def secure_server(folder: Path, certificates: Path, accounts: str | None = None) -> Iterator[SecureServer]:
    """A server with TLS and users; with other accounts than those of deploy/nats, where they are given."""
    configured(folder, certificates)
    if accounts is not None:
        (folder / "accounts.conf").write_text(accounts)
    environment = surroundings()
    with serving(folder / "single.conf", environment) as port:
        yield SecureServer(port, environment, certificates)
    shutil.rmtree(folder / "data", ignore_errors=True)


OUTSIDERS = (READER, SENDER)
