"""Types of fields, and layouts: a structure as a table of fields that is compiled once and read in one step.

Rules kept here:

1. All numbers are little-endian. A string begins with its length in one byte and has a fixed room behind it; the rest
   of the room is kept, whatever stands there.
2. What a table does not name is unknown: each gap becomes a field `unknown_<offset>`, so that a record holds every byte
   of its structure.
3. A string is ASCII by the document. Real files have names beyond that in Windows-1252; a byte that it does not use is
   read as in ISO 8859-1, so that nothing is lost on the way back.
4. A `real48` is a real number of Turbo Pascal: exponent with an excess of 129, sign, 39 bits of mantissa.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter

_WINDOWS = tuple(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256))
_CONTROLS = {number: None for number in range(32)} | {127: None}
_BYTES = {character: byte for byte, character in enumerate(_WINDOWS)}

Raw = int | bytes
"""A value as `struct` gives it."""


@dataclass(frozen=True, slots=True)
class Type:
    """How some bytes are read.

    Attributes:
        code: for `struct`.
        size: in bytes.
        digits: decimals of a number that is stored as a whole one.
        sort: "number", "text" (length and room), "char", "time", "real", "bytes".
    """

    code: str
    size: int
    digits: int = 0
    sort: str = "number"


U8, I8 = Type("B", 1), Type("b", 1)
U16, I16 = Type("H", 2), Type("h", 2)
U32, I32 = Type("I", 4), Type("i", 4)
FLAG = U8
POINTER = U32
TIME = Type("I", 4, sort="time")
REAL = Type("6s", 6, sort="real")


def string(length: int) -> Type:
    """A string of up to `length` characters behind its length."""
    return Type(f"{length + 1}s", length + 1, sort="text")


def char(length: int = 1) -> Type:
    """Exactly `length` characters."""
    return Type(f"{length}s", length, sort="char")


def fixed(whole: Type, digits: int) -> Type:
    """A number with `digits` decimals, stored as a whole one."""
    return Type(whole.code, whole.size, digits)


def opaque(length: int) -> Type:
    """Bytes that are kept as they are."""
    return Type(f"{length}s", length, sort="bytes")


@dataclass(frozen=True, slots=True)
class Part:
    """A structure within another one, once or in a row."""

    name: str
    offset: int
    layout: Layout
    count: int = 1


@dataclass(frozen=True, eq=False)
class Layout:
    """A structure; there is one table of each, so it is known by being that table.

    Attributes:
        name: as places and findings call it.
        size: in bytes, with the length of a block.
        fields: name to offset and type, in the order of their offsets, gaps included.
        parts: structures within this one.
        gaps: names of the fields that no table names.
        least: bytes that a block has to have to be read as the structure; the fields behind its end are missing.
        reader: all fields in one step.
        index: place of each field in what `reader` gives.
        blank: what `reader` gives of a structure that is empty.
    """

    name: str
    size: int
    fields: dict[str, tuple[int, Type]]
    parts: dict[str, Part]
    gaps: tuple[str, ...]
    least: int
    reader: struct.Struct
    names: tuple[str, ...] = ()
    index: dict[str, int] = field(default_factory=dict)
    blank: tuple[Raw, ...] = ()


Row = tuple[str, int, Type] | Part


def layout(name: str, size: int, *rows: Row, least: int | None = None) -> Layout:
    """Compile the table of a structure; what lies between its rows becomes `unknown_<offset>`.

    Without `least` bytes it is not read; None where entries follow it, so that it cannot be shorter.

    Raises:
        ValueError: when two rows overlap or one ends beyond the structure.
    """
    fields: dict[str, tuple[int, Type]] = {}
    parts: dict[str, Part] = {}
    gaps: list[str] = []
    code = "<"
    position = 0
    placed = ((row.offset if isinstance(row, Part) else row[1], row) for row in rows)
    for offset, row in sorted(placed, key=itemgetter(0)):
        if offset < position:
            raise ValueError(f"{name}: a row at 0x{offset:x} begins before 0x{position:x}")
        if offset > position:
            code += _gap(fields, gaps, position, offset - position)
        if isinstance(row, Part):
            parts[row.name] = row
            length = row.layout.size * row.count
            code += f"{length}x"
        else:
            fields[row[0]] = (offset, row[2])
            length = row[2].size
            code += row[2].code
        position = offset + length
    if position > size:
        raise ValueError(f"{name}: a row ends at 0x{position:x}, beyond 0x{size:x}")
    if position < size:
        code += _gap(fields, gaps, position, size - position)
    reader, names = struct.Struct(code), tuple(fields)
    index = {field_name: place for place, field_name in enumerate(names)}
    blank = reader.unpack(bytes(size))
    return Layout(name, size, fields, parts, tuple(gaps), size if least is None else least, reader, names, index, blank)


def _gap(fields: dict[str, tuple[int, Type]], gaps: list[str], offset: int, length: int) -> str:
    name = f"unknown_{offset:04x}"
    gaps.append(name)
    fields[name] = (offset, opaque(length))
    return f"{length}s"


def decode(raw: bytes) -> str:
    """The characters of a string (rule 3)."""
    return raw.decode("ascii") if raw.isascii() else "".join(_WINDOWS[byte] for byte in raw)


def shown(text: str) -> str:
    """A text without what cannot be shown, and without blanks around."""
    return (text if text.isprintable() else text.translate(_CONTROLS)).strip()


@lru_cache(maxsize=16_384)
def plain_text(raw: bytes, counted: bool) -> str | None:
    """The text of a field, which may begin with its length; None where it is too long, or not ASCII.

    Names of places, first names and countries come again and again.
    """
    if counted:
        if raw[0] >= len(raw):
            return None
        raw = raw[1 : 1 + raw[0]]
    return shown(raw.decode("ascii")) if raw.isascii() else None


def encode(text: str) -> bytes | None:
    """The bytes of a string; None when it has a character that a file cannot hold."""
    return bytes(_BYTES[character] for character in text) if set(text) <= _BYTES.keys() else None


def real48(data: bytes) -> Fraction:
    """A real number of Turbo Pascal, exactly (rule 4)."""
    exponent = data[0]
    if exponent == 0:
        return Fraction(0)
    mantissa = int.from_bytes(data[1:], "little")
    sign = -1 if mantissa >> 39 else 1
    return sign * Fraction((mantissa & ((1 << 39) - 1)) | (1 << 39), 1 << 39) * Fraction(2) ** (exponent - 129)
