"""Numbers, dates, times and flags as USEBIO files write them."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Literal, TypeVar

from contracts.base import Direction, Place
from contracts.codes.usebio import BAD_DATE, BAD_NUMBER, BAD_VALUE, DATE_AMBIGUOUS, DECIMAL_COMMA
from shared.formats.usebio.reader.fields import Fields
from shared.formats.usebio.report import Report
from shared.formats.written_numbers import without_noise

Number = TypeVar("Number", int, Decimal)
Value = TypeVar("Value")

_NUMBER = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})", re.ASCII)
_FLOAT = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,30})?(?:[eE]-\d{1,3})?", re.ASCII)
_COMMA = re.compile(r"[+-]?\d{1,12},\d{1,2}", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0{1,6})?", re.ASCII)
_NOT_STATED = frozenset({"-", "--", "---", "?", "N/A", "NA"})
SMALL = {str(number): number for number in range(100)}
"""Whole numbers as nearly all files write them."""


def decimal(text: str, place: Place, report: Report, name: str) -> Decimal | None:
    """Read a number; None with a finding, that names its element, when the text is none."""
    plain = text.replace("\u2212", "-").removesuffix("%").strip()
    if _NUMBER.fullmatch(plain):
        return Decimal(plain)
    if _FLOAT.fullmatch(plain):
        return without_noise(Decimal(plain))
    if _COMMA.fullmatch(plain):
        report.add(
            DECIMAL_COMMA, f"{_named(name, plain)} has a decimal comma, which was read as a point", place, stated=text
        )
        return Decimal(plain.replace(",", "."))
    report.add(BAD_NUMBER, f"{_named(name, text)} is not a number", place, stated=text)
    return None


def _named(name: str, text: str) -> str:
    return f"{text[:40]!r} in {name}"


def plain_decimal(text: str) -> Decimal | None:
    """The number that a text is; None without a finding for one that may be something else."""
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def whole(text: str, place: Place, report: Report, name: str) -> int | None:
    """Read a whole number of up to nine digits; None with a finding, that names its element, when the text is none."""
    small = SMALL.get(text)
    if small is not None:
        return small
    if _WHOLE.fullmatch(text):
        return int(text.partition(".")[0])
    report.add(BAD_NUMBER, f"{_named(name, text)} is not a whole number", place, stated=text)
    return None


def decimal_of(fields: Fields, report: Report, *names: str) -> Decimal | None:
    """The number in the first of these leaves that has a text; a text that is none is kept as it stands."""
    return _number_of(fields, report, names, plain_decimal, decimal)


def whole_of(fields: Fields, report: Report, *names: str) -> int | None:
    """The whole number in the first of these leaves that has a text; a text that is none is kept as it stands."""
    return _number_of(fields, report, names, SMALL.get, whole)


def _number_of(
    fields: Fields,
    report: Report,
    names: tuple[str, ...],
    plain: Callable[[str], Number | None],
    read: Callable[[str, Place, Report, str], Number | None],
) -> Number | None:
    text = fields.text(*names)
    if text is None or (known := plain(text)) is not None:
        return None if text is None else known
    if text.upper() in _NOT_STATED:
        return None
    name = next(name for name in names if fields.stands(name))
    number = read(text, fields.place(*names), report, name)
    if number is None:
        fields.keep_as_written(name, 0, report)
    return number


def decimals_of(fields: Fields, report: Report, name: str) -> list[tuple[Decimal, Place]]:
    """Every number in the leaves of a name, with its place; texts that are none are kept as they stand."""
    numbers: list[tuple[Decimal, Place]] = []
    if name not in fields.texts:
        return numbers
    path = fields.place(name).path
    for text, line in (*fields.texts[name],):
        place = Place(line=line, path=path)
        number = decimal(text, place, report, name)
        if number is not None:
            numbers.append((number, place))
        else:
            fields.keep_as_written(name, len(numbers), report)
    return numbers


_DIRECTIONS = {
    **dict.fromkeys(
        ("NS", "N/S", "N-S", "N", "S", "NORTH", "SOUTH", "NORTH-SOUTH", "NORTH/SOUTH", "NORTHSOUTH"), Direction.NS
    ),
    **dict.fromkeys(("EW", "E/W", "E-W", "E", "W", "EAST", "WEST", "EAST-WEST", "EAST/WEST", "EASTWEST"), Direction.EW),
}


WINNERS: Mapping[str, Literal[1, 2]] = {"1": 1, "2": 2}
_FLAGS = {**dict.fromkeys(("Y", "YES", "TRUE", "1"), True), **dict.fromkeys(("N", "NO", "FALSE", "0"), False)}


def value_of(fields: Fields, report: Report, name: str, values: Mapping[str, Value], message: str) -> Value | None:
    """What the text of a leaf means; a text that means nothing is reported with `message`, and kept as it stands."""
    text = fields.text(name)
    if text is None:
        return None
    value = values.get(text.upper())
    if value is None:
        report.add(BAD_VALUE, message, fields.place(name), stated=text)
        fields.keep_as_written(name, 0, report)
    return value


def attribute_of(fields: Fields, report: Report, name: str, values: Mapping[str, Value], message: str) -> Value | None:
    """What an attribute means; a text that means nothing is reported with `message`, and kept as it stands."""
    text = fields.attributes.get(name)
    value = values.get(as_in_tables(text)) if text else None
    if text and value is None:
        report.add(BAD_VALUE, message, fields.place(), stated=text)
        fields.keep_attribute(name, report)
    return value


def as_in_tables(text: str) -> str:
    """An enumerated value as the tables spell it."""
    return "_".join(text.upper().replace("-", " ").split())


def direction_of(fields: Fields, report: Report) -> Direction | None:
    """DIRECTION, the line of the table."""
    return value_of(fields, report, "DIRECTION", _DIRECTIONS, "DIRECTION must be NS or EW")


def rateable_of(fields: Fields, report: Report) -> bool | None:
    """RATEABLE, a flag."""
    return attribute_of(fields, report, "RATEABLE", _FLAGS, "RATEABLE must be Y or N")


def flag(text: str | None) -> bool | None:
    """Read Y or N; None for anything else."""
    return None if text is None else _FLAGS.get(text.strip().upper())


_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{4}|\d{2})", re.ASCII)
_IN_WORDS = re.compile(
    r"(?:[A-Za-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ \-]([A-Za-z]{3,9})\.?,?[ \-](\d{4}|\d{2})", re.ASCII
)
_MONTH_FIRST = re.compile(
    r"(?:[A-Za-z]{3,9},? )?([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d{2})", re.ASCII
)
_TIME_OF_DAY = re.compile(r"(.*?\d)[T ]+(\d{1,2}:\d{2}.*)", re.ASCII)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def iso_date(text: str, version: tuple[int, int], place: Place, report: Report) -> tuple[str, bool]:
    """Turn a date into YYYY-MM-DD.

    Args:
        text: ISO (1.3 and later), dd/mm/yyyy (1.0 to 1.2), yyyymmdd (1.0, 5.3) or in words, and a time behind it.
        version: of the file; a date with slashes is day first by definition up to 1.2.
        place: for findings.
        report: takes findings.

    Returns:
        The date, and whether the text has to be kept beside it because it can be read in two ways or says more. A text
        that is no date comes back as it is.
    """
    timed = _TIME_OF_DAY.fullmatch(text)
    day, midnight = (timed[1], not timed[2].strip("0:.Zz ")) if timed else (text, True)
    if parts := _ISO.fullmatch(day) or _COMPACT.fullmatch(day):
        if iso := _iso(int(parts[1]), int(parts[2]), int(parts[3])):
            return iso, not midnight
    elif in_words := date_in_words(day):
        return in_words, True
    elif parts := _DAY_FIRST.fullmatch(day):
        first, second, year = int(parts[1]), int(parts[2]), _year(parts[3])
        if iso := _iso(year, second, first):
            unsure = len(parts[3]) == 2 or (version >= (1, 3) and first <= 12 and first != second)
            if unsure:
                report.add(DATE_AMBIGUOUS, f"the date {text} was read as {iso}", place, stated=text, computed=iso)
            return iso, unsure or not midnight
        if iso := _iso(year, first, second):
            report.add(
                DATE_AMBIGUOUS,
                f"the date {text} has the month first; it was read as {iso}",
                place,
                stated=text,
                computed=iso,
            )
            return iso, True
    report.add(BAD_DATE, f"{text[:40]!r} is not a date", place, stated=text)
    return text, False


def date_in_words(day: str) -> str | None:
    """The date that words give, the day or the month first; None where they give none."""
    if match := _IN_WORDS.fullmatch(day):
        number, name, year = match.groups()
    elif match := _MONTH_FIRST.fullmatch(day):
        name, number, year = match.groups()
    month = name[:3].lower() if match else ""
    return _iso(_year(year), _MONTHS.index(month) + 1, int(number)) if month in _MONTHS else None


def _year(text: str) -> int:
    year = int(text)
    return year if len(text) > 2 else year + (2000 if year < 70 else 1900)


def date_of(fields: Fields, name: str, version: tuple[int, int], report: Report) -> tuple[str | None, str | None]:
    """The date in a leaf or in a group of day, month and year.

    Returns:
        The date in ISO form, and the text as written where that has to be kept.
    """
    text = fields.name(report, name)
    if text is not None:
        iso, unsure = iso_date(text, version, fields.place(name), report)
        return iso, text if unsure else None
    group = next(iter(fields.all(name)), None)
    if group is None:
        return None, None
    parts = [group.text(part) or "" for part in ("DATE_YEAR", "DATE_MONTH", "DATE_DAY")]
    numbers = all(part.isascii() and part.isdigit() for part in parts)
    if numbers and (on := _iso(int(parts[0][:6]), int(parts[1][:4]), int(parts[2][:4]))):
        return on, None
    written = "-".join(parts)[:200]
    report.add(BAD_DATE, "day, month and year do not make a date", group.place(), stated=written)
    return written, None


_TIME = re.compile(r"(?:(\d{4}-\d{2}-\d{2})[T ])?(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?", re.ASCII)


def moment(text: str | None, day: str | None) -> datetime | None:
    """The moment that a USEBIO time gives together with a date.

    Args:
        text: hh:mm, with date and zone where the file gives them (2.2.2).
        day: the date of the session or event, for a time that has none.

    Returns:
        None without a zone: local time of an unknown place is no moment that can be compared.
    """
    match = _TIME.fullmatch(text) if text else None
    if match is None or match[4] is None:
        return None
    try:
        # A day that is unknown, or none that there is, gives no time either.
        return datetime.fromisoformat(f"{match[1] or day}T{match[2]}{match[3] or ':00'}{match[4]}")
    except ValueError:
        return None
