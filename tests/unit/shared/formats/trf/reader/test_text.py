"""Bytes become lines: line ends, encodings, limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import FormatError
from shared.formats.trf.reader.text import LONGEST_LINE, MOST_LINES, read_text
from shared.formats.trf.report import Report


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_every_line_end_gives_the_same_lines(end):
    assert read_text(end.join([b"012 A", b"", b"022 B", b""]), Report()).lines == ["012 A", "", "022 B", ""]


def test_line_ends_may_be_mixed():
    assert read_text(b"a\r\nb\rc\nd", Report()).lines == ["a", "b", "c", "d"]


def test_a_form_feed_or_line_separator_ends_no_line():
    assert read_text("a\x0cb\u2028c".encode(), Report()).lines == ["a\x0cb\u2028c"]


@pytest.mark.parametrize(
    ("data", "encoding", "line"),
    [
        ("\ufeff012 Königs".encode(), "utf-8", "012 Königs"),
        ("012 Königs".encode(), "utf-8", "012 Königs"),
        ("012 Königs €".encode("cp1252"), "cp1252", "012 Königs €"),
        (b"012 K\xf6nigs \x81", "latin-1", "012 Königs \x81"),
    ],
)
def test_the_encoding_is_found_and_a_guess_is_reported_with_its_line(data, encoding, line):
    report = Report()
    text = read_text(b"\n\n" + data if not data.startswith(b"\xef") else data, report)
    assert text.encoding == encoding
    assert text.lines[-1] == line
    assert [f.code for f in report.findings] == ([] if encoding == "utf-8" else ["trf.encoding-guessed"])
    assert all(str(f.place) == "line 3, column 6-6" for f in report.findings)


def test_a_line_without_end_is_cut_and_reported():
    report = Report()
    text = read_text(b"012 " + b"x" * 10_000, report)
    assert len(text.lines[0]) == LONGEST_LINE
    assert [f.code for f in report.findings] == ["trf.text-cut"]


def test_too_many_lines_are_refused():
    with pytest.raises(FormatError) as error:
        read_text(b"\n" * (MOST_LINES + 2), Report())
    assert error.value.code.code == "trf.too-large"


@given(st.binary(max_size=300))
def test_any_bytes_become_lines(data):
    assert read_text(data, Report()).lines


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_known_by_its_mark(encoding):
    report = Report()
    data = ("\ufeff" if encoding == "utf-16-be" else "") + "012 Königs\r\n022 Łódź"
    text = read_text(data.encode(encoding), report)
    assert text.lines == ["012 Königs", "022 Łódź"]
    assert [f.code for f in report.findings] == ["trf.encoding-guessed"]


def test_a_file_has_at_most_250000_lines():
    assert len(read_text(b"\n" * 250_000, Report()).lines) == 250_001
    with pytest.raises(FormatError) as error:
        read_text(b"\n" * 250_001, Report())
    assert str(error.value.place) == "line 250000"
    assert error.value.message == "more than 250000 lines"


def test_a_line_has_at_most_8192_characters():
    report = Report()
    assert [len(line) for line in read_text(b"x" * 8_192 + b"\n" + b"y" * 8_194, report).lines] == [8_192, 8_192]
    assert [str(f.place) for f in report.findings] == ["line 2, column 8193-8194"]


def test_the_place_of_the_first_letter_outside_ascii_is_counted_in_any_line_ends():
    report = Report()
    read_text(b"012 A\r\n022 B\r032 C\n042 \xe9 \xe9\n", report)
    assert [str(f.place) for f in report.findings] == ["line 4, column 5-5"]
    assert [f.computed for f in report.findings] == ["cp1252"]


def test_what_old_editors_leave_at_the_end_is_no_line():
    assert read_text(b"012 A\n\x1a\x00\x1a", Report()).lines == ["012 A", ""]
