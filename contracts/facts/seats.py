"""Facts about who sits where: movements and seats."""

from operator import attrgetter
from typing import Literal

from contracts.base import Name, Place
from contracts.facts.base import Detail, FactModel, FactRecord, Key
from contracts.facts.results import Sides
from contracts.records import Record
from contracts.tables import Form


class MovementLine(Record):
    """Who meets whom at one table in one round, on which boards."""

    round: int
    table: Name
    sides: Sides
    first_board: Name | None = None
    last_board: Name | None = None


class MovementFact(FactModel):
    """A movement: pairs, individuals or teams through tables and rounds."""

    id: Name
    session: Name | None = None
    section: Name | None = None
    kind: Literal["pairs", "individual", "teams"]
    name: Name | None = None
    winners: Literal[1, 2] | None = None
    tables: int | None = None
    rounds: int | None = None
    lines: tuple[MovementLine, ...] = ()
    details: tuple[Detail, ...] = ()

    KEY = attrgetter("session", "section", "id")


class SeatFact(FactRecord):
    """Where a participant sits at the start, or at the start of the next session or round.

    Attributes:
        stage: "start" of this session, "next" session, stage or round.
        round: None when the stage says it all.
        resigned: the participant does not go on.
    """

    at: Place | None = None
    participant: Name
    kind: Literal["player", "pair", "team"] = "pair"
    session: Name | None = None
    stage: Literal["start", "next"]
    round: int | None = None
    section: Name | None = None
    table: Name | None = None
    direction: Name | None = None
    opponent: Name | None = None
    colour: Literal["w", "b"] | None = None
    resigned: bool = False
    text: Name | None = None

    @property
    def key(self) -> Key:
        """Session, stage, round and participant."""
        return (self.session, self.stage, self.round, self.kind, self.participant)


SEATS = Form(SeatFact, "Who sits where.", {"at": ""})
"""Seats as columns."""
