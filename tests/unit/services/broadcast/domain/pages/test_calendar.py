"""The events of a club by day."""

from datetime import UTC, datetime
from typing import Any

from services.broadcast.domain.pages.calendar import LISTED, by_day

NOW = datetime(2031, 3, 10, 12, tzinfo=UTC)


def event(own: str, date: str | None, shown: str = "official") -> dict[str, Any]:
    return {"id": own, "name": own, "date": date, "shown": shown}


def test_what_is_in_play_comes_first_and_what_has_no_date_last() -> None:
    events = [
        event("old", None),
        event("odd", "2031-13-45"),
        event("winter", "2031-02-11"),
        event("later", "2031-09-01"),
        event("soon", "2031-04-01"),
        event("b10", "2031-03-04"),
        event("b9", "2031-03-04"),
        event("tonight", "2031-03-10", "live"),
        event("today", "2031-03-10T19:00:00"),
    ]
    groups = [(title, [each["id"] for each in rows]) for title, rows in by_day(events, NOW)]
    assert groups == [
        ("In play", ["tonight"]),
        ("Coming", ["soon", "later"]),
        ("March 2031", ["today", "b9", "b10"]),
        ("February 2031", ["winter"]),
        ("Without a date", ["odd", "old"]),
    ]


def test_a_page_has_so_many_events_and_no_more() -> None:
    events = [event(f"e{number}", "2031-03-04") for number in range(LISTED + 3)] + [event("old", None)]
    assert [(title, len(rows)) for title, rows in by_day(events, NOW)] == [("March 2031", LISTED)]
