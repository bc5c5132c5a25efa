"""The trf parser is put together without connecting."""

from services.trf_parser.app import create
from services.trf_parser.settings import Settings


def test_it_reads_files_of_its_format_and_no_other():
    service = create()
    assert service.name == "trf_parser"
    assert [spec.filter_subject for spec in service.bus.router.specs.values()] == ["intake.file.received.v1.trf.*"]


def test_its_settings_have_its_own_prefix(monkeypatch):
    monkeypatch.setenv("KIBITZ_TRF_PARSER_MAX_BYTES", "123")
    assert Settings().max_bytes == 123
