"""What is missing made again: the stage before it is run once more, on the same message or the same bytes."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable

import nats.errors
from nats.js.api import PubAck, RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from contracts import subjects
from contracts.base import FileRef
from contracts.messages import FileParsed, FileReceived, FileRejected, Message
from contracts.packing import compressed
from services.intake.domain.audit.damage import Announce, Remedy, Resend, Restore
from services.intake.domain.status import FileRecord
from shared.bus.bus import Bus
from shared.bus.parking import parked_events
from shared.bus.repair import as_repair
from shared.bus.topology import CONSUMERS, HANDLERS, parked_bucket
from shared.bus.wire import BODY, MSG_ID, decode, headers
from shared.errors import KibitzError, OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.audit")

BUCKET = "FILES"
LARGEST_FILE = 512 * 1024 * 1024
LOOK = 0.1
"""Seconds between two looks whether everything is handled."""

ReadOriginal = Callable[[str], bytes | None]
"""The bytes of a file by its SHA-256, from outside the bus; None where they are not there."""


def no_originals(_sha256: str) -> bytes | None:
    """Nothing is kept outside the bus."""
    return None


class Remedies:
    """Carries remedies out; `run` tells those of one audit from those of another."""

    def __init__(self, bus: Bus, originals: ReadOriginal, run: str, small: int) -> None:
        """Repair over this connection; files of up to `small` bytes travel in their announcements."""
        self._bus = bus
        self._originals = originals
        self._run = run
        self._small = small

    async def carry_out(self, remedies: Iterable[Remedy]) -> int:
        """Carry out each remedy once; how many could be carried out."""
        done = 0
        for remedy in dict.fromkeys(remedies):
            try:
                done += await self._carry_out(remedy)
            except (KibitzError, APIError, nats.errors.Error) as error:
                logger.error(
                    "cannot be repaired, kibitz audit says what to do: %s: %s",
                    remedy,
                    error,
                    extra=fields(service=self._bus.service),
                )
        return done

    async def _carry_out(self, remedy: Remedy) -> bool:
        match remedy:
            case Resend(stream, seq):
                message = await self._bus.raw(stream, seq=seq)
                if message is not None:
                    await self._send_again(message)
                return message is not None
            case Restore(sha256):
                data = await self.file_bytes(sha256)
                if data is None:
                    return False
                await self._bus.put_object(BUCKET, sha256, data)
                return True
            case Announce():
                return await self._announce(remedy)

    async def fill(self, stream: str, end: int) -> None:
        """Repeat the newest message until a stream that begins anew has as many as before.

        Whoever remembers a sequence of the stream that was takes what has a smaller one for handled.
        """
        newest = await self._bus.raw(stream, subject=">")
        while newest is not None and (newest.seq or 0) < end:
            newest.seq = (await self._send_again(newest)).seq

    async def _send_again(self, message: RawStreamMsg) -> PubAck:
        kept = {
            name: value
            for name, value in (message.headers or {}).items()
            if name.startswith("ce-") or name in ("content-type", BODY)
        }
        values = as_repair({**kept, MSG_ID: kept.get("ce-id", "")}, f"{self._run}-{message.seq}")
        return await self._bus.send(str(message.subject), message.data or b"", values)

    async def _publish(self, subject: str, message: Message) -> None:
        values = as_repair(headers(subject, message, self._bus.service), self._run)
        await self._bus.send(subject, message, values)

    async def _announce(self, remedy: Announce) -> bool:
        """Announce a file again, or its refusal, as a later message tells of it."""
        raw = await self._bus.raw(remedy.stream, seq=remedy.seq)
        if raw is None:
            return False
        body = await self._bus.body_of(raw.headers, raw.data or b"")
        if remedy.stream == "KV_FILE_STATUS":
            record = decode(FileRecord, body)
            file, refusal = record.file, record.refusal
            if file is not None and refusal is not None and refusal.stage == "intake":
                said = tuple(remark.finding for remark in record.findings)
                refused = FileRejected(file=file, code=refusal.code, reason=refusal.reason, findings=said)
                await self._publish(subjects.file_rejected(file.format), refused)
                return True
        else:
            kind: type[FileParsed | FileRejected | FileReceived] = FileParsed
            if remedy.stream == "INTAKE":
                kind = FileRejected if ".rejected." in str(raw.subject) else FileReceived
            file = decode(kind, body).file
        return file is not None and await self._announce_file(file)

    async def _announce_file(self, file: FileRef) -> bool:
        data = await self.file_bytes(file.sha256)
        if data is None:
            logger.error(
                "the bytes of %s are nowhere: send the file again", file.name, extra=fields(file=file.sha256[:12])
            )
            return False
        message = FileReceived(file=file)
        if file.size <= self._small:
            message = message.replace(content=compressed(data))
        await self._publish(subjects.file_received(file.format, file.sha256), message)
        return True

    async def file_bytes(self, sha256: str) -> bytes | None:
        """The bytes of a file from the object store, else from outside the bus; None where they are nowhere."""
        try:
            async with asyncio.timeout(5):
                return await self._bus.get_object(BUCKET, sha256, limit=LARGEST_FILE)
        except (OperationFailed, TimeoutError):
            return await asyncio.to_thread(self._originals, sha256)


async def settle(bus: Bus, patience: float) -> bool:
    """Wait until every consumer has handled everything; False when that takes longer than `patience` seconds.

    What is set aside is acknowledged and not handled.
    """
    deadline = asyncio.get_running_loop().time() + patience
    streams = sorted({spec.stream for spec in CONSUMERS})
    quiet = 0
    while asyncio.get_running_loop().time() < deadline:
        busy = False
        for stream in streams:
            try:
                for info in await bus.client.js.consumers_info(stream):
                    busy = busy or bool(info.num_pending or info.num_ack_pending)
            except (NotFoundError, APIError):
                continue
            except nats.errors.Error:
                busy = True
        busy = busy or await _is_any_parked(bus)
        # A message may be on its way from one stage to the next.
        quiet = 0 if busy else quiet + 1
        if quiet >= 5:
            return True
        await asyncio.sleep(LOOK)
    return False


async def _is_any_parked(bus: Bus) -> bool:
    """Whether an event is set aside, as far as this user may know."""
    for service in HANDLERS:
        if bus.may_read(f"KV_{parked_bucket(service)}"):
            with contextlib.suppress(OperationFailed):
                async for _ in parked_events(bus, service):
                    return True
    return False
