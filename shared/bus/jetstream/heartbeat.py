"""Signs of life of messages that are being handled, from a thread with a connection of its own.

The server gives a message to another process when it hears nothing of it for `ack_wait`, which is short, so that the
events of a killed process wait as little as possible. To decode a large message holds an event loop up for longer than
that: seconds, measured with files of 20 MB. A thread is held up only while a library in C keeps the interpreter.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Protocol

import nats.errors

from shared.bus.jetstream.held import HeldFile

IN_PROGRESS = b"+WPI"
"""The answer that JetStream takes for a sign of life."""

GIVEN_BACK = b"-NAK"
"""The answer after which it gives the message to somebody else at once."""

PATIENCE = 10.0
"""Seconds that the thread has for its end."""


class Connection(Protocol):
    """What the thread needs of a client."""

    @property
    def is_connected(self) -> bool:
        """Whether a sign of life would arrive now."""

    async def connect_bus(self) -> None:
        """Connect, however long it takes."""

    async def publish(self, subject: str, payload: bytes) -> None:
        """Send."""

    async def drain(self) -> None:
        """Close."""


class Heartbeat:
    """Keeps alive what is held, by the subject of its answer, with a sign of life `every` so many seconds.

    With a file it also remembers what is held, and gives back first what the process before it left there.
    """

    def __init__(self, connect: Callable[[], Connection], every: float, file: HeldFile | None = None) -> None:
        """Start the thread; `connect` makes its client there."""
        self.every = every
        self._connect = connect
        self._file = file
        self._held: dict[str, None] = {}
        self._loop = asyncio.new_event_loop()
        self._ending = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="kibitz-heartbeat", daemon=True)
        self._thread.start()

    def hold(self, reply: str) -> None:
        """Keep a message alive from now on."""
        self._held[reply] = None
        if self._file is not None:
            self._file.note(self._held)

    def release(self, reply: str) -> None:
        """Keep it alive no longer."""
        if reply in self._held:
            del self._held[reply]
            if self._file is not None:
                self._file.note(self._held)

    async def stop(self) -> None:
        """Keep nothing alive any more, and close the connection."""
        with contextlib.suppress(RuntimeError):  # it has ended already
            self._loop.call_soon_threadsafe(self._ending.set)
        await asyncio.to_thread(self._thread.join, PATIENCE)
        if self._file is not None:
            self._file.close()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._beat())
        finally:
            self._loop.close()

    async def _beat(self) -> None:
        client = self._connect()
        connecting = asyncio.ensure_future(client.connect_bus())
        giving_back = asyncio.ensure_future(self._give_back(client, connecting))
        try:
            while not self._ending.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._ending.wait(), self.every)
                if client.is_connected:
                    for reply in tuple(self._held):
                        with contextlib.suppress(nats.errors.Error):
                            await client.publish(reply, IN_PROGRESS)
        finally:
            for task in (giving_back, connecting):
                task.cancel()
            await asyncio.gather(giving_back, connecting, return_exceptions=True)
            await client.drain()

    async def _give_back(self, client: Connection, connecting: asyncio.Future[None]) -> None:
        await asyncio.shield(connecting)
        for reply in self._file.left if self._file is not None else ():
            with contextlib.suppress(nats.errors.Error):
                await client.publish(reply, GIVEN_BACK)
