"""An event in play: one round of 100 pairs from an accepted fragment to its standings on the bus; ten events at once.

`round_of_100_pairs` publishes what a round says to a real server, where the scoring service merges it, scores the event
again and publishes boards, event and standings. The floor is the same work in turns without a bus: merging and scoring
alone. A fragment has the round alone, or everything to date, as most programs send it.

`ten_events` sends a round of one event, and then a round of ten others at once, to the intake of a server. What is
compared is the time until the standings of all of them are on the bus.

`feed` scores the first result of a round, the next one and a correction, of 28 and of 200 pairs, and measures the
deltas of the feed: bytes, and CPU to make one from the next state of the table and to apply it in the client.
"""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nats

from bench.files import START, parts
from bench.one_service import one_service
from bench.pipeline import percentile
from contracts import subjects
from contracts.facts import AsOf, Facts, Score
from contracts.feed import Encoding, standings_channel
from contracts.messages import Fragment, FragmentAccepted, StandingsPublished
from contracts.standings_changes.tables import follow, tables_of
from kibitz.replay.cut import facts_to_date, steps_of
from kibitz.replay.made_up import Size, made_up_facts
from kibitz_client.replica import Replica
from kibitz_client.sending import send
from services.broadcast.adapters.websocket_server import clock
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger as FeedLedger
from services.broadcast.domain.limits import Limits
from services.broadcast.domain.payload import deflate
from services.scoring.app import create
from services.scoring.domain.event.event_change import event_change
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.publication import Ledger, plan_standings
from services.scoring.settings import Settings
from shared.bus.settings import BusSettings
from shared.bus.wire import encode
from shared.service import Service
from tests.support.fragments import fragment
from tests.support.published import as_read, awake
from tests.support.stack import Stack

SIZE, SMALLEST = Size(tables=50, rounds=13, boards=2), Size(tables=5, rounds=5, boards=1)
EVENTS, TABLES = 10, 14


def rounds_of(size: Size, *, to_date: bool) -> list[Fragment]:
    """A fragment for each round, which repeats those before it or not."""
    everything = made_up_facts(size, AsOf(at=START, source="stated"))
    steps = steps_of(everything)
    return [
        fragment(f"{to_date} {step}", minutes=step, event="a-hundred-pairs", **dict(_fields(everything, step, to_date)))
        for step in range(len(steps.labels))
    ]


def _fields(everything: Facts, step: int, to_date: bool) -> Iterator[tuple[str, Any]]:
    facts = facts_to_date(everything, steps_of(everything), step)
    yield "results", [fact for fact in facts.results if to_date or fact.round == step + 1]
    yield "participants", facts.participants
    yield "events", facts.events


def scoring(settings: BusSettings) -> Service[Any]:
    """The scoring service without double-dummy analysis."""
    return create(lambda: Settings(bus=settings, double_dummy_workers=0))


async def one_round_each(size: Size, *, to_date: bool) -> dict[str, Any]:
    """Every round of the event by both ways, in turns; the first three warm up."""
    fragments = rounds_of(size, to_date=to_date)
    state, held = EventState(fragments[0].event), None
    by_bus, alone = [], []
    async with one_service(scoring, "validation") as bus:
        following = bus.follow(subjects.standings_published(state.event), StandingsPublished, 1)
        for one in fragments:
            began = time.perf_counter()
            await bus.publish(subjects.fragment_accepted(one.event), FragmentAccepted(fragment=one))
            said = await anext(following)
            by_bus.append((time.perf_counter() - began) * 1000)
            began = time.perf_counter()
            state.apply(one)
            scored, _ = state.score()
            alone.append((time.perf_counter() - began) * 1000)
            held = follow(held, json.loads(encode(said.message)))
            if held.digest != tables_of(scored.standings).digest:
                raise AssertionError("the standings on the bus are others")
        await following.aclose()
    bus_ms, alone_ms = statistics.median(by_bus[3:]), statistics.median(alone[3:])
    return {
        "results_in_the_last_fragment": len(fragments[-1].facts.results),
        "published_ms": bus_ms,
        "merged_and_scored_ms": alone_ms,
        "published_to_scored": bus_ms / alone_ms,
        "slowest_published_ms": max(by_bus),
    }


async def ten_events(stack: Stack, tables: int) -> dict[str, Any]:
    """Rounds of one event and of ten at once, in turns, until the standings of all are on the bus."""
    files = [parts(tables, seed=5000 + number) for number in range(EVENTS + 1)]
    client = await nats.connect(stack.state()["nats"])
    try:
        sub = await client.subscribe(subjects.standings_published(subjects.ANY))
        times: dict[str, list[float]] = {"one": [], "ten": []}
        for number in range(len(files[0])):
            for way, chosen in (("one", files[:1]), ("ten", files[1:])):
                began = time.perf_counter()
                await asyncio.gather(*(_send(stack, event[number]) for event in chosen))
                for _ in chosen:
                    await sub.next_msg(timeout=60)
                times[way].append((time.perf_counter() - began) * 1000)
    finally:
        await client.close()
    one, ten = statistics.median(times["one"][2:]), statistics.median(times["ten"][2:])
    return {
        "events": EVENTS,
        "pairs_each": 2 * tables,
        "rounds": len(files[0]),
        "one_ms": one,
        "all_ten_ms": ten,
        "all_ten_p90_ms": percentile(times["ten"][2:], 0.9),
        "ten_to_ten_times_one": ten / (EVENTS * one),
    }


async def _send(stack: Stack, part: Any) -> None:
    answer = await asyncio.to_thread(
        send, stack.intake, part.name, part.data, event=part.event, written_at=part.written_at
    )
    if not answer.taken:
        raise AssertionError(answer.body)


def deltas_of(pairs: int) -> dict[str, Any]:
    """Bytes and CPU of the deltas of single results in an event of so many pairs."""
    everything = made_up_facts(Size(tables=pairs // 2, rounds=13, boards=2), AsOf(at=START, source="stated"))
    base = {name: getattr(everything, name) for name in ("participants", "events")}
    played = [fact for fact in everything.results if fact.round is not None and fact.round <= 6]
    first, second = [fact for fact in everything.results if fact.round == 7][:2]
    score = Score(kind="points", points=990)
    corrected = played[5].replace(ns_score=score, ew_score=score)
    state, ledger = EventState("in-play"), Ledger()
    hub = Hub(clock, Limits())
    followed = FeedLedger(hub, "B", "B")
    awake(followed, state.event)
    replica = Replica(standings_channel(state.event))
    results: dict[str, Any] = {}
    steps = (("", played), ("first_of_a_round", [first]), ("next_one", [second]), ("corrected", [corrected]))
    for seq, (name, facts) in enumerate(steps, start=1):
        part = fragment(f"{pairs} {name}", minutes=seq, event=state.event, results=facts, **base)
        changes = state.apply(part)
        scored, _ = state.score()
        change = event_change(changes, state.merge, part.file)
        planned = plan_standings(ledger, scored, applied=seq, cause=(), change=change)
        ledger.standings = replace(planned.channel, stream_seq=seq)
        message = as_read(planned.message)
        began = time.process_time()
        followed.take_standings(message, START)
        view = hub.view(replica.channel, encoding=Encoding.COLUMNS)
        payloads = view.delta(seq - 1, proven=False) if seq > 1 else view.snapshot()
        made = time.process_time()
        for payload in payloads or ():
            replica.apply(json.loads(payload.data))
        applied = time.process_time()
        if name:
            results[name] = {
                "bytes": sum(len(payload.data) for payload in payloads or ()),
                "deflated_bytes": sum(len(deflate(payload.data)) for payload in payloads or ()),
                "made_ms": (made - began) * 1000,
                "applied_ms": (applied - made) * 1000,
            }
    return results


def measure(*, brief: bool = False) -> dict[str, Any]:
    size = SMALLEST if brief else SIZE
    results: dict[str, Any] = {
        "feed": {f"{pairs}_pairs": deltas_of(pairs) for pairs in ((28,) if brief else (28, 200))},
        "round_of_100_pairs": asyncio.run(one_round_each(size, to_date=False)),
        "to_date_of_100_pairs": asyncio.run(one_round_each(size, to_date=True)),
    }
    with tempfile.TemporaryDirectory() as name, Stack(Path(name)) as stack:
        results["ten_events"] = asyncio.run(ten_events(stack, 5 if brief else TABLES))
    return results
