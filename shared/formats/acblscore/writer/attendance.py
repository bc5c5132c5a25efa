"""Who takes part in a section of the session that is written.

Rule 1: of an event of several sessions only those are written who have a part in the one that is: a seat, a result or a
    total. Somebody else, as the phantom of an earlier session, has no table in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from contracts.facts import Facts, Participant, ResultFact


def full_of(facts: Facts, session: str | None, inside: Mapping[str, Participant | None]) -> int | None:
    """The total of a 100 % game that is stated for those of a section; None where it is not one and the same."""
    stated = {t.maximum for t in facts.totals if t.session == session and t.participant in inside and t.maximum}
    full = stated.pop() if len(stated) == 1 else None
    return int(full) if full is not None and full == int(full) else None


def present_of(facts: Facts, session: str | None, kind: str) -> frozenset[str] | None:
    """Those who have a part in a session of several (rule 1); None where nothing says who has."""
    if session is None:
        return None
    lines = (line.sides for fact in facts.movements if fact.session == session for line in fact.lines)
    found = {name for sides in lines for name in sides.key if isinstance(name, str)}
    found |= {seat.participant for seat in facts.seats if (seat.session, seat.kind) == (session, kind)}
    found |= {total.participant for total in facts.totals if (total.session, total.kind) == (session, kind)}
    return frozenset(found) or None


def inside_of(
    people: Mapping[str, Participant],
    results: list[ResultFact],
    section: str,
    *,
    alone: bool,
    present: frozenset[str] | None,
) -> dict[str, Participant | None]:
    """Those of a section: who is listed in it and present, and who has results in it."""
    found: dict[str, Participant | None] = {
        name: participant
        for name, participant in people.items()
        if (alone or participant.section == section) and (present is None or name in present)
    }
    for result in results:
        sides = result.sides
        for who in (sides.ns, sides.ew, sides.north, sides.east, sides.south, sides.west):
            if who is not None:
                found.setdefault(who, people.get(who))
    return found
