"""The page of the people who may use the desk."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from contracts.access.grants import Grant
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.page import Page

ROLES: Mapping[str, str] = {
    "director": "Director: everything",
    "scorer": "Scorer: files and results",
    "screen": "Screen: reads only",
}

_NOTHING: Mapping[str, object] = {"link": "", "token": "", "here": False}


def people(grants: Sequence[Grant], events: Table | None, now: datetime, made: Mapping[str, object]) -> Page:
    """Everybody with access, and what has just been made, which is shown this once."""
    lines = [
        {
            "id": grant.id,
            "name": grant.name,
            "role": grant.role,
            "events": grant.events,
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
        "events": list(events.rows) if events else [],
        "made": {**_NOTHING, **made},
    }
    return Page("desk/people", "Access", values=values)
