"""A screen of the room that nobody touches for a whole day, in a browser whose clock is driven, through a restart.

CI has three minutes. `KIBITZ_SCREEN_MINUTES=480` has the eight hours of a congress; it prints what it measured.
"""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from contracts.screens.screen import Part, Screen, Screens
from contracts.screens.timer import Timer
from services.broadcast.domain.limits import Moment
from tests.browser.conftest import in_order, publish, sync_api
from tests.support.chess_on_stage import SWISS, tournament
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import BroadcastStage

expect = sync_api.expect

pytestmark = pytest.mark.browser

MINUTES = int(os.environ.get("KIBITZ_SCREEN_MINUTES", "3"))
STEP = 5
"""Seconds; a heartbeat of the server comes as often, and two and a half of them may be missed."""

GROWTH = 1_000_000
"""Bytes of heap that a day may add: what was compiled, and results that differ."""

MORNING = datetime(2031, 10, 14, 10, 0, tzinfo=UTC)
RESULTS_EVERY, SAMPLE_EVERY, CYCLE = 60, 3600, 100
"""Seconds from one round to the next, from one measurement to the next, and those in which all parts are shown."""

PAIRS, CHESS = "autumn-pairs-2031", "marsh-open"
PARTS = (
    Part(view="standings", event=PAIRS, seconds=5),
    Part(view="names", event=PAIRS),
    Part(view="seats", event=PAIRS, seconds=5),
    Part(view="matches", event=CHESS, seconds=5),
    Part(view="announcement", text="Supper at eight", seconds=5),
    Part(view="timer", seconds=5),
)


class Size(NamedTuple):
    """What a page holds: bytes of its heap, nodes of documents, and listeners, after garbage is collected."""

    heap: int
    nodes: int
    listeners: int


class Day:
    """The one clock of the server and, as soon as it has one, the browser."""

    def __init__(self) -> None:
        self.seconds = 0
        self.page: Any = None

    def now(self) -> Moment:
        return Moment(self.seconds, MORNING + timedelta(seconds=self.seconds))

    def go_on(self, seconds: int = STEP) -> None:
        """Everything that is due until then happens."""
        for _ in range(0, seconds, STEP):
            self.seconds += STEP
            self.page.clock.run_for(STEP * 1000)
            # An answer of the server takes no time by this clock, but some by that of the machine.
            self.page.evaluate("fetch('/v1/events').then((answer) => answer.text()).catch(() => undefined)")


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def stage(day: Day) -> Iterator[BroadcastStage]:
    timer = Timer(started_at=MORNING, minutes=15, break_minutes=2, rounds=40)
    screens = Screens(screens=(Screen(name="hall-a", title="Hall A", metres=4, parts=PARTS),), timers=(timer,))
    stage = BroadcastStage(screens=screens, now=day.now)
    yield stage
    stage.stop()


def size_of(day: Day, session: Any) -> Size:
    """The least that the page holds while all of its parts are shown once: what stays whatever is shown."""
    found = []
    for _ in range(CYCLE // STEP):
        day.go_on()
        session.send("HeapProfiler.collectGarbage")
        metrics = {each["name"]: int(each["value"]) for each in session.send("Performance.getMetrics")["metrics"]}
        found.append(Size(metrics["JSHeapUsedSize"], metrics["Nodes"], metrics["JSEventListeners"]))
    return Size(*map(min, zip(*found, strict=True)))


def test_a_screen_runs_all_day_without_growing_and_through_a_restart(
    day: Day, stage: BroadcastStage, visit: Callable[..., Any]
) -> None:
    pairs = MadeUpPairs(tables=20, rounds=20)

    def play() -> None:
        pairs.play(day.seconds // RESULTS_EVERY % 19 + 1)
        publish(stage, pairs)

    play()
    tournament(*SWISS, event=CHESS).publish(stage)
    visitor = visit(width=1920, height=1080, own=True)
    day.page = page = visitor.page
    connections: list[str] = []
    page.on("websocket", lambda each: connections.append(each.url))
    leader = page.locator(".room-table .entrant-text").first
    page.clock.install(time=MORNING)
    page.goto(f"{stage.url}screens/hall-a")
    expect(leader).to_be_visible()
    page.clock.pause_at(MORNING + timedelta(seconds=30))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    day.go_on(CYCLE)
    sizes = [size_of(day, session)]
    end, sample = day.seconds + MINUTES * 60, day.seconds + SAMPLE_EVERY
    restart = (day.seconds + end) // 2
    while day.seconds < end:
        day.go_on(RESULTS_EVERY)
        play()
        if not visitor.outages and day.seconds >= restart:
            visitor.outages = True
            stage.halt()
            day.go_on(RESULTS_EVERY)
            stage.start()
        if day.seconds >= sample:
            sizes.append(size_of(day, session))
            sample += SAMPLE_EVERY
    sizes.append(size_of(day, session))
    # Sockets that a server that was away never answered go by the clock of the machine.
    for _ in range(4):
        if sizes[-1].listeners > sizes[0].listeners:
            sizes.append(size_of(day, session))
    print(f"\n{MINUTES} minutes, {len(connections)} connections", *sizes, sep="\n")
    assert visitor.outages
    assert len(connections) >= 2, "it has connected again"
    for _ in range(CYCLE // STEP):
        day.go_on(STEP)
        if leader.count() and in_order(pairs)[0] in leader.inner_text():
            break
    expect(leader).to_contain_text(in_order(pairs)[0])
    first, last = sizes[0], sizes[-1]
    assert last.nodes <= first.nodes * 1.1
    assert last.listeners <= first.listeners * 1.1
    assert last.heap <= first.heap + GROWTH
