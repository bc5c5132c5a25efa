"""What the server does while a request waits."""

import asyncio
from pathlib import Path

import pytest
from nats.js.api import AckPolicy, ConsumerConfig

from shared.bus.jetstream import pull as module
from shared.bus.jetstream.pull import GuardedPull
from shared.bus.settings import BusSettings
from tests.integration.bus.samples import RECEIVED, received
from tests.support.nats_server import running_bus
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected


async def test_a_consumer_that_waits_for_an_answer_gives_signs_of_life(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "EXPIRES", 2.0)
    monkeypatch.setattr(module, "HEARTBEAT", 0.2)
    monkeypatch.setattr(module, "SLACK", scaled(0.2))
    config = ConsumerConfig(name="one", durable_name="one", ack_policy=AckPolicy.EXPLICIT, max_ack_pending=1)
    async with running_bus(bus_settings, "intake") as bus:
        await bus.client.js.add_consumer("INTAKE", config=config)
        for name in ("a.xml", "b.xml"):
            await bus.publish(RECEIVED, received(name))
        pull = GuardedPull(bus.client, "INTAKE", "one", bus.client.heartbeat_for(30.0))
        await pull.open()
        [first] = await pull.fetch()
        fetching = asyncio.ensure_future(pull.fetch())
        await asyncio.sleep(scaled(3))
        assert not fetching.done()
        await first.ack()
        pull.release(first)
        [second] = await asyncio.wait_for(fetching, scaled(5))
        assert b"b.xml" in second.data
        assert pull.failures == 0
        await pull.unsubscribe()


async def test_what_a_killed_process_held_comes_to_the_next_one_at_once(
    bus_settings: BusSettings, tmp_path: Path
) -> None:
    settings = bus_settings.model_copy(update={"held": tmp_path / "held"})
    config = ConsumerConfig(name="one", durable_name="one", ack_policy=AckPolicy.EXPLICIT, ack_wait=120.0)
    async with running_bus(settings, "intake") as bus:
        await bus.client.js.add_consumer("INTAKE", config=config)
        await bus.publish(RECEIVED, received("a.xml"))
        killed = GuardedPull(bus.client, "INTAKE", "one", bus.client.heartbeat_for(120.0))
        await killed.open()
        [held] = await killed.fetch()
        left = (tmp_path / "held" / "intake").read_bytes()
        await killed.close()
    # Who is killed takes back nothing that it has written.
    (tmp_path / "held" / "intake").write_bytes(left)
    async with running_bus(settings, "intake") as bus:
        pull = GuardedPull(bus.client, "INTAKE", "one", bus.client.heartbeat_for(120.0))
        await pull.open()
        [again] = await asyncio.wait_for(pull.fetch(), scaled(10))
        assert (again.data, again.metadata.num_delivered) == (held.data, 2)
        await again.ack()
        pull.release(again)
        await pull.unsubscribe()
        assert (tmp_path / "held" / "intake").read_bytes().startswith(b"\n")
