"""Queries in their bucket: bounded, answered, and periods that end once."""

import asyncio
from datetime import UTC, datetime, timedelta

from contracts.access.journal import Doing
from contracts.corrections.queries import MOST_KEPT, Answer, EventQueries, Query, Right
from shared.kept.queries import PeriodEnd, QueryBucket
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 22, tzinfo=UTC)
DOING = Doing("Ada", "desk", NOW)
STANDS = Answer(verdict="stands", at=NOW, by="Ada")


def query(number: int, card: str = "7") -> Query:
    return Query(id=f"{number:016x}", card=card, number="4", text="we made ten", asked_at=NOW)


async def test_a_query_waits_until_it_is_answered():
    bucket = QueryBucket(MemoryBus())
    await bucket.ask("monday", query(1))
    await bucket.ask("monday", query(2, "9"))
    assert [each.id for each in (await bucket.of_event("monday")).open] == [query(1).id, query(2).id]
    assert await bucket.answer("monday", query(1).id, STANDS, DOING, "Answered")
    kept = await bucket.of_event("monday")
    assert kept.open == (query(2, "9"),)
    assert kept.of_card("7")[0].answer == STANDS
    assert not await bucket.answer("monday", query(3).id, STANDS, DOING, "Answered")
    assert [event async for event, _ in bucket.all()] == ["monday"]
    assert await bucket.of_event("tuesday") == EventQueries()


async def test_of_many_who_ask_at_once_nobody_is_lost():
    bus = MemoryBus()
    await asyncio.gather(*(QueryBucket(bus).ask("monday", query(n, str(n))) for n in range(5)))
    assert len((await QueryBucket(bus).of_event("monday")).open) == 5
    assert bus.conflicts


async def test_a_period_ends_with_what_came_first_however_many_end_it():
    bus, until = MemoryBus(), NOW + timedelta(minutes=30)
    proposed = [PeriodEnd(outcome=f"{n:064x}", at=until + timedelta(seconds=n)) for n in range(4)]
    ends = await asyncio.gather(*(QueryBucket(bus).end("monday", until, each) for each in proposed))
    assert len(set(ends)) == 1
    later = PeriodEnd(outcome="f" * 64, at=NOW + timedelta(days=1))
    assert await QueryBucket(bus).end("monday", until, later) == ends[0]
    assert await QueryBucket(bus).end("monday", until + timedelta(minutes=1), later) == later


async def test_what_is_right_is_kept_beside_the_queries_and_bounded():
    bucket = QueryBucket(MemoryBus())
    await bucket.ask("monday", query(1))
    for number in (*range(MOST_KEPT + 5), 7):
        await bucket.accept("monday", Right(finding=f"{number:064x}", at=NOW, by="Ada"), DOING, "")
    kept = await bucket.of_event("monday")
    assert (len(kept.right), kept.right[-1].finding, len(kept.open)) == (MOST_KEPT, f"{7:064x}", 1)
    await bucket.doubt("monday", kept.right[-1], DOING, "")
    assert (await bucket.of_event("monday")).right == kept.right[:-1]
