"""Values as TRF files write them: numbers, and dates in the many forms that programs use."""

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache
from unicodedata import combining, normalize

_DECIMAL = re.compile(r"[+-]?(?:\d{1,7}(?:[.,]\d{0,4})?|[.,]\d{1,4})", re.ASCII)
_TENTH = Decimal("0.1")
_SIGN = r" ?[/.\-] ?"
_YEAR_FIRST = re.compile(rf"(\d{{4}}){_SIGN}(\d{{1,2}}){_SIGN}(\d{{1,2}})\.?(?:[ T].*)?", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}}){_SIGN}(\d{{1,2}}){_SIGN}(\d{{4}})\.?(?:[ T].*)?", re.ASCII)
_SHORT = re.compile(r"(\d{1,2})([/.\-])(\d{1,2})\2(\d{1,2})", re.ASCII)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_NAMED = re.compile(
    r"(?:[^\W\d]{2,12}\.?,? )?(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]?(?:of |de )?([^\W\d]{3,10})\.?,?[ -]?(?:de )?(\d{4})"
)
_NAMED_FIRST = re.compile(r"(?:[^\W\d]{2,12}\.?,? )?([^\W\d]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "jan ene gen",
            "feb fev fevr",
            "mar mrt maa",
            "apr abr avr",
            "may mai mag mei maj",
            "jun juin giu",
            "jul juil lug",
            "aug ago aou",
            "sep set",
            "oct okt out ott",
            "nov",
            "dec dez dic",
        ),
        1,
    )
    for name in names.split()
}
"""Months by how they begin in English, German, French, Spanish, Italian, Portuguese and Dutch, without accents."""

_ONLY_YEAR = re.compile(r"(?:0?0[/.\-]0?0[/.\-])?(\d{4})(?:[/.\-][ /.\-]*)?", re.ASCII)
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
    tenths = value.quantize(_TENTH)
    return tenths if tenths == value else value


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _both_ways(match: re.Match[str]) -> tuple[str | None, str | None]:
    """A date with its year at the end: day first, and month first."""
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    return _iso(year, second, first), _iso(year, first, second)


def month_comes_first(text: str) -> bool | None:
    """How a date with its year at the end is written; None where it can be read both ways, and for other dates."""
    match = _YEAR_LAST.fullmatch(text)
    by_day, by_month = _both_ways(match) if match else (None, None)
    return None if bool(by_day) is bool(by_month) else by_month is not None


def iso_date(text: str, *, month_first: bool | None = None) -> tuple[str | None, bool]:
    """Turn a date into YYYY-MM-DD, None when the text is none; and say whether it can be read in another way too.

    The format wants YYYY/MM/DD; programs write other signs, day first, YY/MM/DD, no signs, or the name of the month.
    `month_first` decides about a date with its year at the end that can be read both ways.
    """
    if match := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
        return _iso(int(match[1]), int(match[2]), int(match[3])), False
    if match := _YEAR_LAST.fullmatch(text):
        by_day, by_month = _both_ways(match)
        unsure = by_day is not None and by_month is not None and by_day != by_month and "." not in text
        if unsure and month_first:
            by_day = by_month
        return by_day or by_month, unsure and month_first is None
    if match := _SHORT.fullmatch(text):
        return _short(match[1], match[3], match[4], by_dots=match[2] == ".")
    if match := _NAMED.fullmatch(text):
        return _named(match[2], match[1], match[3]), False
    if match := _NAMED_FIRST.fullmatch(text):
        return _named(match[1], match[2], match[3]), False
    return None, False


def _short(first: str, second: str, third: str, *, by_dots: bool) -> tuple[str | None, bool]:
    """YY/MM/DD as in record 132, else day first, else month first; a year has two digits.

    With points in it the order says less, since half of Europe writes the day first: the later of two dates is meant.
    """
    year_first = _iso(_century(int(first)), int(second), int(third)) if len(first) == 2 else None
    year = _century(int(third))
    day_first, month_first = (
        _iso(year, month, day) if len(third) == 2 else None
        for month, day in ((int(second), int(first)), (int(first), int(second)))
    )
    dates = [each for each in (year_first, day_first) if each is not None]
    if not dates:
        return month_first, False
    also = month_first if year_first is None and not by_dots else None
    return max(dates) if by_dots else dates[0], len({*dates, also} - {None}) > 1


def _century(year: int) -> int:
    return year + (2000 if year < 70 else 1900)


def _named(month: str, day: str, year: str) -> str | None:
    plain = "".join(each for each in normalize("NFKD", month.casefold()) if not combining(each))
    known = _MONTHS.get(plain[:4]) or _MONTHS.get(plain[:3])
    return _iso(int(year), known, int(day)) if known else None


@lru_cache(maxsize=16_384)
def birth_date(text: str) -> str | None:
    """A date of birth: YYYY-MM-DD, or YYYY alone; None for blanks or zeros; the text when it is no date."""
    if not text or not text.strip("0/.- "):
        return None
    match = _BIRTH.fullmatch(text)
    if (match and 0 in (int(match[2]), int(match[3]))) or (match := _ONLY_YEAR.fullmatch(text)):
        return match[1]
    return iso_date(text)[0] or text
