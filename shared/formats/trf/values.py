"""Values as TRF files write them: numbers, and dates in the many forms that programs use."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache

_DECIMAL = re.compile(r"[+-]?(?:\d{1,7}(?:[.,]\d{0,4})?|[.,]\d{1,4})", re.ASCII)
_TENTH = Decimal("0.1")
_YEAR_FIRST = re.compile(r"(\d{4})[/.\-](\d{1,2})[/.\-](\d{1,2})(?:[ T].*)?", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{4})(?: .*)?", re.ASCII)
_SHORT = re.compile(r"(\d{2})[/.\-](\d{2})[/.\-](\d{2})", re.ASCII)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_NAMED = re.compile(r"(?:[A-Za-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})", re.ASCII)
_NAMED_FIRST = re.compile(r"([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})", re.ASCII)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BIRTH = re.compile(r"(\d{4})[/.\-](\d{1,2})[/.\-](\d{1,2})", re.ASCII)


def is_whole(text: str) -> bool:
    """Whether a text is digits alone."""
    return text.isascii() and text.isdigit()


def is_decimal(text: str, *, blank: bool = False) -> bool:
    """Whether a text is a number, with a point or a comma; `blank` also takes blanks."""
    text = text.strip()
    return _DECIMAL.fullmatch(text) is not None if text else blank


@lru_cache(maxsize=4096)
def decimal_of(text: str) -> Decimal | None:
    """The number that a text without blanks around it says, with one decimal at least; None when it is none.

    Equal numbers are equal texts, so that ``4``, ``4.0`` and ``4.00`` are one statement.
    """
    if _DECIMAL.fullmatch(text) is None:
        return None
    value = Decimal(text.replace(",", ".")).normalize()
    exponent = value.as_tuple().exponent
    return value.quantize(_TENTH) if not isinstance(exponent, int) or exponent > -1 else value


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def iso_date(text: str) -> tuple[str | None, bool]:
    """Turn a date into YYYY-MM-DD.

    Args:
        text: YYYY/MM/DD as the format wants it; also with other signs, day first, YY/MM/DD, without signs, or with the
            name of the month in English.

    Returns:
        The date, None when the text is none; and whether it can be read in another way too.
    """
    if found := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
        return _iso(int(found[1]), int(found[2]), int(found[3])), False
    if found := _YEAR_LAST.fullmatch(text):
        first, second, year = int(found[1]), int(found[2]), int(found[3])
        day_first, month_first = _iso(year, second, first), _iso(year, first, second)
        return day_first or month_first, bool(day_first and month_first and first != second and "." not in text)
    if found := _SHORT.fullmatch(text):
        return _short(int(found[1]), int(found[2]), int(found[3]))
    if found := _NAMED.fullmatch(text):
        return _named(found[2], found[1], found[3]), False
    if found := _NAMED_FIRST.fullmatch(text):
        return _named(found[1], found[2], found[3]), False
    return None, False


def _short(first: int, second: int, third: int) -> tuple[str | None, bool]:
    """YY/MM/DD as in record 132; day first when it cannot be that."""
    year_first, day_first = _iso(_century(first), second, third), _iso(_century(third), second, first)
    return year_first or day_first, bool(year_first and day_first and first != third)


def _century(year: int) -> int:
    return year + (2000 if year < 70 else 1900)


def _named(month: str, day: str, year: str) -> str | None:
    short = month.lower()[:3]
    return _iso(int(year), _MONTHS.index(short) + 1, int(day)) if short in _MONTHS else None


@lru_cache(maxsize=16_384)
def birth_date(text: str) -> str | None:
    """A date of birth: YYYY-MM-DD, or YYYY where the file has 00 for month and day.

    Returns:
        None for a blank or a date of zeros, and the text itself when it is no date.
    """
    if not text or not text.strip("0/.- "):
        return None
    if is_whole(text) and len(text) == 4:
        return text
    found = _BIRTH.fullmatch(text)
    if found and int(found[2]) == 0 and int(found[3]) == 0:
        return found[1]
    return iso_date(text)[0] or text
