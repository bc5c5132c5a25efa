"""Documents that are put right before they are read once more."""

import re

import pytest

from shared.errors import FormatError
from shared.formats.usebio.reader import repair as module
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.reader.repair import (
    MOST_TAGS,
    in_capitals,
    without_bare_ampersands,
    without_stray_characters,
)
from tests.support.usebio_documents import board, bound, codes, document, line, pair, people, plain

PLAY = "<PLAY_DATA format='LIN'>md|1|</PLAY_DATA>"
DOCUMENT = document(people(pair("1"), pair("2")) + board(line(more=PLAY)), head='<?xml version="1.0"?>')


def small(data: bytes) -> bytes:
    return re.sub(rb"""<[^>"']*""", lambda tag: tag[0].lower(), data)


def title(data: bytes) -> bytes:
    return re.sub(rb"</?[A-Z_]+", lambda tag: tag[0].title(), data)


@pytest.mark.parametrize("spelt", [small, title])
def test_names_in_small_letters_are_read_as_if_they_were_in_capitals(spelt: object) -> None:
    found = parse(spelt(DOCUMENT))  # type: ignore[operator]
    expected = parse(DOCUMENT)
    assert plain(found.events[0].facts) == plain(expected.events[0].facts)
    assert set(codes(found)) - set(codes(expected)) == {"usebio.letter-case"}


def test_only_names_that_usebio_has_are_changed() -> None:
    inside = b'<x:event a="event"/><weather %s="pairs" Kind="1">event</weather>'
    written = b'<usebio version="1.4">' + inside % b"event_type" + b"</usebio>"
    assert in_capitals(written) == b'<USEBIO Version="1.4">' + inside % b"EVENT_TYPE" + b"</USEBIO>"


def test_what_is_right_or_may_be_text_is_left_as_it_is() -> None:
    assert in_capitals(DOCUMENT) is None
    assert in_capitals(b"<usebio><![CDATA[<event>]]></usebio>") is None
    assert in_capitals(b"<usebio>" + b"<x/>" * MOST_TAGS + b"</usebio>") is None
    assert in_capitals("<usebio/>".encode("utf-16-le")) is None


def test_small_letters_and_bare_ampersands_are_both_put_right() -> None:
    found = parse(small(DOCUMENT).replace(b"Test Club", b"Fish & Chips"))
    assert found.events[0].facts.event.organiser is not None
    assert found.events[0].facts.event.organiser.name == "Fish & Chips"
    assert {"usebio.letter-case", "usebio.bare-ampersand"} <= set(codes(found))


def test_another_language_of_xml_is_refused_as_before() -> None:
    with pytest.raises(FormatError) as refused:
        parse(b"<events><event/></events>")
    assert refused.value.code.code == "usebio.no-event"


def test_a_reference_that_xml_has_is_no_bare_ampersand() -> None:
    assert without_bare_ampersands(b"<A>1 &amp; 2 &#38; 3</A>") is None
    assert without_bare_ampersands(b"<A>1 & 2 &eacute;</A>") == b"<A>1 &amp; 2 &#233;</A>"


@pytest.mark.parametrize(
    "data",
    [
        b"\n \r\n" + DOCUMENT,
        b"\n\xef\xbb\xbf" + DOCUMENT,
        DOCUMENT + b"\r\n\x1a",
        DOCUMENT + b"\x00\x00\x00",
        DOCUMENT + b"\r\n-- end of file --\r\n",
        DOCUMENT.replace(b">Test<", b">Te\x0bst<").replace(b"Te\x0bst", b"\x0bTest\x01"),
    ],
)
def test_what_xml_does_not_have_before_in_and_behind_a_document_is_left_out(data: bytes) -> None:
    found = parse(data)
    assert plain(found.events[0].facts) == plain(parse(DOCUMENT).events[0].facts)
    assert set(codes(found)) - set(codes(parse(DOCUMENT))) == {"usebio.stray-characters"}


def test_elements_stay_in_their_lines_behind_empty_ones() -> None:
    data = DOCUMENT.replace(b"<SCORE>110", b"\n<SCORE>odd")
    (here,) = (f.place for f in parse(b"\n\n" + data).findings if f.code == "usebio.bad-score" and f.place)
    (there,) = (f.place for f in parse(data).findings if f.code == "usebio.bad-score" and f.place)
    assert here.line == (there.line or 0) + 2


def test_blanks_before_a_document_without_a_declaration_are_nobodys_fault() -> None:
    data = b" \n" + document(board(line()))
    assert without_stray_characters(data) is None
    assert "usebio.stray-characters" not in codes(parse(data))
    assert without_stray_characters("<USEBIO/>".encode("utf-16-le")) is None


def test_the_bounds_are_those_that_the_documentation_gives() -> None:
    assert bound("bytes of a document that is repaired or put into another code page") == module.MOST_BYTES
    assert bound("ampersands of a document that is repaired") == module.MOST_AMPERSANDS
    assert bound("tags of a document whose names are put into capitals") == module.MOST_TAGS


def test_a_document_is_repaired_up_to_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_AMPERSANDS", 2)
    assert without_bare_ampersands(b"<A>a & b & c</A>") == b"<A>a &amp; b &amp; c</A>"
    assert without_bare_ampersands(b"<A>a & b & c & d</A>") is None
    monkeypatch.setattr(module, "MOST_TAGS", 2)
    assert in_capitals(b"<event></event>") == b"<EVENT></EVENT>"
    assert in_capitals(b"<event><club/></event>") is None
    monkeypatch.setattr(module, "MOST_BYTES", 9)
    assert without_bare_ampersands(b"<A>&</A> ") == b"<A>&amp;</A> "
    assert without_bare_ampersands(b"<A>&</A>  ") is None


@pytest.mark.parametrize("data", [b"<A><![CDATA[a & b]]></A>", b"\x00<A>&</A>", b"<A>a &amp; b</A>"])
def test_text_to_the_letter_wide_characters_and_plain_references_stay(data: bytes) -> None:
    assert without_bare_ampersands(data) is None


def test_attributes_are_put_into_the_letters_of_usebio() -> None:
    assert in_capitals(b"<team team_id='1' VERSION='x'></team>") == b"<TEAM TEAM_ID='1' Version='x'></TEAM>"
    assert in_capitals(b"<TEAM></TEAM>") is None


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (b"a & b", b"a &amp; b"),
        (b"a &b", b"a &amp;b"),
        (b"&nosuch;", b"&amp;nosuch;"),
        (b"&eacute;", b"&#233;"),
        (b"&amp; &lt; &gt; &quot; &apos; &", b"&amp; &lt; &gt; &quot; &apos; &amp;"),
        (b"&#65; &#x41; &", b"&#65; &#x41; &amp;"),
    ],
)
def test_every_ampersand_becomes_a_reference_that_xml_has(text: bytes, changed: bytes) -> None:
    assert without_bare_ampersands(text) == changed
