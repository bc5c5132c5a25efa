"""The screens of a room in their bucket."""

import pytest

from contracts.screens.room import Room, Screen
from shared.kept.screens import ScreenBucket
from tests.support.memory_bus import MemoryBus

HALL, FOYER = Screen(name="hall", title="Hall"), Screen(name="foyer", title="Foyer")


async def test_what_one_writes_another_reads():
    bus = MemoryBus()
    assert await ScreenBucket(bus).read() == Room()
    await ScreenBucket(bus).change(lambda room: room.with_screen(HALL))
    assert await ScreenBucket(bus).read() == Room(screens=(HALL,))


async def test_of_two_who_change_it_at_once_none_loses_the_change_of_the_other():
    bucket, tries = ScreenBucket(MemoryBus()), []

    async def other():
        await ScreenBucket(bucket._bus).change(lambda room: room.with_screen(FOYER))

    before = bucket._bus.kv_put

    async def slow(*parts, **named):
        if not tries:
            tries.append(1)
            await other()
        return await before(*parts, **named)

    bucket._bus.kv_put = slow
    await bucket.change(lambda room: room.with_screen(HALL))
    assert (await bucket.read()).screens == (FOYER, HALL)


async def test_a_change_that_is_refused_changes_nothing():
    bucket = ScreenBucket(MemoryBus())

    def refuse(_room):
        raise ValueError

    with pytest.raises(ValueError):
        await bucket.change(refuse)
    assert await bucket.read() == Room()
