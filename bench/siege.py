"""Many sockets that say nothing, half or nonsense, in a process and from an address of their own.

`python -m bench.siege URL SOCKETS ADDRESS PLACE`: each socket says one of the words for the intake or the feed, and is
opened anew some time after it was cut off. `there` is printed when all have come; it ends with its standard input.
"""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator
from itertools import cycle, islice
from urllib.parse import urlsplit

AGAIN = 5.0
"""Seconds until a socket that was cut off is opened anew."""

HEAD = b"PUT /v1/files/x.xml HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /v1/feed HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HALVES = (b"", HEAD, HEAD + b"Content-Length: 50000\r\n\r\n<USEBIO", b"\x16\x03\x01\x02\x00\x01")
"""What is said and not gone on with: nothing, half a head, half a body, and the beginning of another protocol."""

WORDS = {
    "intake": HALVES,
    "feed": (*HALVES, UPGRADE, UPGRADE + bytes([0x81, 0xFE, 0xFF, 0xFF]), UPGRADE + b"\xff" * 64),
}
"""At the feed also a client that never says what it wants nor answers a ping, half a message, and no frames at all."""


@contextlib.asynccontextmanager
async def besieged(url: str, sockets: int, place: str, address: str = "127.0.0.2") -> AsyncIterator[None]:
    """So many of them from an address of this machine, which Linux lets programs choose."""
    command = [sys.executable, "-m", "bench.siege", url, str(sockets), address, place]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        if await asyncio.to_thread(process.stdout.readline) != b"there\n":
            raise RuntimeError("the siege has not begun")
        yield
    finally:
        process.kill()
        process.communicate()


async def main(url: str, sockets: int, address: str, place: str) -> None:
    parted, tried = urlsplit(url), asyncio.Semaphore(0)

    async def one(said: bytes) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(parted.hostname, parted.port, local_addr=(address, 0))
                try:
                    writer.write(said)
                    tried.release()
                    while await reader.read(65536):
                        pass
                finally:
                    writer.transport.abort()
            except OSError:
                tried.release()
            await asyncio.sleep(AGAIN)

    tasks = [asyncio.create_task(one(said)) for said in islice(cycle(WORDS[place]), sockets)]
    for _ in range(sockets):
        await tried.acquire()
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    where, count, source, words = sys.argv[1:]
    asyncio.run(main(where, int(count), source, words))
