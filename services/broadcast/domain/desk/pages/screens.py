"""The pages of the desk about screens of a room."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from contracts.screens.room import PARTS, Reach, Room, Screen, View
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.words import IN_ENGLISH
from services.broadcast.domain.screens.page import timer_values

VIEWS: Mapping[View, str] = {
    "standings": "Standings",
    "names": "Seats by name, A to Z",
    "seats": "Seats by table",
    "slow": "Slow tables",
    "games": "Games of chess",
    "matches": "Matches",
    "text": "Text",
    "timer": "Timer",
}


def screens(room: Room, events: Table | None, now: datetime) -> Page:
    """All screens, announcements and timers."""
    values = {
        "screens": room.screens,
        "announcements": [(each, _where(each)) for each in room.announced(now).announcements],
        "timers": [(each, timer_values(each, now, IN_ENGLISH), _where(each)) for each in room.timers],
        "events": _events(events),
    }
    return Page("desk/screens", "Screens", values=values)


def composition(screen: Screen, events: Table | None, rankings: Mapping[str, str]) -> Page:
    """One screen, part by part; the rankings of its events, by their ids."""
    parts: list[tuple[int, Any, str]] = [(at, part, VIEWS[part.view]) for at, part in enumerate(screen.parts)]
    values = {
        "screen": screen,
        "parts": parts,
        "views": VIEWS,
        "full": len(parts) >= PARTS,
        "events": _events(events),
        "rankings": rankings,
    }
    return Page("desk/screen", screen.title, values=values)


def _events(events: Table | None) -> list[tuple[str, str]]:
    if events is None:
        return []
    rows = ((key, dict(zip(events.columns, row, strict=True))) for key, row in events.rows.items())
    return [(key, str(row.get("name") or key)) for key, row in rows]


def _where(reach: Reach) -> str:
    return f"event {reach.event}" if reach.event else f"screen {reach.screen}" if reach.screen else "all screens"
