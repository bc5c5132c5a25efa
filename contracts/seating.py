"""Seating: who sits where in the next round, and by which rule."""

from contracts.base import Contract, Sha256, Shown, Slug
from contracts.facts.base import Detail
from contracts.facts.decisions import Exchanged, Meeting
from contracts.findings import Finding

WITHDRAWN = "none"
"""The rule of an assignment without seats, which takes the place of one that no longer holds."""


class SeatAssignment(Contract):
    """One table of a round.

    Attributes:
        ns, ew: pairs or teams; chess uses `white` and `black`; individuals the four seats.
        reason: why they meet, in one sentence.
        by_hand: how the director has changed who sits here; the reason is that of the draw.
    """

    table: Shown | None = None
    section: Shown | None = None
    ns: Shown | None = None
    ew: Shown | None = None
    north: Shown | None = None
    south: Shown | None = None
    east: Shown | None = None
    west: Shown | None = None
    white: Shown | None = None
    black: Shown | None = None
    ns_names: Shown = ""
    ew_names: Shown = ""
    first_board: Shown | None = None
    last_board: Shown | None = None
    reason: Shown = ""
    by_hand: Shown = ""


class Exchange(Contract):
    """Two who have taken each other's places by the director's decision, or two tables."""

    what: Exchanged = "participants"
    first: Shown
    second: Shown


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
        exchanges: that were made after the draw, in their order.
        playing: of a round that starts early: who meets whom in the round before, until that is over.
    """

    event: Slug
    session: Shown | None = None
    stage: Shown
    round: int | None = None
    rule: Shown
    tables: tuple[SeatAssignment, ...] = ()
    sitting_out: tuple[Shown, ...] = ()
    byes: tuple[Detail, ...] = ()
    complete: bool = True
    locked: bool = False
    basis: Sha256 | None = None
    exchanges: tuple[Exchange, ...] = ()
    playing: tuple[Meeting, ...] = ()
    findings: tuple[Finding, ...] = ()
