"""The core alone: scoring a session that has been read."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from bench.files import finished
from services.scoring.domain.event import EventState
from shared.formats import usebio
from tests.support.fragments import fragment


def median_ms(work: Callable[[], object], runs: int = 15) -> float:
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def measure() -> dict[str, Any]:
    parsed = usebio.parse(finished())
    facts = parsed.events[0].facts
    lists = {name: getattr(facts, name) for name in type(facts).FIELDS if name != "results" and getattr(facts, name)}
    one = fragment("bench", results=facts.results, **lists)

    def score() -> None:
        state = EventState(one.event)
        state.apply(one)
        state.score()

    return {"results": len(facts.results), "score_ms": median_ms(score)}
