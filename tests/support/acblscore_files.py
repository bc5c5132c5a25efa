"""Game files that show every structure, built from the same tables that the reader reads by; all names are made up.

A built file knows where its pointers, lengths, counts and texts are, so that a test can break each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from shared.errors import FormatError
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, INDIVIDUAL, PAIR, TEAM
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import RAW, TEAM_POINTER
from shared.formats.acblscore.file.game_layouts import EVENT, LINES, MASTER, MEMO_LINE, NOTE_LINE, SECTION
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.file.play_layouts import (
    BOARD,
    BOARD_INDEX,
    BOARD_INDEX_ENTRY,
    INDIVIDUAL_MEETING,
    INDIVIDUAL_MEETINGS,
    MOVEMENT,
    PAIR_MEETING,
    PAIR_MEETINGS,
    RESULT2,
    RESULT4,
    TEAM_MATCH,
    TEAM_MATCH_INDEX,
    TEAM_MATCHES,
    VP_SCALE,
    VP_STEP,
)
from shared.formats.acblscore.reader.parse import parse
from shared.formats.parsed import Parsed

Values = Mapping[str, Any]
Row = tuple[Layout, Values]
MOMENT = datetime(2031, 5, 4, 21, 30, 10, tzinfo=UTC)

FIRST = ("Ada", "Bo", "Cleo", "Dov", "Eda", "Finn", "Gus", "Hedy")
LAST = ("Amber", "Birch", "Cedar", "Dune", "Ebony", "Fern", "Gorse", "Heath")


@dataclass
class Built:
    """A file in the making.

    Attributes:
        pointers, lengths, texts: offsets in the file of pointers, of blocks and of lengths of strings.
        counts: offset and size of numbers that say how many follow.
    """

    data: bytearray = field(default_factory=lambda: bytearray(MASTER.size))
    pointers: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    counts: list[tuple[int, int]] = field(default_factory=list)

    def block(self, layout: Layout, values: Values, rows: Sequence[Row] = (), raw: bytes = b"") -> int:
        """Add a block with the entries that follow its structure; returns where it is."""
        offset = len(self.data)
        size = layout.size + sum(row[0].size for row in rows) + len(raw)
        self.data += pack(layout, {"len_rest": size - 2, **values})
        self._note(layout, offset)
        self.lengths.append(offset)
        for kind, row in rows:
            self._note(kind, len(self.data))
            self.data += pack(kind, row)
        self.data += raw
        return offset

    def _note(self, layout: Layout, offset: int) -> None:
        for name, (where, kind) in layout.fields.items():
            if name.startswith("ofs_"):
                self.pointers.append(offset + where)
            elif name.startswith("num_"):
                self.counts.append((offset + where, kind.size))
            elif kind.sort == "text":
                self.texts.append(offset + where)
        for part in layout.parts.values():
            for number in range(part.count):
                self._note(part.layout, offset + part.offset + number * part.layout.size)

    def finish(self, master: Values) -> bytes:
        """Write the head of the file and return the whole."""
        values = {"len_rest": MASTER.size - 2, "magic": "AC3", "len_file": len(self.data), **master}
        self.data[: MASTER.size] = pack(MASTER, values)
        self._note(MASTER, 0)
        return bytes(self.data)


def shorten(raw: bytearray, offset: int, size: int) -> None:
    """Let the block at `offset` end after `size` bytes, with another one behind it, as older versions wrote blocks."""
    rest = int.from_bytes(raw[offset : offset + 2], "little") + 2 - size
    raw[offset : offset + 2] = (size - 2).to_bytes(2, "little")
    raw[offset + size : offset + size + 4] = (rest - 2).to_bytes(2, "little") + (1).to_bytes(2, "little")


def player(number: int, **more: Any) -> dict[str, Any]:
    """A made-up player."""
    return {
        "first_name": FIRST[number % 8],
        "last_name": LAST[number // 8 % 8],
        "number": f"{5550000 + number}",
        "city": "Nowhere",
        "state": "XX",
        "country": "US",
        "rank": "C",
        "master_points": 100 + number,
        **more,
    }


def mitchell(tables: int, directions: int = 2, shown: Mapping[int, int] | None = None) -> bytes:
    """The pair numbers of a Mitchell movement: number N starts at table N; `shown` renumbers North-South."""
    raw = bytearray(320)
    for number in range(1, tables + 1):
        for direction in range(directions):
            raw[160 + 4 * (number - 1) + direction] = number
        if shown and number in shown:
            raw[4 * (number - 1)] = shown[number]
    return bytes(raw)


def howell(seats: Sequence[tuple[int, int]]) -> bytes:
    """The pair numbers of a Howell movement: starting table and direction of pair 1, 2 and so on."""
    raw = bytearray(320)
    for index, (table, direction) in enumerate(seats):
        raw[80 + 2 * index : 82 + 2 * index] = bytes([table, direction])
    return bytes(raw)


Line = tuple[int, int, int, int, int, int]
"""Round, table, North-South and East-West pair, and both raw scores."""


@dataclass
class Plan:
    """A section of pairs in a Mitchell movement: what a test wants to have otherwise."""

    name: str = "A"
    tables: int = 3
    rounds: int = 3
    per_round: int = 2
    scores: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    points: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    entries: Mapping[tuple[int, int], Values] = field(default_factory=dict)
    section: Values = field(default_factory=dict)
    summary: Values = field(default_factory=dict)


def pair_of(plan: Plan, table: int, number: int) -> int:
    """The East-West pair at a table in a round of the Mitchell movement."""
    return (table - number) % plan.tables + 1


def first_board(plan: Plan, table: int, number: int) -> int:
    """The first board at a table in a round."""
    return (table + number - 2) % plan.tables * plan.per_round + 1


def pairs_section(built: Built, plan: Plan) -> dict[str, Any]:
    """Add a section of pairs; returns its summary. Scores are by board and North-South pair, 420 where none is."""
    tables, rounds = plan.tables, plan.rounds
    boards: dict[int, list[Values]] = {number: [] for number in range(1, tables * plan.per_round + 1)}
    for number in range(1, rounds + 1):
        for table in range(1, tables + 1):
            start = first_board(plan, table, number)
            for board in range(start, start + plan.per_round):
                ns, ew = plan.scores.get((board, table), (42, -42))
                ns_points, ew_points = plan.points.get((board, table), (0, 0))
                boards[board].append(
                    {
                        "round": number,
                        "table": table,
                        "ns": table,
                        "ew": pair_of(plan, table, number),
                        "ns_score": ns,
                        "ew_score": ew,
                        "ns_points": Decimal(ns_points) / 100,
                        "ew_points": Decimal(ew_points) / 100,
                    }
                )
    index = [
        (
            BOARD_INDEX_ENTRY,
            {
                "board": board,
                "num_results": sum(_valid(row) for row in rows),
                "ofs_results": built.block(
                    BOARD, {"id": board, "num_units": 2, "num_valid": len(rows)}, [(RESULT2, row) for row in rows]
                ),
            },
        )
        for board, rows in boards.items()
    ]
    ofs_boards = built.block(BOARD_INDEX, {"section": 1, "num_boards": len(index)}, index)
    meetings = bytearray(tables * PAIR_MEETINGS * PAIR_MEETING.size)
    for table in range(1, tables + 1):
        for number in range(1, rounds + 1):
            at = ((table - 1) * PAIR_MEETINGS + number - 1) * PAIR_MEETING.size
            meetings[at : at + 3] = bytes([table, pair_of(plan, table, number), first_board(plan, table, number)])
    movement = built.block(MOVEMENT, {"id": 1, "num_tables": tables, "num_rounds": rounds}, raw=bytes(meetings))
    indexes = [_pairs(built, plan, direction) for direction in (1, 2)]
    section = built.block(
        SECTION,
        {
            "number": 1,
            "ofs_index_1": indexes[0],
            "ofs_index_2": indexes[1],
            "ofs_movement": movement,
            "num_boards": len(boards),
            "num_boards_per_round": plan.per_round,
            "num_rounds": rounds,
            "num_tables": tables,
            "highest_number": tables,
            "top": tables - 1,
            "most_boards": rounds * plan.per_round,
            "full_score": (tables - 1) * rounds * plan.per_round,
            "numbers": mitchell(tables),
            "modified": MOMENT,
            **plan.section,
        },
    )
    return {
        "event": 1,
        "name": plan.name,
        "ofs_section": section,
        "ofs_boards": ofs_boards,
        "status": 3,
        "num_rounds_posted": rounds,
        "num_rounds": rounds,
        **plan.summary,
    }


def _valid(row: Values) -> bool:
    return any(row[side] not in (900, 950, 999) for side in ("ns_score", "ew_score"))


def _pairs(built: Built, plan: Plan, direction: int) -> int:
    rows = []
    for table in range(1, plan.tables + 1):
        number = 4 * table + 2 * direction + 100 * (ord(plan.name[:1] or "A") - ord("A"))
        phantom = plan.section.get("phantom", 0) == (table if direction == 1 else -table)
        values = {
            "id": table,
            "strat": 1,
            "num_boards_played": plan.rounds * plan.per_round,
            "players": [] if phantom else [player(number), player(number + 1)],
            **plan.entries.get((direction, table), {}),
        }
        rows.append((INDEX_ENTRY, {"num_players": 2, "ofs_entry": built.block(PAIR, values)}))
    return built.block(INDEX, {"direction": direction, "most_players": 2, "num_entries": len(rows)}, rows)


def event(built: Built, **more: Any) -> int:
    """Add the details of an event."""
    return built.block(
        EVENT,
        {
            "number": 1,
            "name": "Harbour Pairs",
            "session_name": "Sunday Eve",
            "club": "Lighthouse Bridge Club",
            "date": "May 4, 2031",
            "session": 1,
            "num_sessions": 1,
            "last_session": 255,
            "modified": MOMENT,
            **more,
        },
    )


def pairs_game(*plans: Plan, **more: Any) -> tuple[bytes, Built]:
    """A file of one event of pairs with a section for each plan."""
    built = Built()
    details = event(built, **more)
    sections = [pairs_section(built, plan) for plan in plans or (Plan(),)]
    return built.finish({"ofs_event_1": details, "version": Decimal("8.15"), "sections": sections}), built


def everything() -> tuple[bytes, Built]:
    """A file with every structure: pairs in two sections scored together, individuals, teams, and all around them."""
    built = Built()
    memo = built.block(LINES, {"id": 1, "num_lines": 2}, [(MEMO_LINE, {"text": t}) for t in ("Tea at five", "Bye")])
    note = built.block(LINES, {"id": 2, "num_lines": 1}, [(NOTE_LINE, {"text": "Table 3 wobbles"})])
    own = built.block(LINES, {"id": 3, "num_lines": 1}, [(MEMO_LINE, {"text": "Prizes after the last round"})])
    strat = {
        "letter": "A",
        "most_master_points": 900,
        "event_m_factor": Decimal("0.75"),
        "overall": {"percent_1": 60, "percent_2": 40, "colour_1": 4, "colour_2": 3},
    }
    events = [
        event(built, ofs_memo=own, num_strats=1, strats=[strat]),
        event(built, number=2, name="Lone Wolves"),
        event(built, number=3, name="Harbour Teams", num_sessions=2, session=1, sanction="T9", code="TEAM"),
    ]
    free = _free(built)
    together = {"scored_next": 2, "ranked_next": 2}, {"scored_previous": 1, "ranked_previous": 1}
    foul = Plan(scores={(1, 1): (4043, 3957), (2, 1): (2060, 2040), (3, 2): (900, 900), (4, 2): (43, -40)})
    sections = [
        {**pairs_section(built, foul), **together[0]},
        {**pairs_section(built, Plan(name="B")), **together[1]},
        {**_individuals(built), "event": 2},
        {**_teams(built), "event": 3},
    ]
    data = built.finish(
        {
            **{f"ofs_event_{number}": offset for number, offset in enumerate(events, 1)},
            "ofs_memo": memo,
            "ofs_note": note,
            "ofs_free": free,
            "sections": sections,
            "created": MOMENT,
            "ofs_instant_match_points": built.block(RAW, {}, raw=b"\7" * 90),
            "event_type_2": 2,
            "event_type_3": 1,
            "event_scoring_3": 7,
            "version": Decimal("8.15"),
        }
    )
    return data, built


def _free(built: Built) -> int:
    """Two free blocks in a list, with what is left over in them."""
    last = len(built.data)
    built.data += (-40).to_bytes(2, "little", signed=True) + bytes(4) + b"left over".ljust(36, b"\0")
    first = len(built.data)
    built.data += (-20).to_bytes(2, "little", signed=True) + last.to_bytes(4, "little") + bytes(16)
    built.pointers += [last + 2, first + 2]
    built.lengths += [last, first]
    return first


def _individuals(built: Built) -> dict[str, Any]:
    """Two tables of individuals, one round of two boards."""
    boards = []
    for board in (1, 2):
        rows = [
            (
                RESULT4,
                {
                    "round": 1,
                    "table": table,
                    "north": start,
                    "east": start + 1,
                    "south": start + 2,
                    "west": start + 3,
                    **{f"{seat}_score": 14 for seat in ("north", "south")},
                    **{f"{seat}_score": -14 for seat in ("east", "west")},
                },
            )
            for table, start in ((1, 1), (2, 5))
        ]
        results = built.block(BOARD, {"id": board, "num_units": 4, "num_valid": 2}, rows)
        boards.append((BOARD_INDEX_ENTRY, {"board": board, "num_results": 2, "ofs_results": results}))
    ofs_boards = built.block(BOARD_INDEX, {"section": 1, "num_boards": 2}, boards)
    indexes = []
    for direction in range(1, 5):
        rows = [
            (
                INDEX_ENTRY,
                {
                    "num_players": 1,
                    "ofs_entry": built.block(
                        INDIVIDUAL, {"id": table, "players": [player(4 * table + direction)], "num_boards_played": 2}
                    ),
                },
            )
            for table in (1, 2)
        ]
        indexes.append(built.block(INDEX, {"direction": direction, "most_players": 1, "num_entries": 2}, rows))
    raw = bytearray(2 * INDIVIDUAL_MEETINGS * INDIVIDUAL_MEETING.size)
    raw[0:5] = bytes([1, 2, 3, 4, 1])
    raw[180:185] = bytes([5, 6, 7, 8, 1])
    movement = built.block(MOVEMENT, {"id": 1, "num_tables": 2, "num_rounds": 1, "mode": 2}, raw=bytes(raw))
    section = built.block(
        SECTION,
        {
            "number": 3,
            **{f"ofs_index_{n}": offset for n, offset in enumerate(indexes, 1)},
            "ofs_movement": movement,
            "howell": 1,
            "num_boards": 2,
            "num_boards_per_round": 2,
            "num_rounds": 1,
            "num_tables": 2,
            "top": 1,
            "full_score": 2,
            "modified": MOMENT,
            "numbers": howell([(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)]),
        },
    )
    return {
        "name": "I",
        "ofs_section": section,
        "ofs_boards": ofs_boards,
        "status": 3,
        "num_rounds_posted": 1,
        "num_rounds": 1,
    }


def _teams(built: Built) -> dict[str, Any]:
    """Four teams after round 1 of 2: one match played at each table, round 2 drawn."""
    rows = []
    for number in (1, 2, 3, 4):
        people = [player(8 * number + seat, wins=1, matches=1) for seat in range(4)]
        values = {"id": number, "score": 12 if number in (1, 3) else 8, "unfactored": number % 2, "players": people}
        rows.append((INDEX_ENTRY, {"number": 40 + number, "num_players": 4, "ofs_entry": built.block(TEAM, values)}))
    index = built.block(INDEX, {"direction": 1, "most_players": 6, "num_entries": 4}, rows)
    opponents = {1: (42, 43), 2: (41, 44), 3: (44, 41), 4: (43, 42)}
    tables = []
    for number, (first, second) in opponents.items():
        won = number in (1, 3)
        played = {
            "round": 1,
            "opponent": first,
            "num_rounds": 1,
            "round_robin": 1,
            "imps": 9 if won else -9,
            "vps": 12 if won else 8,
            "num_boards": 7,
            "section": "T",
            "table": number,
            "wins": int(won),
        }
        drawn = {"round": 2, "opponent": second, "section": "T", "table": number}
        stationary = (
            {"stationary_section": "T", "stationary_direction": "N", "stationary_table": 3} if number == 3 else {}
        )
        tables.append(
            built.block(
                TEAM_MATCHES,
                {"id": number, "num_rounds": 2, "mode": 1, **stationary},
                [(TEAM_MATCH, played), (TEAM_MATCH, drawn)],
            )
        )
    steps = [(VP_STEP, {"margin": m, "winner": 10 + w, "loser": 10 - w}) for m, w in ((0, 0), (3, 1), (9, 2), (20, 10))]
    scale = built.block(
        VP_SCALE,
        {
            "id": 1,
            "num_steps": 4,
            "least_boards": 7,
            "most_boards": 7,
            "most_vps": 20,
            "file": "VP020X7.VP",
            "description": "20 points, 7 boards",
        },
        steps,
    )
    assignments = built.block(RAW, {}, raw=b"\5\0" * 12)
    matches = built.block(
        TEAM_MATCH_INDEX,
        {
            "section": 1,
            "num_teams": 4,
            "num_rounds": 2,
            "ofs_assignments": assignments,
            "round": 2,
            "ofs_vp_scale": scale,
        },
        [(TEAM_POINTER, {"ofs_team": offset}) for offset in tables],
    )
    section = built.block(
        SECTION, {"number": 4, "ofs_index_1": index, "ofs_matches": matches, "num_rounds": 2, "modified": MOMENT}
    )
    return {"name": "T", "ofs_section": section, "status": 1, "num_rounds_posted": 1, "num_rounds": 2}


def parse_anyhow(data: bytes) -> Parsed | None:
    """What a file reads as, nothing where it is refused."""
    try:
        return parse(data)
    except FormatError:
        return None
