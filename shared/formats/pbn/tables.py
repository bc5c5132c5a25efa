"""Tables: columns, rows, and the checks that every table has (5.1, 5.2).

Rows follow the number of columns wherever lines end. When the elements do not fill the last row, and most lines hold
one row each, the rows are taken line by line, so that one element too few or too many does not shift all others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise

from contracts.base import Place
from contracts.codes.pbn import (
    TABLE_ALONE,
    TABLE_COLUMNS,
    TABLE_DIFFERS,
    TABLE_INCOMPLETE,
    TABLE_ORDER,
    TABLE_RANGES,
    TABLE_VALUE,
)
from shared.formats.pbn.columns import CHECKS, COLUMNS, NEEDS, SIGNED
from shared.formats.pbn.game import Tag, Token, place_of
from shared.formats.pbn.inherit import Fields
from shared.formats.pbn.report import Report

UNKNOWN, IRRELEVANT = "?", "!"
_COLUMN = re.compile(r"([+-]?)([^\\]*)(?:\\(\d{1,3})([LR]?))?", re.ASCII | re.DOTALL)
_NUMBER = re.compile(r"\^?=?([+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12}))=?", re.ASCII)


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
    """A supplemental section read as a table.

    Attributes:
        rows: elements by row, each as long as there are columns; None where the file has too few.
    """

    tag: Tag
    columns: tuple[Column, ...]
    rows: list[list[Token | None]] = field(default_factory=list)
    _index: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Remember where each column is; of two with one name the first counts."""
        for number, column in enumerate(self.columns):
            self._index.setdefault(column.name, number)

    def has(self, name: str) -> bool:
        """Whether there is a column of this name."""
        return name in self._index

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

    def number(self, row: Sequence[Token | None], name: str) -> Decimal | None:
        """The number in an element, artificial or not."""
        return number_of(self.text(row, name))


def number_of(text: str | None) -> Decimal | None:
    """A number as tables write it, with a caret in front when it is artificial."""
    found = _NUMBER.fullmatch(text) if text else None
    return Decimal(found[1]) if found else None


def read_columns(tag: Tag, report: Report) -> tuple[Column, ...] | None:
    """Read the description of the columns in the value of a tag; None when it describes none (5.2)."""
    columns: list[Column] = []
    broken = False
    for text in tag.value.split(";"):
        found = _COLUMN.fullmatch(text.strip())
        if found is None:
            broken = True
            report.add(TABLE_COLUMNS, "a backslash is followed by a width, and perhaps by L or R", tag.place,
                       stated=text)  # fmt: skip
            name, _, _ = text.strip().partition("\\")
            columns.append(Column(name.lstrip("+-")))
        else:
            columns.append(Column(found[2], found[1], int(found[3] or 0), found[4] or ""))
    names = Counter(column.name for column in columns)
    twice = [name for name, count in names.items() if count > 1 and name]
    if twice:
        report.add(TABLE_COLUMNS, f"two columns are called {twice[0]}", tag.place, stated=tag.value)
    if len(columns) == 1 and not columns[0].name:
        if not broken and tag.content:
            report.add(TABLE_COLUMNS, "a table has at least one column", tag.place, stated=tag.value)
        return None
    return tuple(columns)


def read_table(tag: Tag, fields: Fields, report: Report) -> Table | None:
    """Read a section as a table, and check what every table of its name has to be."""
    columns = read_columns(tag, report)
    if columns is None:
        return None
    table = Table(tag, columns)
    table.rows = _rows(tag, len(columns), report)
    needed = NEEDS.get(tag.name)
    if needed is not None:
        section = fields.tags.get(needed)
        if section is None or (section.line, section.column) > (tag.line, tag.column):
            report.add(TABLE_ALONE, f"{tag.name} belongs behind {needed}", tag.place)
        else:
            _check_times(table, section, report)
    kinds = COLUMNS.get(tag.name, {})
    for number, column in enumerate(columns):
        kind = kinds.get(column.name, "text")
        if kind != "text":
            _check_values(table, number, kind, report)
        if column.order:
            _check_order(table, number, report)
    if tag.name == "InstantScoreTable":
        _check_ranges(table, report)
    if tag.name == "OptimumResultTable":
        _check_twice(table, report)
    return table


def _rows(tag: Tag, width: int, report: Report) -> list[list[Token | None]]:
    elements: list[Token | None] = [token for token in tag.tokens if token[0] in ("word", "string")]
    if len(elements) % width == 0:
        return [elements[start : start + width] for start in range(0, len(elements), width)]
    by_line: dict[int, list[Token | None]] = {}
    for token in elements:
        if token is not None:
            by_line.setdefault(token[2], []).append(token)
    fitting = sum(len(row) == width for row in by_line.values())
    if 2 * fitting > len(by_line):
        rows = []
        for line, row in by_line.items():
            if len(row) != width:
                place = Place(line=line, column=row[0][3] if row[0] else None, path=tag.name)
                report.add(TABLE_INCOMPLETE, f"{len(row)} elements in {width} columns", place)
            rows.append([*row, *[None] * (width - len(row))][:width])
        return rows
    rest = len(elements) % width
    last = elements[-rest]
    place = place_of(last) if last is not None else tag.place
    report.add(TABLE_INCOMPLETE, f"the last row has {rest} elements for {width} columns", place)
    padded = [*elements, *[None] * (width - rest)]
    return [padded[start : start + width] for start in range(0, len(padded), width)]


def _check_values(table: Table, number: int, kind: str, report: Report) -> None:
    """Report the elements of a column that it does not allow."""
    allowed = CHECKS[kind]
    column = table.columns[number]
    known: dict[str, bool] = {UNKNOWN: True, IRRELEVANT: True}
    for row in table.rows:
        token = row[number]
        if token is None:
            continue
        text = token[1]
        fits = known.get(text)
        if fits is None:
            fits = known[text] = allowed(text.removeprefix("^"))
        if not fits:
            report.add(TABLE_VALUE, f"{column.name} is no place for this", place_of(token), stated=text)


def _check_order(table: Table, number: int, report: Report) -> None:
    """Report the first element that is out of the order of its column; what is no number has none."""
    column = table.columns[number]
    kind = COLUMNS.get(table.tag.name, {}).get(column.name)
    if kind is not None and kind not in SIGNED and kind != "text":
        return
    before: Decimal | None = None
    for row in table.rows:
        token = row[number]
        value = number_of(token[1]) if token is not None else None
        if token is None or value is None:
            continue
        if before is not None and (value > before if column.order == "+" else value < before):
            order = "descending" if column.order == "+" else "ascending"
            report.add(TABLE_ORDER, f"{column.name} is said to be {order}; {value} stands behind {before}",
                       place_of(token), stated=token[1])  # fmt: skip
            return
        before = value


def _check_times(table: Table, section: Tag, report: Report) -> None:
    """A row for each call or card at the most (5.4, 5.8)."""
    items = sum(token[0] == "word" for token in section.tokens)
    if len(table.rows) > items:
        token = next((token for token in table.rows[items] if token is not None), None)
        report.add(TABLE_DIFFERS, f"{len(table.rows)} times for {items} in {section.name}",
                   place_of(token) if token is not None else table.tag.place)  # fmt: skip


def _check_ranges(table: Table, report: Report) -> None:
    """Ranges cover every score once (5.5); scores are multiples of ten, so what lies between two of them counts not."""
    for name in ("ScoreRange_NS", "ScoreRange_EW"):
        spans: list[tuple[int, int, Token]] = []
        for row in table.rows:
            token, text = table.token(row, name), table.text(row, name)
            if token is not None and text is not None and CHECKS["range"](text):
                spans.append((*_span(text), token))
        spans.sort(key=lambda span: span[:2])
        for (_, high, _), (low, _, token) in pairwise(spans):
            # In steps of ten: the first score of this range, and the first behind the range before.
            if -(-low // 10) <= high // 10:
                report.add(TABLE_RANGES, "the range overlaps with the one below it", place_of(token), stated=token[1])
            elif (high // 10 + 1) * 10 < low:
                report.add(TABLE_RANGES, "a gap to the range below it", place_of(token), stated=token[1])


_FAR = 1_000_000


def _span(text: str) -> tuple[int, int]:
    """The lowest and the highest score of a range; its ends are excluded where it has two (5.5)."""
    low, comma, high = text.partition(",")
    if not comma:
        return int(low), int(low)
    return (-_FAR if low == "*" else int(low) + 1, _FAR if high == "*" else int(high) - 1)


def in_range(text: str, score: int) -> bool:
    """Whether a score is in a range as tables write it; False for a text that is no range."""
    if not CHECKS["range"](text):
        return False
    low, high = _span(text)
    return low <= score <= high


def _check_twice(table: Table, report: Report) -> None:
    seen: set[tuple[str, str]] = set()
    for row in table.rows:
        declarer, denomination = table.text(row, "Declarer"), table.text(row, "Denomination")
        token = table.token(row, "Declarer")
        if declarer is None or denomination is None or token is None:
            continue
        key = (declarer.upper(), denomination.upper())
        if key in seen:
            report.add(TABLE_VALUE, f"{declarer} has a result in {denomination} already", place_of(token))
        seen.add(key)
