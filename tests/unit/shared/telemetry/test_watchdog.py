"""The watchdog."""

import asyncio
import time

import pytest

from shared.telemetry.watchdog import Watchdog


@pytest.mark.slow
async def test_a_loop_that_turns_is_left_alone():
    reasons: list[str] = []
    watchdog = Watchdog(0.2, reasons.append)
    watchdog.start()
    await asyncio.sleep(0.6)
    watchdog.stop()
    assert reasons == []


@pytest.mark.slow
async def test_a_loop_that_stands_still_is_told_of_with_the_time():
    reasons: list[str] = []
    watchdog = Watchdog(0.2, reasons.append)
    watchdog.start()
    await asyncio.sleep(0.05)
    time.sleep(0.6)
    watchdog.stop()
    assert len(reasons) == 1
    assert reasons[0].startswith("the event loop has not turned for 0.")


async def test_a_limit_of_zero_watches_nothing():
    watchdog = Watchdog(0, lambda reason: None)
    watchdog.start()
    assert watchdog._thread is None
    watchdog.stop()


async def test_a_watchdog_that_was_stopped_leaves_nothing_in_the_loop():
    watchdog = Watchdog(0.04, lambda reason: None)
    watchdog.start()
    watchdog.stop()
    turned = watchdog._turned
    await asyncio.sleep(0.05)
    last = watchdog._turned
    assert last > turned, "the turn that was planned"
    await asyncio.sleep(0.05)
    assert watchdog._turned == last
