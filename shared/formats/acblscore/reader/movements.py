"""Movements: who meets whom in which round, on which boards (Pair and Individual Match Tables).

Rules kept here:

1. Only the rounds that the section plays are the movement: a table of a longer one is cut where the section ends it.
   How many it has is a detail.
2. A meeting with a phantom has no boards.
3. Boards are named by their place in the list of boards, where they can have other numbers.
"""

from collections.abc import Mapping
from typing import Literal

from contracts.codes import acblscore as codes
from contracts.facts import Detail, MovementFact, MovementLine
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import Entrant, Section
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.play_layouts import MEETINGS
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.roster import SidesOf

MODES: Mapping[Entrant, tuple[int, ...]] = {"pair": (0,), "player": (2,), "team": (0, 1)}
"""Match modes by who sits down; teams at board-a-match move as pairs do."""

_KINDS: Mapping[Entrant, Literal["pairs", "individual", "teams"]] = {
    "pair": "pairs",
    "player": "individual",
    "team": "teams",
}


def read_movement(
    file: GameFile, section: Section, session: str | None, *, entrant: Entrant, sides: SidesOf
) -> MovementFact | None:
    """The movement of a section; None when it has none.

    Raises:
        FormatError: too-large when the file has more meetings than a game can have.
    """
    table = section.movement
    if table is None:
        return None
    if table.integer("mode") not in MODES[entrant]:
        stated, subject = str(table.integer("mode")), f"section {section.name}"
        text = f"the movement of {subject} states the unknown mode {stated}"
        file.report.add(codes.BAD_VALUE, text, table.place("mode"), subject=subject, stated=stated)
    meeting, room = MEETINGS[entrant == "player"]
    tables = file.room(table, meeting.size * room, section.tables)
    drawn = min(table.integer("num_rounds"), room)
    stated_rounds = min(section.details.integer("num_rounds"), room)
    rounds = stated_rounds or drawn
    if drawn < stated_rounds:
        text = f"{table.name} has {drawn} rounds, but the section has {stated_rounds}"
        file.report.add(codes.ODD_COUNT, text, table.place("num_rounds"), subject=table.name, stated=str(drawn))
    file.count("meeting", rounds * tables, table)
    details = section.details
    return MovementFact(
        at=table.place(),
        id=section.name,
        session=session,
        section=section.name,
        kind=_KINDS[entrant],
        name=details.text("movement_file") or None,
        winners=None if entrant != "pair" else 1 if details.flag("howell") else 2,
        tables=tables,
        rounds=rounds,
        lines=tuple(_lines(section, table, range(rounds), range(tables), MEETINGS[entrant == "player"], sides)),
        details=(Detail(name="ROUNDS_DRAWN", value=str(drawn)),) if drawn != rounds else (),
    )


def _lines(
    section: Section, movement: Record, rounds: range, tables: range, meetings: tuple[Layout, int], sides: SidesOf
) -> list[MovementLine]:
    """Who meets at each table in each round, and the boards that they play."""
    meeting, room = meetings
    boards = {board.results.integer("id"): str(board.row.integer("board")) for board in section.boards}
    length = max(1, section.details.integer("num_boards_per_round"))
    start, path = movement.offset + movement.layout.size, movement.name
    each = range(start, start + len(tables) * room * meeting.size, meeting.size)
    stated = list(meeting.reader.iter_unpack(movement.data[each.start : each.stop]))
    played = [place * room + number for number in rounds for place in tables]
    places = [at for at in played if any(stated[at][:-1])]
    *seats, firsts = zip(*map(stated.__getitem__, places), strict=True) if places else [()] * 3
    seated = list(zip(*([seat or None for seat in column] if 0 in column else column for column in seats), strict=True))
    names = [str(place + 1) for place in tables]
    shown = {first: boards.get(first, str(first)) for each in set(firsts) for first in (each, each + length - 1)}
    return MovementLine.rows(
        len(places),
        round=[at % room + 1 for at in places],
        table=[names[at // room] for at in places],
        sides=sides(seated, list(map(each.__getitem__, places)), path),
        first_board=[shown[first] if first else None for first in firsts],
        last_board=[shown[first + length - 1] if first else None for first in firsts],
    )
