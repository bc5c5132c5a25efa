"""A server in a container whose disk was full is ended when there is room, and let alone before."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nats.errors
import pytest
from nats.js import JetStreamContext
from nats.js.api import StreamConfig

from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from tests.support.ports import free_ports
from tests.support.small_disk import fill, small_disk
from tests.support.time_limits import scaled

SCRIPT = Path(__file__).resolve().parents[2] / "deploy/nats/writes.sh"

NETCAT = f"""#!{sys.executable}
import socket, sys
with socket.create_connection((sys.argv[-2], int(sys.argv[-1])), timeout=5) as peer:
    peer.sendall(sys.stdin.buffer.read())
    while piece := peer.recv(4096):
        sys.stdout.buffer.write(piece)
"""
"""What the image has and this machine may lack."""


async def _publish(client: JetStreamContext, times: int) -> None:
    for _ in range(times):
        await client.publish("one", os.urandom(40_000), timeout=1)


async def test_a_server_that_stopped_writing_is_ended_when_there_is_room(tmp_path: Path) -> None:
    (tmp_path / "nc").write_text(NETCAT)
    (tmp_path / "nc").chmod(0o700)
    monitor = free_ports(1)[0]
    with small_disk(tmp_path / "disk", "140m") as disk:
        async with EmbeddedServer(disk, include=f"http: 127.0.0.1:{monitor}\n") as server:
            environment = {
                "PATH": f"{tmp_path}:{os.environ['PATH']}",
                "NATS_MONITOR": str(monitor),
                "NATS_DATA": str(disk),
            }

            def asked() -> int:
                words = ["sh", str(SCRIPT), "js-enabled-only", str(server.pid)]
                return subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=False).returncode

            bus = Bus("intake", BusSettings(url=server.url, publish_timeout=0.5, publish_patience=0.6), on_fatal=print)
            await bus.connect()
            try:
                assert await asyncio.to_thread(asked) == 0
                client = bus.client.js
                await client.add_stream(StreamConfig(name="ONE", subjects=["one"]))
                ballast = fill(disk, left=100_000)
                with pytest.raises(nats.errors.Error):
                    await _publish(client, 9)
                assert await asyncio.to_thread(asked) == 0
                assert server.restarts == 0
                ballast.unlink()
                assert shutil.disk_usage(disk).free > 64 << 20
                assert await asyncio.to_thread(asked) == 1
                async with asyncio.timeout(scaled(10)):
                    while not server.restarts:
                        await asyncio.sleep(0.02)
                assert await asyncio.to_thread(asked) == 0
            finally:
                await bus.stop()
