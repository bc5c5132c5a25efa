"""Files offered over the bus: the same reception, the same answers."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from contracts.base import UNRECOGNISED
from contracts.packing import compressed
from contracts.questions import FileOffered
from services.intake.adapters.offers import take_offer
from services.intake.adapters.reception import Reception
from services.intake.adapters.room import Room
from services.intake.adapters.status_board import StatusBoard
from shared.errors import OperationFailed
from shared.file_bytes import file_bytes
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
DATA = b"<USEBIO></USEBIO>"


def offered(**changes):
    return FileOffered.model_validate({"sender": "club", "name": "x.xml", "content": DATA, **changes})


async def take(bus, **changes):
    return await take_offer(Reception(bus, StatusBoard(bus)), offered(**changes), 100, NOW)


async def test_a_file_that_is_offered_is_kept_and_announced_with_what_its_sender_says():
    bus = MemoryBus()
    taken = await take(bus, event="spring-pairs", written_at=NOW)
    assert taken.sha256 == sha256(DATA).hexdigest()
    assert (taken.state, taken.new, taken.size, taken.refusal) == ("received", True, len(DATA), None)
    (message,) = bus.said("intake.file.received.v1.usebio")
    assert await file_bytes(bus, message, limit=len(DATA)) == DATA
    file = message.file
    assert (file.sender, file.event, file.written_at, file.received_at) == ("club", "spring-pairs", NOW, NOW)


async def test_a_file_of_just_the_limit_is_taken():
    taken = await take(MemoryBus(), content=DATA.ljust(100))
    assert (taken.state, taken.size) == ("received", 100)


async def test_a_file_offered_again_is_known():
    bus = MemoryBus()
    assert [(await take(bus)).new, (await take(bus, name="y.xml")).new] == [True, False]
    assert len(bus.messages) == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "intake.empty"), (b"\x89PNG\r\n\x1a\n", "intake.unknown-format"), (b"x" * 101, "intake.too-large")],
)
async def test_what_is_refused_over_http_is_refused_here_and_reported(content, code):
    bus = MemoryBus()
    taken = await take(bus, content=content)
    assert (taken.state, taken.refusal.code, taken.format) == ("rejected", code, UNRECOGNISED)
    assert not bus.objects
    (message,) = bus.said("intake.file.rejected.v1")
    assert message.code == code


def packed(data, **changes):
    return {"content": compressed(data), "size": len(data), "sha256": sha256(data).hexdigest(), **changes}


async def test_a_compressed_file_is_the_file_itself():
    bus = MemoryBus()
    taken = await take(bus, **packed(DATA))
    assert (taken.sha256, taken.size, taken.state, taken.new) == (sha256(DATA).hexdigest(), len(DATA), "received", True)
    (message,) = bus.said("intake.file.received.v1.usebio")
    assert await file_bytes(bus, message, limit=len(DATA)) == DATA
    assert not (await take(bus)).new


async def test_a_compressed_file_is_as_large_as_it_says_and_no_larger_than_others():
    large = await take(MemoryBus(), **packed(DATA.ljust(101)))
    assert (large.refusal.code, large.size) == ("intake.too-large", 101)
    assert large.sha256 == sha256(DATA.ljust(101)).hexdigest()
    assert (await take(MemoryBus(), **packed(DATA.ljust(100)))).state == "received"


@pytest.mark.parametrize(
    "changes", [{"size": 5}, {"size": 0}, {"sha256": "ab" * 32}, {"content": DATA}, {"content": compressed(DATA)[:-9]}]
)
async def test_what_is_not_compressed_as_it_says_is_not_taken(changes):
    bus = MemoryBus()
    bomb = b"\0" * 10_000_000
    for data in (DATA, bomb):
        with pytest.raises(ValueError, match="file"):
            await take(bus, **{**packed(data), "size": len(DATA), **changes})
    assert not bus.messages


async def test_a_name_that_climbs_is_cut_to_its_end():
    assert (await take(MemoryBus(), name="../../etc/passwd")).name == "passwd"


async def test_a_bus_that_does_not_keep_the_file_is_an_error_and_no_answer():
    with pytest.raises(OperationFailed):
        await take(MemoryBus(broken=True))


async def test_without_room_the_sender_is_told_and_nothing_is_announced():
    bus = MemoryBus()
    reception = Reception(bus, StatusBoard(bus), Room({"data": Path("data")}, 1, lambda _: 0))
    taken = await take_offer(reception, offered(), 100, NOW)
    assert (taken.state, taken.new, taken.refusal.code) == ("rejected", False, "intake.no-room")
    assert bus.messages == []
    assert (await take(bus)).new, "it is no refused file when it comes again"
