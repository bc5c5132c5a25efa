"""What the server does while a request waits."""

import asyncio

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
