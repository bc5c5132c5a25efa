"""The pbn parser is put together without connecting."""

from services.pbn_parser.app import create
from services.pbn_parser.settings import Settings


def test_it_reads_files_of_its_format_and_no_other():
    service = create()
    assert service.name == "pbn_parser"
    assert [spec.filter_subject for spec in service.bus.router.specs.values()] == ["intake.file.received.v1.pbn.*"]


def test_its_settings_have_its_own_prefix(monkeypatch):
    monkeypatch.setenv("KIBITZ_PBN_PARSER_MAX_BYTES", "123")
    assert Settings().max_bytes == 123


def test_it_gives_files_to_the_reader_of_its_format():
    reader = create().read_settings().deps
    (event,) = reader.parse(b'[Event "Cup"]\n[Site "Hall"]\n[Date "2031.05.04"]\n[Board "1"]\n').events
    assert (reader.format.name, event.event) == ("pbn", "hall-cup-2031-05-04")
