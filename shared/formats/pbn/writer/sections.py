"""Auction, play, notes and tables in export format (3.5, 3.6, 5.2)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from shared.formats.pbn.tables import Column
from shared.formats.pbn.writer.sheet import LONGEST, Sheet, escape

ROW = 4
"""Calls or cards in a line."""


@dataclass(frozen=True)
class Piece:
    """A call or card with what hangs on it; its mark is "I", "R" or "L" of an irregularity."""

    text: str
    mark: str | None = None
    note: int | None = None
    glyphs: tuple[int, ...] = ()

    def words(self) -> Iterator[str]:
        """The call or card, its note and then its NAGs in increasing order (3.5.2)."""
        yield f"^{self.mark} {self.text}" if self.mark else self.text
        if self.note is not None:
            yield f"={self.note}="
        yield from (f"${glyph}" for glyph in sorted(self.glyphs))


def write_items(pieces: Sequence[Piece], sheet: Sheet) -> None:
    """Write calls or cards, four to a line."""
    for start in range(0, len(pieces), ROW):
        sheet.row(word for piece in pieces[start : start + ROW] for word in piece.words())


Element = tuple[str, bool]
"""The text of an element, and whether it stands in quotes."""


def element(text: str | None) -> Element:
    """A value as an element: unknown as ?, in quotes where it has to be."""
    if text is None:
        return "?", False
    if text.isalnum():
        return text, False
    return text, not text or any(character in _QUOTED or character.isspace() for character in text)


_QUOTED = frozenset('[]{};"%')


def write_table(name: str, columns: Sequence[Column], rows: Iterable[Sequence[Element]], sheet: Sheet) -> None:
    """Write a table, one row a line, elements in the least width of their column."""

    def described() -> str:
        return ";".join(
            f"{column.order}{column.name}" + (f"\\{column.width}{column.align}" if column.width else "")
            for column in columns
        )

    if len(name) + len(described()) > LONGEST - len('[ ""]'):
        columns = [Column(column.name, column.order) for column in columns]
    sheet.tag(name, described(), table=True)
    for row in rows:
        items = _plain(row, sheet)
        cells = (
            _shown(item).rjust(column.width) if column.align == "R" else _shown(item).ljust(column.width)
            for item, column in zip(items, columns, strict=True)
        )
        line = " ".join(cells).rstrip()
        sheet.line(line if len(line) <= LONGEST else _shortened(items, sheet))


def _plain(row: Sequence[Element], sheet: Sheet) -> list[Element]:
    plain = ((sheet.plain(text).replace("\n", " "), quoted) for text, quoted in row)
    # A letter may be spelled with a character that only stands in quotes.
    return [(text, quoted or not _QUOTED.isdisjoint(text)) for text, quoted in plain]


def _shown(item: Element) -> str:
    text, quoted = item
    return f'"{escape(text)}"' if quoted else text


def _joined(items: Sequence[Element]) -> str:
    return " ".join(map(_shown, items))


def _shortened(items: list[Element], sheet: Sheet) -> str:
    """A row without the widths of its columns; where that is still too long, its longest texts are cut.

    A row of a table is one line (5.2), and no line is longer than 255 characters (2.3). One of more elements than a
    line can bear stays as it is.
    """
    line = _joined(items)
    if len(line) <= LONGEST or 2 * len(items) > LONGEST:
        return line
    sheet.losses.add("long rows", "a row of a table has one line of 255 characters; its longest texts were cut")
    items = list(items)
    while len(line) > LONGEST:
        at = max(range(len(items)), key=lambda number: len(items[number][0]))
        text, quoted = items[at]
        if len(text) <= 1:
            break
        cut = max(1, min(len(line) - LONGEST, len(text) // 4))
        # Of a list the last parts are left out whole.
        items[at] = (text.rpartition("|")[0] or text[:-cut].rstrip() or text[:1], quoted)
        line = _joined(items)
    return line
