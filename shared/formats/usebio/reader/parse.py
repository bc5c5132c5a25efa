"""The reader: bytes to facts, with another try where the bytes are not what they should be and can be put right."""

import hashlib
from functools import partial

from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from shared.formats.usebio.reader.document import Document
from shared.formats.usebio.reader.document_reader import TAGS, DocumentReader
from shared.formats.usebio.reader.encoding import in_its_encoding, in_known_encoding
from shared.formats.usebio.reader.play.plain_lines import PlainLines
from shared.formats.usebio.reader.repair import Repair, repaired
from shared.formats.usebio.report import Report


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
    repairs: tuple[Finding, ...] = ()
    first: FormatError | None = None
    tried: list[Repair] = []
    while True:
        try:
            return in_its_encoding(document, partial(_read, document, data, repairs))
        except FormatError as error:
            first = first or error
            attempt = repaired(document, error.code, tried)
            if attempt is None:
                raise first from None
            document, repair = attempt
            tried.append(repair)
            repairs = (*repairs, repair.code.finding(repair.message, place=error.place))


def _read(
    data: bytes, original: bytes, repairs: tuple[Finding, ...], encoding: str | None, guesses: tuple[Finding, ...]
) -> Parsed:
    """Read a document without its plain lines; as it stands where that does not do (rule 3 of `plain_lines`)."""

    def read(without: PlainLines | None) -> Parsed:
        reader = DocumentReader(
            Document(data, TAGS, encoding, without), Report(findings=[*guesses, *repairs]), without or PlainLines()
        )
        return reader.read(lambda: hashlib.sha256(original).hexdigest()[:12])

    lines = PlainLines(data, encoding)
    try:
        parsed = read(lines)
    except FormatError:
        if not lines.marked:
            raise
    else:
        if lines.all_read:
            return parsed
    return read(None)
