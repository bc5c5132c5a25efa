"""Files that programs offer over the bus: taken in as those that come over HTTP are."""

import asyncio
from datetime import datetime

from contracts.codes.intake import NO_ROOM
from contracts.packing import unpacked
from contracts.questions import FileOffered, FileTaken
from services.intake.adapters.reception import Reception, Taken
from services.intake.domain.admission import Sending, reference
from services.intake.domain.content import content_of
from services.intake.domain.recognise import recognise, too_large
from shared.bus.errors import StorageFull


async def take_offer(reception: Reception, offered: FileOffered, max_bytes: int, now: datetime) -> FileTaken:
    """Take one file in, and say what became of it.

    Raises:
        OperationFailed: the bus did not keep it; offering it again is safe.
        ValueError: it is not compressed as it says.
    """
    sha256, size = offered.sha256, offered.size
    if sha256 is None or size is None:
        content = content_of(offered.content)
        sha256, size = content.sha256, content.size
    elif size <= max_bytes:
        content = content_of(await asyncio.to_thread(unpacked, offered.content, size, sha256))
    sending = Sending(
        name=offered.name,
        sender=offered.sender,
        received_at=now,
        written_at=offered.written_at,
        event=offered.event,
        again=True,
    )
    if size > max_bytes:
        taken = await reception.refuse(sha256, size, sending, too_large(size, max_bytes))
    else:
        try:
            taken = await reception.take_in(content, sending)
        except StorageFull as error:
            file = reference(content.sha256, content.size, sending, recognise(content.sample))
            taken = Taken(file, new=False, state="rejected", refusal=NO_ROOM.finding(str(error)))
    file = taken.file
    return FileTaken(
        sha256=file.sha256,
        name=file.name,
        size=file.size,
        format=file.format,
        state=taken.state,
        new=taken.new,
        refusal=taken.refusal,
    )
