"""From bytes to games that have nothing out of the ordinary, and to the lines of all others.

Most games of most files are tags, one a line, with plain sections behind them. Such a game is recognised as a whole by
one pattern, which is many times faster than reading it line by line; what it says is the same, and everything that
could need a finding goes through the lines.

Rule 1: a game is plain when one semi-empty line ends it, every tag pair has a line of its own without escapes, and its
    sections hold words, strings without escapes and, for calls and cards, an asterisk as the last line.
Rule 2: no more than a window of the file is looked at at once, so that memory does not grow with the file.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.formats.pbn.game import WITH_NOTES, Game, Tag
from shared.formats.pbn.reader.lines import LINE_LENGTH, Line, Opened, checked, decoded, open_file, read_lines
from shared.formats.pbn.report import Report

NO_CALL = re.compile(r"[^A-Za-z0-9\s-]", re.ASCII)
"""What has to be looked at in a line of calls or cards."""

_WINDOW = 64 * 1024
_GAPS = (b"\n\n", b"\n\r\n")
_CONTROL = r"\x00-\x1f\x7f-\x9f"
_TAG = re.compile(
    rf'^\[([A-Z][A-Za-z0-9_]{{0,24}}+) "([^"\\{_CONTROL}]{{0,220}}+)"\]\n'
    rf'((?:(?! )(?:[^][{{}};"%{_CONTROL}]++|"[^"\\{_CONTROL}]*+")++\n)*+)',
    re.MULTILINE,
)
"""A tag on a line that is never too long, and the lines of section data behind it."""


@dataclass(slots=True)
class PlainGame:
    """A plain game.

    Attributes:
        text: its lines, each with an end, without the empty one behind it.
    """

    game: Game
    text: str

    def lines(self) -> Iterator[Line]:
        """Its lines and the empty one behind it, for a reader that is in the middle of something else."""
        for number, text in enumerate(self.text.split("\n"), self.game.line):
            yield number, 1, text


def plain_game(text: str, line: int) -> Game | None:
    """A game as it stands in these lines; None unless it is plain (rule 1).

    Args:
        text: whole lines, each with an end, none of them empty.
        line: number of the first.
    """
    first, section = line, ""
    tags: list[Tag] = []
    for name, value, data in _TAG.findall(text):
        tags.append(Tag(name, value, line, data))
        line += 1
        if name in WITH_NOTES:
            section = name
        elif section and name != "Note":
            section = ""
        if data:
            if name == "Note" or not _plain_data(section, data):
                return None
            line += data.count("\n")
    # What is no tag and belongs to none has lines of its own.
    return Game(0, first, [], tags) if tags and line - first == text.count("\n") else None


def _plain_data(section: str, data: str) -> bool:
    """Whether there are only words, in a section of calls or cards with an asterisk as its last line."""
    if max(map(len, data.split("\n"))) > LINE_LENGTH - 2:
        return False
    return not NO_CALL.search(data.removesuffix("\n*\n")) if section else "*\n" not in data


GameOrLine = PlainGame | Line


def games_and_lines(data: bytes, report: Report) -> Iterator[GameOrLine]:
    """Split a file into plain games and lines.

    Raises:
        FormatError: pbn.too-large.
    """
    opened = open_file(data, report)
    return read_lines(opened, report) if opened.embedded else _windows(opened, report)


def _windows(opened: Opened, report: Report) -> Iterator[GameOrLine]:
    data, encoding, position, number = opened.data, opened.encoding, opened.position, 0
    while position < len(data):
        end = max(data.rfind(gap, position, position + _WINDOW) + len(gap) for gap in _GAPS)
        if end > position + 1 and end >= max(map(len, _GAPS)):
            text = data[position:end].decode(encoding, errors="replace").replace("\r\n", "\n")
            if "\r" not in text:
                yield from _games(text, number, report)
                number += text.count("\n")
                checked(number, "", 0, report)  # the bound on lines holds for plain games too
                position = end
                continue
        else:
            end = min(position + _WINDOW, len(data))
        for at, text, length, behind in decoded(data, encoding, position, number, end):
            yield checked(at, text, length, report)
            number, position = at, behind


def _games(text: str, number: int, report: Report) -> Iterator[GameOrLine]:
    """The games of a text that ends in an empty line; `number` counts the lines before it."""
    start = 0
    while start < len(text):
        gap = text.find("\n\n", start)
        block = text[start : gap + 1] if gap >= 0 else text[start:]
        game = plain_game(block, number + 1) if gap >= 0 else None
        count = block.count("\n") + (gap >= 0)
        if game is not None:
            yield PlainGame(game, block)
        else:
            for at, line in enumerate(block.split("\n")[:count], number + 1):
                yield checked(at, line, len(line), report)
        number += count
        start += len(block) + (gap >= 0)
