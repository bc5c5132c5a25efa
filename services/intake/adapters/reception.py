"""Takes files in, whichever way they came: keeps the bytes once, announces the file, or reports why it was refused.

The order is: policy of new events, original, bytes, announcement, status. A process that dies between two of them
leaves nothing half done, because each step may be done again: an original and an object are named by their content, a
message carries the identity of what it says, and the status follows from the messages. Whoever sent a file is answered
when it is announced.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from contracts import subjects
from contracts.base import FileRef
from contracts.findings import Finding
from services.intake.adapters.originals import Originals
from services.intake.adapters.room import UNWATCHED, Room
from services.intake.adapters.status_board import StatusBoard
from services.intake.domain.admission import Keep, Refuse, Sending, admit, reference, refuse
from services.intake.domain.content import Content
from services.intake.domain.recognise import Recognition
from services.intake.domain.status import FileRecord, State, join, record_of, state_of
from shared.bus.bus import Bus
from shared.bus.errors import StorageFull
from shared.file_bytes import with_bytes
from shared.kept.new_events import NewEventsBucket
from shared.telemetry import arriving, fields

logger = logging.getLogger("kibitz.intake")


@dataclass(frozen=True)
class Taken:
    """What became of a file.

    Attributes:
        file: as it is known from now on.
        new: it was not known before.
        state: where it stands.
        refusal: why it was not taken in; None when it was.
        replaced: it was known, and newer versions count instead of it.
    """

    file: FileRef
    new: bool
    state: State
    refusal: Finding | None = None
    replaced: bool = False


class Reception:
    """Takes files in."""

    def __init__(
        self, bus: Bus, board: StatusBoard, room: Room = UNWATCHED, originals: Originals | None = None
    ) -> None:
        """Keep files and announce them over this connection, while there is room."""
        self.room = room
        self.originals = originals or Originals()
        self._bus = bus
        self._board = board
        self._new_events = NewEventsBucket(bus)
        self._at_work: dict[str, tuple[asyncio.Lock, int]] = {}

    async def take_in(self, content: Content, sending: Sending) -> Taken:
        """Take one file in.

        Raises:
            OperationFailed: the bus did not keep it, or what is hidden of new events is not known; sending it again is
                safe.
            StorageFull: for want of room.
            NotKept: its original could not be written.
        """
        with arriving():
            return await self._take_in(content, sending)

    async def _take_in(self, content: Content, sending: Sending) -> Taken:
        async with self._alone_with(content.sha256):
            record = await self._board.read(content.sha256)
            plan = admit(content, sending, record)
            if isinstance(plan, Keep):
                return await self._keep(content, plan, record or FileRecord())
            if isinstance(plan, Refuse):
                return await self._report(plan)
            await self.originals.keep_known(plan.file, content.pieces)
            return Taken(plan.file, new=False, state=plan.state, replaced=plan.replaced)

    async def refuse(self, sha256: str, size: int, sending: Sending, why: Recognition) -> Taken:
        """Report a file that was refused without being read into memory.

        Raises:
            OperationFailed: the bus did not take the report.
        """
        async with self._alone_with(sha256):
            record = await self._board.read(sha256)
            return await self._report(refuse(reference(sha256, size, sending, why), why, record))

    async def _keep(self, content: Content, plan: Keep, known: FileRecord) -> Taken:
        if shortage := self.room.shortage():
            raise StorageFull(shortage)
        # Read for each file: who has hidden new events may send the first file in the next moment.
        public = (await self._new_events.read()).stamp
        file = await self.originals.keep(plan.message.file.replace(public=public), content.pieces)
        message = plan.message.replace(file=file)
        message = await with_bytes(self._bus, message, b"".join(content.pieces))
        published = await self._bus.publish(subjects.file_received(file.format, file.sha256), message)
        sha256, news = record_of(message)
        self._board.announce(sha256, news)
        logger.info(
            "received %s",
            file.name,
            extra=fields(file=file.sha256[:12], format=str(file.format), bytes=file.size, sender=file.sender),
        )
        return Taken(file, new=not published.duplicate, state=state_of(join(known, news)))

    async def _report(self, plan: Refuse) -> Taken:
        message = plan.message
        file = message.file
        if not plan.reported:
            await self._bus.publish(subjects.file_rejected(file.format), message)
            await self._board.note(*record_of(message))
            logger.warning(
                "refused %s: %s",
                file.name,
                message.reason,
                extra=fields(file=file.sha256[:12], code=message.code, bytes=file.size, sender=file.sender),
            )
        return Taken(file, new=not plan.reported, state="rejected", refusal=message.findings[0])

    @asynccontextmanager
    async def _alone_with(self, sha256: str) -> AsyncIterator[None]:
        """Let one task at a time deal with a file; other processes are kept apart by message identities."""
        lock, users = self._at_work.get(sha256, (asyncio.Lock(), 0))
        self._at_work[sha256] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._at_work[sha256]
            if users == 1:
                del self._at_work[sha256]
            else:
                self._at_work[sha256] = (lock, users - 1)
