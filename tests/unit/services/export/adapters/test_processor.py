"""What nobody waits for gives way while the process is busy, and not for ever."""

import asyncio
from itertools import count

from services.export.adapters.processor import Processor
from tests.support.time_limits import scaled


async def test_an_idle_process_is_waited_for_a_moment() -> None:
    async with asyncio.timeout(scaled(10)):
        await Processor(look=0.001, longest=100, used=lambda: 7.0).until_idle()


async def test_a_busy_process_is_waited_for_until_it_is_idle() -> None:
    readings = iter([0.0, 5.0, 5.0, 10.0, 10.0, 10.0])
    async with asyncio.timeout(scaled(10)):
        await Processor(look=0.001, longest=100, used=lambda: next(readings)).until_idle()
    assert list(readings) == []


async def test_a_process_that_is_always_busy_is_not_waited_for_longer_than_that() -> None:
    clock = count(0, 5)
    async with asyncio.timeout(scaled(10)):
        await Processor(look=0.001, longest=0.02, used=lambda: float(next(clock))).until_idle()
    assert next(clock) >= 10


async def test_a_process_that_was_idle_during_a_work_is_not_waited_for_after_it() -> None:
    used, own = iter([0.0, 5.0]), iter([0.0, 5.0])
    processor = Processor(look=60, longest=100, used=lambda: next(used), own=lambda: next(own))
    assert await processor.run(divmod, 7, 2) == (3, 1)
    async with asyncio.timeout(scaled(10)):
        await processor.until_idle()


async def test_a_process_that_did_something_else_during_a_work_is_waited_for_after_it() -> None:
    used, own = iter([0.0, 5.0, 5.0, 5.0]), iter([0.0, 1.0])
    processor = Processor(look=0.001, longest=100, used=lambda: next(used), own=lambda: next(own))
    await processor.run(divmod, 7, 2)
    await processor.until_idle()
    assert list(used) == []
