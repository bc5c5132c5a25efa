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


async def test_what_the_bucket_has_lost_is_written_again_once_it_is_forgotten():
    bus = MemoryBus()
    board = StatusBoard(bus)
    await board.note_once(SHA, scored("x"))
    bus.keys.clear()
    await board.note_once(SHA, scored("x"))
    assert not bus.keys
    board.forget(SHA)
    await board.note_once(SHA, scored("x"))
    assert (await StatusBoard(bus).read(SHA)).fragments[0].state == "scored"


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
    assert [round(wait, 6) for wait in waits if wait] == [status_board.GATHERED, *(high for _, high in ranges)]


async def test_what_was_noted_last_is_remembered_longest_and_noting_it_again_renews_it(monkeypatch):
    monkeypatch.setattr(status_board, "_REMEMBERED", 2)
    monkeypatch.setattr(status_board, "_KNOWN", 0)
    bus = MemoryBus()
    board = StatusBoard(bus)
    for event in ("x", "y", "x", "z"):
        await board.note_once(SHA, scored(event))
    bus.broken = True
    await board.note_once(SHA, scored("x"))
    await board.note_once(SHA, scored("z"))
    with pytest.raises(OperationFailed):
        await board.note_once(SHA, scored("y"))


async def test_news_that_come_together_are_written_once_and_known_before():
    bus = MemoryBus()
    board = StatusBoard(bus)
    board.announce(SHA, scored("x"))
    assert await board.read(SHA) == scored("x")
    await asyncio.gather(*(board.note(SHA, scored(event)) for event in ("x", "y", "z")))
    written, revision = bus.keys[status_board.BUCKET, SHA]
    assert revision == 1
    assert FileRecord.model_validate_json(written) == await board.read(SHA)
    assert {fragment.event for fragment in (await board.read(SHA)).fragments} == {"x", "y", "z"}


async def test_news_that_come_while_others_are_written_are_written_too():
    class Slow(MemoryBus):
        async def kv_put(self, bucket, key, value, *, expect):
            await asyncio.sleep(0.05)
            return await super().kv_put(bucket, key, value, expect=expect)

    bus = Slow()
    board = StatusBoard(bus)
    first = asyncio.ensure_future(board.note(SHA, scored("x")))
    await asyncio.sleep(status_board.GATHERED + 0.02)
    second = await board.note(SHA, scored("y"))
    assert FileRecord.model_validate_json(bus.keys[status_board.BUCKET, SHA][0]) == second == await first


async def test_where_another_process_has_written_meanwhile_both_have_their_say():
    bus = MemoryBus()
    one, other = StatusBoard(bus), StatusBoard(bus)
    await one.note(SHA, scored("x"))
    await other.note(SHA, scored("y"))
    record = await one.note(SHA, scored("z"))
    assert {fragment.event for fragment in record.fragments} == {"x", "y", "z"}


async def test_a_status_that_cannot_be_written_is_logged(caplog):
    StatusBoard(MemoryBus(broken=True)).announce(SHA, scored("x"))
    await asyncio.sleep(2 * status_board.GATHERED)
    assert "the status of a file is behind: there is no server" in caplog.text
