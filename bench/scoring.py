"""The core alone: reading and scoring a session, against bare lxml on the same bytes in the same run."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from lxml import etree

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
    data = finished()
    parsed = usebio.parse(data)
    facts = parsed.events[0].facts
    lists = {name: getattr(facts, name) for name in type(facts).FIELDS if name != "results" and getattr(facts, name)}
    one = fragment("bench", results=facts.results, **lists)

    def score() -> None:
        state = EventState(one.event)
        state.apply(one)
        state.score()

    floor = median_ms(lambda: etree.fromstring(data))
    read = median_ms(lambda: usebio.parse(data))
    return {
        "file_bytes": len(data),
        "results": len(facts.results),
        "lxml_ms": floor,
        "parse_ms": read,
        "parse_to_lxml": read / floor,
        "score_ms": median_ms(score),
    }
