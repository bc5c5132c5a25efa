"""The shell around a format's reader."""

import threading
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256

import pytest

from contracts.base import FileRef, Place
from contracts.codes.intake import READER_FAILED
from contracts.facts import Facts, Scope
from contracts.messages import FileParsed, FileReceived, FileRejected, FragmentParsed
from shared.bus.jetstream.buckets import ObjectMissing
from shared.errors import FormatError, InputRejected, OperationFailed
from shared.formats.lin import FORMAT as LIN
from shared.formats.parsed import Parsed, ParsedEvent
from shared.formats.pbn import FORMAT as PBN
from shared.parsing.parser import Reader, build_router, parser_service
from shared.parsing.settings import ParserSettings
from tests.support.handlers import hear
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
DATA = b"a file"
FILE = FileRef(sha256=sha256(DATA).hexdigest(), name="x.pbn", size=len(DATA), format="pbn", received_at=NOW)


def two_events(data: bytes) -> Parsed:
    return Parsed(tuple(ParsedEvent(name, Facts(), Scope()) for name in ("a", "b")))


class Scene:
    def __init__(self, parse, *, stored=True, max_bytes=100):
        self.bus = MemoryBus()
        if stored:
            self.bus.objects[("FILES", FILE.sha256)] = DATA
        self.reader = Reader(replace(PBN, reader=lambda: parse), max_bytes)

    async def hear(self):
        """Deliver the file; a rejection is what the policy acknowledges."""
        with suppress(InputRejected):
            await hear(
                partial(build_router, "pbn"),
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
    (spec,) = build_router("pbn").specs.values()
    assert spec.filter_subject == "intake.file.received.v1.pbn.*"
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


def test_the_smaller_limit_of_the_format_and_the_settings_counts():
    assert Reader(PBN, 100).limit == 100
    assert Reader(replace(PBN, max_bytes=50), 100).limit == 50
    assert Reader(replace(PBN, max_bytes=500), 100).limit == 100


def test_a_format_without_a_reader_is_not_read():
    with pytest.raises(TypeError, match="LIN is not read"):
        _ = Reader(LIN, 100).parse


async def test_a_fault_of_ours_inside_a_reader_is_passed_on_and_publishes_nothing():
    def parse(data):
        raise OperationFailed("the disk is full")

    scene = Scene(parse)
    with pytest.raises(OperationFailed, match="the disk is full"):
        await scene.hear()
    assert scene.bus.messages == []


def test_a_service_is_made_without_its_settings_and_reads_its_format_once_assembled():
    asked = []

    def settings():
        asked.append(True)
        return ParserSettings(max_bytes=7)

    service = parser_service(PBN, settings)
    assert (service.name, asked) == ("pbn_parser", [])


async def test_a_rejection_says_no_more_than_a_message_holds():
    def parse(data):
        raise FormatError(READER_FAILED, "x" * 3_000)

    scene = Scene(parse)
    await scene.hear()
    assert len(scene.bus.messages[0][1].reason) == 2_000


def test_a_reader_takes_what_its_format_takes_and_no_more_than_it_is_told():
    for of_format, told, limit in ((None, 100, 100), (5, 100, 5), (500, 100, 100)):
        assert Reader(replace(PBN, max_bytes=of_format), told).limit == limit


async def test_a_long_reason_is_cut_to_what_a_message_holds():
    def parse(data):
        raise FormatError(READER_FAILED, "x" * 3_000)

    scene = Scene(parse)
    await scene.hear()
    assert scene.bus.messages[0][1].reason == "x" * 2_000
