"""Seating: who sits where in the next round, and by which rule."""

from contracts.base import Contract, Name, Sha256, Slug
from contracts.facts.base import Detail
from contracts.findings import Finding

WITHDRAWN = "none"
"""The rule of an assignment without seats, which takes the place of one that no longer holds."""


class SeatAssignment(Contract):
    """One table of a round.

    Attributes:
        ns, ew: pairs or teams; chess uses `white` and `black`; individuals the four seats.
        reason: why they meet, in one sentence.
    """

    table: Name | None = None
    section: Name | None = None
    ns: Name | None = None
    ew: Name | None = None
    north: Name | None = None
    south: Name | None = None
    east: Name | None = None
    west: Name | None = None
    white: Name | None = None
    black: Name | None = None
    ns_names: Name = ""
    ew_names: Name = ""
    first_board: Name | None = None
    last_board: Name | None = None
    reason: Name = ""


class RoundAssignment(Contract):
    """The seats of one round.

    Attributes:
        round: None for the start of the event, or of the next session or stage, as `stage` says.
        stage: "round", "start" or "next".
        rule: "stated", "movement", "swiss", ... : the rule that produced it.
        sitting_out: those without a table.
        byes: chess: the letter of who sits out, by id: U pairing-allocated, F H Z asked for or absent.
        complete: False when the rule determines only some of the seats.
        basis: digest of what a draw was made from; the same basis is not drawn twice.
    """

    event: Slug
    session: Name | None = None
    stage: Name
    round: int | None = None
    rule: Name
    tables: tuple[SeatAssignment, ...] = ()
    sitting_out: tuple[Name, ...] = ()
    byes: tuple[Detail, ...] = ()
    complete: bool = True
    locked: bool = False
    basis: Sha256 | None = None
    findings: tuple[Finding, ...] = ()
