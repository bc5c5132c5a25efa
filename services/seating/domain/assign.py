"""Who sits where next: the first rule that knows.

| rule | source | done |
|---|---|---|
| as the director names it | `chosen`; asked alone | yes |
| stated | TRF pairings of the next round and of the one in play | yes |
| stated | USEBIO 1.3 CARRY_FORWARD_SEATING, SEATING | yes |
| movement | USEBIO 1.0 5.5 MOVEMENT, ACBLscore's match tables | yes |
| inferred | the rounds that were played | yes |
| berger | FIDE C.05 annex 1 | yes |
| fide-dutch, fide-team-swiss | FIDE C.04.3, C.04.6 | yes, by an engine outside of the core (`DrawNeeded`) |
| swiss, danish | customs of EBU, WBF and Magic Contest (`swiss/`) | yes |
| knockout | USEBIO 1.0 5.4; ACBLscore's knock-outs; seeded trees (`bracket.py`) | yes |

Most rules answer with seats. One that needs an engine answers with what it has to draw, and how its answer becomes
seats: whoever asked has it drawn and asks again with the answer.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from contracts import subjects
from contracts.messages import EventMerged, Position, RoundAssigned
from contracts.seating import WITHDRAWN, RoundAssignment
from services.seating.domain.chess.draw import Draw, DrawNeeded, NoPairing
from services.seating.domain.chess.next_round import chess_round
from services.seating.domain.chess.stated_games import stated_games
from services.seating.domain.knockout.next_matches import knockout_round
from services.seating.domain.locks import is_locked, locked, locks_of
from services.seating.domain.movement import movement_round
from services.seating.domain.movements.inferred import inferred_round
from services.seating.domain.requested_system import directed_round
from services.seating.domain.stated import stated_seats
from services.seating.domain.swiss.next_round import swiss_round

Rule = Callable[[EventMerged], RoundAssignment | DrawNeeded | None]

RULES: tuple[Rule, ...] = (
    stated_games,
    stated_seats,
    movement_round,
    inferred_round,
    swiss_round,
    knockout_round,
    chess_round,
)


def next_round(merged: EventMerged) -> RoundAssignment | DrawNeeded | None:
    """The seats of the next round, what has to be drawn for them, or None when no rule determines any.

    Stated seats that only say who has none are of use to the other rules, and come last.
    """
    system = next((fact for fact in merged.facts.systems if fact.system is not None), None)
    if system is not None:
        return directed_round(merged, system)
    nobody: RoundAssignment | None = None
    for rule in RULES:
        assignment = rule(merged)
        if rule is stated_seats and isinstance(assignment, RoundAssignment) and not assignment.tables:
            nobody = assignment
        elif assignment is not None:
            return assignment
    return nobody


def withdrawn(event: str) -> RoundAssignment:
    """What is published when seats that were published no longer hold."""
    return RoundAssignment(event=event, stage="round", rule=WITHDRAWN, complete=False)


@dataclass(frozen=True)
class Plan:
    """A message to publish on top of the last one of its subject."""

    subject: str
    message: RoundAssigned
    expect_last: int


def plan(
    merged: EventMerged, last: RoundAssigned | None, last_seq: int, drawn: Draw | NoPairing | None = None
) -> Plan | DrawNeeded | None:
    """What to publish for an event as it is now, or what to draw before that can be said.

    Args:
        merged: the event.
        last: the seats that were published last.
        last_seq: stream sequence of that message, 0 when there is none.
        drawn: the answer of the engine, where an earlier call said what to draw.

    Returns:
        None when nothing is different; the draw that was published last is not drawn again.
    """
    if last is not None and last.position.applied > merged.applied:
        return None
    before = last.assignment if last is not None else None
    locks = locks_of(merged)
    assignment = next_round(merged)
    if isinstance(assignment, DrawNeeded):
        known = before if before is not None and before.basis == assignment.request.digest else None
        if known is not None and known.locked and is_locked(locks, known):
            return None
        if known is not None and not known.locked:
            assignment = known
        elif drawn is None:
            return assignment
        else:
            assignment = assignment.finish(drawn)
    kept = locked(locks, merged.standings, before, assignment)
    if kept is None and assignment is not None and assignment.tables and is_locked(locks, assignment):
        kept = assignment.replace(locked=True)
    assignment = kept or assignment
    if assignment is None:
        if last is None or last.assignment.rule == WITHDRAWN:
            return None
        assignment = withdrawn(merged.event)
    digest = hashlib.sha256(assignment.model_dump_json(exclude_none=True).encode("utf-8")).hexdigest()
    if last is not None and last.digest == digest:
        return None
    position = Position(seq=last.position.seq + 1 if last else 1, applied=merged.applied)
    message = RoundAssigned(assignment=assignment, position=position, digest=digest)
    return Plan(subjects.round_assigned(merged.event), message, last_seq)
