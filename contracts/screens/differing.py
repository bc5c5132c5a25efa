"""What differs between screens as they were and as they are, and turning that back while other things go on."""

from collections.abc import Mapping
from datetime import datetime

from contracts.screens.screen import Announcement, Screen, Screens
from contracts.screens.timer import Timer

Key = tuple[str, str]
Item = Screen | Announcement | Timer


def differing(before: Screens, after: Screens, now: datetime) -> tuple[Screens, Screens]:
    """The screens, announcements and timers that differ, as they were and as they are; what had ended is left out."""
    old, new = items_of(before), items_of(after)
    keys = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    keys -= {key for key in keys if isinstance(item := old.get(key), Announcement) and item.until <= now}
    return _only(before, keys), _only(after, keys)


def turned_back(screens: Screens, before: Screens, after: Screens) -> Screens | None:
    """These with what differed as it was; None where some of that has changed since.

    Raises:
        ValueError: there is no room for it any more.
    """
    old, new, current = items_of(before), items_of(after), items_of(screens)
    if any(current.get(key) != new.get(key) for key in old.keys() | new.keys()):
        return None
    merged = {key: old.get(key, item) for key, item in current.items() if key not in new or key in old}
    return _whole({**merged, **{key: item for key, item in old.items() if key not in merged}})


def items_of(screens: Screens) -> dict[Key, Item]:
    """Each with what tells it from the others of its kind."""
    return {
        **{("screen", each.name): each for each in screens.screens},
        **{("announcement", each.at.isoformat()): each for each in screens.announcements},
        **{("timer", each.screen or ""): each for each in screens.timers},
    }


def _only(screens: Screens, keys: set[Key]) -> Screens:
    return _whole({key: item for key, item in items_of(screens).items() if key in keys})


def _whole(items: Mapping[Key, Item]) -> Screens:
    return Screens(
        screens=tuple(each for each in items.values() if isinstance(each, Screen)),
        announcements=tuple(each for each in items.values() if isinstance(each, Announcement)),
        timers=tuple(each for each in items.values() if isinstance(each, Timer)),
    )
