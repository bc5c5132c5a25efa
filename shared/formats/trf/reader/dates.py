"""Dates of the tournament (042, 052) and of its rounds (132)."""

import re

from contracts.base import Place
from contracts.codes.trf import BAD_DATE, DATE_AMBIGUOUS, DATES_REVERSED, ROUND_DATES
from shared.formats.trf.columns import FIRST_DATE, ROUND_STEP
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.values import iso_date, month_comes_first

_DATE = re.compile(r"\d{4}[/.\-]\d\d[/.\-]\d\d|\d{1,4}[/.\-]\d{1,2}[/.\-]\d{1,4}", re.ASCII)
"""A date of a round; YYYY/MM/DD fills the ten columns of a round, so the next one follows without a blank."""


def day(draft: Draft, code: str) -> str | None:
    """The date of 042 or 052 in ISO form, or as it stands when it is none."""
    if code not in draft.texts:
        return None
    text, line = draft.texts[code]
    iso, unsure = iso_date(text, month_first=_month_first(draft))
    place = Place(line=line, column=5, end_column=4 + len(text), path=code)
    if iso is None:
        draft.report.add(BAD_DATE, f"{text[:40]!r} is not a date", place, stated=text[:200])
    elif unsure:
        draft.report.add(DATE_AMBIGUOUS, f"the date {text} was read as {iso}", place, stated=text, computed=iso)
    return iso or text[:200]


def _days(draft: Draft) -> tuple[str | None, str | None]:
    """The first and the last day in ISO form; None for what is none."""
    order = _month_first(draft)
    first, last = (
        iso_date(draft.texts[code][0], month_first=order)[0] if code in draft.texts else None for code in ("042", "052")
    )
    return first, last


def _month_first(draft: Draft) -> bool | None:
    """How the one of the two days is written that can be read in one way only; None when neither shows it."""
    orders = [month_comes_first(draft.texts[code][0]) for code in ("042", "052") if code in draft.texts]
    return next((order for order in orders if order is not None), None)


def check_days(draft: Draft) -> None:
    """The last day is not before the first."""
    first, last = _days(draft)
    if first is not None and last is not None and last < first:
        text, line = draft.texts["052"]
        place = Place(line=line, column=5, end_column=4 + len(text), path="052")
        draft.report.add(DATES_REVERSED, f"the tournament ends on {last} but begins on {first}", place, stated=last)


def rounds_dated(dates: list[str | None], begun: int) -> int | None:
    """The number of rounds by their dates, where nothing states it.

    Args:
        dates: of 132.
        begun: rounds that are in. Dates that go no further say nothing of rounds to come, since some programs date only
            what has been played.
    """
    last = max((round_ for round_, date in enumerate(dates, 1) if date is not None), default=0)
    return last if last > begun else None


def dates_of_rounds(draft: Draft, rounds: int | None) -> list[str | None]:
    """The dates of the records 132, one for each round; None where a round has none.

    Args:
        draft: what was read; a program may write a record for each date.
        rounds: how many the tournament has, where that is known.
    """
    dates: list[str | None] = []
    for line, number in draft.listed.get("132", ()):
        if left := " ".join(_DATE.sub(" ", line[3:]).split()):
            place = Place(line=number, column=5, end_column=len(line.rstrip()), path="132")
            draft.report.add(BAD_DATE, f"{left[:40]!r} is not a date", place, stated=left[:200])
        for match in _DATE.finditer(line, 3):
            if not match[0].strip("0/.-"):
                continue  # a date that was not filled in
            iso, _ = iso_date(match[0])
            column = match.start() + 1
            place = Place(line=number, column=column, end_column=match.end(), path="132")
            if iso is None:
                draft.report.add(BAD_DATE, f"{match[0]!r} is not a date", place, stated=match[0])
            at = (column - FIRST_DATE + ROUND_STEP // 2) // ROUND_STEP if column >= FIRST_DATE else len(dates)
            dates += [None] * (at + 1 - len(dates))
            fault = _fault(draft, dates, at, iso, rounds)
            if fault:
                draft.report.add(ROUND_DATES, fault, place, stated=iso or match[0])
            dates[at] = dates[at] or iso
    return dates


def _fault(draft: Draft, dates: list[str | None], at: int, iso: str | None, rounds: int | None) -> str | None:
    """What is wrong with the date of a round beside those that are known."""
    if at == rounds or iso is None:
        return f"there are more dates than the {rounds} rounds" if at == rounds else None
    if dates[at] not in (None, iso):
        return f"the round is on {iso}, but on {dates[at]} in an earlier place"
    before = next((each for each in reversed(dates[:at]) if each), None)
    if before is not None and iso < before:
        return f"the round is on {iso}, the one before it on {before}"
    first, last = _days(draft)
    reversed_ = first is not None and last is not None and last < first  # which is reported already
    outside = not reversed_ and (iso < (first or iso) or iso > (last or iso))
    return f"the tournament is from {first or '?'} to {last or '?'}" if outside else None
