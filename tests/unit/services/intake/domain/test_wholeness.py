"""Whether a file ends where its format lets it end."""

import pytest

from contracts.base import FileFormat
from services.intake.domain.content import content_of
from services.intake.domain.wholeness import TAIL, ends_whole


def whole(file_format, data):
    content = content_of(data if isinstance(data, bytes) else data.encode())
    return ends_whole(file_format, content.head, content.tail, content.size)


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


def test_trf_is_whole_at_the_end_of_a_line():
    assert whole(FileFormat.TRF, "012 Open\r")
    assert whole(FileFormat.TRF, "012 Open\n\x1a")
    assert not whole(FileFormat.TRF, "012 Open\r\n001    1 ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "x"]\n', True),
        ('[Event "x"]', True),
        ('[Event "x', False),
        ("{ a comment", False),
        ("{ a comment }", True),
        ("<html><PBN>\n[Event", False),
        ("<html><PBN>\n</PBN>", True),
        (f"<html><PBN>\n</PBN>{' ' * 5000}</html>", True),
    ],
)
def test_pbn_is_whole_outside_of_tags_and_comments(text, expected):
    assert whole(FileFormat.PBN, text) is expected


def test_what_is_not_recognised_may_be_the_beginning_of_something():
    assert not whole(FileFormat.UNKNOWN, "<?xml")
