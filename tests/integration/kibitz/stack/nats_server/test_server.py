"""The embedded server."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.stack.nats_server.binary import read_info
from kibitz.stack.nats_server.folder import FolderInUse
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.errors import OperationFailed
from tests.integration.bus.samples import until
from tests.support.nats_server import binary, kill

pytestmark = pytest.mark.connected

ROOT = Path(__file__).resolve().parents[3]


async def test_it_starts_in_a_moment_and_leaves_nothing_running(tmp_path: Path):
    program = binary()
    took = []
    for number in range(3):
        server = EmbeddedServer(tmp_path / f'Zoë\'s "data" {number}', binary=program)
        started = time.perf_counter()
        await server.start()
        took.append(time.perf_counter() - started)
        pid = server.pid
        assert pid is not None
        info = await read_info("127.0.0.1", server.port)
        assert info["jetstream"]
        assert info["max_payload"] == 8 * 1024 * 1024
        await server.stop()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    # 25 ms on a quiet machine; a loaded one gets leave.
    assert min(took) < 0.5


async def test_every_write_is_synced_and_only_this_machine_is_served(tmp_path: Path):
    configuration = EmbeddedServer(tmp_path).configuration()
    assert "sync_interval: always" in configuration
    assert "listen: 127.0.0.1:" in configuration


async def test_a_folder_has_one_server(tmp_path: Path):
    async with EmbeddedServer(tmp_path, binary=binary()):
        with pytest.raises(FolderInUse, match=f"in use by process {os.getpid()}"):
            await EmbeddedServer(tmp_path, binary=binary()).start()
    async with EmbeddedServer(tmp_path, binary=binary()):
        """The lock is free again."""


async def test_a_server_that_was_killed_comes_back_on_the_same_port(tmp_path: Path):
    async with EmbeddedServer(tmp_path, binary=binary()) as server:
        port, pid = server.port, server.pid
        for number in (1, 2):
            kill(server)
            await until(lambda number=number: server.restarts == number and server.pid is not None)
        assert server.port == port
        assert server.pid != pid
        assert (await read_info("127.0.0.1", port))["jetstream"]


async def test_a_folder_without_a_port_takes_the_preferred_one_when_it_is_free(tmp_path: Path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        wanted = probe.getsockname()[1]
        probe.listen()
        async with EmbeddedServer(tmp_path / "other", binary=binary(), preferred=wanted) as other:
            assert other.port not in (0, wanted)
    async with EmbeddedServer(tmp_path / "first", binary=binary(), preferred=wanted) as first:
        assert first.port == wanted


async def test_a_port_that_somebody_takes_at_the_last_moment_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with socket.socket() as faster:
        faster.bind(("127.0.0.1", 0))
        faster.listen()
        taken = faster.getsockname()[1]
        monkeypatch.setattr("kibitz.stack.nats_server.server.is_free", lambda port: True)
        async with EmbeddedServer(tmp_path, binary=binary(), preferred=taken) as server:
            assert server.port not in (0, taken)


async def test_the_port_of_a_folder_is_kept_over_runs_while_it_is_free(tmp_path: Path):
    async with EmbeddedServer(tmp_path, binary=binary()) as server:
        port = server.port
    async with EmbeddedServer(tmp_path, binary=binary()) as again:
        assert again.port == port
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "nats.port").write_text(f"{port}\n")
        async with EmbeddedServer(tmp_path / "other", binary=binary()) as other:
            assert other.port not in (0, port)


async def test_a_server_whose_process_was_killed_stops_with_it(tmp_path: Path):
    program = tmp_path / "up.py"
    program.write_text(
        "import asyncio, pathlib, sys\n"
        "from kibitz.stack.nats_server.server import EmbeddedServer\n"
        "async def main():\n"
        "    server = EmbeddedServer(pathlib.Path(sys.argv[1]))\n"
        "    await server.start()\n"
        "    print(server.pid, flush=True)\n"
        "    await asyncio.sleep(3600)\n"
        "asyncio.run(main())\n"
    )
    up = subprocess.Popen(
        [sys.executable, str(program), str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "KIBITZ_NATS_SERVER": str(binary().path)},
    )
    assert up.stdout is not None
    server = int(up.stdout.readline())
    assert _alive(server)
    up.send_signal(signal.SIGKILL)
    up.wait()
    up.stdout.close()
    if sys.platform == "linux":
        await until(lambda: not _alive(server))
    async with EmbeddedServer(tmp_path / "data", binary=binary()):
        await until(lambda: not _alive(server))


async def test_a_server_that_is_left_behind_all_the_same_is_stopped_by_the_next_one(tmp_path: Path):
    (tmp_path / "nats.conf").write_text(EmbeddedServer(tmp_path).configuration())
    orphan = subprocess.Popen([str(binary().path), "-c", str(tmp_path / "nats.conf")])
    try:
        await until(lambda: any(tmp_path.glob("*.ports")))
        async with EmbeddedServer(tmp_path, binary=binary()) as server:
            assert server.pid != orphan.pid
            assert orphan.wait(5) is not None
    finally:
        orphan.kill()
        orphan.wait()


def _alive(pid: int) -> bool:
    """Whether a process does something; one that ended and was not yet collected by its parent does not."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


async def test_a_configuration_that_the_server_refuses_is_an_error_with_its_reason(tmp_path: Path):
    server = EmbeddedServer(tmp_path, binary=binary(), include="no_such_option: 1\n")
    with pytest.raises(OperationFailed, match="ended at once"):
        await server.start()
    async with EmbeddedServer(tmp_path, binary=binary()):
        """The lock is free again."""


async def test_what_answers_and_is_no_nats_server_is_said(tmp_path: Path):
    import asyncio

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org ESMTP\r\n")
        writer.close()

    listener = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    with pytest.raises(OperationFailed, match="no NATS server"):
        await read_info("127.0.0.1", port)
    listener.close()
    with pytest.raises(OperationFailed, match="no NATS server"):
        await read_info("127.0.0.1", port)
