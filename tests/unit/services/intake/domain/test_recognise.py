"""The format comes from the content, whatever the name says."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import FileFormat
from contracts.codes.intake import EMPTY, UNKNOWN_FORMAT
from services.intake.domain.recognise import WINDOW, Recognition, recognise
from tests.support.time_limits import scaled

USEBIO = '<USEBIO Version="1.2"><CLUB></CLUB></USEBIO>'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0" * 40
ACBLSCORE = b"\x12\x0a\x03AC3" + b"\xee\xb3\0\0" + b"\0" * 3000
PLAYER = "001    1      Test0001 Player0001               2720                             2.0    1     4 w 1"


def of(data: bytes | str) -> Recognition:
    raw = data.encode() if isinstance(data, str) else data
    return recognise(raw, len(raw))


@pytest.mark.parametrize(
    "text",
    [
        USEBIO,
        f'<?xml version="1.0"?>\n{USEBIO}',
        f"\n\n  {USEBIO}",
        f"<?xml version='1.0'?><!-- <OTHER> --><?pi <x> ?>\n<!DOCTYPE USEBIO SYSTEM \"usebio_v1_2.dtd\">{USEBIO}",
        f"<!DOCTYPE USEBIO [<!ENTITY a 'b > c'><!-- ' > ]> --><?x ]> ?> <!ELEMENT USEBIO ANY>]>{USEBIO}",
        '<u:USEBIO xmlns:u="urn:x"/>',
        "<usebio/>",
        "<USEBIO>",
    ],
)
def test_xml_whose_root_is_usebio_is_usebio_whatever_stands_before_it(text):
    assert of(text).format is FileFormat.USEBIO


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp037"])
def test_usebio_is_seen_in_every_encoding_that_xml_allows(encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<!-- Café -->\n{USEBIO}'
    assert of(text.encode(encoding)).format is FileFormat.USEBIO


def test_a_png_named_xml_is_an_image():
    seen = of(PNG)
    assert (seen.format, seen.code, seen.certain) == (FileFormat.UNKNOWN, UNKNOWN_FORMAT, True)
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


def test_other_markup_is_refused_by_the_name_of_its_root():
    assert "rss" in of("<?xml version='1.0'?><rss></rss>").reason


def test_a_document_type_bomb_that_is_not_usebio_is_refused_at_once():
    bomb = "<!DOCTYPE lolz [<!ENTITY lol 'lol'>" + "".join(
        f"<!ENTITY l{n} '{'&l' + str(n - 1) + ';' * 10}'>" for n in range(1, 9)
    )
    assert of(f"{bomb}]><lolz>&l8;</lolz>").code is UNKNOWN_FORMAT


def test_usebio_whose_root_lies_beyond_the_window_is_known_by_its_document_type():
    text = "<!DOCTYPE USEBIO><!--" + "x" * WINDOW + f"-->{USEBIO}"
    assert of(text).format is FileFormat.USEBIO


def test_a_root_beyond_the_window_without_document_type_is_unknown_and_the_reason_says_so():
    seen = of("<!--" + "x" * WINDOW + f"-->{USEBIO}")
    assert seen.code is UNKNOWN_FORMAT
    assert "beyond" in seen.reason


@pytest.mark.parametrize("text", ["<?xml version=", "<!-- never closed", "<!DOCTYPE X [ <!ENTITY a 'b", "<", "<!DOC"])
def test_a_file_that_ends_before_its_root_is_unknown_and_may_still_grow(text):
    seen = of(text)
    assert (seen.code, seen.certain) == (UNKNOWN_FORMAT, False)
    assert "ends before" in seen.reason


@pytest.mark.parametrize(
    "text",
    [
        "% PBN 2.1\n% EXPORT\n",
        '\ufeff% pbn 1.0\r\n[Event "x"]',
        '%Creator: somebody\n\n[Event "Pairs"]\n[Board "1"]\n[Deal "N:..."]',
        '; a comment\n[Event "Pairs"]',
        '{a comment}\n[ Event\n"Pairs"]\n[Dealer "N"]',
        '[Board "1"]\n',
        '<html><body><pre>\n<PBN>\n% PBN 2.1\n[Event ""]\n</PBN></body></html>',
        '<PBN>[Event ""]</PBN>',
    ],
)
def test_pbn_is_seen_by_its_first_line_its_tags_or_its_delimiters(text):
    assert of(text).format is FileFormat.PBN


def test_chess_games_in_pgn_are_not_pbn():
    game = '[Event "Open"]\n[Site "?"]\n[Round "1"]\n[Board "3"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 *'
    seen = of(game)
    assert seen.code is UNKNOWN_FORMAT
    assert "PGN" in seen.reason


def test_usebio_that_mentions_pbn_delimiters_stays_usebio():
    assert of("<USEBIO><NOTES>&lt;PBN></NOTES><PBN></PBN></USEBIO>").format is FileFormat.USEBIO


def test_acblscore_is_seen_by_length_and_string_of_its_master_table():
    assert of(ACBLSCORE).format is FileFormat.ACBLSCORE


@pytest.mark.parametrize("lengths", [b"\x13\x0a\x03", b"\0\0\x03", b"\x12\x0a\xff"])
def test_one_odd_length_before_the_letters_of_acblscore_is_forgiven(lengths):
    assert of(lengths + ACBLSCORE[3:]).format is FileFormat.ACBLSCORE
    assert of(b"\x13\x0a\x04" + ACBLSCORE[3:]).code is UNKNOWN_FORMAT
    assert of(lengths + b"AC4" + ACBLSCORE[6:]).code is UNKNOWN_FORMAT


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_trf_is_seen_whatever_ends_its_lines(end):
    text = end.join(["012 Open", "022 Town", PLAYER, "XXR 5", ""])
    assert of(text).format is FileFormat.TRF
    assert of(("\ufeff" + text).encode("utf-8")).format is FileFormat.TRF


@pytest.mark.parametrize("line", ["012 Open", PLAYER, "310   1 Team 1", "310 001 Team 1"])
def test_one_deciding_record_of_trf_is_enough(line):
    assert of(line + "\n").format is FileFormat.TRF


def test_trf_may_carry_comments_rulers_and_records_of_federations():
    text = f"### comment\n12345678901234567890\nDDD SSSS sTTT NNNN\n{PLAYER}\nIND 1\n{PLAYER}\n"
    assert of(text).format is FileFormat.TRF


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
    data = b" " * WINDOW + b"<USEBIO/>"
    assert recognise(data[:WINDOW], len(data)).code is UNKNOWN_FORMAT


@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer_with_a_reason(data):
    seen = of(data)
    assert (seen.code is None) == (seen.format is not FileFormat.UNKNOWN)
    assert seen.reason


@given(st.binary(max_size=60), st.sampled_from([b"<!DOCTYPE a [", b"<!--", b"<?", b"[Event ", b"001 ", b"%", b"<PBN>"]))
def test_what_lies_behind_the_window_changes_nothing(data, start):
    head = (start + data * 2000)[:WINDOW]
    assert recognise(head, WINDOW + 10) == recognise(head + b"<USEBIO/>\n", WINDOW + 10)


@pytest.mark.parametrize(
    "piece", [b"<!--", b"[", b"<?", b"'", b"[ ", b"\n[", b"<!DOCTYPE a[", b"001 ", b"\n \t", b"<a "]
)
def test_the_look_takes_little_time_whatever_is_repeated(piece):
    for start in (b"", b"<!DOCTYPE a [", b"[Event", b"% x\n"):
        data = start + piece * (WINDOW // len(piece))
        began = time.perf_counter()
        recognise(data, len(data))
        assert time.perf_counter() - began < scaled(1.0)
