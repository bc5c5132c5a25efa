"""What it costs to send one message to many clients: CPU per delivery, as a multiple of a loop of `os.write`.

The clients are raw sockets in another process, which read and throw away. All ways of sending use the same connections,
in turns, in the same run, so that the state of the machine cancels out of the ratios:

- `floor`: `os.write` of the finished frame to every socket;
- `feed`: the service as it runs: delta, JSON, frame, guarded write to each client of the group. Taking the new state
  into the channel comes before and once, however many clients there are: `update_us`, for a table of 60 rows;
- `broadcast`: the function of that name of the `websockets` library, as its documentation proposes.

`python -m bench fanout` writes JSON; `python -m bench.fanout` prints it.
"""

import asyncio
import gc
import json
import os
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.server import broadcast

from contracts.feed import SUBPROTOCOL
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.websocket_server import FeedServer, ServerOptions, clock
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.limits import Limits
from services.broadcast.domain.payload import Form, Payload

CHANNEL = "evt.bench.standings"
COLUMNS = ("ranking", "number", "name", "place", "rank", "total", "percentage", "boards")
PAIRS, MOVED = 60, 7
"""A table of 60 pairs of which 7 move: a delta of about a kilobyte."""

CLIENTS = (100, 1_000, 5_000)
AIM = 1.6
SPARE_FILES = 300


def table(seq: int) -> TableState:
    rows = {}
    for pair in range(1, PAIRS + 1):
        total = 1000 + 37 * pair + (seq if pair <= MOVED else 0)
        cells = ("overall", str(pair), f"Fern Marlow & Otto Quill {pair}", str(pair), pair, f"{total}.50", "51.25", 24)
        rows[f"overall|{pair}"] = cells
    return TableState(COLUMNS, rows, {"title": "Bench"})


async def measured(send: Callable[[], object], window: float) -> float:
    """Seconds of CPU that a send costs this process until it has gone quiet."""
    began = time.process_time()
    made = send()
    if isinstance(made, Awaitable):
        await made
    await asyncio.sleep(window)
    return time.process_time() - began


async def compare(clients: int, *, deflated: bool) -> dict[str, Any]:
    hub = Hub(clock, Limits(heartbeat=3600.0, first_message=3600.0, tick=0.0))
    hub.update(CHANNEL, table(1), "B", 1)
    options = ServerOptions(ping_interval=3600.0, sweep=3600.0, grace=0.1)
    server = FeedServer(hub, HttpApi(hub), options)
    await server.start()
    memory, connecting = _resident(), time.process_time()
    command = [sys.executable, "-m", "bench.fanout", "crowd", str(server.port), str(clients), str(int(deflated))]
    crowd = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        if crowd.stdout is None:
            raise RuntimeError("the clients have no voice")
        async with asyncio.timeout(120):
            await crowd.stdout.readline()
        await asyncio.sleep(0.3)
        connect_us = (time.process_time() - connecting) / clients * 1e6
        memory_kb = (_resident() - memory) / clients / 1024
        costs, update_us = await _take_turns(hub, server, clients, deflated=deflated)
    finally:
        if crowd.stdin is not None:
            crowd.stdin.close()
        await crowd.wait()
        await server.stop()
    floor = costs["floor"]
    return {
        "us": {name: round(cost, 2) for name, cost in costs.items()},
        "ratio": {name: round(cost / floor, 2) for name, cost in costs.items() if name != "floor"},
        "update_us": round(update_us, 1),
        "connect_us": round(connect_us, 1),
        "kib_per_connection": round(memory_kb, 1),
    }


async def _take_turns(hub: Hub, server: FeedServer, clients: int, *, deflated: bool) -> tuple[dict[str, float], float]:
    connections = tuple(server._admission.connections)
    if len(connections) != clients:
        raise RuntimeError(f"{len(connections)} of {clients} clients have come")
    descriptors = [connection.transport.get_extra_info("socket").fileno() for connection in connections]
    window = 0.03 + clients * 30e-6
    seq = 1
    frame = b""

    updates: list[float] = []

    def feed() -> None:
        nonlocal seq
        seq += 1
        began = time.process_time()
        hub.update(CHANNEL, states[seq], "B", seq)
        updates.append(time.process_time() - began)

    def floor() -> None:
        write = os.write
        for descriptor in descriptors:
            write(descriptor, frame)

    # The same bytes on all ways: the delta of the feed.
    rounds = max(8, min(60, 20_000 // clients))
    states = [table(number) for number in range(rounds + 3)]
    hub.update(CHANNEL, table(0), "B", 2)
    seq = 2
    (payload,) = hub.view(CHANNEL).delta(1, proven=False) or (Payload(b"", "delta"),)
    await asyncio.sleep(window)
    frame = payload.frame(Form.DEFLATED if deflated else Form.PLAIN)
    text = payload.data.decode()
    turns: dict[str, Callable[[], object]] = {
        "floor": floor,
        "feed": feed,
        "broadcast": lambda: broadcast(connections, text),
    }
    idle = statistics.median([await measured(lambda: None, window) for _ in range(5)])
    taken: dict[str, list[float]] = {name: [] for name in turns}
    gc.collect()
    for _ in range(rounds):
        for name, send in turns.items():
            cost = await measured(send, window) - idle - (updates[-1] if name == "feed" else 0.0)
            taken[name].append(cost / clients * 1e6)
    if server.readers()["live"] != clients:
        raise RuntimeError("clients were lost: the figures say nothing")
    return {name: statistics.median(values) for name, values in taken.items()}, statistics.median(updates) * 1e6


def measure() -> dict[str, Any]:
    """Every number of clients that this machine's limit of open files allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        results: dict[str, Any] = {"aim": AIM, "load": [round(part, 2) for part in os.getloadavg()]}
        for clients in CLIENTS:
            if clients + SPARE_FILES > hard:
                results[str(clients)] = f"skipped: the limit of open files is {hard}"
                continue
            results[str(clients)] = {kind: _in_a_fresh_process(clients, kind) for kind in ("plain", "deflated")}
        return results
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _in_a_fresh_process(clients: int, kind: str) -> dict[str, Any]:
    """What one run left in the caches and in the allocator would be the gain or loss of the next."""
    command = [sys.executable, "-m", "bench.fanout", "compare", str(clients), kind]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    return json.loads(done.stdout)


def crowd(port: int, clients: int, *, deflated: bool) -> None:
    """So many raw clients that read until their standard input ends."""
    wish = json.dumps({"type": "subscribe", "id": 1, "channel": CHANNEL}).encode()
    extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if deflated else ""
    request = (
        f"GET /v1/feed HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n{extension}\r\n"
    ).encode()
    # A mask of zeros leaves the payload as it is (RFC 6455, section 5.3).
    subscribe = bytes([0x81, 0x80 | len(wish), 0, 0, 0, 0]) + wish
    selector = selectors.DefaultSelector()
    for _ in range(clients):
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(request)
        head = b""
        while b"\r\n\r\n" not in head:
            head += line.recv(4096)
        if not head.startswith(b"HTTP/1.1 101"):
            raise SystemExit(head.decode("latin-1"))
        line.sendall(subscribe)
        line.setblocking(False)
        selector.register(line, selectors.EVENT_READ, line)
    print("ready", flush=True)
    selector.register(sys.stdin.buffer.fileno(), selectors.EVENT_READ)
    buffer = bytearray(65_536)
    while True:
        for key, _ in selector.select():
            if key.data is None:
                return
            try:
                if not key.data.recv_into(buffer):
                    selector.unregister(key.data)
            except BlockingIOError:
                continue
            except OSError:
                selector.unregister(key.data)


def _resident() -> int:
    """Bytes of memory that this process holds."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    if sys.argv[1:2] == ["crowd"]:
        crowd(int(sys.argv[2]), int(sys.argv[3]), deflated=sys.argv[4] == "1")
    elif sys.argv[1:2] == ["compare"]:
        print(json.dumps(asyncio.run(compare(int(sys.argv[2]), deflated=sys.argv[3] == "deflated"))))
    else:
        print(json.dumps(measure(), indent=2))
