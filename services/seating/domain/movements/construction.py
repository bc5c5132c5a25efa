"""What all makers of movements share: lines, sets of boards, limits of size.

A set is the boards that a table plays in one round. Sets are counted from 1; set 1 has the boards from 1.
"""

from collections.abc import Iterable
from typing import Literal

from contracts.codes import Code
from contracts.codes.seating import NO_SUCH_MOVEMENT
from contracts.facts import MovementFact, MovementLine, Sides
from shared.errors import UnsupportedFeature

BOARDS_OF_A_SET = 2
"""The default: two boards make a round of a quarter of an hour."""

MOST_TABLES = 200
"""Of a movement that is made; a larger field is played in sections."""


class NoSuchMovement(UnsupportedFeature):
    """There is no movement of the requested kind."""

    def __init__(self, message: str, code: Code = NO_SUCH_MOVEMENT) -> None:
        """Say which, and why."""
        super().__init__(code, message)


def around(number: int, size: int) -> int:
    """A number brought back to 1 ... size, as one counts around tables or sets."""
    return (number - 1) % size + 1


def line(number: int, table: int, sides: Sides, board_set: int, each: int) -> MovementLine:
    """One table of a round, where the set of `each` boards with that number, from 1, is."""
    last = board_set * each
    return MovementLine(
        round=number, table=str(table), sides=sides, first_board=str(last - each + 1), last_board=str(last)
    )


def pairs_line(number: int, table: int, ns: int | None, ew: int | None, board_set: int, each: int) -> MovementLine:
    """One table of a round of pairs; as `line`."""
    sides = Sides(ns=None if ns is None else str(ns), ew=None if ew is None else str(ew))
    return line(number, table, sides, board_set, each)


def movement(
    name: str,
    lines: Iterable[MovementLine],
    *,
    kind: Literal["pairs", "individual", "teams"] = "pairs",
    winners: Literal[1, 2] | None = None,
) -> MovementFact:
    """A movement from its lines, which are put in the order of rounds and tables; tables are whole numbers."""
    ordered = sorted(lines, key=lambda line_: (line_.round, int(line_.table)))
    return MovementFact(
        id=name,
        kind=kind,
        name=name,
        winners=winners,
        tables=len({line_.table for line_ in ordered}),
        rounds=max((line_.round for line_ in ordered), default=0),
        lines=tuple(ordered),
    )


def check_size(tables: int, rounds: int, each: int, *, least: int = 1) -> None:
    """Refuse, with `NoSuchMovement`, too few or too many tables, no round, or no board."""
    if not least <= tables <= MOST_TABLES:
        raise NoSuchMovement(f"{tables} tables; a movement of this kind has {least} to {MOST_TABLES}")
    if rounds < 1 or each < 1:
        raise NoSuchMovement(f"{rounds} rounds of {each} boards; there is at least one of each")
