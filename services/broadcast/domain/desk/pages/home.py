"""The first page of the desk."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from contracts.questions import FileLine
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.attention import Attention
from services.broadcast.domain.desk.pages.files import line_of
from services.broadcast.domain.desk.visitors import Visitor
from services.broadcast.domain.pages.page import Page

MOST_CHECKED = 3
"""Events whose newest results are looked at."""


def events_to_look_at(files: Sequence[FileLine], visitor: Visitor) -> list[str]:
    """The events of the newest files in which anything was found, as far as they are open to the visitor."""
    found = (part.event for file in files if file.findings and visitor.lists(file) for part in file.events)
    return list(dict.fromkeys(found))[:MOST_CHECKED]


def home(
    events: Table | None,
    files: Sequence[FileLine],
    visitor: Visitor,
    attention: Mapping[str, Sequence[Attention]] = MappingProxyType({}),
) -> Page:
    """The desk: events, files, and the form to send files, as far as they are open to the visitor.

    `attention` are the results to look at now, by event.
    """
    columns, listed = (events.columns, events.rows) if events else ((), {})
    rows = [{"id": key, **dict(zip(columns, row, strict=True))} for key, row in listed.items() if visitor.opens(key)]
    rows.sort(key=lambda row: (row.get("updated") or "", row["id"]), reverse=True)
    names = {row["id"]: row.get("name") for row in rows}
    values = {
        "attention": attention,
        "events": rows,
        "names": names,
        "files": [line_of(file) for file in files if visitor.lists(file)],
    }
    return Page("desk/home", "Desk", values=values)
