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

from collections import Counter
from typing import Literal

from contracts.facts import MovementFact, Sides
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
    """A Mitchell movement of as many rounds as it allows, when none are given.

    Args:
        tables: each with a pair on either side.
        rounds: as many as are played.
        each: boards of a set.
        style: plain or with a skip by the number of tables when not given.
        skip_after: round after which East-West skip; half of the tables when not given.
        winners: with two, both sides are numbered 1 ... tables; with one, East-West go on after North-South.

    Raises:
        NoSuchMovement: a skip or relay with an odd number of tables, or more rounds than it allows.
    """
    style = style or ("plain" if tables % 2 else "skip")
    if style != "plain" and tables % 2:
        raise NoSuchMovement(f"a {style} Mitchell of {tables} tables; it takes an even number")
    half = tables // 2
    most = {"plain": tables if tables % 2 else half, "skip": tables - 1}.get(style, tables)
    number = most if rounds is None else rounds
    check_size(tables, number, each, least=2)
    if number > most:
        raise NoSuchMovement(f"{number} rounds of a {style} Mitchell of {tables} tables; it allows {most}")
    skip = number
    if style == "skip":
        # Neither before the skip nor after it may there be more rounds than half of the tables.
        least, skip = max(number - half, 1), half if skip_after is None else skip_after
        if not least <= skip <= half:
            raise NoSuchMovement(
                f"a skip after round {skip} of {number}; with {tables} tables, after {least} to {half}"
            )
    lines = []
    for round_ in range(1, number + 1):
        for table in range(1, tables + 1):
            ew = around(table - round_ + 1 - (round_ > skip), tables) + (tables if winners == 1 else 0)
            upper = style == "share-and-relay" and table > half
            lines.append(pairs_line(round_, table, table, ew, around(table + round_ - 1 + upper, tables), each))
    return movement(f"Mitchell {tables} {style}", lines, winners=winners)


def arrow_switched(plan: MovementFact, rounds: tuple[int, ...] | None = None) -> MovementFact:
    """A movement of pairs in which the sides change in some rounds, else the last as `switches` has it: one winner.

    NoSuchMovement when both sides have the same numbers, so that switched pairs could not be told apart.
    """
    if plan.winners == 2:
        raise NoSuchMovement("an arrow switch in a movement with two winners; number its pairs for one winner")
    last = plan.rounds or 0
    switched = rounds if rounds is not None else tuple(range(last - switches(last) + 1, last + 1))
    lines = (
        line.replace(sides=Sides(ns=line.sides.ew, ew=line.sides.ns)) if line.round in switched else line
        for line in plan.lines
    )
    return plan.replace(winners=1, lines=tuple(lines))


def switches(rounds: int) -> int:
    """How many of some rounds are switched: one of up to 11, two of up to 18, then an eighth; of one round none."""
    if rounds < 2:
        return 0
    return 1 if rounds <= 11 else 2 if rounds <= 18 else rounds // 8


def web(tables: int, rounds: int, *, each: int = BOARDS_OF_A_SET) -> MovementFact:
    """A web movement: a large Mitchell with two winners in which several copies of few boards go round.

    There are s sets for n tables, one for each round and fewer than tables. With n and s odd the tables 1 ... (n+s)/2
    pass their sets down, so that table t has set t+r-1 in round r. The tables above pass theirs up: table t has set
    n-s-t-r+1. Numbers go around the s sets. A pair that sits East-West then finds the sets of one parity at the lower
    tables and those of the other at the upper ones. The movement W1713 of ACBLscore (17 tables, 13 rounds) is made like
    this. Where n is a multiple of s, all tables pass down.

    Raises:
        NoSuchMovement: an even number of rounds, no more tables than rounds, or an even number of tables that is no
            multiple of the rounds.
    """
    check_size(tables, rounds, each, least=4)
    whole = tables % rounds == 0
    if rounds % 2 == 0 or rounds < 3 or tables <= rounds or (tables % 2 == 0 and not whole):
        raise NoSuchMovement(
            f"a web of {tables} tables and {rounds} rounds; it takes an odd number of rounds, and of tables that is "
            "higher and odd or a multiple"
        )
    lower = tables if whole else (tables + rounds) // 2
    lines = []
    for number in range(1, rounds + 1):
        for table in range(1, tables + 1):
            board_set = table + number - 1 if table <= lower else tables - rounds - table - number + 1
            ew = around(table - number + 1, tables)
            lines.append(pairs_line(number, table, table, ew, around(board_set, rounds), each))
    return movement(f"Web {tables} tables {rounds} rounds", lines, winners=2)


def copies(plan: MovementFact) -> int:
    """How many copies of the boards a movement needs, so that each table has its own: the most tables of one board."""
    tables = Counter((line.round, line.first_board) for line in plan.lines if line.first_board is not None)
    return max(tables.values(), default=1)
