"""In which encoding a document is read."""

import pytest
from lxml import etree

from shared.formats.usebio.reader.encoding import (
    declared_encoding,
    guess_encoding,
    in_known_encoding,
    mislabelled_as_wide,
)

TAGS = frozenset({"USEBIO", "EVENT"})


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
