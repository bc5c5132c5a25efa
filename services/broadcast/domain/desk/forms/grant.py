"""The form that gives somebody access to the desk."""

from datetime import timedelta
from typing import cast

from contracts.access.grants import Role, Wanted
from services.broadcast.domain.desk.forms.form import Fields, Unclear, whole_number

EVENT = "event "
"""How the fields begin that name an event, one for each that is ticked."""

LINK_LASTS = timedelta(hours=24)
"""Within which a link has to be opened; a shorter access has a shorter link."""


def wanted_of(fields: Fields) -> Wanted:
    """What is to be granted: for how many hours, and by a link or by a token; where events are ticked, for these alone.

    Raises:
        Unclear: the hours are no number, or it is not clear for which events it is.
    """
    hours = whole_number(fields.get("hours", ""))
    if hours is None:
        raise Unclear("Write the hours as a whole number.")
    events = ticked(fields)
    if not events and fields.get("limit") == "some":
        raise Unclear("Tick the events, or choose “all events”.")
    role, link_lasts = cast(Role, fields.get("role", "")), None if fields.get("kind") == "token" else LINK_LASTS
    return Wanted(fields.get("name", ""), role, timedelta(hours=hours), link_lasts, events)


def ticked(fields: Fields) -> tuple[str, ...]:
    """The events that are ticked in a form."""
    return tuple(name.removeprefix(EVENT) for name in fields if name.startswith(EVENT))
