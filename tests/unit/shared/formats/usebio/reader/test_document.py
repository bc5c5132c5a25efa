"""From bytes to events of elements."""

import pytest

from shared.errors import FormatError
from shared.formats.usebio.reader.document import MOST_BYTES, Document
from shared.formats.usebio.reader.encoding import EncodingError

TAGS = frozenset({"USEBIO", "EVENT"})


def events(data: bytes, encoding: str | None = None) -> list[tuple[str, str]]:
    return [(event, str(element.tag)) for event, element in Document(data, TAGS, encoding).events()]


def test_only_the_elements_asked_for_are_events() -> None:
    assert events(b"<USEBIO><CLUB/><EVENT><A/></EVENT></USEBIO>") == [
        ("start", "USEBIO"),
        ("start", "EVENT"),
        ("end", "EVENT"),
        ("end", "USEBIO"),
    ]


def test_events_come_while_the_document_is_still_coming_in() -> None:
    data = b"<USEBIO><EVENT/>" + b"<A>" + b"x" * 2_000_000 + b"</A><broken"
    found = Document(data, TAGS, None).events()
    assert [next(found)[0] for _ in range(3)] == ["start", "start", "end"]
    with pytest.raises(FormatError):
        list(found)


def test_an_error_names_the_part_that_was_being_read() -> None:
    document = Document(b"<USEBIO>\n<EVENT>\n<A></B>", TAGS, None)
    document.path = "/USEBIO/EVENT[1]"
    with pytest.raises(FormatError) as refused:
        list(document.events())
    assert (refused.value.place.line, refused.value.place.path) == (3, "/USEBIO/EVENT[1]")
    assert "line" not in refused.value.message.split("and")[-1]


def test_wrong_bytes_ask_for_another_encoding() -> None:
    with pytest.raises(EncodingError):
        events(b"<USEBIO>\xe9</USEBIO>")
    assert len(events(b"<USEBIO>\xe9</USEBIO>", "windows-1252")) == 2


def test_size_is_looked_at_before_anything_else() -> None:
    with pytest.raises(FormatError) as refused:
        Document(b"x" * (MOST_BYTES + 1), TAGS, None)
    assert refused.value.code.code == "usebio.too-large"


def test_tags_are_counted_anew_when_a_part_is_handed_on() -> None:
    piece = b"<EVENT>" + b"<a/>" * 100_000 + b"</EVENT>"
    data = b"<USEBIO>" + piece * 8 + b"</USEBIO>"
    with pytest.raises(FormatError):
        events(data)
    document = Document(data, TAGS, None)
    for _, element in document.events():
        if element.tag == "EVENT":
            element.clear(keep_tail=True)
            document.handed_on()
