"""Standings become official by themselves: once, also through restarts, two replicas and jumps of the clock."""

from datetime import UTC, datetime, timedelta

import pytest

from contracts.access.journal import Doing
from contracts.corrections.queries import Answer, Query
from contracts.decisions import SetStatus
from contracts.questions import FileTaken
from services.broadcast.adapters.corrections.period_ends import PeriodEnds
from services.broadcast.domain.corrections.period import Period
from shared.errors import OperationFailed
from shared.kept.queries import ENDED_BY, QueryBucket
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 22, tzinfo=UTC)
UNTIL = NOW + timedelta(minutes=30)
OUTCOME, OTHER = "ab" * 32, "cd" * 32
TAKEN = FileTaken(sha256="ef" * 32, name="x", size=1, format="decisions", state="received", new=True)


class Replica:
    """One process that ends periods; what it decides is in `decided`."""

    def __init__(self, bus, outcome=OUTCOME, decided=None):
        self.now, self.decided, self.fails = NOW, [] if decided is None else decided, 0
        self.periods = {"monday": Period(UNTIL, outcome)}
        self.ends = PeriodEnds(QueryBucket(bus), lambda: self.periods, self.decide, lambda: self.now)

    async def decide(self, event, by, at, decision):
        if self.fails:
            self.fails -= 1
            raise OperationFailed("the intake does not answer")
        self.decided.append((event, by, at, decision))
        return TAKEN

    async def look(self, now):
        self.now = now
        await self.ends.look()


@pytest.fixture
def bus():
    return MemoryBus()


def official(at=UNTIL, outcome=OUTCOME):
    return ("monday", ENDED_BY, at, SetStatus(decision="status", status="official", outcome=outcome))


async def test_nothing_is_decided_before_the_end_and_one_thing_at_it(bus):
    replica = Replica(bus)
    for minutes in (0, 29.99, 30, 31, 600):
        await replica.look(NOW + timedelta(minutes=minutes))
    assert replica.decided == [official()]


async def test_two_replicas_and_one_that_is_started_again_decide_the_same(bus):
    decided = []
    for minutes, outcome in ((30, OUTCOME), (31, OTHER), (6000, OTHER)):
        await Replica(bus, outcome, decided).look(NOW + timedelta(minutes=minutes))
    assert decided == [official()] * 3


async def test_a_clock_that_jumps_back_delays_and_one_that_jumps_on_decides_once(bus):
    replica = Replica(bus)
    late = UNTIL + timedelta(days=3)
    for now in (NOW - timedelta(days=1), late, NOW - timedelta(days=1), UNTIL):
        await replica.look(now)
    assert replica.decided == [official(late)]


async def test_a_query_that_waits_holds_the_standings_until_it_is_answered(bus):
    replica, bucket = Replica(bus), QueryBucket(bus)
    query = Query(id="0" * 16, card="7", text="we made ten", asked_at=NOW)
    await bucket.ask("monday", query)
    await replica.look(UNTIL + timedelta(hours=1))
    assert replica.decided == []
    answered = UNTIL + timedelta(hours=2)
    stands, doing = Answer(verdict="stands", at=answered, by="Ada"), Doing("Ada", "desk", answered)
    await bucket.answer("monday", query.id, stands, doing, "Answered")
    replica.periods = {"monday": Period(UNTIL, OTHER)}
    await replica.look(answered)
    assert replica.decided == [official(answered, OTHER)]


async def test_an_intake_that_does_not_answer_or_refuses_is_asked_again(bus):
    replica = Replica(bus)
    replica.fails = 2
    for seconds in range(4):
        await replica.look(UNTIL + timedelta(seconds=seconds))
    assert replica.decided == [official()]


async def test_another_end_of_the_same_event_is_another_decision(bus):
    replica = Replica(bus)
    await replica.look(UNTIL)
    later = UNTIL + timedelta(days=2)
    replica.periods = {"monday": Period(later, OTHER)}
    await replica.look(later)
    assert replica.decided == [official(), official(later, OTHER)]


async def test_an_event_whose_queries_cannot_be_read_keeps_no_other_from_its_end(bus):
    replica = Replica(bus)
    replica.periods = {"broken": Period(UNTIL, OUTCOME), "monday": Period(UNTIL, OUTCOME)}
    await bus.kv_put("QUERIES", "event.broken", b"no queries", expect=0)
    await replica.look(UNTIL)
    assert replica.decided == [official()]
