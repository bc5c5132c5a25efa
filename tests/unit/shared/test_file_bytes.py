from hashlib import sha256

import pytest

from contracts.base import FileRef
from contracts.messages import FileReceived
from contracts.packing import compressed
from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.buckets import ObjectMissing
from shared.errors import OperationFailed
from shared.file_bytes import file_bytes
from tests.support.memory_bus import MemoryBus

DATA = b"<USEBIO/>"
FILE = FileRef(sha256=sha256(DATA).hexdigest(), name="a.xml", size=len(DATA), format="usebio")


async def test_a_small_file_is_in_its_message() -> None:
    assert await file_bytes(MemoryBus(), FileReceived(file=FILE, content=compressed(DATA)), limit=9) == DATA  # type: ignore[arg-type]


async def test_a_large_file_is_in_the_object_store() -> None:
    bus = MemoryBus(objects={("FILES", FILE.sha256): DATA})
    assert await file_bytes(bus, FileReceived(file=FILE), limit=9) == DATA  # type: ignore[arg-type]
    with pytest.raises(ObjectMissing):
        await file_bytes(MemoryBus(), FileReceived(file=FILE), limit=9)  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [compressed(DATA), None])
async def test_a_file_above_the_limit_is_not_unpacked(content: bytes | None) -> None:
    bus = MemoryBus(objects={("FILES", FILE.sha256): DATA})
    with pytest.raises(PayloadTooLarge):
        await file_bytes(bus, FileReceived(file=FILE, content=content), limit=8)  # type: ignore[arg-type]


async def test_a_message_with_another_content_is_an_operation_that_failed() -> None:
    with pytest.raises(OperationFailed, match="not the file"):
        await file_bytes(MemoryBus(), FileReceived(file=FILE, content=compressed(b"other")), limit=9)  # type: ignore[arg-type]
