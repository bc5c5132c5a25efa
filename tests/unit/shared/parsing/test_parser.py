"""The shell around a format's reader."""

import threading
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256

import pytest

from contracts.base import FileFormat, FileRef, Place
from contracts.codes.intake import READER_FAILED
from contracts.facts import Facts, Scope
from contracts.messages import FileParsed, FileReceived, FileRejected, FragmentParsed
from shared.bus.jetstream.objects import ObjectMissing
from shared.errors import FormatError, InputRejected, OperationFailed
from shared.formats.parsed import Parsed, ParsedEvent
from shared.parsing.parser import Reader, build_router
from tests.support.handlers import hear
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
DATA = b"a file"
FILE = FileRef(sha256=sha256(DATA).hexdigest(), name="x.pbn", size=len(DATA), format=FileFormat.PBN, received_at=NOW)


def two_events(data: bytes) -> Parsed:
    return Parsed(tuple(ParsedEvent(name, Facts(), Scope()) for name in ("a", "b")))


class Scene:
    def __init__(self, parse, *, stored=True, max_bytes=100):
        self.bus = MemoryBus()
        if stored:
            self.bus.objects[("FILES", FILE.sha256)] = DATA
        self.reader = Reader(FileFormat.PBN, parse, max_bytes)

    async def hear(self):
        """Deliver the file; a rejection is what the policy acknowledges."""
        with suppress(InputRejected):
            await hear(
                partial(build_router, FileFormat.PBN),
                FileReceived(file=FILE),
                "intake.file.received.v1",
                deps=self.reader,
                bus=self.bus,
                format="pbn",
            )

    @property
    def subjects(self):
        return [subject for subject, _ in self.bus.messages]


def test_it_hears_files_of_its_format_only():
    (spec,) = build_router(FileFormat.PBN).specs.values()
    assert spec.filter_subject == "intake.file.received.v1.pbn"
    assert spec.service == "pbn_parser"


async def test_fragments_come_before_the_message_that_the_file_was_read():
    scene = Scene(two_events)
    await scene.hear()
    assert [type(message) for _, message in scene.bus.messages] == [FragmentParsed, FragmentParsed, FileParsed]
    assert [subject.split(".")[-1] for subject in scene.subjects] == ["a", "b", "pbn"]


async def test_a_file_that_is_delivered_again_says_the_same():
    scene = Scene(two_events)
    await scene.hear()
    await scene.hear()
    assert len(scene.bus.messages) == 3


async def test_the_reader_works_beside_the_event_loop():
    threads = []

    def parse(data):
        threads.append(threading.current_thread())
        return two_events(data)

    await Scene(parse).hear()
    assert threads[0] is not threading.main_thread()


async def test_what_the_reader_refuses_is_reported_with_code_place_and_findings():
    def parse(data):
        raise FormatError(READER_FAILED, "not yet", Place(line=7))

    scene = Scene(parse)
    await scene.hear()
    ((subject, message),) = scene.bus.messages
    assert subject == "intake.file.rejected.v1.pbn"
    assert isinstance(message, FileRejected)
    assert (message.stage, message.code, message.reason) == ("parser", "parser.reader-failed", "not yet")
    assert message.findings[0].place == Place(line=7)
    assert message.findings[0].file == FILE.sha256


@pytest.mark.parametrize("fault", [RecursionError("deep"), ZeroDivisionError("x"), MemoryError()])
async def test_a_reader_that_fails_tells_the_sender_and_us(fault):
    def parse(data):
        raise fault

    scene = Scene(parse)
    with pytest.raises(OperationFailed, match="reader failed"):
        await scene.hear()
    ((_, message),) = scene.bus.messages
    assert message.code == "parser.reader-failed"
    assert type(fault).__name__ in message.reason


async def test_a_file_larger_than_the_reader_takes_is_refused():
    scene = Scene(two_events, max_bytes=3)
    await scene.hear()
    assert scene.bus.messages[0][1].code == "intake.too-large"


async def test_bytes_that_are_not_there_are_an_operation_that_failed():
    with pytest.raises(ObjectMissing):
        await Scene(two_events, stored=False).hear()
