"""Ways through which connections go, and which can be severed: they stay open and carry nothing, until they are mended.

That is what a partition of the network looks like from both of its ends: no end is told, and what was sent arrives
when the network is there again.
"""

import asyncio
import contextlib
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

NAME = re.compile(rb'CONNECT \{[^\r]*"name": ?"([^"]*)"')
"""What a client of NATS calls itself."""

LOOK = 0.02
"""Seconds between two looks at whether a severed way is mended."""


@dataclass
class Way:
    """A port of ours that leads to another.

    Attributes:
        severed: names of clients whose connections carry nothing; "" is everybody.
        down: whether connections are refused.
    """

    target: int
    port: int = 0
    severed: set[str] = field(default_factory=set)
    down: bool = False
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    async def open(self) -> asyncio.Server:
        """Begin to accept connections."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        names = {""}
        if self.down:
            writer.transport.abort()
            return
        with contextlib.suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers |= {writer, back}
            ways = (self._carry(reader, back, names), self._carry(there, writer, names))
            tasks = [asyncio.ensure_future(way) for way in ways]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                back.close()
                self._writers -= {writer, back}
        writer.close()

    def cut(self) -> None:
        """Break all connections, and refuse new ones while it is down."""
        self.down = True
        for writer in self._writers:
            writer.transport.abort()

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, names: set[str]) -> None:
        with contextlib.suppress(OSError):
            data = b"?"
            while data:
                data = await source.read(1 << 16)
                if found := NAME.search(data):
                    names.add(found[1].decode())
                while self.severed & names:
                    await asyncio.sleep(LOOK)
                target.write(data)
                await target.drain()


@dataclass
class Ways:
    """All ways, on a thread of their own."""

    ways: list[Way]

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._servers = [asyncio.run_coroutine_threadsafe(way.open(), self._loop).result(10) for way in self.ways]
        return self

    def __exit__(self, *_: object) -> None:
        async def end() -> None:
            for server in self._servers:
                server.close()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def cut(self, way: Way) -> Callable[[], None]:
        """Cut a way, as both ends are told; what mends it again."""
        self._loop.call_soon_threadsafe(way.cut)

        def mend() -> None:
            way.down = False

        return mend

    def sever(self, name: str = "", which: Callable[[Way], bool] = lambda _: True) -> Callable[[], None]:
        """Sever all connections of a client, or everybody's, on some ways; what mends them again."""
        chosen = [way for way in self.ways if which(way)]
        for way in chosen:
            way.severed.add(name)

        def mend() -> None:
            for way in chosen:
                way.severed.discard(name)

        return mend
