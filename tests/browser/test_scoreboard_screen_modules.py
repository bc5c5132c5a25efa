"""The modules of the screens in the rooms one by one, in the browser that runs them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from contracts.screens.timer import Timer

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = pytest.mark.browser

Run = Callable[..., Any]


def test_the_timer_of_a_screen_counts_as_the_server_does(run: Run) -> None:
    start = datetime(2031, 10, 3, 19, tzinfo=UTC)
    timers = [
        Timer(rounds=3, minutes=15, break_minutes=pause, started_at=start, paused_at=paused)
        for pause in (0, 2)
        for paused in (None, start + timedelta(minutes=7))
    ]
    moments = [start + timedelta(minutes=half / 2) for half in range(-2, 110)]
    given = [[timer.model_dump(mode="json"), now.isoformat()] for timer in timers for now in moments]
    expected = [[*(at := timer.phase(now))[:2], at.left.total_seconds() * 1000] for timer in timers for now in moments]
    code = "a.map(([timer, now]) => Object.values(m.phase(timer, Date.parse(now))))"
    assert run("timer-model.js", code, given) == expected


def test_screens_share_the_alphabet_and_nobody_is_left_out(run: Run) -> None:
    names = [
        "'t Hooft, Jo",
        "7",
        "Åberg, Ida",
        "Baker, Rosa",
        "miller, Jo",
        "Nash, Uri",
        "Öst, Bo",
        "Zuse, Ada",
        "Łoś, Jan",
    ]
    code = """['A-M', 'N-Z', null, ''].map((letters) => {
      const people = m.withInitials(a.map((name) => ({ name })), letters);
      return people.map(({ name }) => name);
    })"""
    first, second, *everybody = run("parts/seats-by-name.js", code, names)
    assert first == ["'t Hooft, Jo", "7", "Åberg, Ida", "Baker, Rosa", "miller, Jo", "Łoś, Jan"]
    assert second == ["Nash, Uri", "Öst, Bo", "Zuse, Ada"]
    assert everybody == [names, names]
