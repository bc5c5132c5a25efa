"""What files in other formats cost: one result in the export service, and a first and a second request for a file.

A state of the event costs the decoding of its stage. What it would cost to render every format at each of them is
measured beside it (`all_formats_ms`). Requests go to a real server; the figures are those of the whole process, which
asks and answers. CPU time, medians.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from typing import Any

from bench.corrections import SIZES, SMALLEST, evening, export
from bench.one_service import one_service
from contracts import subjects
from contracts.messages import EventMerged
from contracts.questions import FileAnswered, FileAsked
from services.export.app import create
from services.export.domain.formats import exported
from services.export.domain.moments import EventStage, is_due
from services.export.settings import Settings
from services.scoring.domain.event.event_state import EventState
from shared.bus.wire import decode, encode


def cpu_ms(work: Callable[[], object], count: int) -> float:
    times = []
    for _ in range(count):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times[1:])


async def requests(merged: EventMerged, count: int) -> dict[str, float]:
    """A first and a second request for the USEBIO file of each of several states."""
    times: dict[str, list[float]] = {"first": [], "second": []}
    asked = FileAsked(event=merged.event, format="usebio")
    async with one_service(lambda settings: create(lambda: Settings(bus=settings)), "scoring") as bus:
        for number in range(1, count + 1):
            await bus.publish(subjects.event_merged(merged.event), merged.replace(applied=number))
            for way in times.values():
                began = time.process_time()
                answer = await bus.ask(subjects.file_asked(merged.event), asked, FileAnswered, patience=60)
                way.append((time.process_time() - began) * 1000)
                if answer.file is None:
                    raise AssertionError("there is no such file")
    return {f"{name}_request_ms": statistics.median(way[1:]) for name, way in times.items()}


def exports(pairs: int, count: int) -> dict[str, Any]:
    """The costs in an event of so many pairs."""
    state = EventState("corrected")
    state.apply(export(evening(pairs), 0))
    _, merged = state.score()
    body = encode(merged)
    formats = [form for form in exported().values() if form.holds(merged)]

    def all_formats() -> None:
        event = decode(EventMerged, body)
        for form in formats:
            form.render(event)

    return {
        "one_result_ms": cpu_ms(lambda: is_due(decode(EventStage, body).standings, 0), 10 * count),
        "all_formats_ms": cpu_ms(all_formats, count),
        **asyncio.run(requests(merged, count)),
    }


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Files of events of 28, 100 and 1,000 pairs."""
    return {f"{pairs}_pairs": exports(pairs, count) for pairs, count in (SMALLEST if brief else SIZES).items()}
