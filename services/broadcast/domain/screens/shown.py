"""What a screen shows at a moment, and what of that is shown with an event: for scripts, and for pages without them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from contracts.screens.screen import Announcement, Part, Screen, Screens
from contracts.screens.timer import Timer
from services.broadcast.domain.pages.address import Address
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.words import Words

TABS: Mapping[str, str] = {
    "standings": "standings",
    "slow": "standings",
    "names": "seats",
    "seats": "seats",
    "matches": "matches",
}
"""The page of the event that shows a part without scripts."""

EMPTY = Part(view="timer", seconds=10)
"""In place of the parts of a screen that has none."""


def shown(screens: Screens, name: str, now: datetime) -> Mapping[str, Any] | None:
    """What a screen shows, with the time of the server; None where there is no such screen."""
    screen = screens.screen(name)
    if screen is None:
        return None
    timer = screens.timer(name)
    return {
        "now": now.isoformat(),
        **screen.model_dump(mode="json"),
        **_above(screens.announcements, {name}, timer, now),
    }


def shown_with(screens: Screens, event: str, now: datetime) -> Mapping[str, Any]:
    """What is announced to those who follow an event, and their timer, with the time of the server.

    Both are what is for phones as well, on all screens or on one that shows the event. The timers of such screens go
    before that of all, the first of them before others.
    """
    names = [screen.name for screen in screens.screens if any(part.event == event for part in screen.parts)]
    own = [timer for timer in screens.timers if timer.screen in names]
    timers = own or [timer for timer in screens.timers if timer.screen is None]
    timer = next((each for each in timers if each.public), None)
    public = [each for each in screens.announcements if each.public]
    return {"now": now.isoformat(), **_above(public, names, timer, now)}


def _above(
    announcements: Sequence[Announcement], names: Collection[str], timer: Timer | None, now: datetime
) -> dict[str, Any]:
    """Those of these announcements that are for all screens or for some, the newest first, and a timer."""
    return {
        "announcements": [
            {"text": each.text, "until": each.until.isoformat()}
            for each in reversed(announcements)
            if (each.screen is None or each.screen in names) and now < each.until
        ],
        "timer": timer and timer.model_dump(mode="json", exclude={"screen", "public"}),
    }


def written_with(screens: Screens, event: str, now: datetime, words: Words) -> Mapping[str, Any]:
    """The same for a page without scripts."""
    made = shown_with(screens, event, now)
    timer = made["timer"] and Timer.model_validate(made["timer"])
    return {
        "announcements": [each["text"] for each in made["announcements"]],
        "timer": timer and _in_words(*timer.phase(now), words=words),
    }


def part_at(screen: Screen, number: int) -> Part:
    """A part by its number; after the last the first follows again."""
    return screen.parts[(number - 1) % len(screen.parts)] if screen.parts else EMPTY


def address_of(part: Part) -> Address | None:
    """The page of the event that shows a part without scripts; None where it is of no event."""
    return None if part.event is None else Address("event", part.event, TABS[part.view])


def frame(screens: Screens, screen: Screen, number: int, now: datetime, words: Words) -> Mapping[str, Any]:
    """What stands around a part without scripts: how long it stays, which part follows, what is above it."""
    part, timer = part_at(screen, number), screens.timer(screen.name)
    made = shown(screens, screen.name, now) or {}
    return {
        "title": screen.title,
        "seconds": part.seconds,
        "next": number % max(len(screen.parts), 1) + 1,
        "announcements": [each["text"] for each in made["announcements"]],
        "timer": "" if timer is None else _in_words(*timer.phase(now), words=words),
        "text": part.text,
    }


def page_of(screen: Screen, text: str) -> Page:
    """The page of a part that is of no event."""
    return Page("screen", screen.title, values={"text": text})


def _in_words(number: int, pause: bool, left: timedelta, *, words: Words) -> str:
    """The timer in whole minutes: without scripts it stands still between two pages."""
    what = words.t("Break") if pause else words.t("Round {n}", n=number)
    minutes = -(-left // timedelta(minutes=1))
    return f"{what}: {words.tn(minutes, '{n} minute left', '{n} minutes left')}"
