"""Which event a game belongs to: the identity that its files share.

Rule 1: the identity is club, name, sanction with event code, and date, as far as the file gives them; the sanction
    stands in for a club without a name, the club's number for both.
Rule 2: clubs play games of one name in the morning and in the afternoon. So the time of day of the session is added to
    the name of an event of one session, unless the name has one.
Rule 3: an event of several sessions comes in a file for each, and the name changes with the session ("Sun Morn Flt B",
    "Sun Aft Flt B"). Days, times of day and the number of the session are left out of its name.
Rule 4: the sessions may be played on several days, and a file gives its own day alone. With a sanction the year is
    enough to tell events apart; without one the sessions have to be of one day, or the sender names the event.
"""

import re
from dataclasses import dataclass
from datetime import date

from shared.formats.identity import event_slug

_MONTH_NAMES = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December")  # fmt: skip
_MONTHS = tuple(name[:3].lower() for name in _MONTH_NAMES)
_LONG = re.compile(r"([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(\d{4})", re.ASCII)
_SHORT = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})", re.ASCII)

_TIMES = dict.fromkeys(("morn", "mor", "morning", "am"), "morn")
_TIMES |= dict.fromkeys(("aft", "afternoon", "pm"), "aft") | dict.fromkeys(("eve", "evening", "night", "nite"), "eve")
"""Words for the time of day, and which of the three it is."""

_DAY = re.compile(r"sun|mon|tues?|weds?|thu|thurs?|fri|sat|(sun|mon|tues|wednes|thurs|fri|satur)day", re.IGNORECASE)
_SESSION = re.compile(
    r"\b(?:session|sess|sn)\s*#?\s*(?:\d+|one|two|three|four)\b|\b(?:1st|2nd|3rd|\dth|first|second|third|fourth)\s+"
    r"(?:session|sess)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]+|[^A-Za-z]+")


def iso_date(text: str) -> str | None:
    """A date as the program writes it ("October 15, 2017"), in ISO form; None for anything else."""
    match = _LONG.search(text)
    if match is not None and match[1].lower() in _MONTHS:
        month, day, year = _MONTHS.index(match[1].lower()) + 1, int(match[2]), int(match[3])
    elif (match := _SHORT.search(text)) is not None:
        month, day, year = int(match[1]), int(match[2]), int(match[3])
    else:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def long_date(day: str) -> str:
    """An ISO date as the program writes it: "May 4, 2031"; what is none as it stands, as far as there is room."""
    try:
        when = date.fromisoformat(day)
    except ValueError:
        return day[:19]
    return f"{_MONTH_NAMES[when.month - 1]} {when.day}, {when.year}"


def time_of_day(text: str) -> str | None:
    """The time of day that a text names: "morn", "aft" or "eve"."""
    return next((_TIMES[word.lower()] for word in _WORD.findall(text) if word.lower() in _TIMES), None)


def without_session(name: str) -> str:
    """A name without days, times of day and the number of a session (rule 3)."""
    words = _WORD.findall(_SESSION.sub(" ", name))
    rest = "".join(word for word in words if word.lower() not in _TIMES and _DAY.fullmatch(word) is None)
    return re.sub(r"\s+", " ", rest).strip(" -,")


@dataclass(frozen=True)
class Naming:
    """What a file says of an event that can name it, as it is written; the day, of the session, in ISO form."""

    club: str = ""
    club_number: str = ""
    sanction: str = ""
    code: str = ""
    name: str = ""
    session_name: str = ""
    day: str | None = None


def identity(naming: Naming, *, several: bool) -> str | None:
    """The identity of an event of one session or several; None when the file names neither club nor event."""
    organiser = naming.club or naming.sanction or naming.club_number
    number = " ".join(part for part in (naming.sanction if naming.club else "", naming.code) if part) or None
    name, day = naming.name, naming.day
    if several:
        name = without_session(name) or name
        day = day[:4] if day and naming.sanction else day
    elif name and time_of_day(name) is None:
        name = f"{name} {time_of_day(naming.session_name) or ''}".strip()
    return event_slug(organiser, name, number, day)
