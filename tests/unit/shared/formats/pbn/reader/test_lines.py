"""Lines: encodings, ends of lines, bounds, and PBN inside another document."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import FormatError
from shared.formats.pbn.reader import lines
from shared.formats.pbn.reader.lines import LONGEST_LINE, encoding_of, open_file, read_lines
from shared.formats.pbn.report import Report


def read(data: bytes):
    report = Report()
    found = list(read_lines(open_file(data, report), report))
    return found, [(finding.code[4:], finding.place.line) for finding in report.finish()]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_line_ends_with_any_platform_s_end(end):
    assert read(end.join([b"one", b"", b"two"]))[0] == [(1, 1, "one"), (2, 1, ""), (3, 1, "two")]


def test_ends_of_lines_may_be_mixed():
    assert [text for _, _, text in read(b"a\rb\r\nc\nd\n\re\r")[0]] == ["a", "b", "c", "d", "", "e"]


@given(st.lists(st.text("ab \t", max_size=5), max_size=8), st.data())
def test_lines_come_back_whatever_ends_them(texts, data):
    ends = [data.draw(st.sampled_from(["\n", "\r\n", "\r"])) for _ in texts]
    joined = "".join(text + end for text, end in zip(texts, ends, strict=True))
    # CR and an empty line with LF are one end of a line.
    assert [text for _, _, text in read(joined.encode())[0]] == joined.replace("\r\n", "\n").replace("\r", "\n").split(
        "\n"
    )[:-1]


@pytest.mark.parametrize(
    ("data", "encoding", "text", "said"),
    [
        (b"Zoe", "ascii", "Zoe", []),
        ("Zoë".encode("iso-8859-1"), "iso-8859-1", "Zoë", []),
        ("Zoë".encode(), "utf-8", "Zoë", [("encoding", 1)]),
        ("“Zoë”".encode("windows-1252"), "windows-1252", "“Zoë”", [("encoding", 1)]),
    ],
)
def test_the_encoding_is_found_in_the_bytes(data, encoding, text, said):
    assert encoding_of(data) == encoding
    assert read(data) == ([(1, 1, text)], said)


def test_a_directive_that_names_the_encoding_is_believed():
    head = b"% PBN 2.1\n%Content-type: text/x-pbn; charset=ISO-8859-1\n"
    assert encoding_of(head + "Zo\u00c3\u00ab".encode("iso-8859-1")) == "iso-8859-1"
    assert encoding_of(head + b"\x93Zoe\x94") == "windows-1252"
    assert encoding_of(head) == "ascii"


def test_byte_order_marks_are_taken_away():
    assert read(b"\xef\xbb\xbf% PBN 2.1\n")[0] == [(1, 1, "% PBN 2.1")]
    assert read("% PBN 2.1\nZoë".encode("utf-16"))[0] == [(1, 1, "% PBN 2.1"), (2, 1, "Zoë")]


def test_control_characters_become_blanks_and_padding_goes():
    found, said = read(b"a\x07b\nc\x00\x00\n\x1a")
    assert [text for _, _, text in found] == ["a b", "c", ""]
    assert said == [("character", 1)]
    assert read(b"a\tb\x0bc")[1] == []


def test_long_lines_are_reported_and_the_longest_are_cut():
    found, said = read(b"x" * 253 + b"\n" + b"y" * 254 + b"\n" + b"z" * (LONGEST_LINE + 9))
    assert [len(text) for _, _, text in found] == [253, 254, LONGEST_LINE]
    assert said == [("line-too-long", 2), ("line-too-long", 3)]


def test_a_file_beyond_the_bound_is_refused_before_it_is_looked_at(monkeypatch):
    monkeypatch.setattr(lines, "MOST_BYTES", 10)
    with pytest.raises(FormatError) as refused:
        open_file(b"x" * 11, Report())
    assert refused.value.code.code == "pbn.too-large"


def test_a_file_of_more_lines_than_any_real_one_is_refused(monkeypatch):
    monkeypatch.setattr(lines, "MOST_LINES", 10)
    with pytest.raises(FormatError) as refused:
        read(b"\n" * 11)
    assert refused.value.code.code == "pbn.too-large"


def test_only_what_is_between_the_delimiters_is_read_with_its_places():
    page = b'<html>\n<PBN>[Board "1"]\n[Dealer "N"]</PBN> and <PBN>\n[Board "2"]\n</PBN>\n[Board "3"]\n'
    assert read(page)[0] == [
        (2, 1, ""),
        (2, 6, '[Board "1"]'),
        (3, 1, '[Dealer "N"]'),
        (3, 1, ""),
        (4, 1, '[Board "2"]'),
    ]


def test_entities_of_a_page_are_the_characters_that_they_stand_for():
    page = b"<html><pre><PBN>\n[Event &quot;Ann &amp; Bob&quot;]&nbsp;&#10;\n[Board &#34;1&#34;]\n</PBN></pre></html>"
    lines, said = read(page)
    assert [text for _, _, text in lines if text] == ['[Event "Ann & Bob"]  ', '[Board "1"]']
    assert said == [("read-as", 2), ("read-as", 3)]
    assert read(b'Letter <PBN>\n[Event "a &amp; b"]\n</PBN>')[0][1][2] == '[Event "a &amp; b"]'


def test_delimiters_in_a_text_of_plain_pbn_change_nothing():
    assert len(read(b'[Board "1"]\n{ <PBN> }\n[Board "2"]\n')[0]) == 3


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_lines():
    data = b'[Board "1"]\n\n' * 30_000
    tracemalloc.start()
    report = Report()
    for _ in read_lines(open_file(data, report), report):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000


def test_the_first_character_of_another_encoding_is_where_the_finding_stands():
    assert read(b"a\nb\nZo" + "ë".encode() + b"\n")[1] == [("encoding", 3)]
    assert read(b"Zo\xeb\n\x93x\x94\n")[1] == [("encoding", 2)]
    report = Report()
    open_file("Zoë".encode("utf-16"), report)
    assert [finding.message for finding in report.finish()] == [
        "the text is not in ISO 8859-1, the character set of PBN; it was read as UTF-16"
    ]


def test_lines_of_exactly_the_bound_are_whole():
    assert read(b"x" * 253 + b"\r\n")[1] == []
    report = Report()
    long = b"x" * LONGEST_LINE + b"\n" + b"y" * (LONGEST_LINE + 1) + b"\n" + "é".encode() * 200 + b"\n"
    opened = open_file(long, report)
    texts = [text for _, _, text in read_lines(opened, report)]
    assert [len(text) for text in texts] == [LONGEST_LINE, LONGEST_LINE, 200]
    assert [finding.message for finding in report.finish()] == [
        "the text is not in ISO 8859-1, the character set of PBN; it was read as UTF-8",
        "the line has 65536 characters; PBN allows 255",
        "65537 characters, of which the first 65536 were read",
    ]


def test_a_control_character_is_named_with_its_column_and_columns_stay():
    report = Report()
    texts = [text for _, _, text in read_lines(open_file(b"ab\x07c\x08\n", report), report)]
    (finding,) = report.finish()
    assert texts == ["ab c "]
    assert (finding.message, finding.place.column) == ("U+0007 is a control character", 3)


def test_a_file_of_exactly_the_bounds_is_read(monkeypatch):
    monkeypatch.setattr(lines, "MOST_LINES", 10)
    monkeypatch.setattr(lines, "MOST_BYTES", 10)
    assert len(read(b"\n" * 10)[0]) == 10


def test_a_large_file_is_looked_through_in_pieces_that_may_cut_a_character():
    for offset in range(3):
        data = b"x" * (64 * 1024 - offset) + "é€".encode() + b"y" * 70_000
        assert encoding_of(data) == "utf-8"
    assert encoding_of(b"x" * 70_000) == "ascii"
    assert encoding_of(b"x" * 70_000 + b"\xc3") == "iso-8859-1"


def test_a_page_has_its_parts_with_their_columns():
    assert read(b"<PBN>a</PBN>b<PBN>c</PBN>")[0] == [(1, 1, ""), (1, 6, "a"), (1, 1, ""), (1, 19, "c")]
    assert read(b"<PBN>\n</PBN>\nx")[0] == [(1, 1, "")]
    assert read(b"<PBN></PBN>x")[0] == [(1, 1, "")]
    assert read(b' [Event "x"]\n<PBN>')[0] == [(1, 1, ' [Event "x"]'), (2, 1, "<PBN>")]
