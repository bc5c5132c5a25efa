"""In which encoding a document is read.

Rule 1: a document is read in the encoding that it declares, where its bytes are in that.
Rule 2: a code page that libxml2 does not know, such as those of DOS, is put into UTF-8 first.
Rule 3: a document of single bytes that calls itself UTF-16, and one whose bytes are not in the encoding that it
    declares, is read in the one that its bytes look like, and a finding says so.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from lxml import etree

from contracts.base import Place
from contracts.codes.usebio import ENCODING_GUESSED, NOT_WELL_FORMED
from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.report import ENCODING_NAMES

Result = TypeVar("Result")


class EncodingError(Exception):
    """The bytes are not in the encoding that the document declares, or in none that is known."""


_DECLARED = re.compile(rb"""\A(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_WIDE = re.compile(rb"(?i)utf-?16|ucs-?2|utf-?32|ucs-?4|unicode")


def declared_encoding(data: bytes) -> str | None:
    """The encoding in the XML declaration, for a document of single bytes."""
    declaration = _DECLARED.match(data[:400])
    return declaration[1].decode("ascii") if declaration else None


MOST_RECODED = 16 * 1024 * 1024
"""Bytes of a document that is put into another encoding, which takes up to four times as much memory."""

_COMMON = frozenset(("utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16"))
_CODE_PAGE = re.compile(r"(?i)(ibm|cp|windows|mac|koi8|iso)[a-z0-9._-]{0,30}", re.ASCII)


def in_known_encoding(data: bytes) -> bytes:
    """The document in UTF-8 where it declares a code page that libxml2 does not know, such as those of DOS."""
    declared = declared_encoding(data)
    if declared is None or declared.lower() in _COMMON or not _CODE_PAGE.fullmatch(declared):
        return data
    if len(data) > MOST_RECODED:
        return data
    try:
        etree.XMLParser(encoding=declared)
    except LookupError:
        with suppress(LookupError):
            body = data.decode(declared, "replace").encode("utf-8")
            return body.replace(declared.encode("ascii"), b"UTF-8", 1)
    return data


def in_its_encoding(data: bytes, read: Callable[[str | None, tuple[Finding, ...]], Result]) -> Result:
    """Read a document in the encoding that it declares, else in the one that its bytes look like.

    Args:
        data: the document.
        read: takes an encoding (None to believe the document) and what was found about it; raises `EncodingError`.

    Raises:
        FormatError: usebio.not-well-formed when the bytes are in neither.
    """
    encoding = None
    findings: tuple[Finding, ...] = ()
    declaration = _DECLARED.match(data[:400])
    if declaration and _WIDE.fullmatch(declaration[1]):
        # Programs that make their text in memory declare what it is there.
        encoding, findings = _guess(data, "the file calls itself UTF-16 but is written in single bytes")
    try:
        return read(encoding, findings)
    except EncodingError:
        declared = declared_encoding(data)
        reason = (
            f"the file is not in the encoding {declared} that it declares" if declared else "the file is not in UTF-8"
        )
        encoding, findings = _guess(data, reason)
    try:
        return read(encoding, findings)
    except EncodingError as error:
        raise FormatError(NOT_WELL_FORMED, str(error), findings=findings) from None


def _guess(data: bytes, reason: str) -> tuple[str, tuple[Finding, ...]]:
    """UTF-8 when the bytes are that, else Windows-1252, else ISO-8859-1, which every byte is in; and why."""
    encoding, place = "utf-8", Place(line=1)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        place = Place(line=line, column=column, offset=error.start)
        undefined = any(byte in data for byte in (b"\x81", b"\x8d", b"\x8f", b"\x90", b"\x9d"))
        encoding = "iso-8859-1" if undefined else "windows-1252"
    finding = ENCODING_GUESSED.finding(
        f"{reason}; it was read as {ENCODING_NAMES[encoding]}",
        place=place,
        stated=declared_encoding(data),
        computed=encoding,
    )
    return encoding, (finding,)
