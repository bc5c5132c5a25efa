"""Forms of the screens of a room: each is a change of the room."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from contracts.screens.room import Announcement, Part, Room, Screen, Timer, checked
from services.broadcast.domain.desk.forms.form import Fields, Unclear, whole_number
from services.broadcast.domain.pages.address import in_addresses

PART_FIELDS = ("view", "event", "ranking", "section", "first", "last", "text", "seconds")


def changed(room: Room, fields: Fields, now: datetime, new_id: str) -> Room:
    """The room after a form.

    Raises:
        Unclear, ValidationError: a field is missing, or is none of what it may be.
    """
    act = _ACTS.get(fields.get("do", ""))
    if act is None:
        raise Unclear("Choose what to do.")
    return checked(act(room.announced(now), fields, now, new_id))


def name_of(fields: Fields) -> str:
    """The screen that a form is about; of a new one, its title as it stands in addresses."""
    return fields.get("screen") or in_addresses(fields.get("title", ""))


def _screen(room: Room, fields: Fields) -> Screen:
    screen = room.screen(fields.get("screen", ""))
    if screen is None:
        raise Unclear("There is no such screen any more.")
    return screen


def _title(room: Room, fields: Fields, _now: datetime, _new_id: str) -> Room:
    name, title = name_of(fields), fields.get("title", "")
    if not name:
        raise Unclear("Write a title with letters or figures, for example Foyer.")
    known = room.screen(name)
    if known and not fields.get("screen"):
        raise Unclear(f"There is a screen {name} already. Choose another title.")
    return room.with_screen(Screen(name=name, title=title, parts=known.parts if known else ()))


def _remove(room: Room, fields: Fields, _now: datetime, _new_id: str) -> Room:
    return room.without_screen(fields.get("screen", ""))


def _part(room: Room, fields: Fields, _now: datetime, _new_id: str) -> Room:
    """Add a part, or put it in the place of another one."""
    screen, at = _screen(room, fields), whole_number(fields.get("at", ""))
    part = Part.model_validate({name: fields[name].strip() for name in PART_FIELDS if fields.get(name)})
    parts = [*screen.parts]
    parts[len(parts) if at is None else at : len(parts) if at is None else at + 1] = [part]
    return room.with_screen(screen.replace(parts=tuple(parts)))


def _part_away(room: Room, fields: Fields, _now: datetime, _new_id: str) -> Room:
    screen, at = _screen(room, fields), whole_number(fields.get("at", ""))
    return room.with_screen(screen.replace(parts=tuple(part for n, part in enumerate(screen.parts) if n != at)))


def _part_up(room: Room, fields: Fields, _now: datetime, _new_id: str) -> Room:
    screen, at = _screen(room, fields), whole_number(fields.get("at", ""))
    parts = [*screen.parts]
    if at is None or not 0 < at < len(parts):
        raise Unclear("This part is not there any more, or is the first one.")
    parts[at - 1 : at + 1] = parts[at], parts[at - 1]
    return room.with_screen(screen.replace(parts=tuple(parts)))


def _reach(fields: Fields) -> dict[str, str]:
    kind, _, which = fields.get("where", "").partition(":")
    return {kind: which} if kind in ("screen", "event") else {}


def _number(fields: Fields, name: str, words: str) -> int:
    number = whole_number(fields.get(name, ""))
    if number is None:
        raise Unclear(f"Write {words} as a whole number.")
    return number


def _announce(room: Room, fields: Fields, now: datetime, new_id: str) -> Room:
    until = now + timedelta(minutes=min(_number(fields, "minutes", "the minutes"), 1_440))
    made = {"id": new_id, "text": fields.get("text", ""), "until": until, **_reach(fields)}
    return room.replace(announcements=(*room.announcements, Announcement.model_validate(made)))


def _take_back(room: Room, fields: Fields, _now: datetime, _new_id: str) -> Room:
    left = tuple(each for each in room.announcements if each.id != fields.get("id"))
    return room.replace(announcements=left)


def _timer(room: Room, fields: Fields, _now: datetime, new_id: str) -> Room:
    lengths = {name: _number(fields, name, f"the {name}") for name in ("rounds", "minutes", "pause")}
    made: dict[str, Any] = {"id": new_id, **lengths, **_reach(fields)}
    return room.replace(timers=(*room.timers, Timer.model_validate(made)))


def _timer_away(room: Room, fields: Fields, _now: datetime, _new_id: str) -> Room:
    return room.replace(timers=tuple(each for each in room.timers if each.id != fields.get("id")))


def _timer_changed(change: Callable[[Timer, datetime], Timer]) -> Callable[[Room, Fields, datetime, str], Room]:
    def act(room: Room, fields: Fields, now: datetime, _new_id: str) -> Room:
        timers = (change(each, now) if each.id == fields.get("id") else each for each in room.timers)
        return room.replace(timers=tuple(timers))

    return act


_ACTS: Mapping[str, Callable[[Room, Fields, datetime, str], Room]] = {
    "title": _title,
    "remove": _remove,
    "part": _part,
    "part-away": _part_away,
    "part-up": _part_up,
    "announce": _announce,
    "take-back": _take_back,
    "timer": _timer,
    "timer-away": _timer_away,
    "timer-start": _timer_changed(Timer.started),
    "timer-pause": _timer_changed(Timer.paused),
    "timer-more": _timer_changed(lambda timer, now: timer.adjusted(60, now)),
    "timer-less": _timer_changed(lambda timer, now: timer.adjusted(-60, now)),
}
