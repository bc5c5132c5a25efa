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
from contracts.seating import RoundAssignment
from contracts.standings import Standings
from services.seating.domain.exchanges import findings_of_exchanges
from services.seating.domain.swiss.mismatch import adjusted, other_opponents
from shared.bridge.rounding import to_decimal


def locked_seats(
    locks: tuple[LockFact, ...], standings: Standings, last: RoundAssignment | None, new: RoundAssignment | None
) -> RoundAssignment | None:
    """The seats published last as they stay, beside those of the rules; None where nothing is locked."""
    if last is None or not last.tables or not is_locked(locks, last):
        return None
    if last.round is not None and (standings.progress.rounds_complete or 0) >= last.round:
        return None
    if new is not None and (new.session, new.stage, new.round) != (last.session, last.stage, last.round):
        return None
    if new is None or new.tables == last.tables:
        return last.replace(locked=True)
    findings = (*_differences(last, new, standings), *findings_of_exchanges(last))
    return last.replace(locked=True, findings=findings, basis=new.basis)


def is_locked(locks: tuple[LockFact, ...], seats: RoundAssignment) -> bool:
    """Whether the director has locked these seats."""
    return any(
        lock.locked and lock.session in (None, seats.session) and lock.round in (None, seats.round) for lock in locks
    )


def _differences(stays: RoundAssignment, correct: RoundAssignment, standings: Standings) -> Iterator[Finding]:
    in_vps = bool(standings.rankings) and standings.rankings[0].unit == "vps"
    rows = standings.rankings[0].rows if in_vps else ()
    points = {row.id: Fraction(row.total) for row in rows if row.total is not None}
    for change in other_opponents(_couples(stays), _couples(correct), points):
        code = MISMATCH_OF_LOCKED if change.is_mismatch else OTHERS_WOULD_MEET
        text = f"{change.side} meets {change.met or 'nobody'}; by the corrected standings it would meet "
        text += change.right or "nobody"
        if change.difference is not None:
            text += f", whose total differs by {_vps(abs(change.difference))} VPs"
        # What the regulations give or take, with 10 victory points of 20 as the example: in one of the two cases.
        for at_fault, fault in ((False, "not at fault"), (True, "at fault")):
            score = adjusted(Fraction(10), change, at_fault=at_fault)
            if score != 10:
                text += f"; if {change.side} is {fault}, 10 VPs of this match become {_vps(score)} (EBU)"
        yield code.finding(text, subject=change.side, stated=change.met, computed=change.right)


def _vps(points: Fraction) -> str:
    return f"{to_decimal(points, 2).normalize():f}"


def _couples(seats: RoundAssignment) -> Iterator[tuple[str, str]]:
    """Who meets whom; individuals meet in fours and are not listed."""
    for table in seats.tables:
        first, second = (table.white, table.black) if table.white or table.black else (table.ns, table.ew)
        if first and second:
            yield first, second
