"""Signs of life from a thread."""

import asyncio
import threading
import time
from pathlib import Path

import nats.errors

from shared.bus.jetstream.heartbeat import GIVEN_BACK, IN_PROGRESS, Heartbeat
from shared.bus.jetstream.held import HeldFile
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


async def test_what_the_process_before_held_is_given_back_and_what_is_held_now_is_noted(tmp_path: Path) -> None:
    before, after = HeldFile(tmp_path / "scoring"), Connection(fails=1)
    before.note(["$JS.ACK.a", "$JS.ACK.b"])
    heartbeat = Heartbeat(lambda: after, 60.0, HeldFile(tmp_path / "scoring"))
    until(lambda: after.sent)
    assert after.sent == [("$JS.ACK.b", GIVEN_BACK, "kibitz-heartbeat")]
    heartbeat.hold("$JS.ACK.c")
    heartbeat.hold("$JS.ACK.d")
    heartbeat.release("$JS.ACK.c")
    heartbeat.release("$JS.ACK.e")
    await heartbeat.stop()
    heartbeat.release("$JS.ACK.d")
    assert HeldFile(tmp_path / "scoring").left == ["$JS.ACK.d"]
