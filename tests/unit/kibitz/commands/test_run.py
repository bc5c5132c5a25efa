import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from contracts.access.grants import Wanted
from contracts.access.journal import Doing
from kibitz.cli import app
from kibitz.commands import run as server
from kibitz.commands.live import replay
from kibitz.stack.layout import SERVICES
from kibitz.stack.local_stack import Plan
from shared.errors import OperationFailed
from tests.support.ports import free_ports

run = CliRunner().invoke


def taken(after: int = 0) -> tuple[socket.socket, int]:
    """A port that somebody listens on, and its number minus `after`: a free port, where that is another one."""
    while True:
        port = free_ports(after + 1)[0]
        listener = socket.socket()
        try:
            listener.bind(("127.0.0.1", port + after))
        except OSError:
            listener.close()
            continue
        listener.listen()
        return listener, port


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


@pytest.mark.parametrize("here", [True, False])
def test_a_public_server_greets_without_desk_and_intake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], here: bool
) -> None:
    server._greet(Plan(tmp_path, host="0.0.0.0", address="live.club.example"), "nats://127.0.0.1:4222", "", here=here)
    told = capsys.readouterr().out
    assert "http://live.club.example:8080/" in told
    assert ("director's desk" in told, "intake" in told) == (here, here)


def test_a_port_of_metrics_that_is_taken_is_named_with_its_process(tmp_path: Path) -> None:
    listener, port = taken(1)
    ports = ["--port", str(free_ports(2)[0]), "--metrics", str(port)]
    with listener:
        result = run(app, ["up", "--processes", "--data", str(tmp_path / "data"), *ports])
    assert result.exit_code == 2
    assert f"http://127.0.0.1:{port + 1}/metrics (usebio_parser) is taken" in " ".join(result.stderr.split())


@pytest.mark.parametrize("which", ["--data", "--watch"])
def test_a_file_in_the_place_of_a_folder_is_misuse(tmp_path: Path, which: str) -> None:
    (tmp_path / "file").touch()
    folders = {"--data": str(tmp_path / "data"), which: str(tmp_path / "file")}
    result = run(app, ["up", "--port", str(free_ports(2)[0]), *(part for pair in folders.items() for part in pair)])
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
    monkeypatch.setattr(server, "is_free", lambda port, *_: port % 2 == 0)
    with pytest.raises(typer.Exit) as stopped:
        server._free_port(8080)
    assert stopped.value.exit_code == 2


class Stack:
    """A server that starts at once, or fails; it runs until it is asked to stop."""

    stopped: list[Plan] = []
    fails = ""
    services = SERVICES

    def __init__(self, plan: Plan, report: Callable[[str], None]) -> None:
        self.plan, self.report = plan, report
        self.bus = "nats://127.0.0.1:4222"

    async def start(self) -> None:
        if self.fails:
            raise OperationFailed(self.fails)
        self.report("scoring was gone and has been started again")

    async def run(self, stop: asyncio.Event) -> None:
        if self.plan.data == Path("for-a-moment"):
            return
        await stop.wait()

    async def stop(self) -> None:
        self.stopped.append(self.plan)


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> type[Stack]:
    monkeypatch.setattr(server, "LocalStack", Stack)
    monkeypatch.setattr(server, "is_free", lambda *_: True)
    monkeypatch.setattr(Stack, "stopped", [])
    monkeypatch.setattr(Stack, "fails", "")
    return Stack


def test_a_server_says_where_everything_is_and_stops_at_the_end(stack: type[Stack]) -> None:
    result = run(app, ["up", "--data", "for-a-moment", "--watch", "results", "--port", "9000", "--processes"])
    assert result.exit_code == 0
    for text in ("http://127.0.0.1:9000/", "http://127.0.0.1:9001/v1/files/", "nats://127.0.0.1:4222", "results"):
        assert text in result.stdout
    assert "everything is kept in for-a-moment" in result.stdout
    assert "scoring was gone" in result.stderr
    assert stack.stopped == [Plan(Path("for-a-moment"), 9000, Path("results"), True)]
    assert "watching" not in run(app, ["up", "--data", "for-a-moment"]).stdout


@pytest.mark.parametrize("address", ["http://club.example/", "club example", "club/x"])
def test_what_is_no_name_of_a_machine_is_misuse(stack: type[Stack], address: str) -> None:
    result = run(app, ["up", "--data", "for-a-moment", "--host", "0.0.0.0", "--address", address])
    assert result.exit_code == 2
    assert "club.example" in result.stderr
    assert stack.stopped == []


def test_a_server_of_the_network_prints_two_links_and_their_codes(
    stack: type[Stack], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Wanted] = []

    class Bucket:
        def __init__(self, bus: str) -> None:
            assert bus == "nats://127.0.0.1:4222"

        async def make(self, wanted: Wanted, doing: Doing) -> tuple[None, str]:
            made.append(wanted)
            return None, "0123.abc"

    @asynccontextmanager
    async def connected(url: str) -> AsyncIterator[str]:
        yield url

    monkeypatch.setattr("shared.kept.grants.GrantBucket", Bucket)
    monkeypatch.setattr("kibitz.bus_session.connected", connected)
    words = ("up", "--data", "for-a-moment", "--port", "9000", "--host", "0.0.0.0")
    result = run(app, [*words, "--address", "club.example"])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert "http://club.example:9000/" in lines
    assert "http://club.example:9000/desk/enter?token=0123.abc" in lines
    assert "http://127.0.0.1:9000/desk on this machine" in result.stdout
    assert result.stdout.count("█▀") > 20
    assert made == [Wanted("director", "director", timedelta(hours=24), timedelta(minutes=15))]
    assert stack.stopped == [Plan(Path("for-a-moment"), 9000, host="0.0.0.0", address="club.example")]
    monkeypatch.setattr(server, "network_address", lambda host: f"{host} found")
    assert "http://192.0.2.7 found:9000/desk/enter" in run(app, [*words[:-1], "192.0.2.7"]).stdout
    assert "by the link below" in run(app, [*words[:-1], "192.0.2.7"]).stdout


def test_a_server_that_does_not_start_says_why_and_is_stopped(
    stack: type[Stack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stack, "fails", "nats-server ended at once")
    for command in ("up", "demo"):
        result = run(app, [command])
        assert result.exit_code == 2
        assert "nats-server ended at once" in result.stderr
        assert "kibitz doctor" in result.stderr
    assert len(stack.stopped) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("tables", "rounds"), [(4, 3), (5, 5), (14, 13), (15, 13)])
def test_a_demo_plays_a_made_up_event_of_as_many_rounds_as_its_tables_allow(
    stack: type[Stack], monkeypatch: pytest.MonkeyPatch, tables: int, rounds: int
) -> None:
    played: list[tuple[int, str, dict[str, Any]]] = []
    monkeypatch.setattr(replay, "play", lambda parts, address, **more: played.append((len(parts), address, more)))
    result = run(app, ["demo", "--leave", "--every", "0.5", "--tables", str(tables), "--port", "9000"])
    assert result.exit_code == 0, result.output
    ((parts, address, more),) = played
    assert (parts, address, more["event"], more["every"]) == (rounds, "http://127.0.0.1:9001", "lanternlight", 0.5)
    assert "http://127.0.0.1:9000/" in result.stdout
    assert "until Ctrl-C" not in result.stdout
    assert [plan.port for plan in stack.stopped] == [9000]


def test_a_service_is_run_by_its_name_with_hyphens(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    monkeypatch.setattr("shared.service.run", lambda services: names.extend(each.name for each in services))
    assert run(app, ["run", "trf-parser"]).exit_code == 0
    assert names == ["trf_parser"]


@pytest.mark.parametrize(("free", "port"), [({8080, 8081}, 8080), ({8082, 8083}, 8082), ({8278, 8279}, 8278)])
def test_a_demo_looks_for_two_neighbouring_ports_a_hundred_times(
    monkeypatch: pytest.MonkeyPatch, free: set[int], port: int
) -> None:
    monkeypatch.setattr(server, "is_free", lambda number, *_: number in free)
    assert server._free_port(8080) == port


@pytest.mark.parametrize("free", [{8280, 8281}, {8081, 8082}])
def test_a_demo_takes_no_ports_that_are_further_away_or_do_not_begin_evenly(
    monkeypatch: pytest.MonkeyPatch, free: set[int]
) -> None:
    monkeypatch.setattr(server, "is_free", lambda number, *_: number in free)
    with pytest.raises(typer.Exit):
        server._free_port(8080)


@pytest.mark.parametrize(("tables", "rounds"), [(3, 3), (4, 3)])
def test_a_demo_plays_two_boards_a_round(monkeypatch: pytest.MonkeyPatch, tables: int, rounds: int) -> None:
    played: list[Any] = []
    monkeypatch.setattr(replay, "play", lambda parts, address, **more: played.append((parts, address, more)))
    server._play(Plan(Path("data"), 9000), 0.5, tables, asyncio.Event())
    ((parts, address, more),) = played
    assert (len(parts), address, more["event"], more["every"]) == (rounds, "http://127.0.0.1:9001", "lanternlight", 0.5)
    assert ({part.boards for part in parts[:-1]}, parts[-1].name) == ({2}, "lanternlight.xml")
    assert not more["stopped"]()


@pytest.mark.parametrize("words", [("up",), ("demo", "--leave")])
def test_a_server_that_is_stopped_while_it_starts_shows_and_plays_nothing(
    stack: type[Stack], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    @contextmanager
    def stopped(stop: asyncio.Event) -> Iterator[None]:
        stop.set()
        yield

    played: list[object] = []
    monkeypatch.setattr(server, "stop_on_signals", stopped)
    monkeypatch.setattr(server, "_play", lambda *arguments: played.append(arguments))
    result = run(app, list(words))
    assert (result.exit_code, result.stdout, played) == (0, "", [])
    assert "stopping" in result.stderr
    assert len(stack.stopped) == 1
