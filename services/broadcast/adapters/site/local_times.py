"""Times on the desk: in the zone of the server, which is named, until a script shows them by the reader's own clock."""

import re
from datetime import UTC, datetime, tzinfo

from markupsafe import Markup, escape

_IN_UTC = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?= UTC)")
"""As sentences about decisions state when they were made."""


def local_time(when: datetime, zone: tzinfo | None = None) -> Markup:
    """A moment as an element, which has it in UTC for machines; without a zone, in that of the server."""
    local = when.astimezone(zone)
    return Markup('<time datetime="{}">{}</time>').format(
        f"{when.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", f"{local:%Y-%m-%d %H:%M %Z}"
    )


def local_times(text: str, zone: tzinfo | None = None) -> Markup:
    """A text with an element in place of each moment that it states in UTC."""
    made, rest = Markup(), text
    while found := _IN_UTC.search(rest):
        made += escape(rest[: found.start()])
        try:
            made += local_time(datetime.strptime(f"{found[0]}+0000", "%Y-%m-%d %H:%M%z"), zone)
            rest = rest[found.end() + len(" UTC") :]
        except ValueError:
            made += escape(found[0])
            rest = rest[found.end() :]
    return made + escape(rest)
