"""The events of a club by day, as the scripts of the page have them (`scripts/calendar-model.js`)."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from itertools import groupby
from typing import Any

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.words import IN_ENGLISH, Words
from shared.natural_order import natural

LISTED = 500
"""Events on a page; a server keeps those of years, and the scripts find the others."""

Event = Mapping[str, Any]


def events_of(table: Table | None) -> list[dict[str, Any]]:
    """The lines of the list of events, each with its `id`; none where there is no list."""
    if table is None:
        return []
    return [{"id": key, **dict(zip(table.columns, row, strict=True))} for key, row in table.rows.items()]


def by_day(events: Iterable[Event], now: datetime, words: Words = IN_ENGLISH) -> list[tuple[str, list[Event]]]:
    """Events below their headings: in play, coming with the nearest first, then months with the newest first, undated.

    Args:
        events: lines of the list of events, each with the status that is `shown`.
        now: of the server.
        words: of the headings.
    """
    days = {str(event["id"]): day_of(event) for event in events}
    ordered = sorted(events, key=lambda event: natural(str(event["name"])))
    ordered.sort(key=lambda event: days[str(event["id"])] or date.min, reverse=True)
    live: list[Event] = []
    coming: list[Event] = []
    over: list[Event] = []
    undated: list[Event] = []
    for event in ordered:
        day = days[str(event["id"])]
        kind = live if event["shown"] == "live" else undated if day is None else coming if day > now.date() else over
        kind.append(event)
    months = groupby(over, key=lambda event: words.month(days[str(event["id"])] or date.min))
    groups = [(words.t("In play"), live), (words.t("Coming"), coming[::-1])]
    groups += [(name, list(month)) for name, month in months]
    return list(_first([*groups, (words.t("Without a date"), undated)]))


def _first(groups: Iterable[tuple[str, list[Event]]]) -> Iterable[tuple[str, list[Event]]]:
    left = LISTED
    for title, events in groups:
        if events and left > 0:
            yield title, events[:left]
            left -= len(events)


def day_of(event: Event) -> date | None:
    """The day of an event; None where no date is stated."""
    try:
        return date.fromisoformat(str(event["date"])[:10])
    except ValueError:
        return None
