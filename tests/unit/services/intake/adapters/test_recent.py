"""Which files arrived last."""

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta

from contracts.base import FileRef
from contracts.messages import FileReceived, FileRejected
from services.intake.adapters.recent import RecentFiles
from shared.errors import OperationFailed
from tests.support.memory_bus import MemoryBus

START = datetime(2031, 10, 3, 20, tzinfo=UTC)


def file(number: int) -> FileRef:
    return FileRef(
        sha256=f"{number:064x}",
        name=f"{number}.xml",
        size=1,
        format="usebio",
        received_at=START + timedelta(seconds=number),
    )


def test_files_are_found_by_the_beginning_of_their_digests_newest_first():
    recent = RecentFiles(MemoryBus())
    for minute, digest in enumerate(("ab12", "ab13", "cd12")):
        received_at = datetime(2031, 10, 3, 20, minute, tzinfo=UTC)
        recent.add(FileRef(sha256=digest.ljust(64, "0"), name=digest, size=1, format="usebio", received_at=received_at))
    assert [file.name for file in recent.starting_with("ab1")] == ["ab13", "ab12"]
    assert recent.starting_with("ef") == ()


def test_the_newest_come_first_and_of_2001_the_oldest_are_forgotten():
    recent = RecentFiles(MemoryBus())
    for number in range(2000):
        recent.add(file(number))
    assert [one.name for one in recent.newest(9999)] == [f"{number}.xml" for number in reversed(range(2000))]
    recent.add(file(2000))
    assert [one.name for one in recent.newest(9999)] == [f"{number}.xml" for number in range(2000, 1000, -1)]


def test_a_file_keeps_its_first_arrival():
    recent = RecentFiles(MemoryBus())
    recent.add(file(1))
    recent.add(file(1).replace(received_at=START + timedelta(days=1), name="again"))
    recent.add(file(1).replace(name="at-the-same-moment"))
    assert [one.name for one in recent.newest(9)] == ["1.xml"]
    recent.add(file(1).replace(received_at=START, name="earlier"))
    assert [one.name for one in recent.newest(9)] == ["earlier"]


async def test_what_was_there_and_what_comes_is_read_from_the_bus():
    bus = MemoryBus()
    await bus.publish("intake.file.received.v1.usebio.ab", FileReceived(file=file(1)))
    recent = RecentFiles(bus)
    reading = asyncio.ensure_future(recent.run())
    await asyncio.sleep(0.02)
    await bus.publish("intake.file.rejected.v1.unknown", FileRejected(file=file(2), code="x", reason="y"))
    await bus.publish("intake.file.received.v1.pbn.ab", FileReceived(file=file(3)))
    await asyncio.sleep(0.05)
    reading.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await reading
    assert [one.name for one in recent.newest(9)] == ["3.xml", "2.xml", "1.xml"]


async def test_a_bus_that_does_not_answer_is_asked_again(monkeypatch):
    monkeypatch.setattr("services.intake.adapters.recent.PAUSE", 0.01)

    class Moody(MemoryBus):
        async def history(self, subject_filter, model, **options):
            self.puts += 1
            if self.puts <= 2:
                raise OperationFailed("not now")
            async for stored in super().history(subject_filter, model, **options):
                yield stored

    bus = Moody()
    await bus.publish("intake.file.received.v1.usebio.ab", FileReceived(file=file(1)))
    recent = RecentFiles(bus)
    reading = asyncio.ensure_future(recent.run())
    await asyncio.sleep(0.1)
    reading.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await reading
    assert [one.name for one in recent.newest(9)] == ["1.xml"]


async def test_a_process_that_starts_looks_back_a_month_and_says_when_the_bus_does_not_answer(monkeypatch, caplog):
    asked = []

    class Silent(MemoryBus):
        async def history(self, subject_filter, model, *, since=None):
            asked.append((subject_filter, since))
            raise OperationFailed("no answer")
            yield

    reading = asyncio.ensure_future(RecentFiles(Silent(), now=lambda: START).run())
    await asyncio.sleep(0.05)
    reading.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await reading
    month_ago = datetime(2031, 9, 2, 20, tzinfo=UTC)
    assert asked == [("intake.file.received.v1.*.*", month_ago), ("intake.file.rejected.v1.*", month_ago)]
    assert [one.message for one in caplog.records] == ["the list of files is behind: no answer"] * 2


async def test_what_was_read_already_is_not_read_again_when_it_is_followed():
    followed = {}

    class Noting(MemoryBus):
        async def follow(self, subject_filter, model, start_seq):
            followed[subject_filter] = start_seq
            async for stored in super().follow(subject_filter, model, start_seq):
                yield stored

    bus = Noting()
    for number in (1, 2):
        await bus.publish("intake.file.received.v1.usebio.ab", FileReceived(file=file(number)))
    reading = asyncio.ensure_future(RecentFiles(bus, now=lambda: START).run())
    await asyncio.sleep(0.02)
    reading.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await reading
    assert followed == {"intake.file.received.v1.*.*": 3, "intake.file.rejected.v1.*": 1}
