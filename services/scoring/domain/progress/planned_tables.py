"""Rounds and tables by the movement, of sections whose lines do not say their rounds.

Rules kept here:

1. A line is of the round and table at which its two sides meet by the movement of its section, in either direction, on
   a board of theirs. If they meet there more than once, or never, the line is of no round.
2. A round has the tables that the movement gives two sides. Nobody waits for a phantom, nor for somebody who has played
   nothing although a second round has begun.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from contracts.facts import MovementFact, MovementLine, Participant, ResultFact
from services.scoring.domain.progress.absences import InRound, Section, movement_of, table_of
from shared.bridge.movement_ids import boards_of, everybody_at, with_ids
from shared.bridge.reported import is_reported

Planned = Mapping[InRound, Mapping[str, tuple[str, ...]]]
"""The boards of every table that a round has, by table and round."""


class ByMovement(NamedTuple):
    """Lines with rounds and tables, and the tables that rounds have."""

    results: Sequence[ResultFact]
    planned: Planned


def by_movement(
    results: Sequence[ResultFact], movements: Sequence[MovementFact], participants: Iterable[Participant]
) -> ByMovement | None:
    """Give lines without a round that of the movement; None where every line says its own, or no movement is known.

    Args:
        results: lines of travellers.
        movements: of sections or sessions.
        participants: of the event.
    """
    if not movements or all(result.round is not None for result in results):
        return None
    listed = tuple(participants)
    sections: dict[Section, list[ResultFact]] = defaultdict(list)
    for result in results:
        sections[result.session, result.section].append(result)
    changed: list[ResultFact] = []
    planned: dict[InRound, Mapping[str, tuple[str, ...]]] = {}
    for section, lines in sections.items():
        movement = movement_of(section, movements)
        if movement is None or not movement.lines or any(line.round is not None for line in lines):
            changed += lines
            continue
        seats = with_ids(movement, {participant.id for participant in listed}).lines
        placed = _placed(lines, seats)
        changed += placed
        planned |= {(*section, number): tables for number, tables in _planned(placed, seats, listed).items()}
    return ByMovement(changed, planned) if planned else None


def _placed(lines: Sequence[ResultFact], seats: Sequence[MovementLine]) -> list[ResultFact]:
    """Rule 1."""
    meetings: dict[frozenset[str], list[MovementLine]] = defaultdict(list)
    for seat in seats:
        meetings[everybody_at(seat.sides)].append(seat)
    placed = []
    for line in lines:
        met = [seat for seat in meetings[everybody_at(line.sides)] if line.board in (boards_of(seat) or (line.board,))]
        same_table = [seat for seat in met if line.table in (None, seat.table)]
        if len(same_table) == 1:
            placed.append(line.replace(round=same_table[0].round, table=same_table[0].table))
        else:
            placed.append(line)
    return placed


def _planned(
    lines: Sequence[ResultFact], seats: Sequence[MovementLine], participants: Sequence[Participant]
) -> dict[int, dict[str, tuple[str, ...]]]:
    """Rule 2."""
    played = [line for line in lines if line.round is not None and is_reported(line)]
    there: Set[str] = frozenset().union(*(everybody_at(line.sides) for line in played))
    if len({line.round for line in played}) < 2:
        there |= {participant.id for participant in participants}
    there -= {participant.id for participant in participants if participant.phantom}
    tables: dict[int, dict[str, tuple[str, ...]]] = defaultdict(dict)
    known = {table_of(line) for line in played} <= {seat.table for seat in seats}
    for seat in seats if known else ():
        people = everybody_at(seat.sides)
        if len(people) > 1 and people <= there:
            tables[seat.round][seat.table] = boards_of(seat)
    return tables
