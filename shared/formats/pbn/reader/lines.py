"""From bytes to lines: the character set, ends of lines, and PBN inside another document (2.1 to 2.3, 6.2).

Rule 1: PBN is ISO 8859-1. Bytes that are UTF-8 are read as UTF-8, and bytes from 0x80 to 0x9f as Windows-1252, because
    programs write both; a finding says so. What is plain ASCII is all of them. A directive at the head that names
    ISO 8859-1 is believed: "%Content-type: text/x-pbn; charset=ISO-8859-1".
Rule 2: a line ends with LF, CR or CR LF, mixed as they come. Zero bytes and control-Z pad lines and files.
Rule 3: when the delimiters <PBN> and </PBN> stand in the file, only what is between them is PBN. In a page of HTML a
    quotation mark or an ampersand may be written as an entity; the document does not say so, browsers do.
Rule 4: work and memory are in proportion to one line, whatever the size of the file; a line is read as far as
    `LONGEST_LINE`.
"""

import codecs
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from contracts.base import Place
from contracts.codes.pbn import CHARACTER, ENCODING, LINE_TOO_LONG, READ_AS, TOO_LARGE
from shared.errors import FormatError
from shared.formats.pbn.report import Report
from shared.formats.report import ENCODING_NAMES

MOST_BYTES = 128 * 1024 * 1024
"""Of a file; a board with auction, play and results has 1 to 5 KB."""

MOST_LINES = 12_000_000
"""Of a file; real ones have 15 to 20 characters a line."""

LONGEST_LINE = 65_536
"""Characters of a line that are read; PBN allows 255."""

LINE_LENGTH = 255
"""Characters of a line that PBN allows, its end included (2.3)."""

Line = tuple[int, int, str]
"""Number of the line from 1, column of its first character from 1, and its text without the end."""

_BLOCK = 64 * 1024
_WIDE = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_CONTROL = re.compile(r"[\x00-\x08\x0c\x0e-\x1f\x7f-\x9f]")
_BLANK = re.compile(r"[\x00-\x1f\x7f-\xa0\u2028\u2029]")
_PADDING = "\x00\x1a\ufeff"
_BEGIN, _END = "<PBN>", "</PBN>"
_PAGE = re.compile(rb"<(?:!doctype\s+html|html|head|body|pre)\b", re.IGNORECASE)
_DECLARED = re.compile(rb"^%\s*Content-type:[^\r\n]*charset=\"?ISO-8859-1", re.MULTILINE | re.IGNORECASE)
_HEAD = 4096
_TAG_LINE = re.compile(rb"^[ \t]*\[[A-Za-z_]\w*[ \t]*\"", re.MULTILINE)


def encoding_of(data: bytes) -> str:
    """Find out in which encoding the bytes are: "ascii", "utf-8", "windows-1252" or "iso-8859-1" (rule 1)."""
    latin = "windows-1252" if re.search(rb"[\x80-\x9f]", data) else "iso-8859-1"
    if _DECLARED.search(data, 0, _HEAD) and not data.isascii():
        return latin
    decoder = codecs.getincrementaldecoder("utf-8")()
    ascii_only = True
    try:
        for start in range(0, len(data), _BLOCK):
            piece = data[start : start + _BLOCK]
            if ascii_only and piece.isascii():
                continue
            ascii_only = False
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return latin
    return "ascii" if ascii_only else "utf-8"


@dataclass(frozen=True, slots=True)
class Opened:
    """A file whose encoding is known.

    Attributes:
        position: of the first byte behind a byte order mark.
        embedded: whether it stands inside another document (rule 3).
        page: whether that is HTML.
    """

    data: bytes
    encoding: str
    position: int
    embedded: bool
    page: bool = False


def open_file(data: bytes, report: Report) -> Opened:
    """Find out what kind of text a file is.

    Raises:
        FormatError: pbn.too-large.
    """
    if len(data) > MOST_BYTES:
        raise FormatError(TOO_LARGE, f"{len(data)} bytes; at most {MOST_BYTES} are read")
    wide = _WIDE.get(data[:2])
    if wide is not None:
        data = data.decode(wide, errors="replace").encode("utf-8")
    encoding = encoding_of(data)
    if wide or encoding in ("utf-8", "windows-1252"):
        # At the first character that ISO 8859-1 does not have, or has otherwise.
        match = re.search(rb"[\x80-\x9f]" if encoding == "windows-1252" else rb"[\x80-\xff]", data)
        place = Place(line=data.count(b"\n", 0, match.start() if match is not None else 0) + 1)
        name = ENCODING_NAMES[wide or encoding]
        message = f"the text is not in ISO 8859-1, the character set of PBN; it was read as {name}"
        report.add(ENCODING, message, place, computed=wide or encoding)
    mark = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    begin = data.find(_BEGIN.encode())
    embedded = begin >= 0 and not _TAG_LINE.search(data, 0, begin)
    return Opened(data, encoding, mark, embedded, embedded and _PAGE.search(data, 0, begin) is not None)


def read_lines(opened: Opened, report: Report) -> Iterator[Line]:
    """Split a file into lines.

    Raises:
        FormatError: pbn.too-large.
    """
    texts = decoded(opened.data, opened.encoding, opened.position, 0, len(opened.data))
    lines = (checked(number, text, length, report) for number, text, length, _ in texts)
    if not opened.embedded:
        return lines
    return _without_entities(_between(lines), report) if opened.page else _between(lines)


def decoded(data: bytes, encoding: str, position: int, number: int, until: int) -> Iterator[tuple[int, str, int, int]]:
    """The lines that begin between two positions, cut at the most that is read.

    Args:
        data: the file.
        encoding: of its text.
        position: of the first line.
        number: of lines before it.
        until: the position at which no more lines begin.

    Yields:
        Number, text and length of each, and the position behind it.
    """
    size = len(data)
    feed = carriage = -1
    while position < until:
        number += 1
        if feed < position:
            feed = data.find(b"\n", position)
            feed = size if feed < 0 else feed
        if carriage < position:
            carriage = data.find(b"\r", position, feed + 1)
            # With no CR before this LF, the next search starts behind it.
            carriage = feed if carriage < 0 else carriage
        end = min(feed, carriage)
        text = data[position : min(end, position + LONGEST_LINE)].decode(encoding, errors="replace")
        length = end - position
        position = end + 2 if end == carriage and end + 1 == feed and data[end : end + 1] == b"\r" else end + 1
        yield number, text, length, position


def checked(number: int, text: str, length: int, report: Report) -> Line:
    """A line without control characters.

    Args:
        number: of the line.
        text: as far as it was read.
        length: in bytes, all of it.
        report: takes findings about characters and length.

    Raises:
        FormatError: pbn.too-large.
    """
    if number > MOST_LINES:
        raise FormatError(TOO_LARGE, f"more than {MOST_LINES} lines", Place(line=number), tuple(report.findings))
    if length > LINE_LENGTH - 2:
        if length > LONGEST_LINE:
            message = f"{length} characters, of which the first {LONGEST_LINE} were read"
            report.add(LINE_TOO_LONG, message, Place(line=number))
        elif len(text) > LINE_LENGTH - 2:
            report.add(LINE_TOO_LONG, f"the line has {len(text)} characters; PBN allows 255", Place(line=number))
    if not text.isprintable() and _CONTROL.search(text):
        # Padding goes; any other control character becomes a space, so that columns stay.
        text = text.strip(_PADDING)
        if match := _CONTROL.search(text):
            message = f"U+{ord(match[0]):04X} is a control character"
            report.add(CHARACTER, message, Place(line=number, column=match.start() + 1))
        text = _CONTROL.sub(" ", text)
    return number, 1, text


def _without_entities(lines: Iterator[Line], report: Report) -> Iterator[Line]:
    """Put the characters that entities of HTML stand for in their place."""
    for number, column, text in lines:
        resolved = html.unescape(text) if "&" in text else text
        if resolved != text:
            report.add_few(
                READ_AS,
                "HTML entities were replaced by the characters that they stand for",
                Place(line=number),
                stated=text,
                computed=resolved,
            )
        yield number, column, _BLANK.sub(" ", resolved) if resolved != text else text


def _between(lines: Iterator[Line]) -> Iterator[Line]:
    """Rule 3: several parts are separated by a semi-empty line, because a part begins a game."""
    inside = False
    for number, _, text in lines:
        column = 0
        while True:
            if not inside:
                start = text.find(_BEGIN, column)
                if start < 0:
                    break
                inside, column = True, start + len(_BEGIN)
                yield number, 1, ""
                if column == len(text):
                    break
            end = text.find(_END, column)
            if end < 0:
                yield number, column + 1, text[column:]
                break
            if text[column:end]:
                yield number, column + 1, text[column:end]
            inside, column = False, end + len(_END)
