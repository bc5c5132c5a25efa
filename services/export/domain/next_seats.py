"""Which seats are still to be taken.

They hold until they are withdrawn, the event is complete, or their round is over: each of its tables has met, or as
many rounds of the event are complete.
"""

from contracts.facts import Facts
from contracts.messages import EventMerged
from contracts.seating import WITHDRAWN, RoundAssignment
from shared.bridge.reported import is_reported
from shared.formats.next_seats import people_at

_FOUR = ("north", "south", "east", "west")


def still_held(merged: EventMerged, seats: RoundAssignment | None) -> RoundAssignment | None:
    """Seats that are still to be taken in an event as it is now; None where there are none."""
    if seats is None or seats.rule == WITHDRAWN or not (seats.tables or seats.sitting_out):
        return None
    progress = merged.standings.progress
    if progress.complete:
        return None
    if seats.round is None:
        return seats
    if len(merged.facts.sessions) < 2 and (progress.rounds_complete or 0) >= seats.round:
        return None
    return None if _all_met(merged.facts, seats) else seats


def _all_met(facts: Facts, seats: RoundAssignment) -> bool:
    met: set[frozenset[str]] = set()
    for result in facts.results:
        of_round = result.round == seats.round and seats.session in (None, result.session)
        if not of_round or not is_reported(result):
            continue
        sides = result.sides
        groups = ((sides.ns, sides.ew), (sides.ns_team, sides.ew_team), tuple(getattr(sides, at) for at in _FOUR))
        met.update(frozenset(filter(None, group)) for group in groups)
    for match in facts.matches:
        of_round = match.round == seats.round and seats.session in (None, match.session)
        if of_round and match.away is not None and match.home_score is not None:
            met.add(frozenset((match.home, match.away)))
    tables = {frozenset(name for _, name in people_at(table)) for table in seats.tables}
    full = {table for table in tables if len(table) > 1}
    return bool(full) and full <= met


def shown_when(seats: RoundAssignment) -> str:
    """What seats are of, as people say it: "round 5", "start", "next"."""
    return f"round {seats.round}" if seats.round is not None else seats.stage
