"""In which encoding a document is read."""

import pytest
from lxml import etree

from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.report import ENCODING_NAMES
from shared.formats.usebio.reader import encoding as module
from shared.formats.usebio.reader.encoding import EncodingError, declared_encoding, in_its_encoding, in_known_encoding
from tests.support.usebio_documents import bound

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


def believing(encoding: str | None, findings: tuple[Finding, ...]) -> tuple[str | None, tuple[Finding, ...]]:
    """A reader that takes every encoding."""
    return encoding, findings


def doubting(encoding: str | None, findings: tuple[Finding, ...]) -> tuple[str | None, tuple[Finding, ...]]:
    """A reader that finds the bytes in another encoding than the document declares."""
    if encoding is None:
        raise EncodingError("not in it")
    return encoding, findings


def test_a_document_is_read_in_the_encoding_that_it_declares() -> None:
    wide = '<?xml version="1.0" encoding="UTF-16"?><A/>'.encode("utf-16")
    assert in_its_encoding(wide, believing) == (None, ())
    assert in_its_encoding(b'<?xml version="1.0" encoding="latin1"?><A/>', believing) == (None, ())


def test_a_document_of_single_bytes_that_calls_itself_utf_16_is_read_as_what_it_looks_like() -> None:
    encoding, (finding,) = in_its_encoding(b'<?xml version="1.0" encoding="UTF-16"?><A/>', believing)
    assert encoding == "utf-8"
    assert finding.message == "the file calls itself UTF-16 but is written in single bytes; it was read as UTF-8"
    assert (finding.stated, finding.computed) == ("UTF-16", "utf-8")


def test_bytes_in_no_encoding_that_can_be_guessed_are_refused_with_what_was_tried() -> None:
    def never(encoding: str | None, findings: tuple[Finding, ...]) -> None:
        raise EncodingError(f"not in {encoding}")

    with pytest.raises(FormatError, match="not in windows-1252") as refused:
        in_its_encoding(b"\xe9", never)
    assert [finding.code for finding in refused.value.findings] == ["usebio.encoding-guessed", "usebio.not-well-formed"]


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
    guessed, (finding,) = in_its_encoding(data, doubting)
    assert guessed == encoding
    assert finding.message == f"the file is not in UTF-8; it was read as {ENCODING_NAMES[encoding]}"
    assert finding.place is not None
    assert (finding.place.line, finding.place.column, finding.place.offset) == place


def test_a_large_document_in_a_strange_code_page_is_left_to_the_xml_library(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b'<?xml version="1.0" encoding="cp1125"?><USEBIO/>'
    monkeypatch.setattr(module, "MOST_RECODED", len(data))
    assert in_known_encoding(data).startswith(b'<?xml version="1.0" encoding="UTF-8"?>')
    monkeypatch.setattr(module, "MOST_RECODED", len(data) - 1)
    assert in_known_encoding(data) is data


@pytest.mark.parametrize("name", ["ibm437", "IBM850", "cp852"])
def test_a_code_page_is_read_as_declared_whether_the_xml_library_knows_it_or_not(name: str) -> None:
    text = f'<?xml version="1.0" encoding="{name}"?><USEBIO>Zo\u00eb</USEBIO>'
    assert etree.fromstring(in_known_encoding(text.encode(name))).text == "Zo\u00eb"


@pytest.mark.parametrize("declared", ["utf-8", "windows-1252", "idna", "cp-of-nobody", "rot13"])
def test_any_other_document_stays_as_it_is(declared: str) -> None:
    data = f'<?xml version="1.0" encoding="{declared}"?><USEBIO/>'.encode()
    assert in_known_encoding(data) is data


def test_the_bound_is_the_one_that_the_documentation_gives() -> None:
    assert bound("bytes of a document that is repaired or put into another code page") == module.MOST_RECODED


@pytest.mark.parametrize(
    ("before", "line", "column"), [(b"", 1, 1), (b"ab", 1, 3), (b"\n", 2, 1), (b"a\nbc\nd", 3, 2), (b"\n\nab", 3, 3)]
)
def test_the_place_of_a_guess_is_that_of_the_first_byte_that_is_not_utf_8(
    before: bytes, line: int, column: int
) -> None:
    _, (finding,) = in_its_encoding(before + b"\xe9\n\xe8", doubting)
    assert finding.place is not None
    assert (finding.place.line, finding.place.column, finding.place.offset) == (line, column, len(before))
