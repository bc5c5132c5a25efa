"""The reader: bytes to facts, with another try where the bytes are not what they should be and can be put right."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from contracts.codes.usebio import ENCODING_GUESSED, NOT_WELL_FORMED
from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from shared.formats.usebio.document import (
    Document,
    EncodingError,
    declared_encoding,
    guess_encoding,
    in_known_encoding,
    mislabelled_as_wide,
)
from shared.formats.usebio.mended import Mender, mended
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
    document = in_known_encoding(data)
    said: tuple[Finding, ...] = ()
    first: FormatError | None = None
    tried: list[Mender] = []
    while True:
        try:
            return in_its_encoding(document, partial(_read_mended, document, data, said))
        except FormatError as error:
            first = first or error
            found = mended(document, error.code, tried)
            if found is None:
                raise first from None
            document, mender = found
            tried.append(mender)
            said = (*said, mender.code.finding(mender.message, place=error.place))


def _read_mended(
    document: bytes, data: bytes, said: tuple[Finding, ...], encoding: str | None, found: tuple[Finding, ...]
) -> Parsed:
    return _read(document, data, encoding, (*found, *said))


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
