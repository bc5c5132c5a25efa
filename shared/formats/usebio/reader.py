"""The reader: bytes to facts, with a second try where the bytes are not in the encoding that they declare."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from html.entities import html5
from typing import TypeVar

from contracts.codes.usebio import BARE_AMPERSAND, ENCODING_GUESSED, NOT_WELL_FORMED
from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from shared.formats.usebio.document import (
    Document,
    EncodingError,
    declared_encoding,
    guess_encoding,
    mislabelled_as_wide,
)
from shared.formats.usebio.report import Report
from shared.formats.usebio.walk import TAGS, Walk

Result = TypeVar("Result")


def parse(data: bytes) -> Parsed:
    """Read a USEBIO file of any version.

    Args:
        data: the file.

    Returns:
        Its events with everything they state, and what was found on the way.

    Raises:
        FormatError: the file is not well-formed, declares entities, is too large or too deep, or holds no event.
    """
    try:
        return in_its_encoding(data, lambda encoding, found: _read(data, data, encoding, found))
    except FormatError as error:
        mended = _without_bare_ampersands(data) if error.code is NOT_WELL_FORMED else None
        if mended is None:
            raise
        message = "a & begins no reference that XML has; it and all others like it were read as they were meant"
        bare = BARE_AMPERSAND.finding(message, place=error.place)
        try:
            return in_its_encoding(mended, lambda encoding, found: _read(mended, data, encoding, (*found, bare)))
        except FormatError:
            raise error from None


MOST_MENDED = 16 * 1024 * 1024
"""Bytes of a document that is put right, which takes as much memory again."""

MOST_AMPERSANDS = 10_000
"""In such a document; real ones have some in names."""

_AMPERSAND = re.compile(rb"&(?:([A-Za-z][A-Za-z0-9]{0,30});|#[0-9]{1,7};|#x[0-9A-Fa-f]{1,6};)?")
_OF_XML = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))


def _without_bare_ampersands(data: bytes) -> bytes | None:
    """The document with every & as a reference that XML has; None where there is none to change, or it may be text.

    Scoring programs that put their XML together by hand write names of clubs and teams as they are, or as for HTML.
    """
    if len(data) > MOST_MENDED or data.count(b"&") > MOST_AMPERSANDS or b"<![CDATA[" in data or b"\x00" in data[:4]:
        return None
    mended = _AMPERSAND.sub(_reference, data)
    return mended if mended != data else None


def _reference(found: re.Match[bytes]) -> bytes:
    name: bytes | None = found[1]
    if name is None or name in _OF_XML:
        return b"&amp;" if found[0] == b"&" else found[0]
    characters = html5.get(f"{name.decode('ascii')};")
    return "".join(f"&#{ord(one)};" for one in characters).encode() if characters else b"&amp;" + found[0][1:]


def in_its_encoding(data: bytes, read: Callable[[str | None, tuple[Finding, ...]], Result]) -> Result:
    """Read a document in the encoding that it declares, else in the one that its bytes look like.

    Args:
        data: the document.
        read: takes an encoding (None to believe the document) and what was found about it; raises `EncodingError`.

    Raises:
        FormatError: usebio.not-well-formed when the bytes are in neither.
    """
    encoding = None
    found: tuple[Finding, ...] = ()
    if mislabelled_as_wide(data):
        encoding, found = _guess(data, "the file calls itself UTF-16 but is written in single bytes")
    try:
        return read(encoding, found)
    except EncodingError as error:
        encoding, found = _guess(data, error.message)
    try:
        return read(encoding, found)
    except EncodingError as error:
        raise FormatError(NOT_WELL_FORMED, error.message, findings=found) from None


def _guess(data: bytes, reason: str) -> tuple[str, tuple[Finding, ...]]:
    encoding, place = guess_encoding(data)
    finding = ENCODING_GUESSED.finding(
        f"{reason}; it was read as {encoding}", place=place, stated=declared_encoding(data), computed=encoding
    )
    return encoding, (finding,)


def _read(data: bytes, original: bytes, encoding: str | None, found: tuple[Finding, ...]) -> Parsed:
    report = Report(findings=list(found))
    document = Document(data, TAGS, encoding)
    walk = Walk(document, report)
    for event, element in document.events():
        if event == "start":
            walk.start(element)
        elif event == "end":
            walk.end(element)
        else:
            walk.instruction(element)
    return walk.finish(lambda: hashlib.sha256(original).hexdigest()[:12])
