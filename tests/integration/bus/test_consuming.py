"""Order and a single writer for each event, over replicas and over the death of one."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

import pytest

from contracts import subjects
from contracts.messages import EventMerged, FragmentParsed
from shared.bus.annotations import Delivery
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from tests.integration.bus.samples import merged, parsed, until
from tests.support.nats_server import running_bus

pytestmark = pytest.mark.connected

ROOT = Path(__file__).resolve().parents[3]


class Seen:
    """What two replicas handled, and whether two of them were ever at one event at once."""

    def __init__(self, fail_once: frozenset[str] = frozenset()) -> None:
        self.order: dict[str, list[str]] = defaultdict(list)
        self.by: dict[str, int] = defaultdict(int)
        self.together = 0
        self._busy: set[str] = set()
        self._fail = set(fail_once)

    def router(self, replica: str) -> ServiceRouter:
        router = ServiceRouter("validation", delays=(0.2, 0.2, 0.2))

        @router.subscribe("parser.fragment.parsed.v1")
        async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
            event, name = message.fragment.event, message.fragment.file.name
            self.together += event in self._busy
            self._busy.add(event)
            await asyncio.sleep(0.002)
            self._busy.discard(event)
            if name in self._fail:
                self._fail.discard(name)
                raise OperationFailed("once")
            self.order[event].append(name)
            self.by[replica] += 1

        return router

    @property
    def total(self) -> int:
        return sum(map(len, self.order.values()))


async def test_the_order_of_each_event_holds_with_two_replicas_and_a_failure_in_between(bus_settings: BusSettings):
    events = [f"event-{number}" for number in range(12)]
    seen = Seen(fail_once=frozenset({"event-3-4.xml", "event-7-0.xml"}))
    async with running_bus(bus_settings, seen.router("one")) as bus, running_bus(bus_settings, seen.router("two")):
        for number in range(10):
            for event in events:
                await bus.publish(subjects.fragment_parsed(event), parsed(f"{event}-{number}", event))
        await until(lambda: seen.total == 120, patience=20)
    assert seen.order == {event: [f"{event}-{number}.xml" for number in range(10)] for event in events}
    assert seen.together == 0
    assert seen.by["one"] > 0
    assert seen.by["two"] > 0


async def test_a_replica_that_is_killed_hands_over_by_redelivery_alone(bus_settings: BusSettings, tmp_path: Path):
    """Another process takes a message, is killed in the middle of it, and this one gets it after the wait."""
    marker = tmp_path / "taken"
    program = tmp_path / "replica.py"
    program.write_text(
        textwrap.dedent(
            f"""
            import asyncio, pathlib
            from contracts.messages import EventMerged, FragmentParsed
            from shared.bus.bus import Bus
            from shared.bus.annotations import Delivery
            from shared.bus.router import ServiceRouter
            from services.validation.settings import Settings
            from shared.service import Service, run
            from shared.bus.settings import BusSettings

            router = ServiceRouter("validation")

            @router.subscribe("parser.fragment.parsed.v1", ack_wait=1.0)
            async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
                pathlib.Path({str(marker)!r}).write_text(message.fragment.file.name)
                await asyncio.sleep(3600)

            run([Service(router, lambda: Settings(bus=BusSettings(url={bus_settings.url!r})))])
            """
        )
    )
    router, handled = ServiceRouter("validation"), []

    @router.subscribe("parser.fragment.parsed.v1", ack_wait=1.0)
    async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
        handled.append((message.fragment.file.name, delivery.deliveries))

    async with running_bus(bus_settings, "usebio_parser") as sender:
        await sender.publish(subjects.fragment_parsed("club-pairs"), parsed("a", "club-pairs"))
        await sender.publish(subjects.fragment_parsed("club-pairs"), parsed("b", "club-pairs"))
        replica = subprocess.Popen([sys.executable, str(program)], env={**os.environ, "PYTHONPATH": str(ROOT)})
        try:
            await until(lambda: marker.exists() and marker.read_text(), patience=15)
        finally:
            replica.send_signal(signal.SIGKILL)
            replica.wait()
        async with running_bus(bus_settings, router):
            await until(lambda: len(handled) == 2, patience=10)
    assert marker.read_text() == "a.xml"
    assert handled == [("a.xml", 2), ("b.xml", 1)]


class Held:
    """A seating service that holds on to the states of one event until it is let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: list[str] = []
        self.let_go = asyncio.Event()

    def router(self) -> ServiceRouter:
        router = ServiceRouter("seating")

        @router.subscribe("scoring.event.merged.v1", at_once=3)
        async def on_event_merged(message: EventMerged, delivery: Delivery) -> None:
            self.begun.append(message.event)
            if message.event.startswith("slow"):
                await self.let_go.wait()
            self.done.append(message.event)

        return router


async def test_messages_that_are_handled_side_by_side_do_not_wait_for_a_slow_one(bus_settings: BusSettings):
    held = Held()
    async with running_bus(bus_settings, held.router()) as bus:
        for event in ("slow", "one", "two", "three"):
            await bus.publish(subjects.event_merged(event), merged(event, 1))
        await until(lambda: len(held.done) == 3)
        assert sorted(held.done) == ["one", "three", "two"]
        held.let_go.set()
        await until(lambda: len(held.done) == 4)
    assert sorted(held.begun) == ["one", "slow", "three", "two"]


async def test_as_many_are_in_hand_as_are_asked_for_and_a_stop_gives_them_back(bus_settings: BusSettings):
    settings = bus_settings.model_copy(update={"graceful_timeout": 0.2})
    held, next_one = Held(), Held()
    next_one.let_go.set()
    async with running_bus(settings, held.router()) as bus:
        for number in range(5):
            await bus.publish(subjects.event_merged(f"slow-{number}"), merged(f"slow-{number}", 1))
        await until(lambda: len(held.begun) == 3)
        await asyncio.sleep(0.2)
        assert len(held.begun) == 3
    assert held.done == []
    async with running_bus(bus_settings, next_one.router()):
        await until(lambda: len(set(next_one.done)) == 5)
