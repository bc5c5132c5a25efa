"""The bytes of a file that was taken in: in its message, or in the object store."""

from contracts.messages import FileReceived
from contracts.packing import compressed, unpacked
from shared.bus.bus import Bus
from shared.bus.errors import PayloadTooLarge
from shared.errors import OperationFailed

SMALL = 256 * 1024
"""Bytes of the largest file that travels in its message; a larger one lies in the object store."""


async def with_bytes(bus: Bus, received: FileReceived, data: bytes) -> FileReceived:
    """The message of a file with its bytes, or without those of a large one, which are in the object store then."""
    if received.file.size <= SMALL:
        return received.replace(content=compressed(data))
    await bus.put_object(received.bucket, received.file.sha256, data)
    return received


async def file_bytes(bus: Bus, received: FileReceived, *, limit: int) -> bytes:
    """Of a small file what its message has, of a larger one what the object store has.

    Raises:
        ObjectMissing: it is a large one, and gone.
        OperationFailed: the content of the message is not the file.
        PayloadTooLarge: it is larger than `limit` bytes.
    """
    file = received.file
    if received.content is None:
        return await bus.get_object(received.bucket, file.sha256, limit=limit)
    if file.size > limit:
        raise PayloadTooLarge(f"file {file.sha256[:12]} has {file.size} bytes, more than {limit}")
    try:
        return unpacked(received.content, file.size, file.sha256)
    except ValueError as error:
        raise OperationFailed(str(error)) from None
