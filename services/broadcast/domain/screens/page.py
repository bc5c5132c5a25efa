"""The page of a screen: its parts, the announcements and the timers that it shows."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from contracts.screens.room import Announcement, Room, Screen, Timer
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.words import Words
from services.broadcast.domain.screens.parts import Tables, shown


def screen_page(screen: Screen, room: Room, tables: Tables, now: datetime, words: Words) -> Page:
    """What a screen shows at a moment."""
    parts = [shown(part, tables, words) for part in screen.parts]
    filled = [part for part in parts if part.rows or part.look in ("text", "timer")]
    values = {
        "screen": screen,
        "parts": filled or parts[:1],
        "announcements": [each for each in room.announced(now).announcements if each.on(screen)],
        "timers": [timer_values(timer, now, words) for timer in room.timers if timer.on(screen)],
    }
    return Page("screen", screen.title, values=values)


def of_event(event: str, room: Room, now: datetime) -> tuple[Sequence[Announcement], Sequence[Timer]]:
    """The announcements and the timers on the pages of an event."""
    shown = [each for each in room.announced(now).announcements if each.of(event)]
    return shown, [timer for timer in room.timers if timer.of(event)]


def timer_values(timer: Timer, now: datetime, words: Words) -> dict[str, Any]:
    """A timer as it stands, and what a script goes on counting from; moments in milliseconds since 1970."""
    state, t = timer.state(now), words.t
    return {
        "label": {"break": t("Break"), "over": t("Time is up")}.get(state.phase) or t("Round {n}", n=state.round),
        "time": "" if state.phase == "over" else f"{state.left // 60}:{state.left % 60:02}",
        "last": state.phase == "round" and state.left <= 60,
        "data": {
            "rounds": timer.rounds,
            "minutes": timer.minutes,
            "pause": timer.pause,
            "elapsed": timer.elapsed,
            "since": None if timer.since is None else round(timer.since.timestamp() * 1000),
            "words": [t("Round {n}", n="{n}"), t("Break"), t("Time is up")],
        },
    }
