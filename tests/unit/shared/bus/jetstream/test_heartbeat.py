"""Signs of life from a thread."""

import asyncio
import threading
import time

import nats.errors

from shared.bus.jetstream.heartbeat import IN_PROGRESS, Heartbeat
from tests.support.time_limits import scaled


class Connection:
    """Stands in for the client; `fails` so often when something is sent."""

    def __init__(self, fails: int = 0) -> None:
        self.is_connected = False
        self.sent: list[tuple[str, bytes, str]] = []
        self.fails = fails
        self.closed = threading.Event()

    async def connect_bus(self) -> None:
        self.is_connected = True

    async def publish(self, subject: str, payload: bytes) -> None:
        if self.fails:
            self.fails -= 1
            raise nats.errors.ConnectionClosedError
        self.sent.append((subject, payload, threading.current_thread().name))

    async def drain(self) -> None:
        self.closed.set()


def until(check: object, patience: float = 5.0) -> None:
    """Wait on this thread, which holds the event loop up."""
    deadline = time.monotonic() + scaled(patience)
    while not check():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.002)


async def test_what_is_held_is_kept_alive_although_the_loop_stands_still() -> None:
    connection = Connection(fails=1)
    heartbeat = Heartbeat(lambda: connection, 0.01)
    heartbeat.hold("$JS.ACK.a")
    until(lambda: len(connection.sent) > 3)
    assert {*connection.sent} == {("$JS.ACK.a", IN_PROGRESS, "kibitz-heartbeat")}
    heartbeat.release("$JS.ACK.a")
    heartbeat.release("$JS.ACK.a")
    await heartbeat.stop()
    assert connection.closed.is_set()
    await heartbeat.stop()


async def test_nothing_is_sent_without_a_connection_and_the_end_waits_for_none() -> None:
    class Lost(Connection):
        async def connect_bus(self) -> None:
            await asyncio.sleep(60)

    connection = Lost()
    heartbeat = Heartbeat(lambda: connection, 0.01)
    heartbeat.hold("$JS.ACK.a")
    began = time.monotonic()
    await heartbeat.stop()
    assert (connection.sent, connection.closed.is_set()) == ([], True)
    assert time.monotonic() - began < scaled(2)
