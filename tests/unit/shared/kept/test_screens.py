"""Screens in a bucket: nobody's change is lost, and nothing gets in that the contract refuses."""

import asyncio

import pytest

from contracts.screens.screen import Screen, Screens
from shared.kept.screens import ScreenBucket
from tests.support.memory_bus import MemoryBus


def adding(name: str, title: str = "Hall"):
    return lambda screens: screens.replace(screens=(*screens.screens, Screen(name=name, title=title)))


async def test_of_changes_at_the_same_time_each_is_made():
    bus = MemoryBus()
    assert await ScreenBucket(bus).read() == Screens()
    await asyncio.gather(*(ScreenBucket(bus).change(adding(f"hall-{n}")) for n in range(5)))
    assert bus.conflicts
    assert {screen.name for screen in (await ScreenBucket(bus).read()).screens} == {f"hall-{n}" for n in range(5)}


async def test_what_the_contract_refuses_is_not_written():
    bucket = ScreenBucket(MemoryBus())
    await bucket.change(adding("hall"))
    with pytest.raises(ValueError, match="already"):
        await bucket.change(adding("hall"))
    with pytest.raises(ValueError, match="title"):
        await bucket.change(lambda screens: screens.replace(screens=(screens.screens[0].replace(title=""),)))
    assert (await bucket.read()).screens == (Screen(name="hall", title="Hall"),)
