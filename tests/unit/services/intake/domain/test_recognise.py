"""The format comes from the content, whatever the name says."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import UNRECOGNISED
from contracts.codes.intake import EMPTY, TOO_LARGE, UNKNOWN_FORMAT
from services.intake.domain.recognise import Recognition, ending_of, recognise, too_large
from shared.formats import registry
from shared.formats.format import Ending
from shared.formats.sample import HEAD, Sample
from tests.support.time_limits import scaled

USEBIO = '<USEBIO Version="1.2"><CLUB></CLUB></USEBIO>'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0" * 40
ACBLSCORE = b"\x12\x0a\x03AC3" + b"\xee\xb3\0\0" + b"\0" * 3000
PLAYER = "001    1      Test0001 Player0001               2720                             2.0    1     4 w 1"


def of(data: bytes | str) -> Recognition:
    raw = data.encode() if isinstance(data, str) else data
    return recognise(Sample.of(raw))


def test_a_png_named_xml_is_an_image():
    seen = of(PNG)
    assert (seen.format, seen.code, seen.certain) == (UNRECOGNISED, UNKNOWN_FORMAT, True)
    assert "PNG" in seen.reason


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"PK\x03\x04rest", "ZIP"),
        (b"\x1f\x8b\x08rest", "gzip"),
        (b"7z\xbc\xaf\x27\x1crest", "7-Zip"),
        (b"Rar!\x1a\x07\x01\0", "RAR"),
    ],
)
def test_an_archive_is_refused_with_the_advice_to_unpack_it(data, word):
    seen = of(data)
    assert seen.code is UNKNOWN_FORMAT
    assert word in seen.reason
    assert "Unpack" in (seen.advice or "")


@pytest.mark.parametrize(
    "text",
    [
        "Dear director,\nplease find attached\n012 the results\nas agreed.\nYours",
        "StartNo\tRank\tPTS\n1\t2\t3\n",
        '{"events": []}',
        "pn|a,b,c,d|st||md|3SKH|",
        "001 apples\n002 pears\n",
    ],
)
def test_other_text_is_unknown(text):
    assert of(text).code is UNKNOWN_FORMAT


@pytest.mark.parametrize("data", [b"", b"  \r\n\t ", b"\0" * 5000])
def test_a_file_of_nothing_is_empty(data):
    assert of(data).code is EMPTY


def test_blanks_beyond_the_window_are_not_called_empty():
    data = b" " * HEAD + b"<USEBIO/>"
    assert recognise(Sample.of(data)).code is UNKNOWN_FORMAT


@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer_with_a_reason(data):
    seen = of(data)
    assert (seen.code is None) == (seen.format != UNRECOGNISED)
    assert seen.reason


@given(st.binary(max_size=60), st.sampled_from([b"<!DOCTYPE a [", b"<!--", b"<?", b"[Event ", b"001 ", b"%", b"<PBN>"]))
def test_what_lies_behind_the_window_changes_nothing(data, start):
    head = (start + data * 2000)[:HEAD]
    assert recognise(Sample(head, HEAD + 10)) == recognise(Sample((head + b"<USEBIO/>\n")[:HEAD], HEAD + 10))


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", [b"<!--", b"[", b"<?", b"'", b"[ ", b"\n[", b"<!DOCTYPE a[", b"001 ", b"\n \t", b"<a "]
)
def test_the_look_takes_little_time_whatever_is_repeated(piece):
    for start in (b"", b"<!DOCTYPE a [", b"[Event", b"% x\n"):
        data = start + piece * (HEAD // len(piece))
        began = time.perf_counter()
        recognise(Sample.of(data))
        assert time.perf_counter() - began < scaled(1.0)


def test_usebio_that_mentions_pbn_delimiters_stays_usebio():
    assert of("<USEBIO><NOTES>&lt;PBN></NOTES><PBN></PBN></USEBIO>").format == "usebio"


def test_a_near_miss_of_one_format_is_the_answer_where_no_other_matches():
    page = "<html><body>{}</body></html>"
    assert of(page.format("<PBN>[Event]</PBN>")).format == "pbn"
    assert of(page.format("[Event]")).reason == "It is markup whose root element is html, not USEBIO"
    assert of('[White "A"]\n[FEN "8/8"]\n').advice == "Name the players of each game."


def test_what_is_not_recognised_may_be_the_beginning_of_something():
    assert ending_of(UNRECOGNISED, Sample.of(b"<?xml")) is Ending.CUT


@pytest.mark.parametrize("name", registry.NAMES)
def test_every_format_says_how_its_files_end(name):
    assert ending_of(name, Sample.of(b"neither this nor that")) in Ending


def test_binary_data_of_no_known_kind_is_called_so_and_a_size_names_the_limit():
    seen = of(bytes(range(1, 256)) * 4)
    assert (seen.code, seen.reason) == (UNKNOWN_FORMAT, "The file is binary data of an unknown kind")
    large = too_large(11, 10)
    assert (large.code, large.reason) == (TOO_LARGE, "The file has 11 bytes; this intake takes 10")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ('{"pairs": []}', "The file looks like JSON, which Kibitz does not read"),
        ("[1, 2]", "The file looks like JSON, which Kibitz does not read"),
        ("Dear club, here are the results", "The file is text, but in no format that Kibitz reads"),
        (bytes(range(256)) * 4, "The file is binary data of an unknown kind"),
        (b"", "The file has no bytes"),
        (b"\0" * 9, "The file holds nothing but zero bytes"),
        (b" \r\n", "The file holds nothing but white space"),
        (b" " * (HEAD + 1), f"Its first {HEAD} bytes are nothing but white space"),
    ],
)
def test_the_reason_says_what_a_file_of_no_format_looks_like(data, reason):
    assert of(data).reason == reason
