"""The one image that runs everything: a file in, standings out, and the same after a new container on the same data."""

import json
import urllib.request
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.containers.conftest import EVENT_END
from tests.support.compose_stack import docker, logs, until

NAME, IMAGE, BASE = "kibitz-everything", "kibitz:0.1.0", "python:3.12-slim"

OURS_AT_MOST = 130 << 20
"""Bytes that the image adds to its base, python:3.12-slim, which has 120 MB; both together stay under 250 MB."""


def started() -> str:
    """Run it under its name; the address of the page."""
    docker("run", "--detach", "--name", NAME, "--publish", "127.0.0.1::8080", "--volume", f"{NAME}:/data", IMAGE)
    port = docker("port", NAME, "8080/tcp").splitlines()[0].rpartition(":")[2]
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


def layers(image: str) -> list[int]:
    """The sizes of the layers of an image in bytes, the newest first."""
    return [int(size) for size in docker("history", "--human=false", "--format", "{{.Size}}", image).split()]


def test_the_image_is_small(images: None) -> None:
    assert 0 < sum(layers(IMAGE)) - sum(layers(BASE)) < OURS_AT_MOST
