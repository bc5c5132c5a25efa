"""The watchdog."""

import asyncio
import logging
import os
import time

import pytest

from shared.telemetry.watchdog import Watchdog, exit_process


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


def test_a_frozen_loop_leaves_a_trace_of_every_thread_and_the_reason(capfd: pytest.CaptureFixture[str]):
    reasons: list[str] = []
    watchdog = Watchdog(0.02, reasons.append)
    watchdog._turned = time.monotonic() - 7.0
    watchdog._watch()
    assert reasons == ["the event loop has not turned for 7.0 s"]
    assert "in test_a_frozen_loop" in capfd.readouterr().err


def test_the_watchdog_looks_four_times_within_its_limit_and_once_a_second_at_least(monkeypatch: pytest.MonkeyPatch):
    waited: list[float] = []
    for limit in (0.2, 2.0, 30.0):
        watchdog = Watchdog(limit, lambda reason: None)
        monkeypatch.setattr(watchdog._stop, "wait", lambda seconds: waited.append(seconds) or True)
        watchdog._watch()
    assert waited == [0.05, 0.5, 1.0]


def test_a_process_ends_at_once_with_a_status_of_its_own_and_says_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    done: list[object] = []
    monkeypatch.setattr(logging, "shutdown", lambda: done.append("logs are written"))
    monkeypatch.setattr(os, "_exit", done.append)
    exit_process("the loop is frozen")
    assert done == ["logs are written", 70]
    assert caplog.messages == ["ending the process: the loop is frozen"]
