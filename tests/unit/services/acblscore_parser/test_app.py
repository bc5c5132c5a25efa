"""The acblscore parser is put together without connecting."""

from services.acblscore_parser.app import create
from services.acblscore_parser.settings import Settings


def test_it_reads_files_of_its_format_and_no_other():
    service = create()
    assert service.name == "acblscore_parser"
    assert [spec.filter_subject for spec in service.bus.router.specs.values()] == [
        "intake.file.received.v1.acblscore.*"
    ]


def test_its_settings_have_its_own_prefix(monkeypatch):
    monkeypatch.setenv("KIBITZ_ACBLSCORE_PARSER_MAX_BYTES", "123")
    assert Settings().max_bytes == 123
