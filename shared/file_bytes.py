"""The bytes of a file that was taken in, wherever they are."""

from contracts.messages import FileReceived
from contracts.packing import unpacked
from shared.bus.bus import Bus
from shared.bus.errors import PayloadTooLarge
from shared.errors import OperationFailed


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
