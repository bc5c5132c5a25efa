"""Seats that the director has locked: a correction leaves them, and is told who would have met whom.

Rules kept here:

1. A lock holds for the round and session that it names, and for any where it names none, as long as seats of that round
   are the next ones. When the round is complete, or the seats are of a later one, the lock has done its work.
2. Whoever meets somebody else than by the corrected standings is listed, with both opponents.
3. Where totals are victory points and the two opponents are more than `MISMATCH` apart, it is a mismatch, which the
   English Bridge Union's regulations compensate.
"""

from collections.abc import Iterator
from decimal import Decimal

from contracts.codes.seating import MISMATCH_OF_LOCKED, OTHERS_WOULD_MEET
from contracts.facts import LockFact
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Standings

MISMATCH = Decimal(5)
"""Victory points between the actual and the correct opponent."""


def locked(
    locks: tuple[LockFact, ...], standings: Standings, last: RoundAssignment | None, new: RoundAssignment | None
) -> RoundAssignment | None:  # fmt: skip
    """The seats as they stay.

    Args:
        locks: of the event.
        standings: as corrected.
        last: the seats that were published last.
        new: the seats that the rules give now.

    Returns:
        None where nothing is locked: then the new seats count.
    """
    if last is None or not last.tables or not is_locked(locks, last):
        return None
    if last.round is not None and (standings.progress.rounds_complete or 0) >= last.round:
        return None
    if new is not None and (new.session, new.stage, new.round) != (last.session, last.stage, last.round):
        return None
    if new is None or new.tables == last.tables:
        return last.model_copy(update={"locked": True})
    findings = tuple(_differences(last, new, standings))
    return last.model_copy(update={"locked": True, "findings": findings, "basis": new.basis})


def locks_of(merged: EventMerged) -> tuple[LockFact, ...]:
    """The locks of an event that hold."""
    return tuple(lock for lock in merged.facts.locks if lock.locked)


def is_locked(locks: tuple[LockFact, ...], seats: RoundAssignment) -> bool:
    """Whether the director has locked these seats."""
    return any(lock.session in (None, seats.session) and lock.round in (None, seats.round) for lock in locks)


def _differences(stays: RoundAssignment, correct: RoundAssignment, standings: Standings) -> Iterator[Finding]:
    actual, meant = _opponents(stays), _opponents(correct)
    totals = {row.id: row.total for ranking in standings.rankings[:1] for row in ranking.rows}
    in_vps = bool(standings.rankings) and standings.rankings[0].unit == "vps"
    for one, opponent in meant.items():
        meets = actual.get(one)
        if meets == opponent:
            continue
        apart = _apart(totals.get(meets or ""), totals.get(opponent)) if in_vps else None
        code = MISMATCH_OF_LOCKED if apart is not None and apart > MISMATCH else OTHERS_WOULD_MEET
        far = f", {apart:f} VPs from the one" if apart is not None else ""
        yield code.finding(
            f"{one} meets {meets or 'nobody'}{far}; by the corrected standings it would be {opponent}",
            subject=one, stated=meets, computed=opponent,
        )  # fmt: skip


def _apart(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return None if one is None or other is None else abs(one - other)


def _opponents(seats: RoundAssignment) -> dict[str, str]:
    """Who meets whom, both ways; individuals meet in fours and are not listed."""
    met: dict[str, str] = {}
    for table in seats.tables:
        one, other = _sides(table)
        if one and other:
            met[one], met[other] = other, one
    return met


def _sides(table: SeatAssignment) -> tuple[str | None, str | None]:
    return (table.white, table.black) if table.white or table.black else (table.ns, table.ew)
