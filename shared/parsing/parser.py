"""The shell around a format's reader: fetch the bytes, read them beside the event loop, publish what they say.

Fragments are published before the message that the file was read, so that whoever hears of the end has everything. A
file that is delivered again is read again and says the same under the same identities, so nothing is doubled.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from contracts import subjects
from contracts.base import FileFormat, FileRef
from contracts.codes.intake import READER_FAILED, TOO_LARGE
from contracts.messages import FileReceived, FileRejected, FragmentParsed
from shared.bus.annotations import Bus as ServiceBus
from shared.bus.application import Assembly, Service
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.errors import PayloadTooLarge
from shared.bus.router import ServiceRouter
from shared.errors import InputRejected, KibitzError, OperationFailed
from shared.formats.parsed import Parsed
from shared.parsing.collector import collector_at_rest
from shared.parsing.fragments import file_parsed, fragments, with_file
from shared.parsing.settings import ParserSettings
from shared.telemetry import fields

Parse = Callable[[bytes], Parsed]
"""A format's reader: pure, and free to run in any thread."""

PUBLICATIONS = ("intake.file.rejected.v1", "parser.file.parsed.v1", "parser.fragment.parsed.v1")
"""What becomes of a file that is read."""

logger = logging.getLogger("kibitz.parsing")


@dataclass(frozen=True)
class Reader:
    """A format's reader, and how much it takes.

    Attributes:
        file_format: that it reads.
        parse: the format's reader.
        max_bytes: of one file.
    """

    file_format: FileFormat
    parse: Parse
    max_bytes: int


def parser_service(
    file_format: FileFormat, parse: Parse, settings: Callable[[], ParserSettings]
) -> Service[ParserSettings]:
    """The service that reads files of one format; nothing is read or connected before it starts."""

    def assemble(bus: Bus, settings: ParserSettings) -> Assembly:
        return Assembly(Reader(file_format, parse, settings.max_bytes))

    return Service(build_router(file_format), settings, assemble)


def build_router(file_format: FileFormat) -> ServiceRouter:
    """The one handler that a parser has."""
    router = ServiceRouter(f"{file_format}_parser")
    for name in PUBLICATIONS:
        router.publication(name)

    @router.subscribe("intake.file.received.v1", filters={"format": str(file_format)})
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
        await bus.publish(subjects.file_rejected(reader.file_format), rejection(message.file, error))
        raise


async def _read(bus: Bus, reader: Reader, message: FileReceived) -> None:
    file = message.file
    started = time.monotonic()
    try:
        data = await bus.get_object(message.bucket, file.sha256, limit=reader.max_bytes)
    except PayloadTooLarge:
        text = f"The file has {file.size} bytes; the reader takes {reader.max_bytes}"
        raise InputRejected(TOO_LARGE, text) from None
    try:
        parsed, made = await asyncio.to_thread(_parse, reader.parse, file, data)
    except KibitzError:
        raise
    except Exception as error:
        # The sender has to hear that nothing came of the file; we have to hear of it too, so it becomes a dead letter.
        failure = InputRejected(READER_FAILED, f"The reader failed with {type(error).__name__}")
        await bus.publish(subjects.file_rejected(reader.file_format), rejection(file, failure))
        raise OperationFailed(f"the {reader.file_format} reader failed on {file.sha256}: {error!r:.300}") from error
    for fragment in made:
        await bus.publish(subjects.fragment_parsed(fragment.fragment.event), fragment)
    await bus.publish(subjects.file_parsed(reader.file_format), file_parsed(file, parsed, made))
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


def _parse(parse: Parse, file: FileRef, data: bytes) -> tuple[Parsed, list[FragmentParsed]]:
    with collector_at_rest():
        parsed = parse(data)
        return parsed, fragments(file, parsed)
