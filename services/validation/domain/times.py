"""Rules about dates and times: nothing ends before it starts or lies far in the future, and players are of an age.

There is no clock here: "now" is the moment at which the file arrived, or at which it says that it was made.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from contracts.base import Place
from contracts.codes import validation as codes
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.messages import Fragment
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import systematic

_YOUNGEST, _OLDEST = 2, 110

FAR = timedelta(days=366)
"""How far ahead a date may lie: calendars of the coming season are made a year before."""


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text else None
    except ValueError:
        return None


def _moment(text: str | None) -> datetime | None:
    """A time with its date; None for a time of day alone, because an evening may end after midnight."""
    if not text or len(text) < 16:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _spans(facts: Facts) -> Iterator[tuple[str, str | None, str | None, str | None, str | None, Place | None]]:
    """What, start date, end date, start time, end time, place."""
    for event in facts.events:
        yield "the event", event.start_date, event.end_date, event.start_time, event.end_time, event.at
    for session in facts.sessions:
        yield f"session {session.id}", session.date, None, session.start_time, session.end_time, session.at


def ends_after_start(case: Case) -> Iterator[Finding]:
    """An event or session ends after it starts; times are compared where both have a date and both or no zone."""
    for what, start_date, end_date, start_time, end_time, at in _spans(case.facts):
        first, last = _day(start_date), _day(end_date)
        start, end = _moment(start_time), _moment(end_time)
        if first is not None and last is not None and last < first:
            stated, computed = str(end_date), str(start_date)
        elif start is not None and end is not None and (start.tzinfo is None) == (end.tzinfo is None) and end < start:
            stated, computed = str(end_time), str(start_time)
        else:
            continue
        text = f"{what} starts {computed} and ends {stated}"
        yield codes.ENDS_BEFORE_START.finding(text, place=at, subject=what, stated=stated, computed=f"after {computed}")


def dates_not_in_future(case: Case) -> Iterator[Finding]:
    """Results are not of a day more than a year after the file was made; a wrong year is the usual reason."""
    made, latest = _made(case.fragment), _latest(case.fragment)
    if made is None or latest is None:
        return
    for what, start_date, end_date, _, _, at in _spans(case.facts):
        for text in (start_date, end_date):
            day = _day(text)
            if day is not None and day > latest:
                message = f"{what} is dated {text}, long after the file was made ({made.date()})"
                computed = f"not after {latest}"
                yield codes.DATE_IN_FUTURE.finding(message, place=at, subject=what, stated=text, computed=computed)
                break


def _made(fragment: Fragment) -> datetime | None:
    """When the file was made at the latest; a file's own time stamp alone is often wrong, and proves nothing."""
    if fragment.file.received_at is not None:
        return fragment.file.received_at
    return fragment.as_of.at if fragment.as_of.source == "stated" else None


def _latest(fragment: Fragment) -> date | None:
    """The last day that lies not too far ahead."""
    made = _made(fragment)
    return None if made is None else made.astimezone(UTC).date() + FAR


def sessions_within_event(case: Case) -> Iterator[Finding]:
    """A session is not before the first day of its event, nor after its last (USEBIO 1.4, 2.2.2 and 4.2.2).

    Days of the event that are wrong by themselves are the other rules'.
    """
    event, latest = case.facts.event, _latest(case.fragment)
    first, last = _day(event.start_date), _day(event.end_date)
    if first is not None and ((last is not None and last < first) or (latest is not None and first > latest)):
        return
    for session in case.facts.sessions:
        day = _day(session.date)
        early = day is not None and first is not None and day < first
        late = day is not None and last is not None and day > last
        if early or late:
            subject, limit = f"session {session.id}", event.start_date if early else event.end_date
            text = f"{subject} is dated {session.date}; the event {'starts' if early else 'ends'} {limit}"
            computed = f"not before {limit}" if early else f"not after {limit}"
            yield codes.SESSION_OUTSIDE_EVENT.finding(
                text, place=session.at, subject=subject, stated=session.date, computed=computed
            )


def births_likely(case: Case) -> Iterator[Finding]:
    """Players are neither infants nor older than anybody; where most would be, the years mean something else."""
    day = _day(case.facts.event.start_date) or _day(case.facts.event.end_date)
    if day is None:
        return
    born = [
        (listed, year)
        for listed in case.facts.participants
        for person in listed.players
        if (year := (person.birth_date or "")[:4]).isdecimal() and int(year)
    ]
    wrong = [(listed, year) for listed, year in born if not _YOUNGEST <= day.year - int(year) <= _OLDEST]
    for listed, year in wrong if not systematic(len(wrong), len(born)) else ():
        subject = f"{listed.kind} {listed.number or listed.id}"
        text = f"{subject} would be {day.year - int(year)} years old, born in {year}"
        yield codes.BIRTH_UNLIKELY.finding(text, place=listed.at, subject=subject, stated=year)


RULES: tuple[Rule, ...] = (ends_after_start, dates_not_in_future, sessions_within_event, births_likely)
