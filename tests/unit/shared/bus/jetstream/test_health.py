"""A consumer that does not move; consumers that are gone are in tests/integration/bus/jetstream/test_health.py."""

from types import SimpleNamespace

import pytest

from shared.bus.jetstream import health
from shared.bus.jetstream.health import STUCK, Monitor
from shared.bus.topology import consumers
from shared.telemetry import Metrics

(SPEC,) = consumers("seating")


class Server:
    """Says where the consumer stands."""

    def __init__(self) -> None:
        self.floor, self.pending, self.unanswered = 4, 3, 0

    async def consumer_info(self, stream: str, durable: str, timeout: float) -> object:
        floor = SimpleNamespace(stream_seq=self.floor)
        return SimpleNamespace(ack_floor=floor, num_pending=self.pending, num_ack_pending=self.unanswered)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    turned = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(health.time, "monotonic", lambda: turned.now)
    return turned


async def problem(monitor: Monitor) -> str:
    return "; ".join((await monitor.check()).problems)


async def test_a_consumer_that_stands_still_with_messages_waiting_is_stuck(clock: SimpleNamespace) -> None:
    server = Server()
    client = SimpleNamespace(is_connected=True, reconnects=0, pulls={})
    session = SimpleNamespace(service="seating", client=client, js=server, metrics=Metrics())
    monitor = Monitor(session, (SPEC,), print)  # type: ignore[arg-type]
    assert await problem(monitor) == ""
    clock.now += STUCK + 1
    assert await problem(monitor) == f"{SPEC.durable}: no progress for {STUCK + 1:.0f} s with 3 waiting"
    server.unanswered = 1
    assert await problem(monitor) == ""  # a handler is at work, however long it takes
    server.unanswered, server.floor = 0, 5
    assert await problem(monitor) == ""  # it has moved
    clock.now += STUCK + 1
    server.pending = 0
    assert await problem(monitor) == ""  # nothing waits
