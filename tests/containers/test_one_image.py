"""The one image that runs everything: a file in, standings out, and the same after a new container on the same data.

And as two servers: a hall, and the public one of `deploy/world`.
"""

import json
import os
import subprocess
import urllib.request
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.containers.conftest import EVENT_END
from tests.support.compose_stack import ROOT, compose_command, docker, logs, until
from tests.support.time_limits import scaled

NAME, IMAGE, BASE = "kibitz-everything", "kibitz:0.1.0", "python:3.12-slim"
WORLD = "kibitz-world"

OURS_AT_MOST = 130 << 20
"""Bytes that the image adds to its base, python:3.12-slim, which has 120 MB; both together stay under 250 MB."""


def started(*options: str) -> str:
    """Run it under its name; the address of the page."""
    own = ("--name", NAME, "--publish", "127.0.0.1::8080", "--volume", f"{NAME}:/data")
    docker("run", "--detach", *own, *options, IMAGE)
    return page_of(NAME)


def page_of(container: str) -> str:
    """Where the page of a container is on this machine."""
    port = docker("port", container, "8080/tcp").splitlines()[0].rpartition(":")[2]
    return f"http://127.0.0.1:{port}"


def rows(page: str) -> Any:
    try:
        with urllib.request.urlopen(f"{page}/v1/events", timeout=5) as answer:
            return json.load(answer)["rows"]
    except (URLError, OSError):
        return None


def status_of(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_one_container_takes_files_and_keeps_them(images: None, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=EVENT_END, source="stated")))
    path.chmod(0o644)
    try:
        page = started()
        until(lambda: rows(page) is not None, "the page", explain=lambda: logs(NAME))
        docker("cp", str(path), f"{NAME}:/inbox/evening.xml")
        (event,) = until(lambda: rows(page), "an event", explain=lambda: logs(NAME))
        assert docker("exec", NAME, "id", "-u") == "10001"
        assert status_of(f"{page}/desk") == 403
        until(lambda: "healthy" in docker("inspect", "--format", "{{.State.Health.Status}}", NAME), "healthy")
        docker("stop", NAME)
        assert docker("inspect", "--format", "{{.State.ExitCode}}", NAME) == "0"
        docker("rm", NAME)
        page = started()
        assert list(until(lambda: rows(page), "the event", explain=lambda: logs(NAME))) == [event]
    finally:
        docker("rm", "--force", NAME, check=False)
        docker("volume", "rm", NAME, check=False)


def world(settings: Path, *arguments: str) -> str:
    """What compose prints that works on `deploy/world` with a file of settings."""
    file = str(ROOT / "deploy/world/docker-compose.yml")
    command = [*compose_command(), "-p", WORLD, "--env-file", str(settings), "-f", file, *arguments]
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    answer = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=scaled(120), check=False)
    assert answer.returncode == 0, f"{' '.join(arguments)}\n{answer.stdout}\n{answer.stderr}"
    return answer.stdout


def test_what_is_dropped_in_a_hall_is_on_the_page_of_its_public_server(images: None, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=EVENT_END, source="stated")))
    path.chmod(0o644)
    settings = tmp_path / "world.env"
    settings.write_text("KIBITZ_WORLD=live.club.example\nKIBITZ_PORT_BROADCAST=0\nKIBITZ_PORT_UPLINK=0\n")
    token = ("world", "token", "Old Town", "--address", "wss://live.club.example/uplink", "--host", "0.0.0.0")
    try:
        line = world(settings, "run", "--rm", "-T", "world", *token).split()[-1]
        world(settings, "up", "-d", "--no-build")
        public = world(settings, "ps", "-q", "world").strip()
        address = docker("inspect", "--format", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", public)
        hall = started("--network", f"{WORLD}_default")
        # There is no proxy with TLS here, so the hall takes the way inside the network.
        inside = line.replace("wss://", "ws://").replace("@live.club.example:443", f"@{address}:8090")
        docker("exec", NAME, "kibitz", "hall", "connect", inside)
        docker("cp", str(path), f"{NAME}:/inbox/evening.xml")
        (event,) = until(lambda: rows(hall), "an event in the hall", explain=lambda: logs(NAME))
        shown = until(lambda: rows(page_of(public)), "it on the public page", explain=lambda: logs(public))
        assert list(shown) == [event]
        until(lambda: docker("inspect", "--format", "{{.State.Health.Status}}", public) == "healthy", "healthy")
        assert docker("exec", public, "id", "-u") == "10001"
        assert status_of(f"{page_of(public)}/desk") in (403, 404)
    finally:
        docker("rm", "--force", NAME, check=False)
        docker("volume", "rm", NAME, check=False)
        world(settings, "down", "--volumes", "--timeout", "20")


def layers(image: str) -> list[int]:
    """The sizes of the layers of an image in bytes, the newest first."""
    return [int(size) for size in docker("history", "--human=false", "--format", "{{.Size}}", image).split()]


def test_the_image_is_small(images: None) -> None:
    assert 0 < sum(layers(IMAGE)) - sum(layers(BASE)) < OURS_AT_MOST
