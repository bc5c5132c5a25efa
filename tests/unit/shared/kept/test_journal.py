"""Lines of the journal: what was written comes back, and nothing else does."""

from datetime import UTC, datetime

import pytest

from contracts.base import FileRef
from shared.kept.journal import Damaged, JournalLine, read_line, written_line

AT = datetime(2031, 10, 3, 20, 0, 0, 123456, tzinfo=UTC)
FILE = FileRef(
    sha256="ab" * 32,
    name='Müller "final",\n"check":"0123456789abcdef"}.xml',
    size=7,
    format="usebio",
    sender="club",
    received_at=AT,
    written_at=AT,
    event="spring",
)
LINE = JournalLine(at=AT, file=FILE)
TEXT = written_line(LINE).removesuffix(b"\n")


def test_a_line_comes_back_with_its_microseconds_whatever_its_name_looks_like() -> None:
    assert read_line(TEXT) == LINE
    assert TEXT.count(b"\n") == 0


def test_one_file_is_its_digest_and_the_event_that_its_sender_named() -> None:
    assert LINE.key == ("ab" * 32, "spring")
    assert JournalLine(at=AT, file=FILE.replace(event=None)).key == ("ab" * 32, "")


def test_every_flipped_bit_and_every_cut_is_recognised() -> None:
    for place in range(len(TEXT)):
        for bit in (1, 4, 32):
            with pytest.raises(Damaged):
                read_line(TEXT[:place] + bytes([TEXT[place] ^ bit]) + TEXT[place + 1 :])
        with pytest.raises(Damaged):
            read_line(TEXT[:place])


def test_two_lines_torn_into_one_are_no_line() -> None:
    with pytest.raises(Damaged, match="checksum"):
        read_line(TEXT[:40] + TEXT)


def test_what_a_later_version_adds_is_passed_over_and_what_it_takes_away_is_said() -> None:
    later = JournalLine.model_construct(at=AT, file=FILE)
    body = later.model_dump_json(exclude_none=True).replace('{"at"', '{"more":1,"at"', 1)
    assert read_line(_with_checksum(body)) == LINE
    with pytest.raises(Damaged, match="version"):
        read_line(_with_checksum('{"at":"2031-10-03T20:00:00Z"}'))


def _with_checksum(body: str) -> bytes:
    class Text:
        def model_dump_json(self, *, exclude_none: bool) -> str:
            return body

    return written_line(Text()).removesuffix(b"\n")  # type: ignore[arg-type]
