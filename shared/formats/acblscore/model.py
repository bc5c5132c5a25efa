"""What a game file is built of: events, their sections, and what each section points to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from contracts.findings import Finding
from shared.formats.acblscore.entry_layouts import INDIVIDUAL, PAIR, TEAM
from shared.formats.acblscore.fields import I16, POINTER, Layout, layout
from shared.formats.acblscore.record import Record

Entrant = Literal["player", "pair", "team"]

ENTRANTS: dict[int, Entrant] = {0: "pair", 1: "team", 2: "player", 3: "pair", 4: "team"}
"""Who enters, by type of event."""

ENTRIES: dict[Entrant, Layout] = {"player": INDIVIDUAL, "pair": PAIR, "team": TEAM}

RAW = layout("raw block", 2, ("len_rest", 0x00, I16))
"""A block of which only the length is known."""

TEAM_POINTER = layout("team pointer", 4, ("ofs_team", 0, POINTER))


@dataclass(frozen=True)
class Seated:
    """An entry of an index table, and who it leads to.

    Attributes:
        direction: 1 to 4; 1 for teams.
        table: where it starts, which is its place in the index table.
        entry: None when its pointer is bad.
    """

    direction: int
    table: int
    row: Record
    entry: Record | None


@dataclass(frozen=True)
class Board:
    """A board of a section: its entry in the index, and its table of results."""

    row: Record
    results: Record


@dataclass
class TeamMatches:
    """The matches of a team event.

    Attributes:
        index: its index table.
        teams: the table of each team with its matches, in the order of team ids from 1; None for a bad pointer.
        scale: the victory point scale, and its steps.
        assignments: the raw block of table assignments.
    """

    index: Record
    teams: list[tuple[Record, list[Record]] | None] = field(default_factory=list)
    scale: Record | None = None
    steps: list[Record] = field(default_factory=list)
    assignments: Record | None = None


@dataclass
class Section:
    """A section with what it points to.

    Attributes:
        number: of the section in the file, from 1, by which others refer to it.
        tables: of its movement.
    """

    number: int
    name: str
    summary: Record
    details: Record
    seated: list[Seated] = field(default_factory=list)
    indexes: list[Record] = field(default_factory=list)
    movement: Record | None = None
    tables: int = 0
    board_index: Record | None = None
    boards: list[Board] = field(default_factory=list)
    matches: TeamMatches | None = None
    memo: tuple[str, ...] = ()


@dataclass
class Event:
    """An event of the file.

    Attributes:
        number: of the event in the file, from 1.
        type: of event; `values.EVENT_TYPES`.
        scoring: method; `values.SCORINGS`.
        entrant: who enters it; None while nothing has said so.
        findings: what was found in it while its structures were gathered.
    """

    number: int
    type: int
    scoring: int
    details: Record
    sections: list[Section] = field(default_factory=list)
    memo: tuple[str, ...] = ()
    entrant: Entrant | None = None
    findings: list[Finding] = field(default_factory=list)

    @property
    def individual(self) -> bool:
        """Whether players sit down one by one."""
        return self.entrant == "player"

    @property
    def teams(self) -> bool:
        """Whether teams meet."""
        return self.entrant == "team"
