"""A structure that was read: its fields by name, with the place of each, and what is found on the way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any

from contracts.base import Place
from contracts.codes import acblscore as codes
from shared.formats.acblscore.file.fields import Layout, Raw, decode, plain_text, real48, shown
from shared.formats.acblscore.report import Report, place_at


@lru_cache(maxsize=16_384)
def _scaled(value: int, digits: int) -> Decimal:
    return Decimal(value).scaleb(-digits)


def in_words(field: str) -> str:
    """The name of a field as findings call it."""
    return field.replace("_", " ")


At = tuple[bytes, int] | None
"""Bytes that are no part of the file, and a place in them."""


@lru_cache(maxsize=256)
def picker(layout: Layout, names: tuple[str, ...]) -> Callable[[tuple[Raw, ...]], Any]:
    """A function that picks some of the values of a structure."""
    return itemgetter(*map(layout.index.__getitem__, names)) if names else lambda _: ()


@lru_cache(maxsize=64)
def memory_of(layout: Layout) -> int:
    """The memory that a record of a structure takes, with those of the structures within it."""
    return 400 + 50 * len(layout.names) + 700 * sum(part.count for part in layout.parts.values())


class Record:
    """A structure that was read: its fields by name, and the place of each.

    Attributes:
        layout: the table it was read by.
        values: of its fields as they stand in the file, in the order of `layout.names`.
        end: of its block, which can be longer than the structure.
        name: as findings call it ("section A", "pair A-1NS").
        data, report: of the game_file, which is not held itself: it holds records.
    """

    __slots__ = ("_base", "_parts", "_source", "_texts", "data", "end", "layout", "name", "offset", "report", "values")

    def __init__(
        self, data: bytes, report: Report, layout: Layout, offset: int, end: int, name: str, at: At = None
    ) -> None:
        """Read the fields at `offset`, or from other bytes (`at`); the caller has checked that they are there."""
        self.data = data
        self.report = report
        self._source, self._base = at or (data, offset)
        self.values: tuple[Raw, ...] = layout.reader.unpack_from(self._source, self._base)
        self._parts: dict[tuple[str, int], Record] | None = None
        self._texts: dict[str, str] | None = None
        self.layout, self.name = layout, name
        self.offset, self.end = offset, end

    def integer(self, name: str) -> int:
        """A whole number as it stands in the file, without its decimals."""
        value = self.values[self.layout.index[name]]
        if not isinstance(value, int):
            raise TypeError(f"{self.layout.name}.{name} is no number")
        return value

    def integers(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """Whole numbers as `integer` gives them, in one step; only for fields that are numbers."""
        numbers: tuple[int, ...] = picker(self.layout, names)(self.values)
        return numbers

    def raw(self, name: str) -> bytes:
        """Bytes as they stand in the file."""
        value = self.values[self.layout.index[name]]
        if not isinstance(value, bytes):
            raise TypeError(f"{self.layout.name}.{name} is a number")
        return value

    def flag(self, name: str) -> bool:
        """A truth value: anything but 0."""
        return self.integer(name) != 0

    def decimal(self, name: str) -> Decimal:
        """A number with its decimals."""
        return _scaled(self.integer(name), self.layout.fields[name][1].digits)

    def real(self, name: str) -> Fraction:
        """A real number of Pascal, exactly."""
        return real48(self.raw(name))

    def text(self, name: str) -> str:
        """A string or characters, without what cannot be shown and without blanks around; reported once."""
        raw, counted = self.raw(name), self.layout.fields[name][1].sort == "text"
        plain = plain_text(raw, counted)
        if plain is not None or (self._texts is not None and (plain := self._texts.get(name)) is not None):
            return plain
        if counted:
            length, room = raw[0], len(raw) - 1
            if length > room:
                text = f"the {in_words(name)} of {self.name} has {length} characters; the field holds {room}"
                self.report.add(codes.BAD_TEXT, text, self.place(name), subject=self.name)
            raw = raw[1 : 1 + length]
        text = decode(raw)
        if not text.isascii():
            self.report.add(
                codes.NOT_ASCII,
                f"{shown(text)!r} has letters outside ASCII; it was read as Windows-1252",
                self.place(name),
                subject=self.name,
            )
        self._texts = {**(self._texts or {}), name: shown(text)}
        return self._texts[name]

    def time(self, name: str) -> datetime | None:
        """A moment by the clock of the computer, which has no zone: taken as UTC; None when there is none."""
        value = self.integer(name)
        if not value:
            return None
        date, clock = value >> 16, value & 0xFFFF
        day, time = (
            ((date >> 9) + 1980, date >> 5 & 0x0F, date & 0x1F),
            (clock >> 11, clock >> 5 & 0x3F, clock << 1 & 0x3E),
        )
        try:
            return datetime(*day, *time, tzinfo=UTC)
        except ValueError:
            text = f"the field '{in_words(name)}' has 0x{value:08x}, which is not a date and time"
            self.report.add(codes.BAD_TIME, text, self.place(name), subject=self.name)
            return None

    def part(self, name: str, number: int = 0) -> Record:
        """A structure within this one, number 0 for the first."""
        if self._parts is None:
            self._parts = {}
        elif (known := self._parts.get((name, number))) is not None:
            return known
        part = self.layout.parts[name]
        label = name if part.count == 1 else f"{name} {number + 1}"
        inside = part.offset + number * part.layout.size
        offset = self.offset + inside
        end, source = offset + part.layout.size, (self._source, self._base + inside)
        made = Record(self.data, self.report, part.layout, offset, min(end, self.end), f"{self.name}, {label}", source)
        self._parts[name, number] = made
        return made

    def part_raw(self, name: str, number: int = 0) -> bytes:
        """The bytes of a structure within this one."""
        part = self.layout.parts[name]
        start = self._base + part.offset + number * part.layout.size
        return self._source[start : start + part.layout.size]

    def row_raw(self, name: str) -> bytes:
        """The bytes of a row of structures within this one."""
        part = self.layout.parts[name]
        start = self._base + part.offset
        return self._source[start : start + part.count * part.layout.size]

    def own_bytes(self) -> bytes:
        """The bytes of the structure."""
        return self._source[self._base : self._base + self.layout.size]

    def parts(self, name: str) -> list[Record]:
        """All structures of a row within this one."""
        return [self.part(name, number) for number in range(self.layout.parts[name].count)]

    def used(self, name: str, field: str) -> list[tuple[int, Record]]:
        """The structures of a row within this one in which a field is not 0, with their numbers, 0 for the first."""
        part = self.layout.parts[name]
        start, place = self._base + part.offset, part.layout.index[field]
        rows = part.layout.reader.iter_unpack(self._source[start : start + part.count * part.layout.size])
        return [(number, self.part(name, number)) for number, values in enumerate(rows) if values[place]]

    def place(self, name: str | None = None) -> Place:
        """Where the structure, or one of its fields, stands."""
        if name is None:
            return place_at(self.offset, self.name)
        return place_at(self.offset + self.layout.fields[name][0], f"{self.name}: {name}")

    def holds(self, name: str) -> bool:
        """Whether the block reaches behind a field (rule 4)."""
        offset, kind = self.layout.fields[name]
        return self.offset + offset + kind.size <= self.end

    def rest(self) -> bytes:
        """What the block has behind the structure."""
        return self.data[self.offset + self.layout.size : self.end]
