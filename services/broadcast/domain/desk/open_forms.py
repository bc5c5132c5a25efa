"""Who has which form of the desk open, as long as their pages ask whether something has moved."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from services.broadcast.domain.desk.visitors import Visitor

MOST_PAGES = 500
"""Pages that are remembered; beyond them the one that asked longest ago is forgotten."""

MOST_FORMS, LONGEST = 8, 200
"""Forms of a page that are remembered, and characters of the name of one."""

REMEMBERED = timedelta(seconds=15)
"""After a page has asked; one that shows asks every few seconds."""


class _Page(NamedTuple):
    event: str
    visitor: Visitor
    forms: Sequence[str]
    at: datetime


class OpenForms:
    """The forms that are open on the pages of all events."""

    def __init__(self) -> None:
        self._pages: dict[str, _Page] = {}

    def note(self, page: str, event: str, visitor: Visitor, forms: Sequence[str], now: datetime) -> None:
        """Take down which forms a page has open: of a visitor who may send them, within bounds."""
        key = f"{visitor.grant} {page[:LONGEST]}"
        self._pages.pop(key, None)
        named = tuple(form for form in forms[:MOST_FORMS] if len(form) <= LONGEST)
        if named and visitor.may("scorer"):
            self._pages[key] = _Page(event, visitor, named, now)
            if len(self._pages) > MOST_PAGES:
                del self._pages[next(iter(self._pages))]

    def others(self, page: str, event: str, visitor: Visitor, now: datetime) -> dict[str, list[str]]:
        """Who has which form of an event open, but for a page itself: name and role of each, once."""
        found: dict[str, dict[str, None]] = {}
        for key, each in self._pages.items():
            if each.event == event and key != f"{visitor.grant} {page[:LONGEST]}" and now - each.at <= REMEMBERED:
                for form in each.forms:
                    found.setdefault(form, {})[f"{each.visitor.name} ({each.visitor.role})"] = None
        return {form: list(names) for form, names in found.items()}
