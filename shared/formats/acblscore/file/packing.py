"""Structures back into bytes, by the same tables that read them.

A text that is too long for its field and a number that does not fit are refused: what to do about them is the writer's
to decide, before it packs.
"""

import struct
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from shared.formats.acblscore.file.fields import Layout, Type, encode

Value = int | str | bytes | Decimal | Fraction | datetime | None
Values = Mapping[str, "Value | Values | Sequence[Values]"]
"""Values by name; a structure within another one has a mapping, a row of them a sequence of mappings."""

FIRST_YEAR, LAST_YEAR = 1980, 2107


class DoesNotFit(ValueError):
    """A value that its field cannot hold."""


def pack(layout: Layout, values: Values, base: bytes | None = None) -> bytes:
    """The bytes of a structure; what is not named is 0, or as in `base`.

    Raises:
        DoesNotFit, KeyError: a value does not fit its field, or the structure has no such field.
    """
    data = bytearray(layout.size if base is None else base)
    for name, value in values.items():
        put(data, 0, layout, name, value)
    return bytes(data)


def put(data: bytearray, offset: int, layout: Layout, name: str, value: Value | Values | Sequence[Values]) -> None:
    """Write one field, or one part, of the structure at `offset`.

    Raises:
        DoesNotFit, KeyError: the value does not fit its field, or the structure has no such field.
    """
    if name not in layout.parts:
        where, kind = layout.fields[name]
        if not isinstance(value, (int, str, bytes, Decimal, datetime, type(None), Fraction)):
            raise TypeError(f"{layout.name}.{name} is a single value")
        data[offset + where : offset + where + kind.size] = _bytes(kind, value, f"{layout.name}.{name}")
        return
    part = layout.parts[name]
    rows = [value] if isinstance(value, Mapping) else value
    if not isinstance(rows, Sequence) or isinstance(rows, str | bytes):
        raise TypeError(f"{layout.name}.{name} is a structure")
    if len(rows) > part.count:
        raise DoesNotFit(f"{layout.name}.{name} has room for {part.count}, not {len(rows)}")
    for number, row in enumerate(rows):
        for inner, each in row.items():
            put(data, offset + part.offset + number * part.layout.size, part.layout, inner, each)


def _bytes(kind: Type, value: Value, name: str) -> bytes:
    try:
        if kind.sort in ("text", "char"):
            raw = encode(str(value or ""))
            if raw is None:
                raise DoesNotFit(f"{name}: {value!r} has characters that a game file cannot hold")
            if kind.sort == "char":
                return raw.ljust(kind.size, b"\0")[: kind.size]
            if len(raw) >= kind.size:
                raise DoesNotFit(f"{name}: {len(raw)} characters in a room of {kind.size - 1}")
            return bytes([len(raw)]) + raw.ljust(kind.size - 1, b"\0")
        if kind.sort == "bytes":
            raw = value if isinstance(value, bytes) else b""
            if len(raw) > kind.size:
                raise DoesNotFit(f"{name}: {len(raw)} bytes in a field of {kind.size}")
            return raw.ljust(kind.size, b"\0")
        if kind.sort == "real":
            return real48_bytes(Fraction(value) if isinstance(value, int | Decimal | Fraction) else Fraction(0))
        if kind.sort == "time":
            return struct.pack("<I", stamp(value) if isinstance(value, datetime) else int(_number(value)))
        whole = value if isinstance(value, int) and not kind.digits else int(_number(value).scaleb(kind.digits))
        return struct.pack(f"<{kind.code}", whole)
    except struct.error as error:
        raise DoesNotFit(f"{name}: {value!r} does not fit: {error}") from None


def _number(value: Value) -> Decimal:
    if isinstance(value, int | Decimal):
        return Decimal(value)
    if value is None:
        return Decimal(0)
    raise TypeError(f"{value!r} is no number")


def stamp(moment: datetime) -> int:
    """A moment as a file writes it, to two seconds; DoesNotFit before 1980 and after 2107."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise DoesNotFit(f"the year {moment.year} cannot be written")
    date = (moment.year - FIRST_YEAR) << 9 | moment.month << 5 | moment.day
    return date << 16 | moment.hour << 11 | moment.minute << 5 | moment.second // 2


def real48_bytes(value: Fraction) -> bytes:
    """A real number of Turbo Pascal, rounded to its 40 bits; DoesNotFit when it is too large."""
    if not value:
        return bytes(6)
    size, exponent = abs(value), 129
    while size >= 2:
        size, exponent = size / 2, exponent + 1
    while size < 1:
        size, exponent = size * 2, exponent - 1
    mantissa = int(size * (1 << 39) + Fraction(1, 2))
    if mantissa >> 40:
        mantissa, exponent = mantissa >> 1, exponent + 1
    if exponent <= 0:
        return bytes(6)
    if exponent > 0xFF:
        raise DoesNotFit(f"{value} is too large for a real number")
    sign = 1 << 39 if value < 0 else 0
    return bytes([exponent]) + ((mantissa & ((1 << 39) - 1)) | sign).to_bytes(5, "little")
