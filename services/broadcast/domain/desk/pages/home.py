"""The first page of the desk."""

from collections.abc import Sequence

from contracts.questions import FileLine
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.pages.files import line_of
from services.broadcast.domain.desk.visitors import Visitor
from services.broadcast.domain.pages.page import Page


def home(events: Table | None, files: Sequence[FileLine], visitor: Visitor) -> Page:
    """The desk: events, files, and the form to send files, as far as they are open to the visitor."""
    columns, listed = (events.columns, events.rows) if events else ((), {})
    rows = [{"id": key, **dict(zip(columns, row, strict=True))} for key, row in listed.items() if visitor.opens(key)]
    rows.sort(key=lambda row: (row.get("updated") or "", row["id"]), reverse=True)
    names = {row["id"]: row.get("name") for row in rows}
    values = {"events": rows, "names": names, "files": [line_of(file) for file in files if visitor.lists(file)]}
    return Page("desk/home", "Desk", values=values)
