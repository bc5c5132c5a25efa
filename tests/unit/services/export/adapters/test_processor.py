"""What nobody waits for gives way while the process is busy, and not for ever."""

import asyncio
from itertools import count

from services.export.adapters.processor import until_idle
from tests.support.time_limits import scaled


async def test_an_idle_process_is_waited_for_a_moment() -> None:
    async with asyncio.timeout(scaled(10)):
        await until_idle(look=0.001, longest=100, used=lambda: 7.0)


async def test_a_busy_process_is_waited_for_until_it_is_idle() -> None:
    readings = iter([0.0, 5.0, 5.0, 10.0, 10.0, 10.0])
    async with asyncio.timeout(scaled(10)):
        await until_idle(look=0.001, longest=100, used=lambda: next(readings))
    assert list(readings) == []


async def test_a_process_that_is_always_busy_is_not_waited_for_longer_than_that() -> None:
    clock = count(0, 5)
    async with asyncio.timeout(scaled(10)):
        await until_idle(look=0.001, longest=0.02, used=lambda: float(next(clock)))
    assert next(clock) >= 10
