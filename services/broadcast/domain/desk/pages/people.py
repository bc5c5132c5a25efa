"""The page of the people who may use the desk."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from contracts.access.grants import Grant
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.form import Fields
from services.broadcast.domain.desk.forms.grant import EVENT, ticked
from services.broadcast.domain.desk.pages.home import newest_first
from services.broadcast.domain.pages.page import Page

ROLES: Mapping[str, str] = {
    "director": "Director: everything",
    "scorer": "Scorer: files and results",
    "screen": "Screen: reads only",
}

EVENTS_OPEN = 10
"""Events that stand open to be ticked, those that changed last; the others are folded."""

_NOTHING: Mapping[str, object] = {"link": "", "token": "", "here": False}


def people(
    grants: Sequence[Grant], events: Table | None, now: datetime, made: Mapping[str, object], typed: Fields
) -> Page:
    """Everybody with access, and what has just been made, which is shown this once.

    `typed` are the fields of a form that was refused.
    """
    listed = newest_first(events)
    names = {row["id"]: str(row.get("name") or row["id"]) for row in listed}
    lines = [
        {
            "id": grant.id,
            "name": grant.name,
            "role": grant.role,
            "events": [names.get(event, event) for event in grant.events],
            "state": grant.state(now),
            "until": grant.until,
            "made_by": grant.made_by,
            "revocable": grant.is_in_force(now),
        }
        for grant in grants
    ]
    values = {
        "grants": lines,
        "roles": ROLES,
        "events": [{**row, "field": f"{EVENT}{row['id']}", "name": names[row["id"]]} for row in listed],
        "open": EVENTS_OPEN,
        "event_ticked": bool(ticked(typed)),
        "typed": typed,
        "made": {**_NOTHING, **made},
    }
    return Page("desk/people", "Access", values=values)
