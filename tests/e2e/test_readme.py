"""What the README shows is run as it stands there, with only the addresses of the test's own stack."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from typer.main import get_command

from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.replay.made_up import Size, made_up_file
from kibitz.sending import send, status
from tests.support.stack import ROOT, Stack, wait_until
from tests.support.time_limits import scaled

README = (ROOT / "README.md").read_text(encoding="utf-8")
DATA = made_up_file(Size(4, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated"))


def snippet(name: str) -> str:
    found = re.search(rf"<!-- test: {name} -->\n```python\n(.*?)```", README, re.S)
    assert found, f"the README has no snippet {name}"
    return found[1]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("readme")) as running:
        yield running


@pytest.fixture(scope="module")
def event(stack: Stack) -> str:
    answer = send(stack.intake, "evening.xml", DATA, event="lanternlight")
    body = wait_until(lambda: (b := status(stack.intake, answer.sha256).body).get("state") == "scored" and b)
    return str(body["fragments"][0]["event"])


def first_lines(code: str, stack: Stack, count: int, prod: bytes | None = None) -> list[str]:
    """Run a program that never ends, and take its first lines."""
    process = subprocess.Popen([sys.executable, "-u", "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    lines: list[str] = []

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.strip())
            if len(lines) >= count:
                return

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    if prod is not None:
        wait_until(lambda: process.poll() is None)
        reader.join(3)
        send(stack.intake, "prod.xml", prod)
    reader.join(20)
    process.terminate()
    process.wait()
    return lines


@pytest.mark.connected
def test_ten_lines_follow_an_event_over_websocket(stack: Stack, event: str) -> None:
    code = snippet("client")
    assert len(code.strip().splitlines()) <= 12
    code = code.replace("ws://127.0.0.1:8080", stack.feed)
    lines = first_lines(code, stack, 8)
    rows = stack.get(f"/v1/events/{event}/standings")["rows"].values()
    assert set(lines) == {f"{row['place']} {row['name']} {row['percentage']}" for row in rows}


@pytest.mark.connected
def test_a_plain_nats_client_reads_the_same_from_the_bus(stack: Stack, event: str) -> None:
    code = snippet("nats").replace("nats://127.0.0.1:4222", stack.state()["nats"])
    lines = first_lines(code, stack, 2)
    leaders = [row["name"] for row in stack.get(f"/v1/events/{event}/standings")["rows"].values() if row["rank"] == 1]
    assert lines
    assert any(leader in line for leader in leaders for line in lines)


def test_every_command_that_the_readme_shows_exists() -> None:
    shown = set(re.findall(r"^\$ kibitz ([a-z]+)", README, re.M))
    commands = set(get_command(app).commands)  # type: ignore[attr-defined]
    assert shown <= commands
    assert {"up", "send", "watch", "replay", "doctor", "dead", "read", "check", "score", "seat", "convert"} <= shown


@pytest.mark.connected
def test_every_address_that_the_readme_names_is_served(stack: Stack, event: str) -> None:
    addresses = set(re.findall(r"`(?:GET )?(/v1/events[^`]*)`", README))
    assert len(addresses) >= 6
    standings = stack.get(f"/v1/events/{event}/standings")
    participant = next(iter(standings["rows"])).split("|")[1]
    known = {"id": event, "board": standings["meta"]["boards"][0]["id"], "participant": participant, "format": "csv"}
    for address in addresses:
        request = stack.page + address.format(**known)
        if address.endswith("/matches"):
            # Pairs have none: the address is known all the same.
            with pytest.raises(HTTPError) as refused:
                urlopen(request, timeout=scaled(10))
            assert json.loads(refused.value.read())["message"] == "there is no such channel"
            continue
        with urlopen(request, timeout=scaled(10)) as answer:
            assert answer.status == 200, address


def test_the_first_two_commands_are_the_two_that_set_everything_up() -> None:
    first, second = re.findall(r"^\$ (\S+ \S+)", README, re.M)[:2]
    assert (first, second) == ("make demo", "make test")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^demo:", makefile, re.M)
    assert re.search(r"^test:", makefile, re.M)


def test_the_pictures_of_the_readme_are_there() -> None:
    for name in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert Path(ROOT / name).is_file()
