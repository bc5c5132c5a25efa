"""The lines of a seating list: participants with their names, and why they meet."""

from collections.abc import Mapping

from contracts.facts import Facts
from contracts.seating import SeatAssignment

Names = Mapping[tuple[str, str], str]
"""Names by kind ("player", "pair", "team") and id."""

_REASON_LENGTH = 1_000
"""Names may be long, and a reason may hold four of them."""

PLACES = ("ns", "ew", "north", "south", "east", "west", "white", "black")
"""The fields of a table in which somebody may sit."""


def label(line: SeatAssignment) -> str:
    """What a table is called: its number behind its section."""
    return f"{line.section or ''}{line.table or ''}"


def people(line: SeatAssignment) -> dict[str, str]:
    """Who sits at a table, by place."""
    return {place: name for place in PLACES if (name := getattr(line, place)) is not None}


def shown_names(facts: Facts) -> Names:
    """The name of each participant: its own, else its players'."""
    return {(each.kind, each.id): each.shown_name for each in facts.participants}


def meeting_line(
    names: Names, kind: str, ns: str, ew: str | None, table: str | None, reason: str, section: str | None = None
) -> SeatAssignment:
    """The line of two who meet; `ew` is None while the opponent is unknown."""
    return SeatAssignment(
        table=table,
        section=section,
        ns=ns,
        ew=ew,
        ns_names=names.get((kind, ns), ""),
        ew_names=names.get((kind, ew or ""), ""),
        reason=reason[:_REASON_LENGTH],
    )
