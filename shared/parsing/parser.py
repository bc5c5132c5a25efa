"""The shell around a format's reader: fetch the bytes, read them beside the event loop, publish what they say.

Fragments are published before the message that the file was read, so that whoever hears of the end has everything. A
file that is delivered again is read again and says the same under the same identities, so nothing is doubled.
"""

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import cached_property

from contracts import subjects
from contracts.base import FileRef
from contracts.codes.intake import READER_FAILED, TOO_LARGE
from contracts.messages import FileReceived, FileRejected
from shared.errors import InputRejected, KibitzError, OperationFailed
from shared.formats.format import Format, Parse
from shared.messaging.bus import Bus
from shared.messaging.errors import PayloadTooLarge
from shared.messaging.router import Delivery, ServiceRouter
from shared.parsing.fragments import file_parsed, parse_file, with_file
from shared.telemetry import fields

logger = logging.getLogger("kibitz.parsing")


@dataclass(frozen=True)
class Deps:
    """What a parser's handler needs.

    Attributes:
        bus: connection of the service.
        format: that it reads.
        max_bytes: of one file, where the format has no smaller limit.
    """

    bus: Bus
    format: Format
    max_bytes: int

    @cached_property
    def parse(self) -> Parse:
        """The reader of the format, loaded with its libraries."""
        if self.format.reader is None:
            raise TypeError(f"{self.format.title} is not read")
        return self.format.reader()

    @property
    def limit(self) -> int:
        """Bytes of a file that is read."""
        return min(self.max_bytes, self.format.max_bytes or self.max_bytes)


def build_router(deps: Deps) -> ServiceRouter:
    """The one handler that a parser has; its reader is loaded before the first file comes."""
    _ = deps.parse
    router = ServiceRouter(f"{deps.format.name}_parser")

    async def on_rejected(message: FileReceived, delivery: Delivery, error: InputRejected) -> None:
        await deps.bus.publish(subjects.file_rejected(deps.format.name), rejection(message.file, error))

    @router.subscribe("intake.file.received.v1", filters={"format": deps.format.name}, on_rejected=on_rejected)
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        await read(deps, message)

    return router


def rejection(file: FileRef, error: InputRejected) -> FileRejected:
    """The message that a reader refused a file, with everything that it found."""
    return FileRejected(
        file=file,
        stage="parser",
        code=error.code.code,
        reason=error.message[:2000],
        findings=with_file(error.findings, file),
    )


async def read(deps: Deps, message: FileReceived) -> None:
    """Read one file and publish what it says.

    Raises:
        InputRejected: the file is not what its format allows, or too large.
        OperationFailed: the reader has a fault, or the bus did not take what it said.
    """
    file = message.file
    started = time.monotonic()
    try:
        data = await deps.bus.get_object(message.bucket, file.sha256, limit=deps.limit)
    except PayloadTooLarge:
        text = f"The file has {file.size} bytes; the reader takes {deps.limit}"
        raise InputRejected(TOO_LARGE, text) from None
    try:
        parsed, made = await asyncio.to_thread(parse_file, deps.parse, file, data)
    except KibitzError:
        raise
    except Exception as error:
        # The sender has to hear that nothing came of the file; we have to hear of it too, so it becomes a dead letter.
        failure = InputRejected(READER_FAILED, f"The reader failed with {type(error).__name__}")
        await deps.bus.publish(subjects.file_rejected(deps.format.name), rejection(file, failure))
        raise OperationFailed(f"the {deps.format.name} reader failed on {file.sha256}: {error!r:.300}") from error
    for fragment in made:
        await deps.bus.publish(subjects.fragment_parsed(fragment.fragment.event), fragment)
    await deps.bus.publish(subjects.file_parsed(deps.format.name), file_parsed(file, parsed, made))
    logger.info(
        "read %s",
        file.name,
        extra=fields(
            file=file.sha256[:12],
            format=str(file.format),
            events=len(made),
            findings=len(parsed.findings),
            milliseconds=round((time.monotonic() - started) * 1000),
        ),
    )
