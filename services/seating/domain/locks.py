"""Locked seats: a correction leaves them as they are and reports the differences.

1. A lock holds for its round and session, or for any if it names none, as long as these seats are the next ones. If the
   lock is there before the seats, the first seats stay. It ends when the round is complete or later seats follow.
2. A finding names each participant who meets somebody else than by the corrected standings, with both opponents.
3. If totals are victory points and the two opponents differ too much, it is a mismatch (`swiss.mismatch`): the finding
   says what the match is then worth.
"""

from collections.abc import Iterator
from fractions import Fraction

from contracts.codes.seating import MISMATCH_OF_LOCKED, OTHERS_WOULD_MEET
from contracts.facts import LockFact
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from contracts.standings import Standings
from services.seating.domain.swiss.mismatch import OtherOpponent, adjusted, other_opponents
from shared.bridge.rounding import to_decimal


def locked_seats(
    locks: tuple[LockFact, ...], standings: Standings, last: RoundAssignment | None, new: RoundAssignment | None
) -> RoundAssignment | None:
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
        return last.replace(locked=True)
    findings = tuple(_differences(last, new, standings))
    return last.replace(locked=True, findings=findings, basis=new.basis)


def locks_of(merged: EventMerged) -> tuple[LockFact, ...]:
    """The locks of an event that hold."""
    return tuple(lock for lock in merged.facts.locks if lock.locked)


def is_locked(locks: tuple[LockFact, ...], seats: RoundAssignment) -> bool:
    """Whether the director has locked these seats."""
    return any(lock.session in (None, seats.session) and lock.round in (None, seats.round) for lock in locks)


def _differences(stays: RoundAssignment, correct: RoundAssignment, standings: Standings) -> Iterator[Finding]:
    in_vps = bool(standings.rankings) and standings.rankings[0].unit == "vps"
    rows = standings.rankings[0].rows if in_vps else ()
    points = {row.id: Fraction(row.total) for row in rows if row.total is not None}
    for change in other_opponents(_couples(stays), _couples(correct), points):
        code = MISMATCH_OF_LOCKED if change.is_mismatch else OTHERS_WOULD_MEET
        far = (
            f", whose total differs by {to_decimal(abs(change.difference), 2).normalize():f} VPs"
            if change.difference is not None
            else ""
        )
        yield code.finding(
            f"{change.side} meets {change.met or 'nobody'}; by the corrected standings it would meet "
            f"{change.right or 'nobody'}{far}{_compensation(change)}",
            subject=change.side,
            stated=change.met,
            computed=change.right,
        )


def _compensation(change: OtherOpponent) -> str:
    """What the regulations give or take, with 10 victory points of 20 as the example."""
    draw = Fraction(10)
    for at_fault, fault in ((False, "not at fault"), (True, "at fault")):
        score = adjusted(draw, change, at_fault=at_fault)
        if score != draw:
            return (
                f"; if {change.side} is {fault}, 10 VPs of this match become {to_decimal(score, 2).normalize():f} (EBU)"
            )
    return ""


def _couples(seats: RoundAssignment) -> Iterator[tuple[str, str]]:
    """Who meets whom; individuals meet in fours and are not listed."""
    for table in seats.tables:
        first, second = (table.white, table.black) if table.white or table.black else (table.ns, table.ew)
        if first and second:
            yield first, second
