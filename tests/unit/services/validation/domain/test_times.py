"""Nothing ends before it starts, and nothing lies far in the future."""

from datetime import UTC, datetime
from typing import Any

import pytest

from contracts.codes import validation as codes
from contracts.facts import AsOf, EventFact, Participant, Person, SessionFact
from contracts.findings import Finding
from contracts.messages import Fragment
from services.validation.domain import times
from services.validation.domain.case import Case
from tests.support.fragments import fragment


def found(whole: Fragment) -> list[Finding]:
    return [finding for rule in times.RULES for finding in rule(Case(whole))]


def event(**fields: Any) -> Fragment:
    return fragment("f", events=(EventFact(**fields),))


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("19:30", "23:10"),
        ("19:30", "00:20"),
        ("2026-03-07T19:30", "2026-03-08T00:20"),
        ("2026-03-07T19:30+02:00", "22:00"),
        ("2026-03-07T19:30+02:00", "2026-03-07T18:00+00:00"),
        ("2026-03-07T19:30", "2026-03-07T19:00Z"),
        ("evening", "late"),
        (None, "2026-03-07T19:30"),
    ],
)
def test_an_evening_may_end_after_midnight_and_times_that_cannot_be_compared_are_not(start: str, end: str) -> None:
    assert found(event(start_date="2026-03-07", start_time=start, end_time=end)) == []


@pytest.mark.parametrize(
    ("start", "end"), [("2026-03-07T19:30", "2026-03-07T19:00"), ("2026-03-07T19:30+02:00", "2026-03-07T17:00Z")]
)
def test_times_with_a_date_are_compared_across_zones(start: str, end: str) -> None:
    assert [(f.code, f.stated) for f in found(event(start_time=start, end_time=end))] == [
        (codes.ENDS_BEFORE_START.code, end)
    ]


def test_an_event_of_several_days_ends_after_it_starts() -> None:
    assert found(event(start_date="2026-03-07", end_date="2026-03-08")) == []
    assert found(event(start_date="2026-03-07", end_date="2026-03-07")) == []
    assert [f.subject for f in found(event(start_date="2026-03-07", end_date="2026-03-06"))] == ["the event"]


def test_a_date_that_is_none_is_the_readers_business() -> None:
    assert found(event(start_date="soon", end_date="2026-13-40")) == []


def test_a_date_more_than_a_year_after_the_files_arrival_is_pointed_out() -> None:
    assert found(event(start_date="2027-03-01")) == []
    assert [f.code for f in found(event(start_date="2027-04-01"))] == [codes.DATE_IN_FUTURE.code]
    assert [f.code for f in found(event(end_date="2062-03-07"))] == [codes.DATE_IN_FUTURE.code]


def test_sessions_are_looked_at_like_events() -> None:
    whole = fragment("f", sessions=(SessionFact(id="2", date="2206-03-07"),))
    assert [f.subject for f in found(whole)] == ["session 2"]


def test_a_files_own_time_stamp_proves_nothing_about_its_future() -> None:
    whole = event(start_date="2027-04-01")
    unknown = whole.file.replace(received_at=None)
    old = AsOf(at=datetime(1980, 1, 1, tzinfo=UTC), source="file_time")
    assert found(whole.replace(file=unknown, as_of=old)) == []
    stated = old.replace(source="stated")
    assert len(found(whole.replace(file=unknown, as_of=stated))) == 1


def test_results_of_long_ago_are_welcome() -> None:
    assert found(event(start_date="1936-03-07")) == []


def session_of(day: str, **fields: Any) -> list[str]:
    whole = fragment("f", events=(EventFact(**fields),), sessions=(SessionFact(id="1", date=day),))
    return [finding.code for finding in times.sessions_within_event(Case(whole))]


def test_a_session_is_within_the_days_of_its_event() -> None:
    days = {"start_date": "2026-03-07", "end_date": "2026-03-08"}
    for day in ("2026-03-07", "2026-03-08", "soon"):
        assert session_of(day, **days) == []
    for day in ("2026-03-06", "2026-03-09"):
        assert session_of(day, **days) == [codes.SESSION_OUTSIDE_EVENT.code]
    assert session_of("2026-05-01", start_date="2026-03-07") == []


def test_days_of_an_event_that_are_wrong_themselves_do_not_make_sessions_wrong() -> None:
    assert session_of("2026-03-07", start_date="2126-03-07") == []
    assert session_of("2026-03-07", start_date="2026-03-08", end_date="2026-03-06") == []


def test_findings_say_both_dates_and_what_they_are_compared_with() -> None:
    sessions = (SessionFact(id="1", date="2026-03-06"), SessionFact(id="2", date="2026-03-09"))
    days = EventFact(start_date="2026-03-07", end_date="2026-03-08")
    early, late = found(fragment("f", events=(days,), sessions=sessions))
    assert early.message == "session 1 is dated 2026-03-06; the event starts 2026-03-07"
    assert (early.subject, early.stated, early.computed) == ("session 1", "2026-03-06", "not before 2026-03-07")
    assert late.message == "session 2 is dated 2026-03-09; the event ends 2026-03-08"
    assert (late.subject, late.stated, late.computed) == ("session 2", "2026-03-09", "not after 2026-03-08")
    (turned,) = found(event(start_date="2026-03-08", end_date="2026-03-07"))
    assert turned.message == "the event starts 2026-03-08 and ends 2026-03-07"
    assert (turned.subject, turned.stated, turned.computed) == ("the event", "2026-03-07", "after 2026-03-08")
    (far,) = found(event(start_date="2036-03-08", end_date="2036-03-09"))
    assert far.message == "the event is dated 2036-03-08, long after the file was made (2026-03-07)"
    assert (far.stated, far.computed) == ("2036-03-08", "not after 2027-03-08")


@pytest.mark.parametrize(("day", "far"), [("2027-03-08", 0), ("2027-03-09", 1)])
def test_a_date_may_lie_a_year_and_a_day_ahead(day: str, far: int) -> None:
    assert len(found(event(start_date=day))) == far


@pytest.mark.parametrize(("day", "outside"), [("06", 1), ("07", 0), ("08", 0), ("09", 1)])
def test_the_first_and_the_last_day_belong_to_the_event(day: str, outside: int) -> None:
    days = EventFact(start_date="2026-03-07", end_date="2026-03-08")
    assert len(found(fragment("f", events=(days,), sessions=(SessionFact(id="1", date=f"2026-03-{day}"),)))) == outside


def test_an_impossible_time_with_a_date_is_not_compared() -> None:
    assert found(event(start_time="2026-03-07T19:30", end_time="2026-03-07T99:30")) == []


def test_an_event_that_starts_and_ends_at_one_moment_is_in_order() -> None:
    assert found(event(start_time="2026-03-07T19:30", end_time="2026-03-07T19:30")) == []


def born(*dates: str, start: str | None = "2026-03-07") -> list[tuple[str | None, str | None]]:
    people = tuple(
        Participant(id=str(number), kind="player", players=(Person(name="x", birth_date=text),))
        for number, text in enumerate(dates, 1)
    )
    whole = fragment("f", events=(EventFact(start_date=start),), participants=people)
    return [(finding.subject, finding.stated) for finding in found(whole)]


def test_a_player_is_neither_an_infant_nor_older_than_anybody() -> None:
    assert born("1872", "1990-01-31", "2026", "0000", "2020", "soon", "") == [
        ("player 1", "1872"),
        ("player 3", "2026"),
    ]
    assert born("1872", start=None) == []
    assert born(*["1900-01-01"] * 9, "1990") == [], "years that mean something else"
