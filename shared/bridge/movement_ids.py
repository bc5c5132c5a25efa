"""Who the numbers of a movement are, who sits at a table, and with which boards.

1. A movement has plain numbers. Where participants have the side or the section in their ids, because numbers are used
   twice ("1NS", "A-1"), the side and the section of the line say who is meant.
2. Where other tables of a round have boards, one without them is that of a phantom, whoever is named there.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from contracts.facts import Sides

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from contracts.facts import MovementFact, MovementLine

MOST_BOARDS = 200
"""Of one table in one round; a line that claims more is taken at its first and last board."""


_PLACES = tuple(map(str.upper, Sides._fields))


def seating(movement: MovementFact, ids: Set[str]) -> Callable[[Sides], Sides]:
    """A function that gives plain numbers of a movement the ids of the participants (rule 1)."""

    @cache
    def meant(number: str | None, side: str) -> str | None:
        if number is None:
            return None
        inside = f"{movement.section}-{number}"
        return next((one for one in (number, f"{number}{side}", inside, f"{inside}{side}") if one in ids), number)

    plain = {None, *ids}
    return lambda sides: sides if plain.issuperset(sides) else Sides._make(map(meant, sides, _PLACES))


def with_ids(movement: MovementFact, ids: Set[str]) -> MovementFact:
    """The movement of plain numbers with the ids of the participants; who is not among them stays as written."""
    seated = seating(movement, ids)
    with_boards = {line.round for line in movement.lines if line.first_board is not None}
    lines = tuple(
        line.replace(sides=Sides())
        if line.first_board is None and line.round in with_boards and None not in line.sides.key[:2]
        else line.replace(sides=seated(line.sides))
        for line in movement.lines
    )
    return movement.replace(lines=lines)


def everybody_at(sides: Sides) -> frozenset[str]:
    """Who sits at a table: pairs or players, else teams."""
    players = frozenset(name for name in (sides.ns, sides.ew, sides.north, sides.east, sides.south, sides.west) if name)
    return players or teams_at(sides)


def teams_at(sides: Sides) -> frozenset[str]:
    """The teams of those who sit at a table."""
    return frozenset(name for name in (sides.ns_team, sides.ew_team) if name)


def boards_of(line: MovementLine) -> tuple[str, ...]:
    """The boards of a line; the first and the last alone where their names are not numbers in order."""
    first, last = line.first_board, line.last_board
    if first is None or last is None:
        return tuple(board for board in (first, last) if board is not None)
    if first.isdecimal() and last.isdecimal() and 0 <= int(last) - int(first) < MOST_BOARDS:
        return tuple(str(board) for board in range(int(first), int(last) + 1))
    return (first,) if first == last else (first, last)
