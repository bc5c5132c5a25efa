"""Tables: columns and rows (5.1, 5.2).

Rows follow the number of columns wherever lines end. When the elements do not fill the last row, and most lines hold
one row each, the rows are taken line by line, so that one element too few or too many does not shift all others.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from contracts.base import Place
from contracts.codes.pbn import TABLE_COLUMNS, TABLE_INCOMPLETE
from shared.formats.pbn.game import Tag, Token, place_of
from shared.formats.pbn.report import Report
from shared.formats.written_numbers import without_noise

UNKNOWN, IRRELEVANT = "?", "!"
_COLUMN = re.compile(r"([+-]?)([^\\]*)(?:\\(\d{1,3})([LR]?))?", re.ASCII | re.DOTALL)
_NUMBER = re.compile(r"\^?=?([+-]?(?:\d{1,12}(?:[.,]\d{0,30})?|[.,]\d{1,30}))[=%]?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        order: "+" for descending, "-" for ascending, "" where nothing is said.
        width: the least width of its elements, 0 where nothing is said.
        align: "L", "R" or "".
    """

    name: str
    order: str = ""
    width: int = 0
    align: str = ""


@dataclass(slots=True)
class Table:
    """A supplemental section read as a table: rows as long as there are columns, None where the file has too few."""

    tag: Tag
    columns: tuple[Column, ...]
    rows: list[list[Token | None]] = field(default_factory=list)
    _index: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Remember where each column is; of two with one name the first counts."""
        for number, column in enumerate(self.columns):
            self._index.setdefault(column.name, number)

    def token(self, row: Sequence[Token | None], name: str) -> Token | None:
        """The element of a row in a column."""
        number = self._index.get(name)
        return row[number] if number is not None else None

    def text(self, row: Sequence[Token | None], name: str) -> str | None:
        """The text of an element; None where it is missing, unknown or irrelevant."""
        token = self.token(row, name)
        if token is None or (token[0] == "word" and token[1] in (UNKNOWN, IRRELEVANT)):
            return None
        return token[1]

    def line(self, row: Sequence[Token | None]) -> str | None:
        """North-South or East-West, in a column of ours that tables of totals may have."""
        text = self.text(row, "Direction")
        return text if text in ("NS", "EW") else None

    def number(self, row: Sequence[Token | None], name: str) -> Decimal | None:
        """The number in an element, artificial or not."""
        return number_of(self.text(row, name))


def number_of(text: str | None) -> Decimal | None:
    """A number as tables write it: with a caret in front when it is artificial, and with a comma for the point."""
    match = _NUMBER.fullmatch(text) if text else None
    return without_noise(Decimal(match[1].replace(",", "."))) if match else None


def points_of(text: str | None) -> Decimal | None:
    """The points of a score; None for a percentage, which programs write in their place for an award."""
    return None if text is not None and "%" in text else number_of(text)


def tricks_of(table: Table) -> dict[tuple[str, str], int]:
    """The tricks of an OptimumResultTable by declarer and denomination in capitals, the first of each (5.7)."""
    tricks: dict[tuple[str, str], int] = {}
    for row in table.rows:
        declarer, denomination = table.text(row, "Declarer"), table.text(row, "Denomination")
        number = table.number(row, "Result")
        if declarer and denomination and number is not None and 0 <= number <= 13:
            tricks.setdefault((declarer.upper(), denomination.upper()), int(number))
    return tricks


def read_columns(tag: Tag, report: Report) -> tuple[Column, ...] | None:
    """Read the description of the columns in the value of a tag; None when it describes none (5.2)."""
    columns: list[Column] = []
    broken = False
    for text in tag.value.split(";"):
        if match := _COLUMN.fullmatch(text.strip()):
            columns.append(Column(match[2], match[1], int(match[3] or 0), match[4] or ""))
            continue
        broken = True
        report.add(
            TABLE_COLUMNS,
            "the backslash of a column must be followed by a width, with L or R if wanted",
            tag.place,
            stated=text,
        )
        columns.append(Column(text.partition("\\")[0].strip().lstrip("+-").strip()))
    twice = [name for name, count in Counter(column.name for column in columns).items() if count > 1 and name]
    if twice:
        report.at_tag(TABLE_COLUMNS, f"two columns are called {twice[0]}", tag)
    if len(columns) == 1 and not columns[0].name:
        if not broken and tag.content:
            report.at_tag(TABLE_COLUMNS, "a table has at least one column", tag)
        return None
    return tuple(columns)


def _with_whole_names(row: list[Token], columns: Sequence[Column], names: int) -> list[Token]:
    """A row of the last columns of which names were written with blanks and without quotes.

    Such a name reaches as far as its column is wide.
    """
    before = len(columns) - names
    no_names = any(token[0] == "string" or number_of(token[1]) is not None for token in row[before:])
    if no_names or len(row) % len(columns) == 0:
        return row
    parts: list[Token] = []
    for token in row[before:]:
        column = columns[before + len(parts) - 1] if parts else None
        ended = column is None or (len(parts) < names and token[3] > parts[-1][3] + column.width)
        if ended:
            parts.append(token)
        else:
            parts[-1] = (parts[-1][0], f"{parts[-1][1]} {token[1]}", *parts[-1][2:])
    return [*row[:before], *parts]


def read_table(tag: Tag, report: Report) -> Table | None:
    """Read a section as a table; None when its value describes no columns."""
    columns = read_columns(tag, report)
    if columns is None:
        return None
    return Table(tag, columns, _rows(tag, columns, report))


def _rows(tag: Tag, columns: Sequence[Column], report: Report) -> list[list[Token | None]]:
    elements = [token for token in tag.tokens if token[0] in ("word", "string")]
    width = len(columns)
    lines: dict[int, list[Token]] = {}
    for token in elements:
        lines.setdefault(token[2], []).append(token)
    names = sum(column.name.startswith("Names") for column in columns[-2:])
    if names and any(len(row) > width for row in lines.values()):
        lines = {line: _with_whole_names(row, columns, names) for line, row in lines.items()}
        elements = [token for row in lines.values() for token in row]
    rest = len(elements) % width
    if rest:
        if 2 * sum(len(row) == width for row in lines.values()) > len(lines):
            for line, row in lines.items():
                if len(row) != width:
                    place = Place(line=line, column=row[0][3], path=tag.name)
                    report.add(TABLE_INCOMPLETE, f"this row has {len(row)} values for {width} columns", place)
            return [[*row, *[None] * (width - len(row))][:width] for row in lines.values()]
        message = f"the last row has {rest} of {width} values"
        report.add(TABLE_INCOMPLETE, message, place_of(elements[-rest]))
    padded = [*elements, *[None] * (-len(elements) % width)]
    return [padded[start : start + width] for start in range(0, len(padded), width)]
