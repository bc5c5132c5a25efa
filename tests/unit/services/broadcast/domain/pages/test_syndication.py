"""The list of events as a calendar and as news."""

from xml.etree import ElementTree as ET

from services.broadcast.domain.channel import TableState
from services.broadcast.domain.pages.syndication import ATOM, calendar_file, results_feed

ROOT = "https://club.example/live/"
COLUMNS = ("name", "organiser", "date", "status", "leader", "updated")
HOSTILE = "A; B, C\\\n<&>\x07\ufffe " + "é" * 60
TABLE = TableState(
    COLUMNS,
    {
        "spring": ("Spring Cup", "Old Town", "2026-03-07", "official", "Ann & Bob", "2026-03-07T22:05:00+01:00"),
        "friday": (HOSTILE, None, "2026-03-06", "provisional", None, "2026-03-06T22:00:00+00:00"),
        "now": ("Now", None, "2026-03-08", "live", "Cyd", "2026-03-08T20:00:00+00:00"),
        "secret": ("", None, "2026-03-09", "official", None, None),
        "undated": ("Undated", None, None, "corrected", None, "2026-03-09T08:00:00+00:00"),
    },
    {},
)


def test_a_calendar_has_the_days_of_events() -> None:
    data = calendar_file(TABLE, ROOT)
    assert data.startswith(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert data.endswith(b"END:VCALENDAR\r\n")
    lines = data.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert all(line.decode().isprintable() for line in lines), "no letter is cut, and no control character is left"
    text = data.decode().replace("\r\n ", "")
    assert [line for line in text.splitlines() if line.startswith("UID")] == [
        f"UID:{event}@club.example" for event in ("secret", "now", "spring", "friday")
    ]
    assert (
        "DTSTAMP:20260307T210500Z\r\nDTSTART;VALUE=DATE:20260307\r\nDTEND;VALUE=DATE:20260308\r\n"
        "SUMMARY:Spring Cup\r\nDESCRIPTION:Old Town\r\nURL:https://club.example/live/e/spring\r\n"
    ) in text
    assert "DTSTAMP:20260309T000000Z" in text, "of what is held back, the day"
    assert f"SUMMARY:A\\; B\\, C\\\\ <&>   {'é' * 60}\r\n" in text


def test_news_are_the_events_that_are_over_with_the_newest_first() -> None:
    feed = ET.fromstring(results_feed(TABLE, ROOT, "Old Town"))
    assert feed.tag == f"{{{ATOM}}}feed"
    assert feed.findtext(f"{{{ATOM}}}updated") == "2026-03-09T08:00:00Z"
    entries = feed.findall(f"{{{ATOM}}}entry")
    assert [entry.findtext(f"{{{ATOM}}}id") for entry in entries] == [
        f"{ROOT}e/{event}" for event in ("undated", "spring", "friday")
    ]
    assert [entry.findtext(f"{{{ATOM}}}summary") for entry in entries] == [
        "Corrected",
        "Official, first Ann & Bob",
        "Provisional",
    ]
    assert entries[2].findtext(f"{{{ATOM}}}title") == f"A; B, C\\ <&>   {'é' * 60}"


def test_without_events_both_are_empty_and_valid() -> None:
    nothing = TableState(COLUMNS, {}, {})
    assert b"VEVENT" not in calendar_file(nothing, "")
    assert ET.fromstring(results_feed(nothing, "", "Club")).findall(f"{{{ATOM}}}entry") == []
