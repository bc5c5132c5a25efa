"""Howell movements: all pairs but a few move, each follows the pair whose number is one lower.

The movements are of our own construction. With m rounds, m pairs move and have the numbers 1 ... m; the others keep
their table. A movement is given by its first round: who sits at each table, counted from 0, and which set is there. In
each later round every moving pair has the seat, and every table the set, one further on around m. It is valid when

1. each moving pair is in the first round once,
2. differences between moving pairs at a table are all different, and so are their opposites: no two meet again,
3. the differences "set less pair" are all different: every moving pair comes to each set once,
4. sets are different, so that each is at one table; where no such movement exists (two and three tables) all share one.

A complete Howell has 2t-1 rounds for t tables, and everybody meets everybody; with fewer it is reduced, which the field
calls a three-quarter Howell. Tables with one pair that does not move have it North-South.

Pairs that are an odd number have a phantom: the last number.
"""

import json
from functools import lru_cache
from importlib.resources import files
from itertools import count

from contracts.facts import MovementFact
from services.seating.domain.movements.construction import (
    BOARDS_OF_A_SET,
    NoSuchMovement,
    check_size,
    movement,
    pairs_line,
)
from services.seating.domain.movements.rover_and_phantom import without

Start = tuple[int | None, int, int]
"""North-South (None for a pair that does not move), East-West and set of a table in the first round, from 0."""


def howell(pairs: int, rounds: int | None = None, *, each: int = BOARDS_OF_A_SET) -> MovementFact:
    """A Howell movement, complete when no rounds are given; an odd number of pairs gets a phantom.

    If there is none of just that many rounds, it is the first of the next longer one; NoSuchMovement for too few or too
    many pairs, or more rounds than opponents.
    """
    tables = (pairs + 1) // 2
    wanted = 2 * tables - 1 if rounds is None else rounds
    check_size(tables, wanted, each, least=2)
    long_enough = [known for (size, known) in starts() if size == tables and known >= wanted]
    if not long_enough:
        raise NoSuchMovement(f"a Howell of {wanted} rounds for {pairs} pairs; see which there are in docs/seating.md")
    cycle = min(long_enough)
    lines = []
    for number in range(wanted):
        still = count(cycle + 1)
        for table, (first, second, board_set) in enumerate(starts()[tables, cycle], 1):
            ns = next(still) if first is None else (first + number) % cycle + 1
            ew = (second + number) % cycle + 1
            lines.append(pairs_line(number + 1, table, ns, ew, (board_set + number) % cycle + 1, each))
    plan = movement(f"Howell {tables} tables {wanted} rounds", lines, winners=1)
    return without(plan, str(2 * tables)) if pairs % 2 else plan


@lru_cache(maxsize=1)
def starts() -> dict[tuple[int, int], tuple[Start, ...]]:
    """The first rounds of all Howells that are known, by tables and rounds."""
    text = files("services.seating.domain.movements").joinpath("data", "howell.json").read_text(encoding="utf-8")
    first_rounds = [tuple((ns, ew, board_set) for ns, ew, board_set in tables) for tables in json.loads(text)]
    return {(len(tables), len(tables) + sum(ns is not None for ns, _, _ in tables)): tables for tables in first_rounds}
