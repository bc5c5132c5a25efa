"""The intake as a process of its own: killed in the middle of its work it loses nothing, told to stop it stops."""

import asyncio
import os
import signal
import sys
import urllib.request
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from contracts.messages import FileReceived
from tests.support.nats_server import running_bus
from tests.support.ports import free_port
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected
ROOT = Path(__file__).resolve().parents[3]


@asynccontextmanager
async def intake_process(url, **environment):
    """`python -m services.intake` until the end of the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "services.intake",
        cwd=ROOT,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "KIBITZ_NATS_URL": url, "KIBITZ_INTAKE_POLL_MS": "30", **environment},
    )
    reading = asyncio.ensure_future(process.stderr.read())
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await reading


def pbn(number):
    return b'[Event "Night"]\n[Board "%d"]\n[Dealer "N"]\n' % number


async def test_an_intake_killed_again_and_again_announces_every_file_once(bus_settings, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    expected = {sha256(pbn(number)).hexdigest() for number in range(60)}
    async with running_bus(bus_settings, "validation") as bus:

        async def announced():
            history = bus.history("intake.file.received.v1.*.*", FileReceived)
            return [stored.message.file.sha256 async for stored in history]

        for number in range(60):
            (inbox / f"{number}.pbn").write_bytes(pbn(number))
        for share in (5, 20, 40, 60):
            environment = {"KIBITZ_INTAKE_WATCH": str(inbox), "KIBITZ_INTAKE_PORT": "0"}
            async with intake_process(bus_settings.url, **environment) as process:
                for _ in range(1000):
                    if len(await announced()) >= share:
                        break
                    await asyncio.sleep(0.01)
                process.send_signal(signal.SIGKILL)
        found = await announced()
        assert len(found) == len(set(found))
        assert set(found) == expected


async def test_told_to_stop_it_stops_soon_with_clients_still_connected(bus_settings):
    port = free_port()
    async with intake_process(bus_settings.url, KIBITZ_INTAKE_PORT=str(port)) as process:
        address = f"http://127.0.0.1:{port}/healthz"
        for _ in range(300):
            try:
                answer = await asyncio.to_thread(lambda: urllib.request.urlopen(address, timeout=scaled(5)).read())
            except OSError:
                await asyncio.sleep(0.05)
            else:
                assert b'"ok"' in answer
                break
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"PUT /v1/files/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf")
        await writer.drain()
        _, idle = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(0.1)
        process.terminate()
        assert await asyncio.wait_for(process.wait(), scaled(15)) == 0
        writer.close()
        idle.close()
