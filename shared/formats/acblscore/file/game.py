"""What a game file is built of: events, their sections, and the structures that each section points to.

Rules kept here:

1. Everything is reached by its pointers, once. What is not described further (tables of Instant Matchpoints, of
   predetermined IMPs, of team table assignments) is kept as raw blocks.
2. An event whose details cannot be reached, and that has sections, is read without them: its type and scoring stand at
   the head of the file. So is a section whose boards can be reached: other sections are scored with them.
3. Who enters an event follows from its type; where that says nothing, from how many players an entry has room for.
   Where the room and the length of the first entry are those of another kind, it is of that kind: the type is odd.
4. A section whose number of an event is that of none belongs to the event of a section that it is scored or ranked
   with, else to the only one.
5. The description has the pointer to predetermined IMPs at a place where others stand (a stamp, a version), and unknown
   bytes behind those. It is looked for at both, only where an event is scored so, and followed where it leads to a
   block that nothing else has.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from contracts.codes import acblscore as codes
from contracts.findings import Finding
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, INDIVIDUAL, PAIR, TEAM
from shared.formats.acblscore.file.fields import I16, POINTER, Layout, layout
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import EVENT, EVENTS, LINES, MEMO_LINE, NOTE_LINE, SECTION, SECTIONS
from shared.formats.acblscore.file.play_layouts import (
    BOARD,
    BOARD_INDEX,
    BOARD_INDEX_ENTRY,
    MEETINGS,
    MOVEMENT,
    RESULT2,
    RESULT4,
    TEAM_MATCH,
    TEAM_MATCH_INDEX,
    TEAM_MATCHES,
    VP_SCALE,
    VP_STEP,
)
from shared.formats.acblscore.file.record import Record

Entrant = Literal["player", "pair", "team"]

ENTRANTS: dict[int, Entrant] = {0: "pair", 1: "team", 2: "player", 3: "pair", 4: "team"}
"""Who enters, by type of event."""

ENTRIES: dict[Entrant, Layout] = {"player": INDIVIDUAL, "pair": PAIR, "team": TEAM}

RAW = layout("raw block", 2, ("len_rest", 0x00, I16))
"""A block of which only the length is known."""

TEAM_POINTER = layout("team pointer", 4, ("ofs_team", 0, POINTER))


class Seated(NamedTuple):
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


class Board(NamedTuple):
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
    """A section with what it points to; others refer to it by its number in the file, from 1."""

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


RESULT4_UNITS = 4

PREDETERMINED = 13
"""Scoring by IMPs with a predetermined datum."""

PREDETERMINED_AT = (0x9E7, 0x9E0)
TABLE_POINTER = layout("table pointer", 4, ("ofs_table", 0, POINTER))

_LINKS = tuple(f"{kind}_{way}" for kind in ("scored", "ranked") for way in ("previous", "next"))

_EVENT_POINTERS = tuple(f"ofs_event_{number}" for number in range(1, EVENTS + 1))

Scales = dict[int, tuple[Record | None, list[Record]]]
"""Victory point scales and their steps by offset: the scale is that of the event, and its sections may share it."""


@dataclass
class Game:
    """A whole file."""

    file: GameFile
    events: list[Event] = field(default_factory=list)
    memo: tuple[str, ...] = ()
    note: tuple[str, ...] = ()
    raw: list[Record] = field(default_factory=list)
    free: list[Record] = field(default_factory=list)


def read_game(file: GameFile) -> Game:
    """Follow every pointer of a file.

    Raises:
        FormatError: too-large when the file has more entries than a game can have.
    """
    game, master = Game(file), file.master
    events: dict[int, Event] = {}
    findings: dict[int, list[Finding]] = defaultdict(list)
    pointers = enumerate(master.integers(_EVENT_POINTERS), 1)
    for number in [number for number, offset in pointers if offset]:
        mark = len(file.report.findings)
        details = file.block(master, f"ofs_event_{number}", EVENT, f"event {number}")
        if details is not None:
            events[number] = _event(master, number, details)
        findings[number] = file.report.findings[mark:]
    scales: Scales = {}
    named = list(master.used("sections", "event"))
    orphans = [(n, summary) for n, summary in master.used("sections", "ofs_section") if not summary.integer("event")]
    for number, summary in (*named, *orphans):
        mark = len(file.report.findings)
        owner = _section(file, events, number + 1, summary, scales)
        if owner is not None:
            owner.findings.extend(file.report.findings[mark:])
    events = dict(sorted(events.items()))
    for event in events.values():
        event.findings[:0] = findings[event.number]
        mark = len(file.report.findings)
        if not event.sections:
            name = event.details.name
            file.report.add(codes.NO_SECTION, f"{name} has no section", event.details.place(), subject=name)
        event.memo = _lines(file, event.details, "ofs_memo", MEMO_LINE, f"memo of {event.details.name}")
        event.findings.extend(file.report.findings[mark:])
    game.events = list(events.values())
    game.memo = _lines(file, master, "ofs_memo", MEMO_LINE, "memo")
    game.note = _lines(file, master, "ofs_note", NOTE_LINE, "note")
    owners = [(master, "ofs_instant_match_points", "Instant Matchpoint table")]
    if any(event.scoring == PREDETERMINED for event in game.events):
        # Rule 5
        for at in PREDETERMINED_AT:
            head = Record(file.data, file.report, TABLE_POINTER, at, at + TABLE_POINTER.size, "master table")
            if file.leads(head.integer("ofs_table")):
                owners.append((head, "ofs_table", "predetermined IMP table"))
                break
    game.raw = [table for owner in owners if (table := _raw(file, *owner)) is not None]
    game.free = file.free()
    file.settle()
    return game


def _event(master: Record, number: int, details: Record) -> Event:
    kind, scoring = master.integer(f"event_type_{number}"), master.integer(f"event_scoring_{number}")
    return Event(number, kind, scoring, details, entrant=ENTRANTS.get(kind))


def _section(file: GameFile, events: dict[int, Event], number: int, summary: Record, scales: Scales) -> Event | None:
    """Read a section; the event that it belongs to, None where it is lost without one."""
    name, of = summary.text("name") or str(number), _owner(file.master, events, summary)
    event = events.get(of)
    if event is not None and any(section.name == name for section in event.sections):
        name = f"{name}-{number}"
    if not 1 <= of <= EVENTS:
        text = f"section {name} belongs to event {of}; the events of a file are 1 to {EVENTS}"
        file.report.add(codes.LOST_SECTION, text, summary.place("event"), subject=f"section {name}")
        return None
    details = file.block(summary, "ofs_section", SECTION, f"section {name}")
    if details is None and not summary.integer("ofs_section"):
        text = f"section {name} has no details"
        file.report.add(codes.BAD_POINTER, text, summary.place("ofs_section"), subject=f"section {name}")
    section = Section(number, name, summary, details or file.empty(summary, "ofs_section", SECTION, f"section {name}"))
    _boards(file, section)
    if details is None and not section.boards:
        return event
    if event is None:
        text = f"section {name} belongs to event {of}, whose details the file does not have"
        file.report.add(codes.LOST_EVENT, text, summary.place("event"), subject=f"event {of}")
        nothing = file.empty(file.master, f"ofs_event_{of}", EVENT, f"event {of}")
        event = events[of] = _event(file.master, of, nothing)
    event.sections.append(section)
    index = file.block(section.details, "ofs_matches", TEAM_MATCH_INDEX, f"matches of section {name}")
    section.matches = TeamMatches(index) if index is not None else None
    for direction in range(1, 5):
        _index(file, event, section, direction)
    table = section.movement = file.block(section.details, "ofs_movement", MOVEMENT, f"movement of section {name}")
    if table is not None:
        meeting, rounds = MEETINGS[event.individual]
        size, expected = meeting.size * rounds, section.details.integer("num_tables")
        section.tables = file.counted(table, size, table.integer("num_tables"), expected)
        file.take(table, size * section.tables)
    if section.matches is not None:
        _matches(file, section, section.matches, scales)
    section.memo = _lines(file, section.details, "ofs_memo", MEMO_LINE, f"memo of section {name}")
    return event


def _owner(master: Record, events: Mapping[int, Event], summary: Record) -> int:
    """The number of the event that a section belongs to (rule 4)."""
    of = summary.integer("event")
    if of in events or (1 <= of <= EVENTS and master.integer(f"ofs_event_{of}")):
        return of
    links = [summary.integer(name) for name in _LINKS]
    likely = [master.part("sections", link - 1).integer("event") for link in links if 1 <= link <= SECTIONS]
    likely.extend(events if len(events) == 1 else ())
    owner = next((number for number in likely if number in events), None)
    if owner is None:
        return of
    name = summary.text("name")
    text = (
        f"section {name} belongs to event {of}, which the file does not have; it was read as a section of event {owner}"
    )
    master.report.add(codes.BAD_VALUE, text, summary.place("event"), stated=str(of), computed=str(owner))
    return owner


def _index(file: GameFile, event: Event, section: Section, direction: int) -> None:
    title = f"index {direction} of section {section.name}"
    index = file.block(section.details, f"ofs_index_{direction}", INDEX, title)
    if index is None:
        return
    if event.entrant is None:
        most = index.integer("most_players")
        event.entrant = "team" if most > PAIR.parts["players"].count else "player" if most == 1 else "pair"
    section.indexes.append(index)
    stated, expected = index.integer("num_entries"), section.details.integer("num_tables")
    if event.teams:
        expected = section.matches.index.integer("num_teams") if section.matches is not None else 0
    rows = file.rows(index, INDEX_ENTRY, file.counted(index, INDEX_ENTRY.size, stated, expected), "entry")
    event.entrant = _entrant(file, event, index, rows)
    kind = ENTRIES[event.entrant]
    for table, row in enumerate(rows, 1):
        entry = file.block(row, "ofs_entry", kind, f"{kind.name} {table} of {title}")
        section.seated.append(Seated(direction, table, row, entry))


def _entrant(file: GameFile, event: Event, index: Record, rows: Sequence[Record]) -> Entrant:
    """Who enters an event, by room and length of its first entry where its type says otherwise (rule 3)."""
    known = event.entrant or "pair"
    pointers = (row.integer("ofs_entry") for row in rows)
    length = next((int.from_bytes(file.data[at : at + 2], "little") for at in pointers if at), 0)
    kinds = {(layout.size - 2, layout.parts["players"].count): entrant for entrant, layout in ENTRIES.items()}
    likely = kinds.get((length, index.integer("most_players")), known)
    if likely == known or any(section.seated for section in event.sections):
        return known
    text = f"event {event.number} is of type {event.type}, and a {likely} enters it"
    file.report.add(codes.BAD_VALUE, text, event.details.place(), stated=str(event.type))
    return likely


def _boards(file: GameFile, section: Section) -> None:
    title = f"boards of section {section.name}"
    index = section.board_index = file.block(section.summary, "ofs_boards", BOARD_INDEX, title)
    if index is None:
        return
    stated, expected = index.integer("num_boards"), section.details.integer("num_boards")
    count = file.counted(index, BOARD_INDEX_ENTRY.size, stated, expected)
    for row in file.rows(index, BOARD_INDEX_ENTRY, count, "entry"):
        results = file.block(row, "ofs_results", BOARD, f"board {row.integer('board')} of section {section.name}")
        if results is not None:
            size = RESULT4.size if results.integer("num_units") == RESULT4_UNITS else RESULT2.size
            file.take(results, size * file.counted(results, size, results.integer("num_valid"), 0))
            section.boards.append(Board(row, results))


def _matches(file: GameFile, section: Section, matches: TeamMatches, scales: Scales) -> None:
    index = matches.index
    rounds, seated = index.integer("num_rounds"), len(section.seated)
    teams = file.counted(index, TEAM_POINTER.size, index.integer("num_teams"), seated)
    for team, row in enumerate(file.rows(index, TEAM_POINTER, teams, "team"), 1):
        table = file.block(row, "ofs_team", TEAM_MATCHES, f"matches of team id {team} in section {section.name}")
        played = []
        if table is not None:
            drawn = file.counted(table, TEAM_MATCH.size, table.integer("num_rounds"), rounds)
            played = file.rows(table, TEAM_MATCH, drawn, "round")
            file.count("match", len(played), table)
        matches.teams.append((table, played) if table is not None else None)
    offset = index.integer("ofs_vp_scale")
    if offset not in scales:
        scale = file.block(index, "ofs_vp_scale", VP_SCALE, f"victory point scale of section {section.name}")
        steps = _listed(file, scale, VP_STEP, "num_steps", "step") if scale is not None else []
        scales[offset] = scale, steps
    matches.scale, matches.steps = scales[offset]
    matches.assignments = _raw(file, index, "ofs_assignments", f"table assignments of section {section.name}")


def _raw(file: GameFile, owner: Record, pointer: str, name: str) -> Record | None:
    """A block of which only the length is known; all of it is its own."""
    block = file.block(owner, pointer, RAW, name)
    if block is not None:
        file.take(block, block.end - block.offset)
    return block


def _lines(file: GameFile, owner: Record, pointer: str, line: Layout, name: str) -> tuple[str, ...]:
    head = file.block(owner, pointer, LINES, name)
    if head is None:
        return ()
    return tuple(row.text("text") for row in _listed(file, head, line, "num_lines", "line"))


def _listed(file: GameFile, head: Record, layout: Layout, number: str, name: str) -> list[Record]:
    """The entries of a block whose number nothing but the block itself says."""
    return file.rows(head, layout, file.filled(head, layout.size, head.integer(number)), name)
