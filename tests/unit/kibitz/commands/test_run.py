import socket
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands import run as server
from kibitz.stack.layout import SERVICES
from tests.support.ports import free_port_pair

run = CliRunner().invoke


def taken(after: int = 0) -> tuple[socket.socket, int]:
    """A port that somebody listens on, and its number minus `after`: a free port, where that is another one."""
    while True:
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1] - after
        if not after or _is_free(port):
            return listener, port
        listener.close()


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize("command", ["up", "demo"])
@pytest.mark.parametrize(("after", "what"), [(0, "page and feed"), (1, "intake")])
def test_a_server_does_not_start_on_a_port_that_is_taken(tmp_path: Path, after: int, what: str, command: str) -> None:
    listener, port = taken(after)
    with listener:
        more = ["--data", str(tmp_path / "data")] if command == "up" else []
        result = run(app, [command, *more, "--port", str(port)])
    assert result.exit_code == 2
    assert what in result.stderr
    assert "--port" in result.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("which", ["--data", "--watch"])
def test_a_file_in_the_place_of_a_folder_is_misuse(tmp_path: Path, which: str) -> None:
    (tmp_path / "file").touch()
    folders = {"--data": str(tmp_path / "data"), which: str(tmp_path / "file")}
    result = run(app, ["up", "--port", str(free_port_pair()), *(part for pair in folders.items() for part in pair)])
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert "file cannot be used as a folder" in "".join(result.stderr.splitlines())


def test_a_service_that_does_not_exist_is_misuse_and_the_others_are_named() -> None:
    result = run(app, ["run", "kitchen"])
    assert result.exit_code == 2
    assert "there is no service kitchen" in result.stderr
    assert all(name in "".join(result.stderr.split()) for name in SERVICES)


def test_a_demo_takes_the_next_two_free_ports() -> None:
    listener, port = taken()
    with listener:
        free = server._free_port(port)
    assert free > port
    assert (free - port) % 2 == 0


def test_a_demo_that_finds_no_ports_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "is_free", lambda port: port % 2 == 0)
    with pytest.raises(typer.Exit) as stopped:
        server._free_port(8080)
    assert stopped.value.exit_code == 2
