"""What a service's durables are doing; consumers on a server are in tests/integration/bus/jetstream/test_health.py."""

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import nats.errors
import pytest
from nats.js.errors import NotFoundError

from shared.bus.jetstream import health
from shared.bus.jetstream.health import MISSING_LIMIT, STUCK, HealthReport, Monitor
from shared.bus.settings import BusSettings
from shared.bus.topology import consumers
from shared.errors import OperationFailed
from shared.telemetry import Metrics
from tests.support.time_limits import scaled

(SPEC,) = consumers("seating")
OK = HealthReport(True, (), ())


class Server:
    """Says where each consumer stands."""

    def __init__(self) -> None:
        self.floor, self.pending, self.unanswered = 4, 3, 0
        self.error: Exception | None = None
        self.asked = 0
        self.created: dict[str, datetime] = {}

    async def stream_info(self, stream: str) -> object:
        if stream in self.created:
            return SimpleNamespace(created=self.created[stream])
        raise NotFoundError(code=404)

    async def consumers_info(self, stream: str, offset: int) -> list[object]:
        return []

    async def consumer_info(self, stream: str, durable: str, timeout: float) -> object:
        self.asked += 1
        if self.error is not None:
            raise self.error
        floor = SimpleNamespace(stream_seq=self.floor)
        return SimpleNamespace(ack_floor=floor, num_pending=self.pending, num_ack_pending=self.unanswered)


class Listing(Server):
    """Lists the consumers of a stream in pages, but for those that it does not answer for."""

    def __init__(self, *without: str) -> None:
        super().__init__()
        self.without, self.offsets = without, list[int]()
        specs = [spec.durable for spec in consumers("scoring") if spec.stream == "VALIDATED"]
        self.names = [*(f"reader-{number}" for number in range(300)), *(name for name in specs if name not in without)]

    async def consumers_info(self, stream: str, offset: int) -> list[object]:
        self.offsets.append(offset)
        if self.error is not None:
            raise self.error
        info = await super().consumer_info(stream, "", 3.0)
        self.asked -= 1
        return [SimpleNamespace(**vars(info), name=name) for name in self.names[offset : offset + 256]]


class Watched:
    """A monitor over a server that is not there, and what it reported."""

    def __init__(self, specs=(SPEC,), server: Server | None = None) -> None:
        self.server, self.metrics, self.reasons = server or Server(), Metrics(), []
        self.unstored = ""
        self.concerns: tuple[str, ...] = ()
        self.client = SimpleNamespace(is_connected=True, stats={"reconnects": 2}, lost=lambda: False, js=self.server)
        session = SimpleNamespace(service=specs[0].service, client=self.client, metrics=self.metrics)
        session.settings, session.unstored = BusSettings(provision="check", look_every=0.01), lambda: self.unstored
        session.concerns = lambda: self.concerns
        self.monitor = Monitor(session, specs, self.reasons.append)  # type: ignore[arg-type]

    async def problem(self) -> str:
        return "; ".join((await self.monitor.check()).problems)

    def metric(self, name: str, **labels: str) -> float | None:
        return self.metrics.registry.get_sample_value(f"kibitz_{name}", {"service": "seating", **labels})


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    turned = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(health.time, "monotonic", lambda: turned.now)
    return turned


async def test_a_look_that_loses_the_first_cancellation_holds_no_stop_up(monkeypatch: pytest.MonkeyPatch) -> None:
    watched, looks = Watched(), 0

    async def look() -> None:
        nonlocal looks
        looks += 1
        # As `wait_for` of Python 3.11 does where a cancellation meets a result.
        with contextlib.suppress(asyncio.CancelledError if looks == 1 else ()):
            await asyncio.sleep(600)

    monkeypatch.setattr(watched.monitor, "check", look)
    watched.monitor.start()
    while not looks:
        await asyncio.sleep(0)
    async with asyncio.timeout(scaled(5)):
        await watched.monitor.stop()


async def test_what_a_service_knows_to_be_wrong_makes_it_unhealthy() -> None:
    watched = Watched()
    assert (await watched.monitor.check()).ok
    watched.concerns = ("audit: Message 14 of VALIDATED cannot be read",)
    report = await watched.monitor.check()
    assert report.concerns == watched.concerns
    assert not report.problems
    assert not report.ok


async def test_a_consumer_that_stands_still_with_messages_waiting_is_stuck(clock: SimpleNamespace) -> None:
    watched = Watched()
    server = watched.server
    assert await watched.problem() == ""
    clock.now += STUCK
    assert await watched.problem() == ""
    clock.now += 1
    assert await watched.problem() == f"{SPEC.durable}: no progress for {STUCK + 1:.0f} s with 3 waiting"
    server.unanswered = 1
    assert await watched.problem() == ""  # a handler is at work, however long it takes
    server.unanswered, server.floor = 0, 5
    assert await watched.problem() == ""  # it has moved
    clock.now += STUCK + 1
    server.pending = 0
    assert await watched.problem() == ""  # nothing waits


async def test_metrics_say_how_the_connection_and_its_consumers_are() -> None:
    watched = Watched()
    watched.server.unanswered = 1
    assert (await watched.monitor.check()).ok
    label = {"consumer": SPEC.label}
    assert (watched.metric("connected"), watched.metric("healthy"), watched.metric("reconnects")) == (1, 1, 2)
    assert (watched.metric("pending", **label), watched.metric("in_flight", **label)) == (3, 1)
    watched.server.error = NotFoundError(code=404)
    await watched.monitor.check()
    assert (watched.metric("connected"), watched.metric("healthy")) == (1, 0)
    watched.client.is_connected = False
    assert await watched.monitor.check() == HealthReport(False, (), ("not connected",))
    assert (watched.metric("connected"), watched.metric("healthy")) == (0, 0)


async def test_the_partitions_of_a_subject_are_counted_together() -> None:
    specs = tuple(spec for spec in consumers("scoring") if spec.max_ack_pending == 1)
    watched = Watched(specs)
    watched.server.unanswered = 1
    await watched.monitor.check()
    label = {"service": "scoring", "consumer": specs[0].label}
    partitions = len([spec for spec in specs if spec.label == specs[0].label])
    assert watched.metric("pending", **label) == 3 * partitions
    assert watched.metric("in_flight", **label) == partitions


async def test_a_server_that_does_not_answer_is_a_problem_and_no_missing_consumer() -> None:
    watched = Watched()
    watched.server.error = nats.errors.TimeoutError()
    report = await watched.monitor.check()
    assert report.problems == (f"{SPEC.durable}: no answer: nats: timeout",)
    assert (report.missing, report.ok) == ((), False)


async def test_an_answer_serves_further_questions_for_as_long_as_they_allow(clock: SimpleNamespace) -> None:
    watched = Watched()
    for wait, asked in ((0.0, 1), (1.9, 1), (0.1, 2), (0.0, 2)):
        clock.now += wait
        await watched.monitor.report(2.0)
        assert watched.server.asked == asked
    await watched.monitor.report(0.0)
    assert watched.server.asked == 3


async def test_a_missing_consumer_is_made_again(monkeypatch, caplog) -> None:
    watched, made = Watched(), []

    async def provision(session, streams, specs) -> int:
        made.append(({stream.name for stream in streams}, list(specs)))
        return 1

    monkeypatch.setattr(health, "provision_all", provision)
    await watched.monitor.heal(OK)
    assert made == []
    watched.server.error = NotFoundError(code=404)
    report = await watched.monitor.check()
    assert report.missing == (SPEC.durable,)
    await watched.monitor.heal(report)
    # The streams of seating, and no others: this one may create nothing.
    assert made == [
        ({"MERGED", "SEATED", "DEAD", "OBJ_STATES_SCORING", "OBJ_BODIES_SEATING", "KV_PARKED_SEATING"}, [SPEC])
    ]
    assert watched.reasons == []
    assert f"the server has no {SPEC.durable}" in caplog.text


async def test_a_consumer_that_stays_missing_for_a_minute_ends_the_process(monkeypatch, clock: SimpleNamespace) -> None:
    watched = Watched()

    async def provision(session, streams, specs) -> int:
        raise OperationFailed("not allowed")

    monkeypatch.setattr(health, "provision_all", provision)
    watched.server.error = NotFoundError(code=404)
    report = await watched.monitor.check()
    await watched.monitor.heal(report)
    clock.now += MISSING_LIMIT
    await watched.monitor.heal(report)
    assert watched.reasons == []
    await watched.monitor.heal(OK)  # it was there for a moment
    clock.now += 1
    await watched.monitor.heal(report)
    clock.now += MISSING_LIMIT + 1
    assert watched.reasons == []
    await watched.monitor.heal(report)
    assert watched.reasons == ["consumers of seating have been missing for 60 s: not allowed"]


async def test_the_monitor_looks_again_and_again_until_it_is_stopped(caplog) -> None:
    watched = Watched()
    watched.server.error = ZeroDivisionError("made up")
    watched.monitor.start()
    while watched.server.asked < 3:
        await asyncio.sleep(0.01)
    await watched.monitor.stop()
    asked = watched.server.asked
    await asyncio.sleep(0.05)
    assert watched.server.asked == asked
    assert "looking at the consumers failed" in caplog.text


async def test_a_connection_that_nothing_brings_back_ends_the_process() -> None:
    watched = Watched()
    watched.client.lost = lambda: True
    watched.monitor.start()
    await asyncio.sleep(0.1)
    await watched.monitor.stop()
    assert watched.reasons == ["nothing connects seating to NATS any more"]


async def test_a_stream_that_was_made_again_ends_the_process() -> None:
    watched, first = Watched(), datetime(2031, 10, 3, tzinfo=UTC)
    # Another service's stream may come and go.
    watched.server.created = {"MERGED": first, "SEATED": first, "RENDERINGS": first}
    watched.monitor.start()
    await asyncio.sleep(0.05)
    watched.server.created |= {"RENDERINGS": first + timedelta(days=1)}
    del watched.server.created["SEATED"]
    await asyncio.sleep(0.05)
    assert watched.reasons == []
    watched.server.created["SEATED"] = first + timedelta(days=1)
    while not watched.reasons:
        await asyncio.sleep(0.01)
    await watched.monitor.stop()
    assert watched.reasons == ["seating starts over: made again was SEATED"]


async def test_streams_that_a_service_makes_again_itself_end_it_as_well(monkeypatch) -> None:
    watched, first = Watched(), datetime(2031, 10, 3, tzinfo=UTC)
    watched.server.created = {"MERGED": first}

    async def provision(session, streams, specs) -> int:
        watched.server.created = {"MERGED": first + timedelta(days=1)}
        watched.server.error = None
        return 1

    monkeypatch.setattr(health, "provision_all", provision)
    watched.monitor.start()
    await asyncio.sleep(0.03)
    watched.server.created, watched.server.error = {}, NotFoundError(code=404)
    while not watched.reasons:
        await asyncio.sleep(0.01)
    await watched.monitor.stop()
    assert watched.reasons == ["seating starts over: made again was MERGED"]


async def test_the_durables_of_a_stream_are_looked_at_together() -> None:
    specs = [spec for spec in consumers("scoring") if spec.stream == "VALIDATED"]
    watched = Watched(specs, server := Listing())
    assert (await watched.monitor.check()).ok
    assert (server.offsets, server.asked) == ([0, 256], 0)


async def test_a_durable_that_a_list_lacks_is_asked_for_by_itself() -> None:
    specs = [spec for spec in consumers("scoring") if spec.stream == "VALIDATED"]
    watched = Watched(specs, server := Listing(specs[3].durable))
    assert (await watched.monitor.check()).ok
    assert server.asked == 1


async def test_durables_are_asked_for_by_themselves_where_nobody_lists_them() -> None:
    specs = [spec for spec in consumers("scoring") if spec.stream == "VALIDATED"]
    watched = Watched(specs, server := Listing())
    server.error = nats.errors.TimeoutError()
    assert (await watched.monitor.check()).missing == ()
    assert server.asked == len(specs)
    server.error = NotFoundError(code=404)
    assert (await watched.monitor.check()).missing == tuple(spec.durable for spec in specs)


async def test_a_server_that_does_not_store_is_a_problem():
    watched = Watched()
    assert await watched.problem() == ""
    watched.unstored = "publishing fails: its disk may be full"
    assert await watched.problem() == "publishing fails: its disk may be full"
