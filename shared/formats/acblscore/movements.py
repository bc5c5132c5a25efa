"""Movements: who meets whom in which round, on which boards (Pair and Individual Match Tables).

Rules kept here:

1. Only the rounds that the section plays are the movement: a table of a longer one is cut where the section ends it.
   How many it has is a detail.
2. A meeting with a phantom has no boards.
3. Boards are named by their place in the list of boards, where they can have other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from contracts.base import Series
from contracts.codes import acblscore as codes
from contracts.facts import Detail, MovementFact, MovementLine
from shared.formats.acblscore.image import Image
from shared.formats.acblscore.model import Entrant, Section
from shared.formats.acblscore.play_layouts import INDIVIDUAL_MEETING, INDIVIDUAL_MEETINGS, PAIR_MEETING, PAIR_MEETINGS
from shared.formats.acblscore.roster import SidesOf

MODES: Mapping[Entrant, tuple[int, ...]] = {"pair": (0,), "player": (2,), "team": (0, 1)}
"""Match modes by who sits down; teams at board-a-match move as pairs do."""

_KINDS: Mapping[Entrant, Literal["pairs", "individual", "teams"]] = {
    "pair": "pairs",
    "player": "individual",
    "team": "teams",
}

_LINES = Series(MovementLine, *MovementLine.model_fields)
"""Lines need no validation: numbers of the file, and names that are made here (ADR 0012)."""


def read_movement(
    image: Image, section: Section, session: str | None, *, entrant: Entrant, sides: SidesOf
) -> MovementFact | None:
    """The movement of a section; None when it has none.

    Args:
        image: the file.
        section: with its match table.
        session: that it belongs to.
        entrant: who sits down.
        sides: gives those at a table by their numbers.

    Raises:
        FormatError: too-large when the file has more meetings than a game can have.
    """
    table = section.movement
    if table is None:
        return None
    mode, individual = table.whole("mode"), entrant == "player"
    if mode not in MODES[entrant]:
        text = f"match mode {mode} in the movement of section {section.name}"
        image.report.add(
            codes.BAD_VALUE, text, table.place("mode"), subject=f"section {section.name}", stated=str(mode)
        )
    meeting, room = (INDIVIDUAL_MEETING, INDIVIDUAL_MEETINGS) if individual else (PAIR_MEETING, PAIR_MEETINGS)
    tables = image.room(table, meeting.size * room, section.tables)
    drawn = min(table.whole("num_rounds"), room)
    said = min(section.details.whole("num_rounds"), room)
    rounds = said or drawn
    if drawn < said:
        text = f"{table.name} says {drawn} rounds, and the section {said}"
        image.report.add(codes.ODD_COUNT, text, table.place("num_rounds"), subject=table.name, stated=str(drawn))
    details = section.details
    boards = {board.results.whole("id"): str(board.row.whole("board")) for board in section.boards}
    image.count("meeting", rounds * tables, table)
    lines = []
    length = max(1, section.details.whole("num_boards_per_round"))
    start, path = table.offset + table.layout.size, table.name
    for number in range(rounds):
        for place in range(tables):
            offset = start + (place * room + number) * meeting.size
            *seats, first = meeting.reader.unpack_from(image.data, offset)
            if any(seats):
                last = first + length - 1
                lines.append(
                    _LINES.make(
                        {
                            "round": number + 1,
                            "table": str(place + 1),
                            "sides": sides(tuple(seat or None for seat in seats), (offset, path)),
                            "first_board": boards.get(first, str(first)) if first else None,
                            "last_board": boards.get(last, str(last)) if first else None,
                        }
                    )
                )
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
        lines=tuple(lines),
        details=(Detail(name="ROUNDS_DRAWN", value=str(drawn)),) if drawn != rounds else (),
    )
