"""Keys and values on a real server."""

import asyncio
from datetime import timedelta

import pytest

from shared.bus.errors import Conflict, PayloadTooLarge
from shared.bus.settings import BusSettings
from tests.support.nats_server import running_bus
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

BUCKET = "FILE_STATUS"


async def test_a_key_is_absent_then_set_then_changed_then_absent_again(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        assert await bus.kv_get(BUCKET, "a") == (None, 0)
        first = await bus.kv_put(BUCKET, "a", b"1", expect=0)
        assert await bus.kv_get(BUCKET, "a") == (b"1", first)
        second = await bus.kv_put(BUCKET, "a", b"2", expect=first)
        assert await bus.kv_get(BUCKET, "a") == (b"2", second)
        # Another client of NATS deletes it.
        await bus.client.js.publish(f"$KV.{BUCKET}.a", b"", headers={"KV-Operation": "DEL"})
        assert await bus.kv_get(BUCKET, "a") == (None, second + 1)
        third = await bus.kv_put(BUCKET, "a", b"", expect=second + 1)
        assert await bus.kv_get(BUCKET, "a") == (b"", third)


async def test_a_key_that_moved_meanwhile_is_a_conflict(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        first = await bus.kv_put(BUCKET, "a", b"1", expect=0)
        await bus.kv_put(BUCKET, "a", b"2", expect=first)
        for expect in (0, first, first + 100):
            with pytest.raises(Conflict):
                await bus.kv_put(BUCKET, "a", b"3", expect=expect)


async def test_of_many_writers_at_once_each_change_is_kept(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:

        async def add() -> None:
            while True:
                value, revision = await bus.kv_get(BUCKET, "count")
                try:
                    await bus.kv_put(BUCKET, "count", str(int(value or b"0") + 1).encode(), expect=revision)
                    return
                except Conflict:
                    await asyncio.sleep(0)

        await asyncio.gather(*(add() for _ in range(20)))
        assert (await bus.kv_get(BUCKET, "count"))[0] == b"20"


async def test_a_value_that_does_not_fit_is_refused_here_and_not_by_a_cut_connection(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        with pytest.raises(PayloadTooLarge):
            await bus.kv_put(BUCKET, "a", bytes(bus.client.max_payload), expect=0)
        assert bus.client.is_connected


async def test_keys_are_set_whatever_they_were_and_listed_and_removed(bus_settings: BusSettings):
    async with running_bus(bus_settings, "notification") as bus:
        assert [item async for item in bus.kv_items("NOTICES")] == []
        for key, value in (("a", b"1"), ("b", b"2"), ("a", b"3"), ("c", b"4"), ("c", None)):
            await bus.kv_set("NOTICES", key, value, ttl=timedelta(days=1))
        assert sorted([item async for item in bus.kv_items("NOTICES")]) == [("a", b"3"), ("b", b"2")]
        assert (await bus.kv_get("NOTICES", "c"))[0] is None
        await bus.kv_set("NOTICES", "b", b"5", ttl=timedelta(seconds=1))
        await bus.kv_put("NOTICES", "d", b"6", expect=0, ttl=timedelta(seconds=1))
        async with asyncio.timeout(scaled(10)):
            while [key async for key, _ in bus.kv_items("NOTICES")] != ["a"]:
                await asyncio.sleep(0.1)
