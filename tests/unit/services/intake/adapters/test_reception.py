"""Taking files in: bytes once, announcement once, refusals once."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from contracts.base import UNRECOGNISED
from contracts.codes.intake import TOO_LARGE
from contracts.messages import FileRejected
from services.intake.adapters.originals import NotKept, Originals
from services.intake.adapters.reception import Reception
from services.intake.adapters.status_board import StatusBoard
from services.intake.domain.admission import Sending
from services.intake.domain.content import content_of
from services.intake.domain.recognise import Recognition
from services.intake.domain.status import record_of
from shared.errors import OperationFailed
from shared.file_bytes import file_bytes
from shared.kept.originals import OriginalsFolder
from tests.support.memory_bus import MemoryBus

FILE = content_of(b"<USEBIO></USEBIO>")
LATER = datetime(2031, 10, 3, 20, tzinfo=UTC) + timedelta(hours=1)
IMAGE = content_of(b"\x89PNG\r\n\x1a\n")


def sending(**changes):
    given = {"name": "x.xml", "sender": "club", "received_at": datetime(2031, 10, 3, 20, tzinfo=UTC)}
    return Sending(**{**given, **changes})


def reception(bus):
    return Reception(bus, StatusBoard(bus))


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is one that does not travel in its message."""
    monkeypatch.setattr("shared.file_bytes.SMALL", 0)


async def test_a_file_is_announced_by_format_and_digest_with_its_bytes():
    bus = MemoryBus()
    taken = await reception(bus).take_in(FILE, sending())
    assert (taken.new, taken.state, taken.refusal) == (True, "received", None)
    ((subject, message),) = bus.messages
    assert subject == f"intake.file.received.v1.usebio.{FILE.sha256}"
    assert await file_bytes(bus, message, limit=100) == b"<USEBIO></USEBIO>"
    assert not bus.objects


@pytest.mark.usefixtures("large")
async def test_a_large_file_is_kept_by_its_digest_and_announced_without_its_bytes():
    bus = MemoryBus()
    await reception(bus).take_in(FILE, sending())
    ((_, message),) = bus.messages
    assert message.content is None
    assert bus.objects == {(message.bucket, FILE.sha256): b"<USEBIO></USEBIO>"}


async def test_the_same_bytes_again_do_nothing_also_after_a_restart():
    bus = MemoryBus()
    await reception(bus).take_in(FILE, sending())
    await written(bus)
    taken = await reception(bus).take_in(FILE, sending(name="y.xml"))
    assert (taken.new, taken.file.name) == (False, "x.xml")
    assert len(bus.messages) == 1


@pytest.mark.usefixtures("large")
async def test_the_same_bytes_at_once_are_one_file_in_one_process_and_in_two():
    bus = MemoryBus()
    desks = [reception(bus), reception(bus)]
    taken = await asyncio.gather(*(desks[n % 2].take_in(FILE, sending(name=f"{n}.xml")) for n in range(8)))
    assert sum(one.new for one in taken) == 1
    assert len(bus.messages) == 1
    assert bus.puts <= len(desks)  # in one process the bytes are sent once, however many come at once
    assert not desks[0]._at_work


@pytest.mark.usefixtures("large")
async def test_a_file_whose_bytes_are_not_kept_is_not_announced():
    class FullBus(MemoryBus):
        async def put_object(self, bucket, name, data):
            raise OperationFailed("the disk is full")

    bus = FullBus()
    with pytest.raises(OperationFailed, match="full"):
        await reception(bus).take_in(FILE, sending())
    assert not bus.messages
    assert not bus.keys


async def test_a_refused_file_is_reported_once_and_its_bytes_are_not_kept():
    bus = MemoryBus()
    for new in (True, False):
        taken = await reception(bus).take_in(IMAGE, sending())
        assert (taken.new, taken.state, taken.refusal.code) == (new, "rejected", "intake.unknown-format")
    assert [subject for subject, _ in bus.messages] == ["intake.file.rejected.v1.unknown"]
    assert not bus.objects


async def test_a_file_refused_unread_is_reported_with_its_digest():
    bus = MemoryBus()
    why = Recognition(UNRECOGNISED, "too many bytes", TOO_LARGE)
    taken = await reception(bus).refuse("cd" * 32, 99, sending(), why)
    assert taken.refusal.code == "intake.too-large"
    assert bus.messages[0][1].file.sha256 == "cd" * 32


@pytest.mark.usefixtures("large")
async def test_a_death_between_bytes_and_announcement_is_made_good_by_sending_again():
    bus = MemoryBus()
    bus.objects[("FILES", FILE.sha256)] = b"<USEBIO></USEBIO>"
    taken = await reception(bus).take_in(FILE, sending())
    assert taken.new
    assert bus.objects == {("FILES", FILE.sha256): b"<USEBIO></USEBIO>"}
    assert len(bus.messages) == 1


async def test_a_file_that_its_reader_refused_is_announced_again_when_asked():
    bus = MemoryBus()
    taken = await reception(bus).take_in(FILE, sending())
    refused = FileRejected(file=taken.file, stage="parser", code="parser.reader-failed", reason="not yet")
    await StatusBoard(bus).note(*record_of(refused))
    bus.messages.clear()
    assert (await reception(bus).take_in(FILE, sending())).state == "rejected"
    assert not bus.messages
    await reception(bus).take_in(FILE, sending(again=True))
    assert len(bus.messages) == 1


async def test_an_absent_bus_is_an_operation_that_failed_and_nothing_is_locked_afterwards():
    bus = MemoryBus(broken=True)
    desk = reception(bus)
    with pytest.raises(OperationFailed):
        await desk.take_in(FILE, sending())
    bus.broken = False
    assert (await desk.take_in(FILE, sending())).new


async def test_the_log_names_each_file_that_came_and_what_became_of_it(caplog):
    caplog.set_level("INFO")
    await reception(MemoryBus()).take_in(FILE, sending())
    await reception(MemoryBus()).take_in(IMAGE, sending())
    name = sending().name
    assert [one.message for one in caplog.records] == [f"received {name}", f"refused {name}: The file is a PNG image"]


async def written(bus: MemoryBus) -> None:
    """Wait until what is known of the file is in its bucket, where another process reads it."""
    for _ in range(200):
        if any(bucket == "FILE_STATUS" for bucket, _ in bus.keys):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was written of the file")


def journal(folder: Path) -> list[tuple[str, datetime | None]]:
    """Name and arrival of each file as the folder of originals has it."""
    lines = [original.line.file for original in OriginalsFolder(folder).originals()]
    return [(file.name, file.received_at) for file in lines]


async def test_a_file_whose_original_cannot_be_written_is_not_announced(tmp_path: Path) -> None:
    bus = MemoryBus()
    desk = Reception(bus, StatusBoard(bus), originals=Originals(tmp_path / "gone"))
    with pytest.raises(NotKept):
        await desk.take_in(FILE, sending())
    assert bus.messages == []
    (tmp_path / "gone").mkdir()
    assert (await desk.take_in(FILE, sending())).new


async def test_a_refused_file_has_no_original(tmp_path: Path) -> None:
    bus = MemoryBus()
    await Reception(bus, StatusBoard(bus), originals=Originals(tmp_path)).take_in(IMAGE, sending())
    assert journal(tmp_path) == []


async def test_a_known_file_whose_original_is_lost_is_written_as_it_was_received(tmp_path: Path) -> None:
    bus = MemoryBus()
    await reception(bus).take_in(FILE, sending())
    await written(bus)
    later = sending(name="y.xml", received_at=LATER)
    await Reception(bus, StatusBoard(bus), originals=Originals(tmp_path)).take_in(FILE, later)
    assert journal(tmp_path) == [("x.xml", sending().received_at)]


async def test_a_file_that_comes_again_to_an_empty_bus_is_announced_as_it_was_first_received(tmp_path: Path) -> None:
    for arrival in (sending(), sending(name="y.xml", received_at=LATER, sender="other")):
        bus = MemoryBus()
        await Reception(bus, StatusBoard(bus), originals=Originals(tmp_path)).take_in(FILE, arrival)
        ((_, message),) = bus.messages
        assert (message.file.name, message.file.sender, message.file.received_at) == (
            "x.xml",
            "club",
            sending().received_at,
        )
    assert journal(tmp_path) == [("x.xml", sending().received_at)]


async def test_the_same_bytes_for_another_event_are_received_at_a_time_of_their_own(tmp_path: Path) -> None:
    bus = MemoryBus()
    desk = Reception(bus, StatusBoard(bus), originals=Originals(tmp_path))
    await desk.take_in(FILE, sending())
    await desk.take_in(FILE, sending(event="spring", received_at=LATER))
    assert [message.file.received_at for _, message in bus.messages] == [sending().received_at, LATER]
    assert len(journal(tmp_path)) == 2
