"""The addresses of the server on this machine, and commands with a data folder from which no server runs."""

import os
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kibitz import running_server
from kibitz.cli import app
from kibitz.running_server import USUAL, Part, address_of, page_of, running_state
from kibitz.stack.layout import Layout

run = CliRunner().invoke
ADDRESSES: dict[Part, str] = {
    "page": "http://127.0.0.1:9000/",
    "public": "http://192.0.2.1:9000/",
    "feed": "ws://127.0.0.1:9000/v1/feed",
    "intake": "http://127.0.0.1:9001",
    "nats": "nats://127.0.0.1:9002",
}


@pytest.mark.parametrize(
    ("feed", "page"),
    [
        ("ws://127.0.0.1:8080/v1/feed", "http://127.0.0.1:8080"),
        ("wss://bridge.example/live/v1/feed", "https://bridge.example/live"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ],
)
def test_the_scoreboard_is_beside_its_feed(feed: str, page: str) -> None:
    assert page_of(feed) == page


@pytest.mark.parametrize("part", USUAL)
def test_an_address_comes_from_the_user_the_folder_or_the_usual_ports(
    part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert address_of(part, None, None) == USUAL[part]
    (tmp_path / "kibitz-data").mkdir()
    Layout(tmp_path / "kibitz-data").write_state({"pid": os.getpid(), **ADDRESSES})
    assert address_of(part, None, None) == ADDRESSES[part]
    assert address_of(part, None, tmp_path / "kibitz-data") == ADDRESSES[part]
    assert address_of(part, "http://elsewhere", tmp_path / "nowhere") == "http://elsewhere"


@pytest.mark.parametrize("part", USUAL)
def test_a_named_folder_without_a_server_ends_the_command(
    part: Part, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as end:
        address_of(part, None, tmp_path)
    assert end.value.exit_code == 2
    assert "no server is running from" in capsys.readouterr().err


def test_the_file_of_a_killed_server_counts_as_none(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    Layout(tmp_path).write_state({"pid": gone.pid, **ADDRESSES})
    assert running_state(tmp_path) == {}


class Stranger(socketserver.BaseRequestHandler):
    """Notes that it was called, and hangs up."""

    def handle(self) -> None:
        self.server.calls.append(self.client_address)  # type: ignore[attr-defined]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Calls to another server that listens on the usual ports."""
    with socketserver.TCPServer(("127.0.0.1", 0), Stranger) as server:
        server.calls = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        host = f"127.0.0.1:{server.server_address[1]}"
        for part, scheme in (("page", "http"), ("feed", "ws"), ("intake", "http"), ("nats", "nats")):
            monkeypatch.setitem(running_server.USUAL, part, f"{scheme}://{host}")
        yield server.calls  # type: ignore[attr-defined]
        server.shutdown()
        thread.join()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "send FILE",
        "watch",
        "watch open --once",
        "replay FILE",
        "standings open",
        "retract FILE",
        "take FILE",
        "decide void open 1 --ns 1 --ew 2",
        "decide penalty open 3 0.5",
        "decide status open official",
        "decide match open 1 2 --home-gets void",
        "seat lock open 3",
        "seat start open 3",
        "seat system open swiss",
        "events list",
        "events link open side",
        "events split FILE",
        "dead list",
        "dead show 1",
        "dead retry 1",
    ],
)
def test_no_command_calls_another_server_for_a_folder_without_one(
    command: str, calls: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KIBITZ_NATS_URL", raising=False)
    path = tmp_path / "open.trf"
    path.write_text("012 Open\n")
    result = run(app, [*command.replace("FILE", str(path)).split(), "--data", str(tmp_path / "stopped")])
    assert result.exit_code == 2, result.output
    assert "no server is running from" in " ".join(result.stderr.split())
    assert calls == []


def test_the_doctor_reports_a_folder_without_a_server(calls: list[object], tmp_path: Path) -> None:
    result = run(app, ["doctor", "--data", str(tmp_path / "stopped")])
    assert "no server is running from" in " ".join(result.output.split())
    assert calls == []


@pytest.mark.parametrize(
    ("error", "runs"), [(None, True), (ProcessLookupError(), False), (PermissionError(), True), (OSError(), True)]
)
def test_a_server_runs_unless_its_process_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError | None, runs: bool
) -> None:
    def kill(pid: int, signal: int) -> None:
        assert (pid, signal) == (4321, 0)
        if error is not None:
            raise error

    Layout(tmp_path).write_state({"pid": 4321, "page": "http://127.0.0.1:1/"})
    monkeypatch.setattr(running_server.os, "kill", kill)
    assert bool(running_state(tmp_path)) is runs


def test_a_folder_without_the_number_of_a_process_is_taken_at_its_word(tmp_path: Path) -> None:
    Layout(tmp_path).write_state({"page": "http://127.0.0.1:1/"})
    assert running_state(tmp_path) == {"page": "http://127.0.0.1:1/"}
