"""Individual movements: partners and opponents change, everybody ranks alone.

| movement | players | rounds | source |
|---|---|---|---|
| whist | 4, 5, 8, 12, 13, ... as `data/individual.json` has them | players - 1; one more where one sits out | our own |
| rainbow | four for each table, an odd number of tables that 3 does not divide | up to tables | plain construction |

A whist tournament: everybody is once everybody else's partner and twice his opponent. It is given by its first round,
counted from 0, and goes on like a Howell: every player but the one who sits still (the last) has the next seat, every
table the next set. With 4n+1 players the one who would be number 0 of the first round sits out. It is valid when the
differences between partners are all different, those between opponents all come twice, and "set less player" is
different for everybody.

A rainbow: at table t in round r sit North t, East t-r+1, South t-2(r-1) and West t-3(r-1), each from a group of his
own, and set t+r-1 is there. Every two of the groups, and the sets, go apart by 1 to 4 tables a round, so that with no
divisor of 2, 3 and 4 in the number of tables nobody meets anybody or a set twice.
"""

import json
from functools import lru_cache
from importlib.resources import files

from contracts.facts import MovementFact, Sides
from services.seating.domain.movements.construction import (
    BOARDS_OF_A_SET,
    NoSuchMovement,
    around,
    check_size,
    line,
    movement,
)

Start = tuple[int | None, int, int, int, int]
"""North (None for the one who sits still), South, East, West and set of a table in the first round, from 0."""


def whist(players: int, rounds: int | None = None, *, each: int = BOARDS_OF_A_SET) -> MovementFact:
    """An individual movement in which everybody is everybody's partner once, or its first rounds.

    NoSuchMovement when none is known for so many players, or it has fewer rounds.
    """
    start = starts().get(players)
    if start is None:
        known = ", ".join(map(str, sorted(starts())))
        raise NoSuchMovement(f"a whist individual of {players} players; there are those of {known}")
    cycle = players - 1 if players % 4 == 0 else players
    wanted = cycle if rounds is None else rounds
    check_size(len(start), wanted, each)
    if wanted > cycle:
        raise NoSuchMovement(f"{wanted} rounds of a whist individual of {players} players; it has {cycle}")

    def at(seat: int | None, number: int) -> str:
        return str(players if seat is None else (seat + number) % cycle + 1)

    lines = []
    for number in range(wanted):
        for table, (*seats, board_set) in enumerate(start, 1):
            north, south, east, west = (at(seat, number) for seat in seats)
            sides = Sides(north=north, south=south, east=east, west=west)
            lines.append(line(number + 1, table, sides, (board_set + number) % cycle + 1, each))
    return movement(f"Whist individual {players} players", lines, kind="individual")


@lru_cache(maxsize=1)
def starts() -> dict[int, tuple[Start, ...]]:
    """The first rounds of all whist individuals that are known, by players."""
    text = files("services.seating.domain.movements").joinpath("data", "individual.json").read_text(encoding="utf-8")
    return {
        int(players): tuple((north, south, east, west, board_set) for north, south, east, west, board_set in tables)
        for players, tables in json.loads(text).items()
    }


def rainbow(players: int, rounds: int | None = None, *, each: int = BOARDS_OF_A_SET) -> MovementFact:
    """An individual movement of four groups: North sits still, East, South and West go up one, two and three tables.

    North are 1 ... t, East the next t, then South, then West.

    Raises:
        NoSuchMovement: a number of tables that is even or divided by 3, or more rounds than tables.
    """
    tables, over = divmod(players, 4)
    wanted = tables if rounds is None else rounds
    check_size(tables, wanted, each, least=5)
    if over or tables % 2 == 0 or tables % 3 == 0 or wanted > tables:
        raise NoSuchMovement(
            f"a rainbow individual of {players} players and {wanted} rounds; it takes four players for each of 5, 7, "
            "11, 13, ... tables and no more rounds than tables"
        )
    lines = []
    for number in range(1, wanted + 1):
        for table in range(1, tables + 1):
            east, south, west = (str(g * tables + around(table - g * (number - 1), tables)) for g in (1, 2, 3))
            sides = Sides(north=str(table), east=east, south=south, west=west)
            lines.append(line(number, table, sides, around(table + number - 1, tables), each))
    return movement(f"Rainbow individual {players} players", lines, kind="individual")
