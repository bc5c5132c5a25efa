"""Stopping on signals."""

import asyncio
import os
import signal
import sys
import threading

import pytest

from shared.signals import stop_on_signals
from tests.support.time_limits import scaled


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_sets_the_stop_and_afterwards_means_what_it_meant(number: signal.Signals) -> None:
    before = signal.getsignal(signal.SIGTERM)
    stop = asyncio.Event()
    with stop_on_signals(stop):
        os.kill(os.getpid(), number)
        await asyncio.wait_for(stop.wait(), scaled(5))
    assert signal.getsignal(signal.SIGTERM) == before


async def test_signals_mean_what_they_meant_after_an_error_too() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(ZeroDivisionError), stop_on_signals(asyncio.Event()):
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGTERM) == before


async def test_where_loops_hear_no_signals_these_keep_their_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(sys, "platform", "win32")
    with stop_on_signals(asyncio.Event()):
        assert signal.getsignal(signal.SIGTERM) == before


def test_a_loop_in_another_thread_runs_without_signals() -> None:
    ran = []

    async def work() -> None:
        with stop_on_signals(asyncio.Event()):
            ran.append(True)

    thread = threading.Thread(target=asyncio.run, args=(work(),))
    thread.start()
    thread.join(10)
    assert ran == [True]
