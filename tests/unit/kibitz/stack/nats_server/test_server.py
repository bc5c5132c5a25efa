"""The embedded server without a process: its configuration, its ports, and when it is started again."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.stack.nats_server import server as module
from kibitz.stack.nats_server.binary import ServerBinary
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.errors import OperationFailed

BINARY = ServerBinary(Path("nats-server"), (2, 11, 0))


def test_the_configuration_names_the_folder_and_syncs_every_write(tmp_path: Path) -> None:
    folder = str(tmp_path.resolve())
    assert EmbeddedServer(tmp_path, include="no_auth_user: a\n").configuration().replace(folder, "FOLDER") == (
        "server_name: kibitz\n"
        "listen: 127.0.0.1:-1\n"
        "max_payload: 8388608\n"
        'pid_file: "FOLDER/nats.pid"\n'
        'ports_file_dir: "FOLDER"\n'
        'log_file: "FOLDER/nats.log"\n'
        "log_size_limit: 4MB\n"
        "log_max_num: 2\n"
        'jetstream { store_dir: "FOLDER/store", sync_interval: always, max_file_store: 1125899906842624 }\n'
        "no_auth_user: a\n"
    )
    assert (
        "listen: 127.0.0.1:4222\nmax_payload: 9\n" in EmbeddedServer(tmp_path, port=4222, max_payload=9).configuration()
    )


def test_a_path_with_letters_of_any_script_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / 'Zoë\'s "games" 日本'
    text = EmbeddedServer(path).configuration()
    assert f'{tmp_path.resolve()}/Zoë\'s \\"games\\" 日本/store' in text


async def test_a_server_that_was_not_started_has_no_process_and_stops_at_once(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    assert (server.pid, server.url, server.restarts) == (None, "nats://127.0.0.1:0", 0)
    await server.stop()
    server._process = SimpleNamespace(pid=7, returncode=None)  # type: ignore[assignment]
    assert server.pid == 7
    server._process = SimpleNamespace(pid=7, returncode=1)  # type: ignore[assignment]
    assert server.pid is None


@pytest.mark.parametrize(
    ("written", "end"),
    [(None, "no log"), ("", "no log"), ("1\n2\n", "1 | 2"), ("1\n2\n3\n4\n5\n6\n", "2 | 3 | 4 | 5 | 6")],
)
def test_the_end_of_the_log_is_its_last_five_lines(tmp_path: Path, written: str | None, end: str) -> None:
    if written is not None:
        (tmp_path / "nats.log").write_text(written)
    assert EmbeddedServer(tmp_path)._log_end() == end


@pytest.mark.parametrize(
    ("written", "port"),
    [
        (None, None),
        ("{", None),
        ("{}", None),
        ('{"nats": []}', None),
        ('{"nats": ["nats://[::1]:x"]}', None),
        ('{"nats": ["nats://127.0.0.1:4333", "nats://127.0.0.1:4334"]}', 4333),
    ],
)
def test_the_port_is_the_first_in_the_file_of_ports(tmp_path: Path, written: str | None, port: int | None) -> None:
    if written is not None:
        (tmp_path / "x.ports").write_text(written)
    assert module._client_port(tmp_path / "x.ports") == port


class Launched(EmbeddedServer):
    """A server whose start is only noted, and fails as often as the test says."""

    fails = 0

    def prepare(self) -> list[int]:
        """The ports with which it was started, from now on."""
        self.ports: list[int] = []
        self.killed = 0
        return self.ports

    async def _launch(self, binary: ServerBinary, *, again: bool = False) -> Any:
        self.ports.append(self.port)
        if self.fails:
            self.fails -= 1
            raise OperationFailed("the port is taken")
        self.port = self.port or 5000
        return await self.deaths()

    async def deaths(self) -> Any:
        """The process that was started."""
        return None

    async def _kill(self) -> None:
        self.killed += 1


@pytest.mark.parametrize(
    ("port", "before", "preferred", "free", "fails", "tried"),
    [
        (0, None, 0, {}, 0, [0]),
        (0, None, 4222, {4222}, 0, [4222]),
        (0, None, 4222, {}, 0, [0]),
        (0, "4300\n", 4222, {4222, 4300}, 0, [4300]),
        (0, "4300\n", 4222, {4222}, 0, [4222]),
        (0, "no port", 4222, {4222}, 0, [4222]),
        (4100, "4300\n", 4222, {4100, 4222, 4300}, 0, [4100]),
        (4100, None, 0, {}, 0, [4100]),
        (0, None, 4222, {4222}, 1, [4222, 0]),
    ],
)
async def test_the_port_is_the_given_one_or_the_last_or_the_preferred_or_any(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    port: int,
    before: str | None,
    preferred: int,
    free: set[int],
    fails: int,
    tried: list[int],
) -> None:
    monkeypatch.setattr(module, "is_free", lambda number: number in free)
    if before is not None:
        (tmp_path / "nats.port").write_text(before)
    server = Launched(tmp_path, port=port, preferred=preferred)
    ports, server.fails = server.prepare(), fails
    await server._launch_first(BINARY)
    assert (ports, server.killed) == (tried, fails)
    assert server.port == (tried[-1] or 5000)


@pytest.mark.parametrize("port", [0, 4100])
async def test_a_server_that_does_not_start_on_any_port_or_on_the_given_one_is_an_error(
    tmp_path: Path, port: int
) -> None:
    server = Launched(tmp_path, port=port)
    ports, server.fails = server.prepare(), 1
    with pytest.raises(OperationFailed, match="taken"):
        await server._launch_first(BINARY)
    assert ports == [port]


async def test_a_server_that_keeps_dying_is_started_again_after_longer_and_longer_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, pauses = [0.0], []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(module, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    server = Launched(tmp_path)
    server.prepare()
    lives: list[float] = [2.0, 2.1, 0.0]

    class Process:
        returncode = None

        async def wait(self) -> int:
            if not lives:
                server._stopping = True
            else:
                now[0] += lives.pop(0)
            return 1

    async def deaths() -> Process:
        server.fails = 6 if server.restarts == 1 else 0
        return Process()

    server.deaths = deaths  # type: ignore[method-assign]
    server._process = Process()  # type: ignore[assignment]
    await server._keep(BINARY)
    assert pauses == [0.2, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert (server.restarts, server.killed) == (3, 6)
    said = [record.message for record in caplog.records]
    assert said.count("nats-server died, starting it again") == 3
    assert (
        said.count(
            "nats-server does not start and is tried again, kibitz doctor looks at disk and port: the port is taken"
        )
        == 6
    )


async def test_a_server_is_not_started_again_once_it_stops(tmp_path: Path) -> None:
    server = Launched(tmp_path)
    ports = server.prepare()
    ended = asyncio.Event()

    class Process:
        async def wait(self) -> int:
            await ended.wait()
            return 0

    server._process = Process()  # type: ignore[assignment]
    server._keeper = asyncio.ensure_future(server._keep(BINARY))
    await asyncio.sleep(0)
    await server.stop()
    assert (server._keeper, ports, server.killed) == (None, [], 1)


class Answering:
    """A process that goes when it is asked to, or only when it is killed, or has gone."""

    def __init__(self, goes: str) -> None:
        self.goes, self.asked = goes, list[str]()
        self.returncode = 0 if goes == "gone" else None
        self.ended = asyncio.Event()

    def ask(self, how: str) -> Callable[[], None]:
        def asked() -> None:
            self.asked.append(how)
            if self.goes == "never there":
                self.ended.set()
                raise ProcessLookupError
            if how == self.goes:
                self.ended.set()

        return asked

    def __getattr__(self, name: str) -> Callable[[], None]:
        return self.ask(name)

    async def wait(self) -> int:
        await self.ended.wait()
        return 0


@pytest.mark.parametrize(
    ("goes", "asked"),
    [("gone", []), ("terminate", ["terminate"]), ("kill", ["terminate", "kill"]), ("never there", ["terminate"])],
)
async def test_a_server_that_does_not_stop_when_asked_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goes: str, asked: list[str]
) -> None:
    monkeypatch.setattr(module, "STOP_PATIENCE", 0.01)
    server = EmbeddedServer(tmp_path)
    process: Any = Answering(goes)
    server._process = process
    await server._kill()
    assert process.asked == asked
    assert server._process is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("info", "good"),
    [
        ({"version": "2.12.0", "jetstream": True}, True),
        ({"version": "2.15.1", "jetstream": True}, True),
        ({"version": "2.11.29", "jetstream": True}, False),
        ({"version": "2.12.0"}, False),
        ({"jetstream": True}, False),
    ],
)
async def test_what_answers_has_to_be_a_server_that_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, info: dict[str, object], good: bool
) -> None:
    program = tmp_path / "nats-server"
    program.write_text("#!/bin/sh\nsleep 60\n")
    program.chmod(0o755)
    asked: list[tuple[str, int]] = []

    async def read_info(host: str, port: int) -> dict[str, object]:
        asked.append((host, port))
        return info

    monkeypatch.setattr(module, "read_info", read_info)
    monkeypatch.setattr(module, "_client_port", lambda _: 4555)
    (tmp_path / "old.ports").write_text(json.dumps({"nats": ["nats://127.0.0.1:1"]}))
    server = EmbeddedServer(tmp_path)
    try:
        if good:
            process = await server._launch(ServerBinary(program, (2, 11, 0)))
            assert (server.pid, server.port) == (process.pid, 4555)
        else:
            with pytest.raises(OperationFailed, match="port 4555 is no suitable NATS server"):
                await server._launch(ServerBinary(program, (2, 11, 0)))
    finally:
        await server._kill()
    assert asked == [("127.0.0.1", 4555)]
    assert not (tmp_path / "old.ports").exists()


async def test_a_server_that_ends_or_says_no_port_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "START_PATIENCE", 0.05)
    for script, reason in (("exit 1", "ended at once: no log"), ("sleep 60", r"did not start in 0\.05 s: no log")):
        program = tmp_path / "nats-server"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        server = EmbeddedServer(tmp_path)
        monkeypatch.setattr(module, "START_PATIENCE", 30 if script == "exit 1" else 0.05)
        with pytest.raises(OperationFailed, match=reason):
            await server._launch(ServerBinary(program, (2, 11, 0)))
        await server._kill()


@pytest.mark.parametrize(("set_before", "limit"), [(None, module.MEMORY_LIMIT), ("1GiB", "1GiB")])
async def test_a_server_is_told_how_much_memory_it_may_use_unless_the_environment_says_so(
    set_before: str | None, limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOMEMLIMIT", raising=False)
    if set_before is not None:
        monkeypatch.setenv("GOMEMLIMIT", set_before)
    program = tmp_path / "nats-server"
    program.write_text(f"#!/bin/sh\necho $GOMEMLIMIT > {tmp_path / 'said'}\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(OperationFailed, match="ended at once"):
        await EmbeddedServer(tmp_path)._launch(ServerBinary(program, (2, 11, 0)))
    assert (tmp_path / "said").read_text() == f"{limit}\n"
