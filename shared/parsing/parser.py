"""The shell around a format's reader: fetch the bytes, read them beside the event loop, publish what they say.

Fragments are published before the message that the file was read, so that whoever hears of the end has everything. A
file that is delivered again is read again and says the same under the same identities, so nothing is doubled.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from contracts import subjects
from contracts.base import FileRef
from contracts.codes.intake import READER_FAILED, TOO_LARGE
from contracts.messages import FileReceived, FileRejected
from shared.bus.annotations import Bus as ServiceBus
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.errors import PayloadTooLarge
from shared.bus.router import ServiceRouter
from shared.errors import InputRejected, KibitzError, OperationFailed
from shared.file_bytes import file_bytes
from shared.formats.format import Format, Parse
from shared.parsing.fragments import file_parsed, parse_file, with_file
from shared.parsing.settings import ParserSettings
from shared.service import Assembly, Service
from shared.telemetry import fields

PUBLICATIONS = ("intake.file.rejected.v1", "parser.file.parsed.v1", "parser.fragment.parsed.v1")
"""What becomes of a file that is read."""

logger = logging.getLogger("kibitz.parsing")


@dataclass(frozen=True)
class Reader:
    """A format's reader, and how many bytes it takes of a file, where the format has no smaller limit."""

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


def parser_service(form: Format, settings: Callable[[], ParserSettings]) -> Service[ParserSettings]:
    """The service that reads files of one format; nothing is read or connected before it starts."""

    def assemble(bus: Bus, settings: ParserSettings) -> Assembly:
        reader = Reader(form, settings.max_bytes)
        _ = reader.parse  # loaded before the first file comes
        return Assembly(reader)

    return Service(build_router(form.name), settings, assemble)


def build_router(name: str) -> ServiceRouter:
    """The one handler that a parser has."""
    router = ServiceRouter(f"{name}_parser")
    for subject in PUBLICATIONS:
        router.publication(subject)

    @router.subscribe("intake.file.received.v1")
    async def on_file_received(
        message: FileReceived, bus: ServiceBus, deps: Annotated[Reader, Injected("deps")]
    ) -> None:
        await read(bus, deps, message)

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


async def read(bus: Bus, reader: Reader, message: FileReceived) -> None:
    """Read one file and publish what it says, or why it is refused.

    Raises:
        InputRejected: the file is not what its format allows, or too large; that is published.
        OperationFailed: the reader has a fault, or the bus did not take what it said.
    """
    try:
        await _read(bus, reader, message)
    except InputRejected as error:
        await bus.publish(subjects.file_rejected(reader.format.name), rejection(message.file, error))
        raise


async def _read(bus: Bus, reader: Reader, message: FileReceived) -> None:
    file = message.file
    started = time.monotonic()
    try:
        data = await file_bytes(bus, message, limit=reader.limit)
    except PayloadTooLarge:
        text = f"The file has {file.size} bytes; the reader takes {reader.limit}"
        raise InputRejected(TOO_LARGE, text) from None
    try:
        parsed, made = await asyncio.to_thread(parse_file, reader.parse, file, data)
    except KibitzError:
        raise
    except Exception as error:
        # The sender has to hear that nothing came of the file; we have to hear of it too, so it becomes a dead letter.
        failure = InputRejected(READER_FAILED, f"The reader failed with {type(error).__name__}")
        await bus.publish(subjects.file_rejected(reader.format.name), rejection(file, failure))
        raise OperationFailed(f"the {reader.format.name} reader failed on {file.sha256}: {error!r:.300}") from error
    for fragment in made:
        await bus.publish(subjects.fragment_parsed(fragment.fragment.event), fragment)
    await bus.publish(subjects.file_parsed(reader.format.name), file_parsed(file, parsed, made))
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
