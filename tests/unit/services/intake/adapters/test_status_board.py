"""Records of files in the key-value bucket."""

import asyncio
from datetime import UTC, datetime

import pytest

from contracts.base import FileRef
from services.intake.adapters import status_board
from services.intake.adapters.status_board import BUCKET, StatusBoard
from services.intake.domain.status import FileRecord, FragmentRecord
from shared.bus.errors import Conflict
from shared.errors import OperationFailed
from tests.support.memory_bus import MemoryBus

SHA = "ab" * 32
FILE = FileRef(sha256=SHA, name="x.xml", size=1, format="pbn", received_at=datetime(2031, 10, 3, 20, tzinfo=UTC))


def scored(event: str) -> FileRecord:
    return FileRecord(read=True, fragments=(FragmentRecord(fragment="abab.0", event=event, state="scored"),))


async def test_what_was_noted_is_read_again():
    board = StatusBoard(MemoryBus())
    assert await board.read(SHA) is None
    await board.note(SHA, FileRecord(file=FILE))
    await board.note(SHA, scored("x"))
    record = await board.read(SHA)
    assert record.file == FILE
    assert record.fragments[0].state == "scored"


async def test_many_writers_at_once_lose_nothing():
    bus = MemoryBus()
    boards = [StatusBoard(bus) for _ in range(3)]
    await asyncio.gather(*(boards[number % 3].note(SHA, scored(f"event-{number}")) for number in range(9)))
    assert len((await boards[0].read(SHA)).fragments) == 9
    assert bus.conflicts


async def test_what_is_known_already_is_not_written_again():
    bus = MemoryBus()
    board = StatusBoard(bus)
    await board.note(SHA, scored("x"))
    await board.note(SHA, scored("x"))
    assert bus.keys[(BUCKET, SHA)][1] == 1


async def test_what_this_process_noted_is_not_even_read_again():
    bus = MemoryBus()
    board = StatusBoard(bus)
    await board.note_once(SHA, scored("x"))
    bus.broken = True
    await board.note_once(SHA, scored("x"))
    with pytest.raises(OperationFailed):
        await board.note_once(SHA, scored("y"))


async def test_a_value_that_cannot_be_read_is_made_anew():
    bus = MemoryBus()
    bus.keys[(BUCKET, SHA)] = (b"{not json", 7)
    board = StatusBoard(bus)
    assert await board.read(SHA) is None
    await board.note(SHA, scored("x"))
    assert (await board.read(SHA)).read


async def test_others_who_write_without_end_are_an_operation_that_failed(monkeypatch):
    monkeypatch.setattr("services.intake.adapters.status_board._ATTEMPTS", 3)

    class Busy(MemoryBus):
        async def kv_put(self, bucket, key, value, *, expect):
            raise Conflict("always")

    with pytest.raises(OperationFailed, match="without end"):
        await StatusBoard(Busy()).note(SHA, scored("x"))


async def test_who_meets_other_writers_waits_a_little_longer_each_time(monkeypatch):
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    class Busy(MemoryBus):
        async def kv_put(self, bucket, key, value, *, expect):
            raise Conflict("always")

    ranges = []

    def upper_end(low, high):
        ranges.append((low, round(high, 6)))
        return high

    monkeypatch.setattr("services.intake.adapters.status_board.asyncio.sleep", sleep)
    monkeypatch.setattr(status_board.random, "uniform", upper_end)
    with pytest.raises(OperationFailed):
        await StatusBoard(Busy()).note(SHA, scored("x"))
    assert ranges == [(0, number / 100) for number in range(1, 31)]
    assert [round(wait, 6) for wait in waits if wait] == [high for _, high in ranges]


async def test_what_was_noted_last_is_remembered_longest_and_noting_it_again_renews_it(monkeypatch):
    monkeypatch.setattr(status_board, "_REMEMBERED", 2)
    bus = MemoryBus()
    board = StatusBoard(bus)
    for event in ("x", "y", "x", "z"):
        await board.note_once(SHA, scored(event))
    bus.broken = True
    await board.note_once(SHA, scored("x"))
    await board.note_once(SHA, scored("z"))
    with pytest.raises(OperationFailed):
        await board.note_once(SHA, scored("y"))
