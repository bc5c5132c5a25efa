"""A hall and its public server: how much later a frame is there, and what becomes of a line that is cut.

The line is cut at random moments, for up to `LONGEST` seconds, while files go on coming in, and once for long. In the
end both pages have the same bytes, and who follows the public one has missed nothing. `KIBITZ_CUTS`, `KIBITZ_CUT_LONG`.
"""

import os
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.support.hall_and_world import EVENT, Follower, HallAndWorld, files, hall_and_world
from tests.support.stack import wait_until

FULL, BRIEF = 100, 3
"""Files while the line stands."""
CUTS = int(os.environ.get("KIBITZ_CUTS", "10"))
LONG = float(os.environ.get("KIBITZ_CUT_LONG", "40"))
"""Seconds of the one cut that is longer than the others."""
LONGEST = 4.0
PAUSE, LONG_PAUSE = 0.3, 3.0
"""Seconds between two files: the feed sends at most five frames a second; and in a cut of minutes."""

SAME = (f"/v1/events/{EVENT}/standings", f"/e/{EVENT}", "/v1/events", f"/v1/events/{EVENT}/boards")


def measure(*, brief: bool) -> dict[str, Any]:
    random.seed(20)
    count, cuts, long = (BRIEF, 1, 2.0) if brief else (FULL, CUTS, LONG)
    with tempfile.TemporaryDirectory() as folder, hall_and_world(Path(folder)) as both:
        sending = files()
        next(sending)(both.hall)
        both.wait_until_same(SAME[0], patience=60)
        with Follower(both.hall.feed) as here, Follower(both.world.feed) as there:
            wait_until(lambda: here.position == there.position >= 0)
            standing = _standing(both, sending, here, there, count)
            returns = [_cut(both, sending, here, there, random.uniform(0, LONGEST)) for _ in range(cuts)]
            after_long = _cut(both, sending, here, there, long)
            both.wait_until_same(*SAME, patience=60)
            first = min(here.seen)
            missed = set(range(first, here.position + 1)) - there.seen.keys()
            return {
                "standing": standing,
                "cuts": cuts,
                "seconds from the return of the line to the same position": _spread(returns),
                "the same after the long cut": after_long,
                "long cut, seconds": long,
                "positions": here.position,
                "gaps of who follows the public page": len(there.gaps) + there.restarts + len(missed),
            }


def _standing(both: HallAndWorld, sending: Any, here: Follower, there: Follower, count: int) -> dict[str, Any]:
    own, public = [], []
    for _ in range(count):
        before = here.position
        began = next(sending)(both.hall)
        wait_until(lambda before=before: min(here.position, there.position) > before, pause=0.01)
        own.append(1000 * (here.seen[before + 1] - began))
        public.append(1000 * (there.seen[before + 1] - began))
        time.sleep(PAUSE)
    later = [there - here for here, there in zip(own, public, strict=True)]
    return {
        "files": count,
        "file to frame in the hall, ms": _spread(own),
        "file to public frame, ms": _spread(public),
        "hall frame to public frame, ms": _spread(later),
        "ratio": statistics.median(public) / statistics.median(own),
    }


def _cut(both: HallAndWorld, sending: Any, here: Follower, there: Follower, seconds: float) -> float:
    time.sleep(random.uniform(0, 1))
    before, mend = here.position, both.cut()
    until, pause = time.monotonic() + seconds, PAUSE if seconds < 60 else LONG_PAUSE
    next(sending)(both.hall)
    while time.monotonic() < until:
        next(sending)(both.hall)
        time.sleep(min(pause, max(0.0, until - time.monotonic())))
    wait_until(lambda: here.position > before, pause=0.01)
    mend()
    began = time.perf_counter()
    wait_until(lambda: there.position >= here.position, patience=200, pause=0.01)
    return time.perf_counter() - began


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "median": statistics.median(ordered),
        "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))],
        "longest": ordered[-1],
    }
