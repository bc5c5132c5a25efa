"""Plain lines of travellers, taken out of a document before it is parsed.

Most of a file are TRAVELLER_LINEs of a dozen texts each. To parse these and to make objects of their elements takes
several times as long as to read their texts where they stand, by one pattern that is made of the names that the lines
of the document have, in their order.

Rule 1: a line is plain when it has nothing but leaves, each with one text at most, without references, control
    characters and line breaks. Such a line is well-formed wherever an element may stand. All others stay.
Rule 2: in the place of plain lines that follow each other stands one mark, a TRAVELLER_LINE with an attribute that the
    document has nowhere. Lines of the document keep their numbers.
Rule 3: what looks like a line may stand in a comment, or in an element that is kept as it stands. Then its mark is
    not read where lines are read, and the document is read again without marks; so it is when it is refused, for the
    place of the error (`parse.py`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice, pairwise
from operator import add, methodcaller

from lxml import etree

from contracts.base import NAME_LENGTH, TEXT_LENGTH
from shared.formats.usebio.reader.encoding import declared_encoding
from shared.formats.usebio.reader.nodes import LAST_LINE
from shared.formats.usebio.tables.elements import TRAVELLER_LINE

_START, _END = "<TRAVELLER_LINE>", "</TRAVELLER_LINE>"
_MARK = "KIBITZ_LINES"
_NAME = re.compile("<([A-Z_]+)>")
_BLANKS, _CHARACTER = r"[ \t\r\n]*+", r"[^<>&\0-\x1f\ufffe\uffff]"
LONG = frozenset(("LIN_DATA", "NOTES"))
"""Texts of a line that may be longer than a name."""

_LEARNT = 16
"""Lines of a document from whose names the pattern is made, where it does not fit them; what is left is parsed."""

_MOST_CHARACTERS = 16_384
"""Of a line whose names are looked at."""

_CODECS = {
    "utf-8": "utf-8",
    "us-ascii": "ascii",
    "iso-8859-1": "iso-8859-1",
    "iso-8859-15": "iso-8859-15",
    "windows-1252": "cp1252",
}
"""Encodings that Python and libxml2 read alike; documents in others are parsed as they are."""

Run = tuple[tuple[str, ...], list[int | None], list[tuple[str, ...]]]
"""Names of the texts of some lines; and of each its number in the document and its texts in the order of the names, ""
for none."""


class PlainLines:
    """Takes plain lines out of a document, piece by piece, and gives them where their marks stand.

    Attributes:
        marked: how many marks stand in the document.
    """

    def __init__(self, data: bytes = b"", encoding: str | None = None) -> None:
        """Look at how a document is written.

        Args:
            data: the document.
            encoding: overrides what it declares.
        """
        declared = encoding or declared_encoding(data)
        self._codec = _CODECS.get(declared.lower() if declared else "utf-8", "") if _MARK.encode() not in data else ""
        self._names: tuple[str, ...] = ()
        self._learnt = self.marked = 0
        self._line = 1
        self._unread: dict[str, Run] = {}

    @property
    def all_read(self) -> bool:
        """Whether every mark has been read."""
        return not self._unread

    def at(self, element: etree._Element) -> Run | None:
        """The lines for which an element stands; None for a line of the document."""
        mark = element.get(_MARK)
        return self._unread.pop(mark, None) if mark is not None else None

    def taken_from(self, piece: bytes) -> bytes:
        """The next piece of the document with marks in the place of its plain lines."""
        try:
            text = piece.decode(self._codec) if self._codec else ""
        except UnicodeDecodeError:
            text = ""
        if _START in text:
            piece = "".join(self._marked(text)).encode(self._codec)
        self._line += piece.count(b"\n")
        return piece

    def _marked(self, text: str) -> Iterator[str]:
        """What stands between plain lines, and the marks that stand for these."""
        self._learn([text] if not self._names else [])
        parts = _pattern(self._names).split(text)
        while self._learn(parts[:: len(self._names) + 2]):
            parts = _pattern(self._names).split(text)
        step = len(self._names) + 2
        between, breaks = parts[::step], list(map(_breaks, parts[1::step]))
        rows = list(zip(*(_stripped(parts[place::step]) for place in range(2, step)), strict=True)) or [()] * len(
            breaks
        )
        numbers: list[int | None] = list(accumulate(map(add, map(_breaks, between), [self._line, *breaks])))
        if (numbers[-1] or 0) >= LAST_LINE:
            numbers = [number if number is not None and number < LAST_LINE else None for number in numbers]
        ends = [place for place, other in enumerate(between) if other or place == len(rows)]
        start = 0
        for end in ends:
            if start < end:
                self.marked += 1
                self._unread[str(self.marked)] = self._names, numbers[start:end], rows[start:end]
                yield f'<TRAVELLER_LINE {_MARK}="{self.marked}"'
                yield "\n" * sum(breaks[start:end])
                yield "/>"
            yield between[end]
            start = end

    def _learn(self, between: list[str]) -> bool:
        """Whether lines that do not fit, in what stands between those that do, have names that are not known yet."""
        names = list(self._names)
        odd = (line for text in between if _START in text for line in text.split(_START)[1:])
        for line in islice(odd, _LEARNT - self._learnt):
            self._learnt += 1
            for before, name in pairwise(["", *_NAME.findall(line, 0, max(0, line.find(_END, 0, _MOST_CHARACTERS)))]):
                if name not in names and name in TRAVELLER_LINE.leaves:
                    names.insert(names.index(before) + 1 if before in names else 0, name)
        more, self._names = len(names) > len(self._names), tuple(names)
        return more


_breaks = methodcaller("count", "\n")


def _stripped(column: Sequence[str | None]) -> list[str]:
    texts = [text or "" for text in column]
    written = "".join(texts)
    return [*map(str.strip, texts)] if " " in written or not written.isascii() else texts


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """A plain line with some of these names, in their order, and the blanks up to the next tag.

    What has matched is not given back, so that a line that does not fit takes no longer than one that does.
    """
    longest = {name: TEXT_LENGTH if name in LONG else NAME_LENGTH for name in names}
    texts = (f"(?:<{name}>({_CHARACTER}{{0,{most}}}+)</{name}>{_BLANKS})?+" for name, most in longest.items())
    return re.compile(f"({_START}{_BLANKS}{''.join(texts)}{_END}{_BLANKS})(?=<[^!]|<!-)")
