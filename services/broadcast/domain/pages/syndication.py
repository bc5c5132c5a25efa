"""The list of events for programs of people: a calendar (iCalendar, RFC 5545), and news of results (Atom, RFC 4287).

Both say what the public list of events says, and nothing else.
"""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.calendar import LISTED, day_of, events_of

NEWS = 50
"""Events of the news: those that changed last."""

RESULTS = {"provisional": "Provisional", "official": "Official", "corrected": "Corrected"}
"""The statuses of events that are over."""

OCTETS = 75
"""Of a line of a calendar (RFC 5545, 3.1)."""

ATOM = "http://www.w3.org/2005/Atom"


def calendar_file(events: Table, root: str) -> bytes:
    """Each event that has a date, as an event of that whole day; `root` is the address of all pages."""
    host = urlsplit(root).hostname or "kibitz"
    dated = [(day, event) for event in events_of(events) if (day := day_of(event)) is not None]
    dated.sort(key=lambda each: (each[0], each[1]["id"]), reverse=True)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kibitz//Events//EN"]
    for day, event in dated[:LISTED]:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event['id']}@{host}",
            f"DTSTAMP:{_moment(event):%Y%m%dT%H%M%SZ}",
            f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
            f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
            f"SUMMARY:{_escaped(event['name'] or event['id'])}",
            *([f"DESCRIPTION:{_escaped(event['organiser'])}"] if event["organiser"] else []),
            f"URL:{root}e/{event['id']}",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in (*lines, "END:VCALENDAR")).encode()


def results_feed(events: Table, root: str, title: str) -> bytes:
    """Each event that is over, those first whose standings changed last; one that is corrected is news again."""
    over = [event for event in events_of(events) if event["status"] in RESULTS and event["updated"]]
    over.sort(key=lambda event: (_moment(event), event["id"]), reverse=True)
    feed = ET.Element(f"{{{ATOM}}}feed")
    newest = _moment(over[0]) if over else datetime(1970, 1, 1, tzinfo=UTC)
    _about(feed, root, title, newest)
    author = ET.SubElement(feed, f"{{{ATOM}}}author")
    ET.SubElement(author, f"{{{ATOM}}}name").text = _printable(title)
    for event in over[:NEWS]:
        entry = ET.SubElement(feed, f"{{{ATOM}}}entry")
        _about(entry, f"{root}e/{event['id']}", event["name"] or event["id"], _moment(event))
        winner = f", first {event['leader']}" if event["leader"] else ""
        ET.SubElement(entry, f"{{{ATOM}}}summary").text = _printable(f"{RESULTS[event['status']]}{winner}")
    ET.register_namespace("", ATOM)
    return bytes(ET.tostring(feed, encoding="utf-8", xml_declaration=True))


def _about(parent: ET.Element, address: str, title: str, updated: datetime) -> None:
    ET.SubElement(parent, f"{{{ATOM}}}id").text = address
    ET.SubElement(parent, f"{{{ATOM}}}title").text = _printable(title)
    ET.SubElement(parent, f"{{{ATOM}}}updated").text = updated.strftime("%Y-%m-%dT%H:%M:%SZ")
    ET.SubElement(parent, f"{{{ATOM}}}link", href=address)


def _moment(event: Mapping[str, Any]) -> datetime:
    """When its standings changed last; the beginning of its day where that is held back."""
    if event["updated"]:
        return datetime.fromisoformat(event["updated"]).astimezone(UTC)
    day = day_of(event) or date(1970, 1, 1)
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _printable(text: str) -> str:
    """A text without what XML and calendars cannot have: control characters, halves of pairs, and no characters."""
    return "".join(" " if unicodedata.category(each) in ("Cc", "Cs", "Cn") else each for each in text)


def _escaped(text: str) -> str:
    """A text of a calendar (RFC 5545, 3.3.11)."""
    return re.sub(r"([\\;,])", r"\\\1", _printable(text))


def _folded(line: str) -> str:
    """A line of a calendar in pieces of at most 75 octets, none of which cuts a letter."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > OCTETS:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join([*pieces, piece])
