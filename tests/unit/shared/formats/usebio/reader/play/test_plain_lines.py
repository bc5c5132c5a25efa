"""Plain lines taken out of a document."""

import pytest
from lxml import etree

from shared.formats.usebio.reader import parse as module
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.reader.play.plain_lines import PlainLines

LINE = (
    "<TRAVELLER_LINE>\r\n<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>\n <EW_PAIR_NUMBER> 2 </EW_PAIR_NUMBER></TRAVELLER_LINE>\n"
)
SCORED = LINE.replace("</TRAVELLER_LINE>", "<SCORE>420</SCORE></TRAVELLER_LINE>")


def document(inside: str, head: str = "") -> bytes:
    text = f"{head}<USEBIO Version='1.4'>\n<EVENT EVENT_TYPE='PAIRS'><BOARD>\n<BOARD_NUMBER>1</BOARD_NUMBER>{inside}"
    return f"{text}</BOARD></EVENT></USEBIO>".encode()


def test_one_mark_stands_for_lines_that_follow_each_other() -> None:
    data = document(f"{LINE}{SCORED}<!-- a -->{LINE}")
    lines = PlainLines(data)
    root = etree.fromstring(lines.taken_from(data))
    names = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "SCORE")
    assert [lines.at(mark) for mark in root.iter("TRAVELLER_LINE")] == [
        (names, [3, 6], [("1", "2", ""), ("1", "2", "420")]),
        (names, [9], [("1", "2", "")]),
    ]
    assert lines.all_read


@pytest.mark.parametrize(
    "line",
    [
        LINE.replace("1<", "&#49;<"),
        LINE.replace("1<", "1>]]<"),
        LINE.replace("1<", "1\n<"),
        LINE.replace("1<", "1" * 1_025 + "<"),
        LINE.replace("EW_PAIR_NUMBER", "NS_PAIR_NUMBER"),
        LINE.replace("<EW_PAIR_NUMBER>", "<EW_PAIR_NUMBER a='b'>"),
        LINE.replace("<TRAVELLER_LINE>", "<TRAVELLER_LINE a='b'>"),
        LINE.replace("EW_PAIR_NUMBER", "WEATHER"),
        LINE.replace("</TRAVELLER_LINE>", "a</TRAVELLER_LINE>"),
        LINE + "a",
    ],
)
def test_a_line_that_is_not_plain_stays_where_it_is(line: str) -> None:
    data = document(line)
    assert PlainLines(data).taken_from(data) == data


def test_a_document_that_cannot_be_told_from_one_with_marks_stays_as_it_is() -> None:
    data = document(f"{LINE}<!-- KIBITZ_LINES -->")
    assert PlainLines(data).taken_from(data) == data


@pytest.mark.parametrize(
    "inside",
    [
        f"{SCORED}<!--{SCORED}-->",
        f"{SCORED}<![CDATA[{SCORED}]]>",
        f"{SCORED}<?a {SCORED}?>",
        f"{SCORED}<WEATHER>{SCORED}</WEATHER>",
        f"{SCORED}<A>\n</B>",
        f"{SCORED}<NOTES>\u00e9\ufffe</NOTES>",
    ],
)
def test_lines_that_are_none_change_nothing(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> object:
        try:
            return parse(document(inside))
        except module.FormatError as error:
            return error.code, error.message, error.place

    without_lines = read()
    monkeypatch.setattr(PlainLines, "taken_from", lambda _, piece: piece)
    assert read() == without_lines


def test_lines_in_a_code_page_are_those_of_the_same_document_in_utf_8() -> None:
    head = "<?xml version='1.0' encoding='{}'?>"
    text = document(SCORED.replace("</TRAVELLER_LINE>", "<LEAD>\u00e9</LEAD></TRAVELLER_LINE>"), head).decode()
    utf_8, windows = (text.format(name).encode(name) for name in ("utf-8", "windows-1252"))
    assert parse(utf_8).events[0].facts == parse(windows).events[0].facts
    assert PlainLines(windows).taken_from(windows) != windows
