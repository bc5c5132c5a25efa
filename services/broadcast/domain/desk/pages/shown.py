"""What a page of an event at the desk is made of."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from contracts.corrections.queries import EventQueries
from contracts.findings import Finding
from contracts.questions import FileLine
from services.broadcast.domain.corrections.attention import Attention
from services.broadcast.domain.corrections.changes import Change
from services.broadcast.domain.desk.confirmation import undone_by
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.conflict import conflict
from services.broadcast.domain.pages.page import Page


class Link(NamedTuple):
    """An address with its QR code.

    Attributes:
        here: whether it is one of this machine alone.
    """

    address: str
    drawing: str
    here: bool = False


class Asked(NamedTuple):
    """A page that is asked for.

    Attributes:
        shown: the tables of the page.
        query: of the address.
        files: those that arrived last, of all events.
        queries: of players.
        attention: what to look at now.
        changes: since the standings were official; None where they are, or it cannot be read.
        public: the event's page for everybody, where this page shows it.
        findings: all that were found, where the page shows them, and how many there are.
    """

    shown: Shown
    query: Mapping[str, str]
    files: Sequence[FileLine] = ()
    queries: EventQueries = EventQueries()
    attention: Sequence[Attention] = ()
    changes: Sequence[Change] | None = None
    findings: Sequence[Finding] = ()
    findings_total: int = 0
    public: Link | None = None

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
    common: dict[str, Any] = {"event": asked.shown.event, "heading": asked.title, "tab": name}
    common["to_look_at"] = len(asked.attention)
    common["waiting_queries"] = len(asked.queries.open)
    common["moved_to"] = asked.shown.meta.get("reassigned_to") or ()
    common["undo"] = undone_by(asked.query.get("undo", ""), asked.files, asked.shown.event)
    common["conflict"] = conflict(asked.query, asked.shown, asked.files)
    return Page(f"desk/{name}", f"{title}: {asked.title}", values={**common, **values})
