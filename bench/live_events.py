"""Many events in play at the same time: what a round of one of them costs the scoring service among ten and a thousand.

Rounds of all events come in turn, so each event has waited longest when its next one comes. CPU of the process that
publishes the fragments and scores them on a real server, and its memory before and after (PSS).
"""

import asyncio
import os
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from bench.files import START
from bench.in_play import scoring
from bench.one_service import one_service
from bench.pipeline import memory_kib
from contracts import subjects
from contracts.facts import AsOf
from contracts.messages import Fragment, FragmentAccepted, StandingsPublished
from kibitz.replay.cut import facts_to_date, steps_of
from kibitz.replay.made_up import Size, made_up_facts
from tests.support.fragments import fragment

SIZE = Size(tables=7, rounds=7, boards=2)
FEW, MANY, ROUNDS = 10, 1_000, 3


def rounds_to_date(number: int) -> Iterator[Fragment]:
    """The first rounds of an event, each with those before it."""
    everything = made_up_facts(SIZE, AsOf(at=START + timedelta(days=number), source="stated"), number)
    for step in range(ROUNDS):
        facts = facts_to_date(everything, steps_of(everything), step)
        fields = {name: getattr(facts, name) for name in ("results", "participants", "events")}
        yield fragment(f"{number} {step}", minutes=step, event=f"event-{number}", **fields)


async def in_turn(events: int) -> dict[str, Any]:
    """The rounds of so many events, one after the other."""
    # Before there is a service, whose watchdog would end a process that is busy for so long.
    rounds = list(zip(*(list(rounds_to_date(number)) for number in range(events)), strict=True))
    async with one_service(scoring, "validation") as bus:
        following = bus.follow(subjects.standings_published(subjects.ANY), StandingsPublished, 1)
        began_kib = memory_kib(os.getpid())
        times: list[float] = []
        for step in rounds:
            began = time.process_time()
            for one in step:
                await bus.publish(subjects.fragment_accepted(one.event), FragmentAccepted(fragment=one))
                await anext(following)
            times.append((time.process_time() - began) / events * 1000)
        await following.aclose()
        return {"first_round_ms": times[0], "later_rounds_ms": times[1:], "kib": memory_kib(os.getpid()) - began_kib}


def measure(*, brief: bool = False) -> dict[str, Any]:
    """A few events, then many; each on a server of its own."""
    counts = (2, 3) if brief else (FEW, MANY)
    results = {f"{events}_events": asyncio.run(in_turn(events)) for events in counts}
    few, many = (result["later_rounds_ms"][-1] for result in results.values())
    return {**results, "many_to_few": many / few}
