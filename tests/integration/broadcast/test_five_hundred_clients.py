"""Five hundred clients at once, with stalled, slow, vanishing and malformed ones among them."""

import asyncio
import base64
import gc
import itertools
import json
import os
import random
import resource
import socket
import struct
from itertools import accumulate
from pathlib import Path

import pytest

from contracts.feed import SUBPROTOCOL, CloseCode, checksum
from services.broadcast.adapters.websocket_server import FeedServer
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.hub import Hub
from tests.support.sockets import serving
from tests.support.time_limits import scaled

CHANNEL = "evt.open-pairs.standings"
PAIRS = 120
HEALTHY, STALLED, SLOW, VANISHING, MALFORMED = 380, 40, 20, 40, 20
SECONDS = 6.0
COLUMNS = ("section", "number", "name", "rank", "total")
NAME = "Fern Marlow and Otto Quill, Lanternlight Bridge Club " * 2


def state(rng: random.Random, seq: int) -> TableState:
    """Every row has a new name each time, so that little of it compresses into the kernel's buffers."""
    rows = {
        f"p{pair}": (
            "AB"[pair % 2],
            str(pair),
            f"{rng.random()} {NAME}",
            rng.randrange(1, PAIRS),
            f"{rng.random():.15f}"[2:],
        )
        for pair in range(PAIRS)
    }
    return TableState(COLUMNS, rows, {"round": seq})


class RawClient:
    """A WebSocket client of few lines, so that five hundred of them cost the test little."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.rows: dict[str, list[object]] = {}
        self.held = 0
        self.deltas = 0
        self.proofs = 0
        self.faults: list[str] = []
        self.close_code: int | None = None

    async def connect(self, server: FeedServer) -> None:
        line = socket.socket()
        if HEALTHY <= self.number < HEALTHY + STALLED + SLOW:
            # Otherwise the kernel would read for them, megabytes of it.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
        self.incoming, self.outgoing = await asyncio.open_connection(sock=line)
        key = base64.b64encode(os.urandom(16)).decode()
        self.outgoing.write(
            f"GET /v1/feed HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}"
            f"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n".encode()
        )
        head = await self.incoming.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        self.say(json.dumps({"type": "subscribe", "id": 1, "channel": CHANNEL, "encoding": "columns"}).encode())

    def say(self, data: bytes, first: int = 0x81) -> None:
        self.outgoing.write(bytes([first, 0x80 | 126]) + struct.pack("!H", len(data)) + b"\0\0\0\0" + data)

    async def receive(self) -> bytes | None:
        """The payload of one frame; None when the connection has ended."""
        try:
            first, size = await self.incoming.readexactly(2)
            if size == 126:
                (size,) = struct.unpack("!H", await self.incoming.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self.incoming.readexactly(8))
            data = await self.incoming.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        if first & 0x0F == 8:
            (self.close_code,) = struct.unpack("!H", data[:2])
            return None
        return data

    async def follow(self, pause: float = 0.0) -> None:
        """Keep the table and check every message against it."""
        while (data := await self.receive()) is not None:
            if data:
                self.take(json.loads(data))
            if pause:
                await asyncio.sleep(pause)

    def take(self, message: dict[str, object]) -> None:
        kind = message["type"]
        if kind == "snapshot":
            if message.get("part", 1) == 1:
                self.rows = {}
            self.rows.update(message["rows"])  # type: ignore[call-overload]
            self.held = message["seq"]  # type: ignore[assignment]
        elif kind == "delta":
            if message["from"] != self.held:
                self.faults.append(f"held {self.held}, told {message['from']} to {message['seq']}")
            order = sorted(self.rows)
            for column, (steps, values) in message["cells"].items():  # type: ignore[attr-defined]
                for place, value in zip(accumulate(steps), values, strict=True):
                    self.rows[order[place]][COLUMNS.index(column)] = value
            if message.get("part", 1) == message.get("parts", 1):
                self.held = message["seq"]  # type: ignore[assignment]
                self.deltas += 1
                if "checksum" in message and self.number % 10 == 0:
                    self.proofs += 1
                    if checksum(self.rows.items()) != message["checksum"]:  # type: ignore[arg-type]
                        self.faults.append(f"wrong table at {self.held}")


def resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


async def write(hub: Hub, rng: random.Random, until: float) -> int:
    """Change the table until then, and on a busy machine for as long as those that do not read are still there."""
    seq = 1
    loop = asyncio.get_running_loop()
    while loop.time() < until or hub.counts["closed_4008"] < STALLED:
        seq += 1
        hub.update(CHANNEL, state(rng, seq), "E1", seq)
        await asyncio.sleep(0.1)
    return seq


async def stall(client: RawClient, hub: Hub) -> None:
    """Stop reading; one half looks again when it is too late, the other never."""
    client.outgoing.transport.pause_reading()
    while client.number % 2 or hub.counts["closed_4008"] < STALLED:
        await asyncio.sleep(0.05)
    client.outgoing.transport.resume_reading()
    await client.follow()


async def vanish(client: RawClient, rng: random.Random) -> None:
    """Be gone without a word."""
    reading = asyncio.create_task(client.follow())
    await asyncio.sleep(rng.uniform(0.1, SECONDS / 2))
    client.outgoing.transport.abort()
    await reading


async def talk_nonsense(client: RawClient) -> None:
    nonsense = [b"{", b"\xff\xfe", b"[]", b'{"type":"subscribe"}', b"x" * 5000, os.urandom(64)]
    for data, first in itertools.product(nonsense, (0x81, 0x82, 0x83, 0xF1)):
        client.say(data, first)
    await client.follow()


@pytest.mark.slow
async def test_healthy_clients_lose_nothing_and_slow_ones_are_told_and_dropped() -> None:
    rng = random.Random(1)
    loop = asyncio.get_running_loop()
    limits = {"tick": 0.2, "lag_seconds": scaled(4.0), "heartbeat": scaled(1.0), "checksum_every": 4}
    # These clients answer no pings.
    options = {"ping_interval": scaled(120.0), "sweep": 0.25, "grace": 3.0, "send_buffer": 16 * 1024}
    async with serving(limits=limits, options=options) as (hub, server):
        hub.update(CHANNEL, state(rng, 1), "E1", 1)
        clients = [RawClient(number) for number in range(HEALTHY + STALLED + SLOW + VANISHING + MALFORMED)]
        for start in range(0, len(clients), 50):
            await asyncio.gather(*(client.connect(server) for client in clients[start : start + 50]))
        assert sum(server.readers().values()) == len(clients)
        kinds = iter(clients)
        healthy = list(itertools.islice(kinds, HEALTHY))
        stalled = list(itertools.islice(kinds, STALLED))
        slow = list(itertools.islice(kinds, SLOW))
        vanishing = list(itertools.islice(kinds, VANISHING))
        malformed = list(kinds)

        tasks = [asyncio.create_task(client.follow()) for client in healthy]
        tasks += [asyncio.create_task(stall(client, hub)) for client in stalled]
        tasks += [asyncio.create_task(client.follow(pause=scaled(0.4))) for client in slow]
        tasks += [asyncio.create_task(vanish(client, rng)) for client in vanishing]
        tasks += [asyncio.create_task(talk_nonsense(client)) for client in malformed]

        began = loop.time()
        writing = asyncio.create_task(write(hub, rng, began + SECONDS))
        await asyncio.sleep(SECONDS / 2)
        halfway = resident()
        async with asyncio.timeout(scaled(60)):
            seq = await writing
        grown = resident() - halfway

        async with asyncio.timeout(scaled(20)):
            while any(client.held < seq for client in healthy):
                await asyncio.sleep(0.05)
        truth = {key: list(row) for key, row in hub.channels[CHANNEL].rows.items()}
        assert [client.faults for client in clients if client.faults] == []
        assert all(client.rows == truth for client in healthy)
        assert all(client.deltas >= 6 for client in healthy)
        assert sum(client.proofs for client in healthy) > 0

        assert hub.counts["closed_4008"] == STALLED
        async with asyncio.timeout(scaled(30)):
            while sum(server.readers().values()) > HEALTHY + SLOW or any(client.held < seq for client in slow):
                await asyncio.sleep(0.05)
        assert {client.close_code for client in stalled[::2]} == {CloseCode.SLOW_CONSUMER}
        assert all(client.rows == truth for client in slow)
        assert max(client.deltas for client in slow) < max(client.deltas for client in healthy)
        assert all(client.close_code is not None for client in malformed)
        assert grown < 24 * 1024 * 1024

        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in clients:
            client.outgoing.transport.abort()
