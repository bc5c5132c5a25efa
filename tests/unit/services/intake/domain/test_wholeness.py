"""Whether a file ends where its format lets it end."""

import pytest

from contracts.base import FileFormat
from services.intake.domain.content import content_of
from services.intake.domain.wholeness import TAIL, Ending, ending_of


def ending(file_format, data):
    content = content_of(data if isinstance(data, bytes) else data.encode())
    return ending_of(file_format, content.head, content.tail, content.size)


def whole(file_format, data):
    found = ending(file_format, data)
    assert found is not Ending.OPEN, "its format marks the end"
    return found is Ending.WHOLE


@pytest.mark.parametrize("end", ["</USEBIO>", "</USEBIO>\n", "</usebio >", "</USEBIO><!-- made by -->", "</u:USEBIO>"])
def test_usebio_is_whole_with_its_closing_tag(end):
    assert whole(FileFormat.USEBIO, f"<USEBIO>{'<A/>' * 5000}{end}")


@pytest.mark.parametrize("end", ["", "<", "</USEBI", "</EVENT>"])
def test_usebio_without_its_closing_tag_ends_in_the_middle(end):
    assert not whole(FileFormat.USEBIO, f"<USEBIO><EVENT>{end}")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("filling", range(4))
def test_the_end_is_found_in_wide_encodings_wherever_the_tail_begins(encoding, filling):
    text = f"<USEBIO>{'x' * (TAIL + filling)}</USEBIO>"
    assert whole(FileFormat.USEBIO, text.encode(encoding))


def test_usebio_cut_inside_a_character_ends_in_the_middle():
    assert not whole(FileFormat.USEBIO, f"<USEBIO>{'x' * TAIL}</USEBIO".encode("utf-16")[:-1])


def test_acblscore_is_whole_at_the_length_that_it_gives():
    data = b"\x12\x0a\x03AC3" + (4000).to_bytes(4, "little") + b"\0" * 3990
    assert whole(FileFormat.ACBLSCORE, data)
    assert not whole(FileFormat.ACBLSCORE, data[:-1])
    assert not whole(FileFormat.ACBLSCORE, data[:8])


def test_decisions_may_end_behind_a_brace():
    data = '{"kibitz": "decisions", "decisions": [{"decision": "void"}]}\n'
    assert ending(FileFormat.DECISIONS, data) is Ending.OPEN
    assert ending(FileFormat.DECISIONS, data[:-3]) is Ending.OPEN
    assert ending(FileFormat.DECISIONS, data[:-4]) is Ending.CUT


def test_trf_may_end_at_the_end_of_a_line_and_may_go_on():
    assert ending(FileFormat.TRF, "012 Open\r") is Ending.OPEN
    assert ending(FileFormat.TRF, "012 Open\n\x1a") is Ending.OPEN
    assert ending(FileFormat.TRF, "012 Open\r\n001    1 ") is Ending.CUT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "x"]\n', Ending.OPEN),
        ('[Event "x"]', Ending.OPEN),
        ('[Event "x', Ending.CUT),
        ("{ a comment", Ending.CUT),
        ("{ a comment }", Ending.OPEN),
        ("<html><PBN>\n[Event", Ending.CUT),
        ("<html><PBN>\n</PBN>", Ending.WHOLE),
        (f"<html><PBN>\n</PBN>{' ' * 5000}</html>", Ending.WHOLE),
    ],
)
def test_pbn_may_end_outside_of_tags_and_comments_and_ends_with_the_page_around_it(text, expected):
    assert ending(FileFormat.PBN, text) is expected


def test_what_is_not_recognised_may_be_the_beginning_of_something():
    assert not whole(FileFormat.UNKNOWN, "<?xml")


@pytest.mark.parametrize("file_format", list(FileFormat))
def test_every_format_says_how_its_files_end(file_format):
    assert ending(file_format, "neither this nor that") in Ending
