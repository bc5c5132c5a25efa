"""Events that are set aside, on a bucket in memory; on a server, tests/integration/bus/test_parking.py."""

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from nats.js.api import RawStreamMsg

from shared.bus import parking as module
from shared.bus.delivery import Delivery, delivery_of
from shared.bus.errors import Conflict
from shared.bus.parking import Parked, ParkedMessage, Parking
from shared.bus.topology import ConsumerSpec, consumers, parked_bucket
from shared.errors import OperationFailed
from tests.support.time_limits import scaled

SPEC = next(spec for spec in consumers("validation") if spec.ordered)
SUBJECT = f"{SPEC.subject}.0.club-pairs"
KEY = "validation-fragment-parsed.club-pairs"
STORED = datetime(2026, 3, 7, tzinfo=UTC)


class Memory:
    """Stands in for the bus: a bucket, a stream with the sequences `stored`, and a subscriber that fails on `bad`."""

    def __init__(self, stored: tuple[int, ...] = (), bad: tuple[int, ...] = ()) -> None:
        self.service = "validation"
        self.values: dict[str, tuple[bytes, int]] = {}
        self.stored, self.bad = stored, bad
        self.handled: list[tuple[int, int]] = []
        self.faster: list[int] = []
        self.lost = False
        subscriber = SimpleNamespace(extra_options={"durable": SPEC.durable}, consume=self.consume)
        self.broker = SimpleNamespace(subscribers=[SimpleNamespace(), subscriber])

    async def kv_get(self, bucket: str, key: str) -> tuple[bytes | None, int]:
        if self.lost:
            raise OperationFailed("lost")
        assert bucket == parked_bucket(self.service)
        return self.values.get(key, (None, 0))

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int, ttl: timedelta | None = None) -> int:
        if self.faster:
            entry = self.entry(key)
            self.put(key, Parked(**{**vars(entry), "up_to": self.faster.pop()}))
        if self.values.get(key, (b"", 0))[1] != expect:
            raise Conflict("somebody was faster")
        assert (ttl is None) == bool(value)
        self.values[key] = (value, expect + 1)
        return expect + 1

    def put(self, key: str, entry: Parked) -> None:
        self.values[key] = (module._ENTRY.dump_json(entry), self.values.get(key, (b"", 0))[1] + 1)

    def entry(self, key: str = KEY) -> Parked:
        entry = module._read(self.values[key][0])
        assert entry is not None
        return entry

    async def kv_items(self, bucket: str) -> AsyncGenerator[tuple[str, bytes], None]:
        if self.lost:
            raise OperationFailed("lost")
        for key, (value, _) in self.values.items():
            yield key, value

    async def first_seq(self, subject: str, after: int = 0) -> int:
        assert subject == SUBJECT
        return min((seq for seq in self.stored if seq > after), default=0)

    async def raw(self, stream: str, *, seq: int) -> RawStreamMsg | None:
        return RawStreamMsg(subject=SUBJECT, seq=seq, data=b"x", time=STORED) if seq in self.stored else None

    async def consume(self, message: ParkedMessage) -> None:
        delivery = delivery_of(message)
        assert delivery is not None
        assert (delivery.subject, delivery.stream, delivery.time) == (SUBJECT, SPEC.stream, STORED)
        self.handled.append((delivery.seq, delivery.deliveries))
        await (message.nak(delay=60.0) if delivery.seq in self.bad else message.ack())


def parking(bus: Memory, spec: ConsumerSpec = SPEC) -> Parking:
    return Parking(bus, {(spec.stream, spec.durable): spec})  # type: ignore[arg-type]


def delivery(seq: int, deliveries: int = 1) -> Delivery:
    return Delivery(SUBJECT, SPEC.stream, seq, deliveries, STORED, {}, SPEC.durable)


async def until_idle(parking: Parking, bus: Memory) -> None:
    """Run until nothing is due."""
    running = asyncio.create_task(parking.run())
    deadline = time.monotonic() + scaled(5)
    while not bus.handled or (bus.values[KEY][0] and bus.entry().due <= time.time() + 10):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TURN", 0.005)


async def test_nothing_is_noted_of_an_event_that_is_not_set_aside() -> None:
    bus = Memory()
    assert not await parking(bus).noted(delivery(3))
    assert bus.values == {}


async def test_messages_after_one_that_failed_are_noted_and_handled_after_it_in_order() -> None:
    bus = Memory(stored=(3, 5, 9))
    process = parking(bus)
    await process.park(delivery(3), 0.0, "failed")
    assert await process.noted(delivery(9))
    assert await process.noted(delivery(5))
    assert (bus.entry().seq, bus.entry().up_to, bus.entry().tries) == (3, 9, 1)
    assert process.count() == 1
    await until_idle(process, bus)
    assert process.count() == 0
    assert bus.handled == [(3, 2), (5, 1), (9, 1)]
    assert bus.values[KEY][0] == b""
    assert not await process.noted(delivery(12))


async def test_one_that_fails_again_waits_and_keeps_what_comes_after_it() -> None:
    bus = Memory(stored=(3, 5, 9), bad=(5,))
    process = parking(bus)
    await process.park(delivery(3), 0.0, "failed")
    await process.noted(delivery(9))
    await until_idle(process, bus)
    entry = bus.entry()
    assert bus.handled == [(3, 2), (5, 1)]
    assert (entry.seq, entry.up_to, entry.tries, entry.by) == (5, 9, 1, "")
    assert 50 < entry.due - time.time() <= 60


async def test_a_message_noted_while_the_last_one_is_handled_is_not_forgotten() -> None:
    bus = Memory(stored=(3, 5))
    process = parking(bus)
    await process.park(delivery(3), 0.0, "failed")
    consume = bus.broker.subscribers[1].consume

    async def noted_meanwhile(message: ParkedMessage) -> None:
        await consume(message)
        if len(bus.handled) == 1:
            bus.faster.append(5)

    bus.broker.subscribers[1].consume = noted_meanwhile
    await until_idle(process, bus)
    assert bus.handled == [(3, 2), (5, 1)]


async def test_an_event_that_another_process_has_is_left_to_it_until_its_time_is_over() -> None:
    bus = Memory(stored=(3,))
    process = parking(bus)
    await process.park(delivery(3), 0.0, "failed")
    taken = Parked(**{**vars(bus.entry()), "by": "another", "due": time.time() + 0.2, "tries": 4})
    bus.put(KEY, taken)
    began = time.time()
    await until_idle(process, bus)
    assert time.time() - began > 0.15
    assert bus.handled == [(3, 5)]


async def test_a_few_events_are_gone_on_with_at_the_same_time() -> None:
    process = parking(Memory(stored=(3,)))
    for number in range(20):
        process._known[str(number)] = Parked(SPEC.stream, SPEC.durable, SUBJECT, 3, 3, 3, 0.0)
    assert len(process._due()) == module.AT_ONCE
    process._handling["0"] = asyncio.create_task(asyncio.sleep(0))
    assert len(process._due()) == module.AT_ONCE - 1


async def test_messages_of_a_durable_without_partitions_are_set_aside_each_by_itself() -> None:
    bus = Memory()
    process = parking(bus, replace(SPEC, max_ack_pending=9))
    for seq in (3, 5):
        await process.park(delivery(seq), 60.0, "failed")
    assert {key: (bus.entry(key).seq, bus.entry(key).up_to) for key in bus.values} == {
        f"{KEY}-3": (3, 3),
        f"{KEY}-5": (5, 5),
    }


async def test_one_at_a_time_is_tried_of_those_that_may_have_ended_a_process() -> None:
    bus = Memory(stored=(3,))
    process = parking(bus)
    for key, unanswered in (("a", 2), ("b", 2), ("c", 0), ("d", 3)):
        process._known[key] = Parked(SPEC.stream, SPEC.durable, SUBJECT, 3, 3, 3, 0.0, unanswered=unanswered)
    assert process._due() == ["a", "c"]
    process._handling["b"] = asyncio.create_task(asyncio.sleep(0))
    assert process._due() == ["c"]


async def test_who_had_a_message_and_never_answered_is_counted_until_one_answers() -> None:
    bus = Memory(stored=(3,), bad=(3,))
    process, dead = parking(bus), parking(bus)
    await process.park(delivery(3, 3), 0.0, "2 deliveries of 3 were never answered", 2)
    await dead._change(KEY, dead._taken)
    assert (bus.entry().unanswered, bus.entry().by) == (2, dead._name)
    bus.put(KEY, Parked(**{**vars(bus.entry()), "due": 0.0}))
    await process._change(KEY, process._taken)
    assert (bus.entry().unanswered, bus.entry().by) == (3, process._name)
    bus.put(KEY, Parked(**{**vars(bus.entry()), "due": 0.0, "by": ""}))
    await process._go_on(KEY)
    assert (bus.entry().unanswered, bus.entry().by) == (0, "")


async def test_a_message_that_left_its_stream_is_done_with() -> None:
    bus = Memory(stored=(9,))
    process = parking(bus)
    await process.park(delivery(3), 0.0, "failed")
    await process.noted(delivery(9))
    await until_idle(process, bus)
    assert [seq for seq, _ in bus.handled] == [9]


async def test_what_cannot_be_read_or_is_of_another_service_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    bus = Memory(stored=(3,))
    foreign = Parked(SPEC.stream, "scoring-fragment-accepted-p00", SUBJECT, 3, 3, 1, 0.0)
    bus.put("foreign", foreign)
    bus.values["broken"] = (b"{", 1)
    process = parking(bus)
    await process._look()
    assert process._known == {}
    bus.lost = True
    await process._look()
    assert caplog.messages == ["what is set aside cannot be read: lost"]
    process._known[KEY] = foreign
    await process._go_on(KEY)
    assert caplog.messages[1:] == ["an event stays set aside: lost"]
    assert process._known[KEY].due > time.time()


async def test_an_event_is_said_to_be_had_while_it_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLAIM", 0.6)
    bus = Memory(stored=(3,))
    process, other = parking(bus), parking(bus)
    await process.park(delivery(3), 0.0, "failed")
    consume, seen = bus.broker.subscribers[1].consume, asyncio.Event()

    async def slow(message: ParkedMessage) -> None:
        await seen.wait()
        await consume(message)

    bus.broker.subscribers[1].consume = slow
    working = asyncio.create_task(process._go_on(KEY))
    for _ in range(80):
        await asyncio.sleep(0.01)
        assert await other._change(KEY, other._claimed) == bus.entry()
        assert bus.entry().by == process._name
    seen.set()
    await working
    assert bus.handled == [(3, 2)]
    assert bus.values[KEY][0] == b""
