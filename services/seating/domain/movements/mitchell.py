"""Mitchell movements: North-South sit still, East-West go up one table a round, boards go down one.

| movement | tables | at table t in round r | most rounds |
|---|---|---|---|
| plain | odd (even: half of it) | EW t-r+1, set t+r-1 | tables (half of them) |
| skip | even | after the skip EW goes up one more | tables - 1 |
| share and relay | even | set t+r-1 in the lower half, t+r in the upper: tables 1 and last share | tables |

Source: the movement as the field's manuals give it; numbers are taken around the tables. With an even number of tables
East-West would come back to their own boards after half of the rounds: the skip takes them past, and the relay,
a stand between the halves where a set rests for a round, lets the boards go past.

A Mitchell has two winners. With arrow switches it has one: North-South and East-West change seats in about an eighth of
the rounds, one of up to eleven, two of up to eighteen (Moore).
"""

from typing import Literal

from contracts.facts import MovementFact, MovementLine, Sides
from services.seating.domain.movements.construction import (
    BOARDS_OF_A_SET,
    NoSuchMovement,
    around,
    check_size,
    movement,
    pairs_line,
)

Style = Literal["plain", "skip", "share-and-relay"]


def mitchell(
    tables: int,
    rounds: int | None = None,
    *,
    each: int = BOARDS_OF_A_SET,
    style: Style | None = None,
    skip_after: int | None = None,
    winners: Literal[1, 2] = 2,
) -> MovementFact:
    """A Mitchell movement.

    Args:
        tables: each with a pair on either side.
        rounds: as many as the movement allows when not given.
        each: boards of a set.
        style: by default plain with an odd number of tables, with a skip with an even one.
        skip_after: round after which East-West skip; half of the tables by default.
        winners: with two, both sides are numbered 1 ... tables; with one, East-West go on after North-South.

    Raises:
        NoSuchMovement: a skip or relay with an odd number of tables, or more rounds than it allows.
    """
    style = style or ("plain" if tables % 2 else "skip")
    most = _most_rounds(tables, style)
    number = most if rounds is None else rounds
    check_size(tables, number, each, least=2)
    if number > most:
        raise NoSuchMovement(f"{number} rounds of a {style} Mitchell of {tables} tables; it allows {most}")
    skip = _skip_after(tables, number, skip_after) if style == "skip" else number
    lines = [
        _line(
            tables,
            table,
            round_,
            style,
            extra=1 if round_ > skip else 0,
            each=each,
            apart=0 if winners == 2 else tables,
        )
        for round_ in range(1, number + 1)
        for table in range(1, tables + 1)
    ]
    return movement(f"Mitchell {tables} {style}", lines, winners=winners)


def arrow_switched(plan: MovementFact, rounds: tuple[int, ...] | None = None) -> MovementFact:
    """A movement of pairs in which the sides are changed in some rounds, so that it has one winner.

    Args:
        plan: whose pairs have a number each.
        rounds: to be switched; the last ones, as many as `switches` says, when not given.

    Raises:
        NoSuchMovement: North-South and East-West have the same numbers, so switched pairs could not be told apart.
    """
    if plan.winners == 2:
        raise NoSuchMovement("an arrow switch in a movement with two winners; number its pairs for one winner")
    last = plan.rounds or 0
    switched = rounds if rounds is not None else tuple(range(last - switches(last) + 1, last + 1))
    return plan.replace(
        winners=1, lines=tuple(_switched(line) if line.round in switched else line for line in plan.lines)
    )


def switches(rounds: int) -> int:
    """How many of some rounds are switched: one of up to 11, two of up to 18, then an eighth; of one round none."""
    if rounds < 2:
        return 0
    return 1 if rounds <= 11 else 2 if rounds <= 18 else rounds // 8


def _switched(line: MovementLine) -> MovementLine:
    return line.replace(sides=Sides(ns=line.sides.ew, ew=line.sides.ns))


def _most_rounds(tables: int, style: Style) -> int:
    if style == "plain":
        return tables if tables % 2 else tables // 2
    if tables % 2:
        raise NoSuchMovement(f"a {style} Mitchell of {tables} tables; it takes an even number")
    return tables - 1 if style == "skip" else tables


def _skip_after(tables: int, rounds: int, asked: int | None) -> int:
    """The round of the skip: neither before it nor after it may there be more than half of the tables."""
    half = tables // 2
    least = max(rounds - half, 1)
    if asked is not None and not least <= asked <= half:
        raise NoSuchMovement(f"a skip after round {asked} of {rounds}; with {tables} tables, after {least} to {half}")
    return half if asked is None else asked


def _line(tables: int, table: int, number: int, style: Style, *, extra: int, each: int, apart: int) -> MovementLine:
    upper = style == "share-and-relay" and table > tables // 2
    ew = around(table - number + 1 - extra, tables) + apart
    board_set = around(table + number - 1 + (1 if upper else 0), tables)
    return pairs_line(number, table, table, ew, board_set, each)
