"""Who sits where next: the first rule that knows.

| rule | source | done |
|---|---|---|
| stated | USEBIO 1.3 CARRY_FORWARD_SEATING, SEATING | yes |
| movement | USEBIO 1.0 5.5 MOVEMENT, ACBLscore's match tables | yes |
| inferred | the rounds that were played | yes |
"""

import hashlib
from dataclasses import dataclass

from contracts import subjects
from contracts.messages import EventMerged, Position, RoundAssigned
from contracts.seating import RoundAssignment
from services.seating.domain.movement import movement_round
from services.seating.domain.movements.inferred import inferred_round
from services.seating.domain.stated import stated_seats

RULES = (stated_seats, movement_round, inferred_round)

WITHDRAWN = "none"
"""The rule of an assignment without seats, which takes the place of one that no longer holds."""


def next_round(merged: EventMerged) -> RoundAssignment | None:
    """The seats of the next round, or None when no rule determines any."""
    for rule in RULES:
        assignment = rule(merged)
        if assignment is not None:
            return assignment
    return None


def withdrawn(event: str) -> RoundAssignment:
    """What is published when seats that were published no longer hold."""
    return RoundAssignment(event=event, stage="round", rule=WITHDRAWN, complete=False)


@dataclass(frozen=True)
class Plan:
    """A message to publish on top of the last one of its subject."""

    subject: str
    message: RoundAssigned
    expect_last: int


def plan(merged: EventMerged, last: RoundAssigned | None, last_seq: int) -> Plan | None:
    """What to publish for an event as it is now.

    Args:
        merged: the event.
        last: the seats that were published last.
        last_seq: stream sequence of that message, 0 when there is none.

    Returns:
        None when nothing is different.
    """
    if last is not None and last.position.applied > merged.applied:
        return None
    assignment = next_round(merged)
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
