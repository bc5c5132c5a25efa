"""The pages of the screens in the rooms: all of them with announcements and timers, and one to compose."""

from collections.abc import Mapping
from datetime import datetime

from contracts.screens.screen import OF_NO_EVENT, Announcement, Screen, Screens
from contracts.screens.timer import Timer
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.screens import ALL
from services.broadcast.domain.pages.page import Page

VIEWS: Mapping[str, str] = {
    "standings": "Standings",
    "names": "Seats by name",
    "seats": "Seats by table",
    "matches": "Matches or games",
    "slow": "Slow tables",
    "announcement": "Text",
    "timer": "Timer",
}


def screens_page(screens: Screens, now: datetime) -> Page:
    """All screens, what is announced, and the timers."""
    titles = {screen.name: screen.title for screen in screens.screens}
    announcements = [
        {
            "at": each.at.isoformat(),
            "text": each.text,
            "where": _where(each, titles),
            "minutes": -(-int((each.until - now).total_seconds()) // 60),
            "by": each.by,
        }
        for each in screens.announcements
        if now < each.until
    ]
    timers = [
        {"screen": each.screen or "", "where": _where(each, titles), "timer": each, "phase": each.phase(now)}
        for each in screens.timers
    ]
    values = {"screens": screens.screens, "announcements": announcements, "timers": timers}
    return Page("desk/screens", "Screens", values=values)


def _where(each: Announcement | Timer, titles: Mapping[str, str]) -> str:
    """Where something is shown."""
    return titles.get(each.screen or "", ALL) + (" and on phones" if each.public else "")


def compose_page(screen: Screen, events: Table | None) -> Page:
    """The parts of one screen."""
    columns, listed = (events.columns, events.rows) if events else ((), {})
    names = {key: dict(zip(columns, row, strict=True)).get("name") or key for key, row in listed.items()}
    parts = [
        {
            "was": part.model_dump_json(),
            "text": VIEWS[part.view],
            "of": part.text or names.get(part.event or "", part.event or ""),
            "seconds": part.seconds,
            "letters": part.letters,
        }
        for part in screen.parts
    ]
    values = {"screen_shown": screen, "parts": parts, "views": VIEWS, "of_no_event": OF_NO_EVENT, "events": names}
    return Page("desk/screen", screen.title, values=values)
