"""What a page of an event at the desk is made of."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from contracts.questions import FileLine
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.pages.page import Page


class Asked(NamedTuple):
    """A page that is asked for.

    Attributes:
        shown: the tables of the page.
        query: of the address.
        files: those that arrived last, of all events.
        official: the standings as they were when they were declared official, if they have been corrected since.
    """

    shown: Shown
    query: Mapping[str, str]
    files: Sequence[FileLine] = ()
    official: Table | None = None

    @property
    def title(self) -> str:
        """Of the event."""
        return str(self.shown.meta.get("title") or self.shown.event)


class Tab(NamedTuple):
    """A page of an event.

    Attributes:
        title: of its link.
        page: makes it.
        channels: that it needs besides the standings, of an event and the query of the address.
    """

    title: str
    page: Callable[[Asked], Page]
    channels: Callable[[str, Mapping[str, str]], Sequence[str]] = lambda _event, _query: ()


def desk_page(name: str, title: str, asked: Asked, values: Mapping[str, Any]) -> Page:
    """A page of an event, by the name of its template."""
    common = {"event": asked.shown.event, "heading": asked.title, "tab": name}
    return Page(f"desk/{name}", f"{title}: {asked.title}", values={**common, **values})
