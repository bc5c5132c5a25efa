"""Which event a file is about, and of which of its sessions it is (2.2.2, 2.2.7, 2.2.8, 4.3).

Rule 1: the identity is that of `shared.formats.identity`: club, name, number and the day on which the event starts,
    which is ACBL_START_DATE where it is given (5.1), else DATE.
Rule 2: of a file that holds one session of several, programs write the day of the session as DATE, although 1.4 wants
    the start of the event there. So the number decides where there is one: of the day the year alone counts. The same
    holds for the overall results in a file without boards and sessions.
Rule 3: that a file holds one session of several it has to say itself: by OVERALL_RESULTS SESSION_ONLY, or as 1.3 has
    it, by RESULTS_TYPE SESSION_IN_SERIES. That it holds the overall results of several, by a SESSION_COUNT of more than
    one; without a SESSION_COUNT by OVERALL_RESULTS COMPLETE, or RESULTS_TYPE OVERALL_RESULTS. A number alone says
    nothing: clubs leave the same one in it every week.
"""

import re
from collections.abc import Callable

from contracts.codes.usebio import NO_IDENTITY, SESSION_WITHOUT_NUMBER
from contracts.facts import EventFact
from shared.formats.identity import event_slug
from shared.formats.usebio.reader.draft import Draft
from shared.formats.usebio.reader.values import date_of
from shared.formats.usebio.report import Report

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})[T ]?(.*)", re.ASCII)


def identity(draft: Draft, fact: EventFact, digest: Callable[[], str], report: Report) -> str:
    """The readable identity of an event; `digest` names one that nothing else names."""
    organiser = fact.organiser
    begun, _ = date_of(draft.fields, "ACBL_START_DATE", draft.version, Report())
    day = begun or fact.start_date
    if begun is None and (is_one_session(fact) or _overall(draft, fact)):
        if fact.external_id is not None:
            day = day[:4] if day else None
        elif is_one_session(fact):
            place = draft.fields.place("OVERALL_RESULTS", "RESULTS_TYPE")
            message = "one session of several, and no EVENT_ID says of which event: the day counts as its start"
            report.add(SESSION_WITHOUT_NUMBER, message, place)
    name = event_slug((organiser.name or organiser.id) if organiser else None, fact.name, fact.external_id, day)
    if name is None:
        name = f"usebio-{digest()}"
        report.add(
            NO_IDENTITY,
            "the file names neither the club nor the name or number of the event",
            draft.fields.place(),
            computed=name,
        )
    return name


def is_one_session(fact: EventFact) -> bool:
    """Whether the file says that it holds one session of several (rule 3)."""
    return fact.results == "session_only" or (fact.results is None and _type(fact) == "SESSION_IN_SERIES")


def _overall(draft: Draft, fact: EventFact) -> bool:
    """Whether the file holds the overall results of several sessions and nothing else (rule 3)."""
    if draft.sessions or draft.has_boards or draft.matches or draft.ladder or not draft.entries:
        return False
    counts = (detail.value for detail in fact.details if detail.name == "SESSION_COUNT")
    sessions = next((int(count[:6]) for count in counts if count.isascii() and count.isdigit()), None)
    if sessions is not None:
        return sessions > 1
    return fact.results == "complete" or _type(fact) == "OVERALL_RESULTS"


def _type(fact: EventFact) -> str:
    return "_".join((fact.results_type or "").upper().split())


def session_of(fact: EventFact) -> tuple[str | None, str | None]:
    """What the one session of a file is called, and its day: ACBL_SESSION_ID, else when it was played."""
    stated = next((detail.value for detail in fact.details if detail.name == "ACBL_SESSION_ID"), None)
    dated = _DATED.fullmatch(fact.start_time or "")
    day, time = (dated[1], dated[2]) if dated else (fact.start_date, fact.start_time)
    return stated or "T".join(part for part in (day, time) if part) or None, day
