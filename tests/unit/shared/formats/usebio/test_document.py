"""From bytes to events of elements."""

import pytest
from lxml import etree

from shared.errors import FormatError
from shared.formats.usebio.document import (
    MOST_BYTES,
    Document,
    EncodingError,
    declared_encoding,
    guess_encoding,
    in_known_encoding,
    mislabelled_as_wide,
)

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


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b'<?xml version="1.0" encoding="ISO-8859-1"?>', "ISO-8859-1"),
        (b"\xef\xbb\xbf<?xml version='1.0' encoding = 'utf-8'?>", "utf-8"),
        (b'<?xml version="1.0"?>', None),
        (b"<USEBIO encoding='x'>", None),
    ],
)
def test_the_declared_encoding_is_found(data: bytes, encoding: str | None) -> None:
    assert declared_encoding(data) == encoding


def test_utf_16_in_name_alone_is_noticed() -> None:
    assert mislabelled_as_wide(b'<?xml version="1.0" encoding="UTF-16"?><A/>')
    assert not mislabelled_as_wide('<?xml version="1.0" encoding="UTF-16"?><A/>'.encode("utf-16"))


@pytest.mark.parametrize(
    ("data", "encoding", "place"),
    [
        ("é".encode(), "utf-8", (1, None, None)),
        (b"a\nbc\xe9", "windows-1252", (2, 3, 4)),
        (b"\xe9\x81", "iso-8859-1", (1, 1, 0)),
    ],
)
def test_an_encoding_is_guessed_with_the_place_of_the_first_odd_byte(
    data: bytes, encoding: str, place: tuple[int, int | None, int | None]
) -> None:
    guessed, found = guess_encoding(data)
    assert guessed == encoding
    assert (found.line, found.column, found.offset) == place


@pytest.mark.parametrize("name", ["ibm437", "IBM850", "cp852"])
def test_a_code_page_is_read_as_declared_whether_the_xml_library_knows_it_or_not(name: str) -> None:
    text = f'<?xml version="1.0" encoding="{name}"?><USEBIO>Zo\u00eb</USEBIO>'
    assert etree.fromstring(in_known_encoding(text.encode(name))).text == "Zo\u00eb"


@pytest.mark.parametrize("declared", ["utf-8", "windows-1252", "idna", "cp-of-nobody", "rot13"])
def test_any_other_document_stays_as_it_is(declared: str) -> None:
    data = f'<?xml version="1.0" encoding="{declared}"?><USEBIO/>'.encode()
    assert in_known_encoding(data) is data
