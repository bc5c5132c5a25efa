"""Movements: who meets whom in which round, on which boards (Pair and Individual Match Tables).

Rules kept here:

1. Only the rounds that the section plays are the movement: a table of a longer one is cut where the section ends it.
   How many it has is a detail.
2. A meeting with a phantom has no boards.
3. Boards are named by their place in the list of boards, where they can have other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from contracts.codes import acblscore as codes
from contracts.facts import Detail, MovementFact, MovementLine, Sides
from shared.formats.acblscore.boards import Name
from shared.formats.acblscore.fields import Layout
from shared.formats.acblscore.game import Section
from shared.formats.acblscore.image import Image, Record
from shared.formats.acblscore.play_layouts import (
    INDIVIDUAL_MEETING,
    INDIVIDUAL_MEETINGS,
    PAIR_MEETING,
    PAIR_MEETINGS,
)

PAIRS_MODE, INDIVIDUAL_MODE = 0, 2


def read_movement(
    image: Image, section: Section, session: str | None, *, individual: bool, name: Name
) -> MovementFact | None:
    """The movement of a section; None when it has none.

    Args:
        image: the file.
        section: with its match table.
        session: that it belongs to.
        individual: whether players sit down one by one.
        name: gives ids to numbers.
    """
    table = section.movement
    if table is None:
        return None
    mode = table.whole("mode")
    if mode != (INDIVIDUAL_MODE if individual else PAIRS_MODE):
        text = f"match mode {mode} in the movement of section {section.name}"
        image.report.add(
            codes.BAD_VALUE, text, table.place("mode"), subject=f"section {section.name}", stated=str(mode)
        )
    meeting, room = (INDIVIDUAL_MEETING, INDIVIDUAL_MEETINGS) if individual else (PAIR_MEETING, PAIR_MEETINGS)
    tables = image.room(table, meeting.size * room, table.whole("num_tables"))
    drawn = min(table.whole("num_rounds"), room)
    rounds = min(drawn, section.details.whole("num_rounds") or drawn)
    details = section.details
    boards = {board.results.whole("id"): str(board.row.whole("board")) for board in section.boards}
    lines = [
        line
        for number in range(rounds)
        for place in range(tables)
        if (line := _line(image, section, table, meeting, room, place, number, boards, name)) is not None
    ]
    return MovementFact(
        at=table.place(),
        id=section.name,
        session=session,
        section=section.name,
        kind="individual" if individual else "pairs",
        name=details.text("movement_file") or None,
        winners=None if individual else 1 if details.flag("howell") else 2,
        tables=tables,
        rounds=rounds,
        lines=tuple(lines),
        details=(Detail(name="ROUNDS_DRAWN", value=str(drawn)),) if drawn != rounds else (),
    )


def _line(
    image: Image,
    section: Section,
    table: Record,
    meeting: Layout,
    room: int,
    place: int,
    number: int,
    boards: Mapping[int, str],
    name: Name,
) -> MovementLine | None:
    offset = table.offset + table.layout.size + (place * room + number) * meeting.size
    *seats, first = meeting.reader.unpack_from(image.data, offset)
    if not any(seats):
        return None
    at = table.place().model_copy(update={"offset": offset})
    ids = [name(direction, seat, at) if seat else None for direction, seat in enumerate(seats, 1)]
    sides = (
        Sides(ns=ids[0], ew=ids[1]) if len(ids) == 2 else Sides(north=ids[0], east=ids[1], south=ids[2], west=ids[3])
    )
    last = first + max(1, section.details.whole("num_boards_per_round")) - 1
    return MovementLine(
        round=number + 1,
        table=str(place + 1),
        sides=sides,
        first_board=boards.get(first, str(first)) if first else None,
        last_board=boards.get(last, str(last)) if first else None,
    )
