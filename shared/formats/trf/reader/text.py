"""From bytes to lines: the encoding, the line ends and the limits.

TRF states no encoding. UTF-8 is tried first, then Windows-1252, then ISO 8859-1, which takes every byte; UTF-16 is
known by its mark. Lines end with CR, LF or both, in any mixture.
"""

from dataclasses import dataclass

from contracts.base import Place
from contracts.codes.trf import ENCODING_GUESSED, TEXT_CUT, TOO_LARGE
from shared.errors import FormatError
from shared.formats.report import ENCODING_NAMES
from shared.formats.trf.report import Report

MOST_LINES = 250_000
"""Lines of a file; 9,999 players in teams with national ratings and 300 rounds have far fewer."""

LONGEST_LINE = 8_192
"""Characters of a line that are read; a player of 800 rounds has as many."""

_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Text:
    """The lines of a file, and the encoding that they were in."""

    lines: list[str]
    encoding: str


def read_text(data: bytes, report: Report) -> Text:
    """Decode a file and cut it into lines.

    Raises:
        FormatError: trf.too-large for more than `MOST_LINES` lines.
    """
    data = data.removeprefix(_BOM)
    text, encoding = _decode(data)
    if encoding != "utf-8":
        before = data[: _first_high(data)].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        column = len(before[-1]) + 1
        place = Place(line=len(before), column=column, end_column=column)
        report.add(
            ENCODING_GUESSED,
            f"the text is not UTF-8; it was read as {ENCODING_NAMES[encoding]}",
            place,
            computed=encoding,
        )
    text = text.rstrip("\x1a\x00")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        raise FormatError(TOO_LARGE, f"more than {MOST_LINES} lines", Place(line=MOST_LINES), report.finish())
    lines = text.split("\n")
    for index, each in enumerate(lines):
        if len(each) > LONGEST_LINE:
            place = Place(line=index + 1, column=LONGEST_LINE + 1, end_column=len(each))
            report.add(TEXT_CUT, f"the line has {len(each)} characters and was cut to {LONGEST_LINE}", place)
            lines[index] = each[:LONGEST_LINE]
    return Text(lines, encoding)


def _decode(data: bytes) -> tuple[str, str]:
    for encoding in ("utf-16",) if data.startswith(_UTF16) else ("utf-8", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def _first_high(data: bytes) -> int:
    """Offset of the first byte outside ASCII."""
    try:
        data.decode("ascii")
    except UnicodeDecodeError as error:
        return error.start
    return 0
