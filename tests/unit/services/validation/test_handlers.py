"""What the validation service publishes; the bus in memory compares the bytes of a message with the message."""

import pytest

from contracts.facts import EventFact, ResultFact, Score, Sides
from contracts.messages import FragmentAccepted, FragmentParsed, FragmentRejected
from services.validation.handlers import build_router
from tests.support.fragments import fragment
from tests.support.handlers import hear
from tests.support.memory_bus import MemoryBus

SCORE = Score(kind="points", points=420)
LINE = ResultFact(
    board="1", sides=Sides(ns="1", ew="2"), contract="4S", declarer="N", tricks=10, ns_score=SCORE, ew_score=SCORE
)


@pytest.mark.parametrize("contract", ["4S", "9S"])
async def test_a_fragment_is_passed_on_with_what_was_found(contract: str) -> None:
    bus = MemoryBus()
    parsed = FragmentParsed(fragment=fragment("a", results=[LINE.replace(contract=contract)]))
    await hear(build_router, parsed, "parser.fragment.parsed.v1", bus=bus)
    ((_, accepted),) = bus.messages
    assert isinstance(accepted, FragmentAccepted)
    assert accepted.fragment == parsed.fragment
    assert bool(accepted.findings) == (contract == "9S")


async def test_a_fragment_that_says_nothing_is_refused() -> None:
    bus = MemoryBus()
    parsed = FragmentParsed(fragment=fragment("a", events=[EventFact(name="Nothing", kind="pairs")]))
    await hear(build_router, parsed, "parser.fragment.parsed.v1", bus=bus)
    ((_, refused),) = bus.messages
    assert isinstance(refused, FragmentRejected)
    assert refused.fragment == parsed.fragment.id
