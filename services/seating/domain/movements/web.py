"""Web movements: a large Mitchell in which several copies of few boards go round.

North-South sit still and East-West go up one table a round, as in any Mitchell of n tables. There are s sets, one for
each round and fewer than tables. With n and s odd the tables 1 ... (n+s)/2 pass their sets down, so that table t has
set t+r-1 in round r. The tables above pass theirs up: table t has set n-s-t-r+1. Numbers go around the s sets. A pair
that sits East-West then finds the sets of one parity at the lower tables and those of the other at the upper ones. The
movement W1713 of ACBLscore (17 tables, 13 rounds) is made like this. Where n is a multiple of s, all tables pass down.
"""

from contracts.facts import MovementFact
from services.seating.domain.movements.construction import (
    BOARDS_OF_A_SET,
    NoSuchMovement,
    around,
    check_size,
    movement,
    pairs_line,
)


def web(tables: int, rounds: int, *, each: int = BOARDS_OF_A_SET) -> MovementFact:
    """A web movement with two winners.

    Args:
        tables: more than rounds.
        rounds: an odd number, and of sets too.
        each: boards of a set.

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
    lines = [
        pairs_line(
            number,
            table,
            table,
            around(table - number + 1, tables),
            around(_set(tables, rounds, lower, table, number), rounds),
            each,
        )
        for number in range(1, rounds + 1)
        for table in range(1, tables + 1)
    ]
    return movement(f"Web {tables} tables {rounds} rounds", lines, winners=2)


def copies(plan: MovementFact) -> int:
    """How many copies of the boards a movement needs, so that each table has its own: the most tables of one board."""
    tables: dict[tuple[int, str | None], int] = {}
    for line in plan.lines:
        if line.first_board is not None:
            tables[line.round, line.first_board] = tables.get((line.round, line.first_board), 0) + 1
    return max(tables.values(), default=1)


def _set(tables: int, rounds: int, lower: int, table: int, number: int) -> int:
    return table + number - 1 if table <= lower else tables - rounds - table - number + 1
