"""A subject is followed for ever: a bus that breaks off is read on where it was left, and not for ever."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import pytest

from contracts import subjects
from contracts.messages import StandingsPublished
from shared.bus import following
from shared.bus.following import follow_for_ever
from shared.errors import OperationFailed
from tests.support.memory_bus import MemoryBus
from tests.support.published import standings
from tests.support.time_limits import scaled

PATTERN = subjects.standings_published(subjects.ANY)


class Away(MemoryBus):
    """A bus that breaks off after each message that is followed, and after so many times for good."""

    def __init__(self, breaks: int) -> None:
        super().__init__()
        self.breaks = breaks
        self.asked: list[int] = []
        for seq, event in enumerate(("monday", "monday", "tuesday", "monday"), 1):
            self.messages.append((subjects.standings_published(event), standings(event, seq)))

    async def follow(self, subject_filter: str, model: type, start_seq: int, *more: Any) -> AsyncIterator[Any]:
        self.asked.append(start_seq)
        if self.breaks:
            self.breaks -= 1
            async for stored in super().follow(subject_filter, model, start_seq, *more):
                yield stored
                break
        raise OperationFailed("the cluster elects")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "RETRY", 0.0)
    monkeypatch.setattr(following, "PATIENCE", 0.05)


async def followed(bus: MemoryBus, *, fails_at: int = 0) -> list[int]:
    """What is taken of Monday's before the bus has been away for long."""
    taken: list[int] = []

    def take(message: StandingsPublished, _: datetime) -> None:
        taken.append(message.position.seq)
        if message.position.seq == fails_at:
            raise ValueError("nonsense")

    with pytest.raises(OperationFailed, match="elects"):
        async with asyncio.timeout(scaled(10)):
            await follow_for_ever(bus, PATTERN, StandingsPublished, 1, take, lambda event: event == "monday")  # type: ignore[arg-type]
    return taken


async def test_a_bus_that_breaks_off_is_read_on_where_it_was_left() -> None:
    bus = Away(breaks=3)
    assert await followed(bus) == [1, 2, 4]
    assert bus.asked[:4] == [1, 2, 3, 5]


async def test_a_bus_that_cannot_be_read_for_long_ends_the_process() -> None:
    assert await followed(Away(breaks=0)) == []


async def test_a_message_that_cannot_be_taken_does_not_end_the_others() -> None:
    assert await followed(Away(breaks=3), fails_at=1) == [1, 2, 4]
