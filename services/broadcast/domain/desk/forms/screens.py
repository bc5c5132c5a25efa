"""The forms of the screens in the rooms: each makes other screens out of those that there are."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from contracts.base import slug
from contracts.screens.screen import MOST_ANNOUNCEMENTS, MOST_PARTS, MOST_SCREENS, Announcement, Part, Screen, Screens
from contracts.screens.timer import Timer
from services.broadcast.domain.desk.forms.form import Fields, Unclear, whole_number

LONGEST_ANNOUNCEMENT = 24 * 60
"""Minutes."""


class Moment(NamedTuple):
    """When a form came, and from whom."""

    now: datetime
    by: str


Change = Callable[[Fields, Screens, Moment], Screens]
"""The screens that a form makes.

Raises:
    Unclear: a field is missing, or is none of what it may be.
    ValidationError: the same, as the contract says it.
"""


def changed(fields: Fields, screens: Screens, moment: Moment) -> Screens:
    """The screens after a form.

    Raises:
        Unclear, ValidationError: see `Change`.
    """
    change = CHANGES.get(fields.get("change", ""))
    if change is None:
        raise Unclear("This form is none of the screens'. Open the page again.")
    return change(fields, screens, moment)


def _number(fields: Fields, name: str, what: str) -> int:
    number = whole_number(fields.get(name, ""))
    if number is None:
        raise Unclear(f"Write {what} as a whole number.")
    return number


def _named(fields: Fields, screens: Screens) -> Screen:
    screen = screens.screen(fields.get("screen", ""))
    if screen is None:
        raise Unclear("There is no such screen any more.")
    return screen


def _or_all(fields: Fields, screens: Screens) -> str | None:
    """The name of one screen; None: all."""
    return _named(fields, screens).name if fields.get("screen") else None


def _with(screens: Screens, screen: Screen) -> Screens:
    return screens.replace(screens=tuple(screen if each.name == screen.name else each for each in screens.screens))


def _new(fields: Fields, screens: Screens, _moment: Moment) -> Screens:
    title = fields.get("title", "")
    if len(screens.screens) >= MOST_SCREENS:
        raise Unclear(f"There are {MOST_SCREENS} screens already. Remove one first.")
    if not title.strip():
        raise Unclear("Write a title.")
    return screens.replace(screens=(*screens.screens, Screen(name=slug(title), title=title)))


def _settings(fields: Fields, screens: Screens, _moment: Moment) -> Screens:
    screen, metres = _named(fields, screens), _number(fields, "metres", "the metres")
    return _with(screens, screen.replace(title=fields.get("title", ""), metres=metres))


def _remove(fields: Fields, screens: Screens, _moment: Moment) -> Screens:
    return screens.without(_named(fields, screens).name)


def _add(fields: Fields, screens: Screens, _moment: Moment) -> Screens:
    screen = _named(fields, screens)
    if len(screen.parts) >= MOST_PARTS:
        raise Unclear(f"This screen has {MOST_PARTS} parts already. Remove one first.")
    given = {name: fields.get(name, "") for name in ("view", "text")}
    seconds, letters = _number(fields, "seconds", "the seconds"), fields.get("letters", "").upper()
    part = Part.model_validate({**given, "event": fields.get("event") or None, "seconds": seconds, "letters": letters})
    return _with(screens, screen.replace(parts=(*screen.parts, part)))


def _at(fields: Fields, screen: Screen) -> int:
    """Which part; as the page showed it, or it may be another by now."""
    at = _number(fields, "part", "the part")
    if at >= len(screen.parts) or screen.parts[at].model_dump_json() != fields.get("was"):
        raise Unclear("Somebody has changed this screen meanwhile. Look again.")
    return at


def _drop(fields: Fields, screens: Screens, _moment: Moment) -> Screens:
    screen = _named(fields, screens)
    at = _at(fields, screen)
    return _with(screens, screen.replace(parts=screen.parts[:at] + screen.parts[at + 1 :]))


def _up(fields: Fields, screens: Screens, _moment: Moment) -> Screens:
    screen = _named(fields, screens)
    at, parts = _at(fields, screen), list(screen.parts)
    parts.insert(max(at - 1, 0), parts.pop(at))
    return _with(screens, screen.replace(parts=tuple(parts)))


def _announce(fields: Fields, screens: Screens, moment: Moment) -> Screens:
    minutes = _number(fields, "minutes", "the minutes")
    if not 1 <= minutes <= LONGEST_ANNOUNCEMENT:
        raise Unclear("An announcement stays between one minute and a day. What stays longer is a part of a screen.")
    in_force = [each for each in screens.announcements if moment.now < each.until]
    if len(in_force) >= MOST_ANNOUNCEMENTS:
        raise Unclear(f"There are {MOST_ANNOUNCEMENTS} announcements already. Take one back first.")
    made = Announcement(
        at=moment.now,
        by=moment.by,
        until=moment.now + timedelta(minutes=minutes),
        text=fields.get("text", ""),
        screen=_or_all(fields, screens),
        public="public" in fields,
    )
    return screens.replace(announcements=(*in_force, made))


def _take_back(fields: Fields, screens: Screens, _moment: Moment) -> Screens:
    at = fields.get("at")
    return screens.replace(announcements=tuple(each for each in screens.announcements if each.at.isoformat() != at))


def _start(fields: Fields, screens: Screens, moment: Moment) -> Screens:
    timer = Timer(
        screen=_or_all(fields, screens),
        rounds=_number(fields, "rounds", "the rounds"),
        minutes=_number(fields, "minutes", "the minutes"),
        break_minutes=_number(fields, "break", "the minutes of the break"),
        public="public" in fields,
        started_at=moment.now,
    )
    return screens.replace(timers=(*(each for each in screens.timers if each.screen != timer.screen), timer))


def _of_timer(change: Callable[[Timer, Fields, datetime], Timer | None]) -> Change:
    """A change of the timer of one screen or of all; None removes it."""

    def made(fields: Fields, screens: Screens, moment: Moment) -> Screens:
        name = fields.get("screen") or None
        timers = [change(each, fields, moment.now) if each.screen == name else each for each in screens.timers]
        return screens.replace(timers=tuple(each for each in timers if each is not None))

    return made


def _later(timer: Timer, fields: Fields, now: datetime) -> Timer:
    sign = -1 if fields.get("sooner") else 1
    return timer.later(sign * _number(fields, "minutes", "the minutes"), now)


CHANGES: Mapping[str, Change] = {
    "new": _new,
    "settings": _settings,
    "remove": _remove,
    "add": _add,
    "drop": _drop,
    "up": _up,
    "announce": _announce,
    "take_back": _take_back,
    "start": _start,
    "pause": _of_timer(lambda timer, _fields, now: timer.paused(now)),
    "resume": _of_timer(lambda timer, _fields, now: timer.resumed(now)),
    "later": _of_timer(_later),
    "stop": _of_timer(lambda _timer, _fields, _now: None),
}
"""Each form by its field `change`."""

DONE: Mapping[str, str] = {
    "new": "Screen made: {title}.",
    "settings": "Screen saved: {title}.",
    "remove": "Screen removed: {screen}.",
    "add": "Added to {screen}.",
    "drop": "Removed from {screen}.",
    "up": "Moved up on {screen}.",
    "announce": "Announced on {screen}{phones} for {minutes} minutes: {text}",
    "take_back": "Announcement taken back: {announced}",
    "start": "Timer started on {screen}{phones}: {rounds} rounds of {minutes} minutes.",
    "pause": "Timer paused on {screen}.",
    "resume": "Timer running again on {screen}.",
    "later": "Timer on {screen}: {minutes} minutes {sooner}.",
    "stop": "Timer removed from {screen}.",
}
"""What the page says of each once it is done."""

ALL = "all screens"

SEEN_BY = ("announce", "start")
"""The forms whose words are for people in front of screens or phones."""

UNSEEN = "Nobody sees it yet: there is no screen, and phones are not ticked."


def done(fields: Fields, before: Screens) -> str:
    """What a form has done, in words; `before` are the screens as it found them."""
    words = {name: fields.get(name, "").strip() for name in ("title", "minutes", "text", "rounds")}
    screen = before.screen(fields.get("screen", ""))
    words["screen"] = ALL if screen is None else screen.title
    words["phones"] = " and on phones" if "public" in fields else ""
    words["sooner"] = "less" if fields.get("sooner") else "more"
    of_time = (each.text for each in before.announcements if each.at.isoformat() == fields.get("at"))
    words["announced"] = next(of_time, "it had ended.")
    text = DONE[fields["change"]].format(**words)
    return f"{text} · {UNSEEN}" if fields["change"] in SEEN_BY and not (before.screens or "public" in fields) else text
