"""Lines of a file in export format: CR LF, ISO 8859-1, 255 characters, escapes, comments (2.2 to 2.4, 3.3, 3.8, 5.2).

Rule 1: what ISO 8859-1 does not have is written without its accent where that helps, else as a question mark; suits
    as letters behind a backslash; all of it is counted as a loss, and so are lines that cannot be broken.
Rule 2: a file that was written here, read and written again is the same bytes: everything is put into one form that is
    a fixed point.
"""

import re
import unicodedata
from collections.abc import Iterable

from shared.formats.losses import Losses
from shared.formats.pbn.reader.lines import encoding_of

LONGEST = 253
"""Characters of a line without its end (2.3)."""

COMFORTABLE = 79
"""Characters after which a row of calls or cards is broken; longer lines are discouraged (2.3)."""

CHARSET = "%Content-type: text/x-pbn; charset=ISO-8859-1"
"""The directive that others use too; it stands only where the encoding would be guessed wrongly."""

_PLAIN = {
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2013": "-",
    "\u2014": "-", "\u2212": "-", "\u2026": "...", "\u2022": "*", "\u20ac": "EUR", "\u0142": "l", "\u0141": "L",
    "\u0111": "d", "\u0110": "D", "\u0131": "i", "\u0153": "oe", "\u0152": "OE", "\u2660": "\\S", "\u2665": "\\H",
    "\u2666": "\\D", "\u2663": "\\C", "\u2664": "\\S", "\u2661": "\\H", "\u2662": "\\D", "\u2667": "\\C",
}  # fmt: skip
"""Characters with a spelling of their own; the others lose their accents."""

_WHITE = re.compile(r"[\t\x0b\r\n]")
_OUTSIDE = re.compile(r"[^\x20-\x7e\xa0-\xff\n]")


class Sheet:
    """A file that is being written, line by line."""

    def __init__(self) -> None:
        self.losses = Losses()
        self._lines: list[str] = ["% PBN 2.1", "% EXPORT"]

    def finish(self) -> bytes:
        """The bytes of the file; where they could be taken for UTF-8, a directive says what they are."""
        data = "\r\n".join([*self._lines, ""]).encode("iso-8859-1")
        if not data.isascii() and encoding_of(data) != "iso-8859-1":
            data = "\r\n".join([*self._lines[:2], CHARSET, *self._lines[2:], ""]).encode("iso-8859-1")
        return data

    def new_game(self) -> None:
        """An empty line before every game but the first."""
        if len(self._lines) > 2:
            self._lines.append("")

    def line(self, text: str) -> None:
        """A line as it is, but for characters that the file cannot hold (rule 1)."""
        if max(text, default="") > "\xff":
            text = self.plain(text)
        if len(text) > LONGEST:
            self.losses.add("lines of 255 characters", "a line that cannot be broken is longer")
        self._lines.append(text)

    def tag(self, name: str, value: str, *, table: bool = False) -> None:
        """A tag pair; the backslashes in the columns of a table stay single (5.2)."""
        text = _WHITE.sub(" ", self.plain(value))
        escaped = escape(text, table=table)
        room = LONGEST - len(name) - len('[ ""]')
        if len(escaped) > room and not table:
            self.losses.add("long values", "a tag has one line of 255 characters; the value was cut")
            while len(escaped) > room:
                text = text[: -max(1, (len(escaped) - room) // 2)].rstrip()
                escaped = escape(text)
        self.line(f'[{name} "{escaped}"]')

    def comment(self, text: str) -> None:
        """A comment in braces, on lines of its own."""
        lines = [piece for line in self.plain(text).split("\n") for piece in _wrapped(line, LONGEST - 2)]
        lines[0] = "{" + lines[0]
        lines[-1] += "}"
        for line in lines:
            self.line(line)

    def row(self, words: Iterable[str]) -> None:
        """One row of calls or cards with what hangs on them; broken where it becomes too long.

        Other formats hold anything in the place of a call: it may have several lines, and behind what would be a
        comment to the end of its line a new line begins.
        """
        current = ""
        for word in words:
            first, *more = word.split("\n")
            joined = f"{current} {first}" if current else first
            if current and len(joined) > COMFORTABLE:
                self.line(current)
                joined = first
            current = joined
            for line in more:
                self.line(current)
                current = line
            if word.startswith(";"):
                self.line(current)
                current = ""
        if current:
            self.line(current)

    def plain(self, text: str) -> str:
        """The text in ISO 8859-1 (rule 1)."""
        if text.isascii() and text.isprintable():
            return text
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").replace("\x0b", " ")
        return _OUTSIDE.sub(self._replaced, unicodedata.normalize("NFC", text))

    def _replaced(self, match: re.Match[str]) -> str:
        character = match[0]
        self.losses.add("characters", "ISO 8859-1 does not have them; the nearest letter or ? is written")
        spelled = _PLAIN.get(character)
        if spelled is None:
            spelled = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode("ascii")
        return spelled if spelled.isprintable() and spelled else "?"


def escape(text: str, *, table: bool = False) -> str:
    """A text for the inside of quotes (3.2)."""
    if "\\" not in text and '"' not in text:
        return text
    return (text if table else text.replace("\\", "\\\\")).replace('"', '\\"')


def _wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most `width`, broken at spaces where there are any."""
    lines: list[str] = []
    while len(text) > width:
        cut = text.rfind(" ", 1, width + 1)
        if cut <= 0:
            lines.append(text[:width])
            text = text[width:]
        else:
            lines.append(text[:cut])
            text = text[cut + 1 :]
    return [*lines, text]
