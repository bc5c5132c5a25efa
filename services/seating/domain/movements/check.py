"""The check of a movement, stated or made: whether it can be played.

1. Nobody has two seats in a round, and a table has one line.
2. Nobody plays a board twice.
3. Opponents meet once, or as often as intended; partners of an individual event play together once.
4. A board is at one table at a time, or at as many as there are copies or tables that share it.
5. If North-South and East-West have the same numbers (two winners), number and side identify a pair. A team with two
   lines in a round has a pair at each: team and side identify it.
6. An empty seat (a phantom) meets nobody. A line without boards plays none.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from contracts.codes import Code
from contracts.codes import seating as codes
from contracts.facts import MovementFact, MovementLine, Sides
from contracts.findings import Finding

MOST_OF_A_KIND = 10
"""Findings of one code that are listed one by one; the last of them says how many more there are."""

MOST_BOARDS = 200
"""Of one table in one round; a line that claims more is taken at its first and last board."""

Seats = tuple[tuple[str, ...], tuple[str, ...]]
"""Those who sit on the two sides of a table: a pair or team is one, players are two."""


def faults_of(movement: MovementFact, *, meetings: int = 1, tables_of_a_board: int = 1) -> tuple[Finding, ...]:
    """What is wrong with a movement.

    Args:
        movement: with its lines.
        meetings: how often two opponents are meant to meet.
        tables_of_a_board: at how many tables a board may be in one round.

    Returns:
        Findings in the order of the rules above; at most `MOST_OF_A_KIND` of each code.
    """
    seats = [(line, _seats(movement, line.sides)) for line in movement.lines]
    if _by_side(movement):
        seats = [(line, _with_side(both)) for line, both in seats]
    problems = [
        *_seats_twice(seats),
        *_boards_twice(seats),
        *_together_too_often(seats, meetings),
        *_shared(movement.lines, tables_of_a_board),
    ]
    return tuple(_of_a_kind(problems))


def people_of(sides: Sides) -> Seats:
    """Who sits North-South and who East-West, as they are numbered: players, else pairs, else teams."""
    if players := tuple(filter(None, (sides.north, sides.south, sides.east, sides.west))):
        ns = tuple(filter(None, (sides.north, sides.south)))
        return ns, players[len(ns) :]
    ns_side, ew_side = (sides.ns or sides.ns_team, sides.ew or sides.ew_team)
    return (ns_side,) if ns_side else (), (ew_side,) if ew_side else ()


def boards_of(line: MovementLine) -> tuple[str, ...]:
    """The boards of a line; the first and the last alone where their names are not numbers in order."""
    first, last = line.first_board, line.last_board
    if first is None or last is None:
        return tuple(board for board in (first, last) if board is not None)
    if first.isdecimal() and last.isdecimal() and 0 <= int(last) - int(first) < MOST_BOARDS:
        return tuple(str(board) for board in range(int(first), int(last) + 1))
    return (first,) if first == last else (first, last)


def _seats(movement: MovementFact, sides: Sides) -> Seats:
    if movement.kind == "teams":
        return (sides.ns_team,) if sides.ns_team else (), (sides.ew_team,) if sides.ew_team else ()
    return people_of(sides)


def _by_side(movement: MovementFact) -> bool:
    """Rule 5."""
    if movement.kind == "individual":
        return False
    sides = [_seats(movement, line.sides) for line in movement.lines]
    if movement.kind == "pairs":
        return movement.winners == 2 and bool({n for ns, _ in sides for n in ns} & {e for _, ew in sides for e in ew})
    lines = Counter((line.round, team) for line, both in zip(movement.lines, sides, strict=True) for team in both[0])
    lines.update((line.round, team) for line, both in zip(movement.lines, sides, strict=True) for team in both[1])
    return max(lines.values(), default=0) > 1


def _with_side(both: Seats) -> Seats:
    ns, ew = both
    return tuple(f"{number} NS" for number in ns), tuple(f"{number} EW" for number in ew)


Problem = tuple[Code, str, str]
"""Code, message and subject."""


def _seats_twice(seats: Iterable[tuple[MovementLine, Seats]]) -> Iterator[Problem]:
    people: Counter[tuple[int, str]] = Counter()
    tables: Counter[tuple[int, str]] = Counter()
    for line, both in seats:
        people.update((line.round, person) for side in both for person in side)
        tables[line.round, line.table] += 1
    for (number, person), count in people.items():
        if count > 1:
            yield codes.SEATED_TWICE, f"{person} has {count} seats in round {number}", person
    for (number, table), count in tables.items():
        if count > 1:
            yield codes.TABLE_TWICE, f"table {table} has {count} lines in round {number}", f"table {table}"


def _boards_twice(seats: Iterable[tuple[MovementLine, Seats]]) -> Iterator[Problem]:
    rounds: dict[tuple[str, str], list[int]] = defaultdict(list)
    for line, both in seats:
        if all(both):
            for board in boards_of(line):
                for person in dict.fromkeys(person for side in both for person in side):
                    rounds[person, board].append(line.round)
    for (person, board), numbers in rounds.items():
        if len(numbers) > 1:
            text = f"{person} plays board {board} in rounds {', '.join(map(str, numbers))}"
            yield codes.BOARD_TWICE, text, f"board {board}"


def _together_too_often(seats: Iterable[tuple[MovementLine, Seats]], meetings: int) -> Iterator[Problem]:
    opponents: dict[tuple[str, ...], list[int]] = defaultdict(list)
    partners: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for line, (ns, ew) in seats:
        for first in ns:
            for second in ew:
                opponents[tuple(sorted((first, second)))].append(line.round)
        for side in (ns, ew):
            if len(side) > 1:
                partners[tuple(sorted(side))].append(line.round)
    for code, together, most in ((codes.MET_TWICE, opponents, meetings), (codes.PARTNERS_TWICE, partners, 1)):
        what = "opponents" if code is codes.MET_TWICE else "partners"
        for (first, second), numbers in together.items():
            if len(numbers) > most:
                text = f"{first} and {second} are {what} in rounds {', '.join(map(str, numbers))}"
                yield code, text, first


def _shared(lines: Iterable[MovementLine], most: int) -> Iterator[Problem]:
    tables: dict[tuple[int, str], set[str]] = defaultdict(set)
    for line in lines:
        for board in boards_of(line):
            tables[line.round, board].add(line.table)
    for (number, board), where in tables.items():
        if len(where) > most:
            text = f"board {board} is at tables {', '.join(sorted(where))} in round {number}"
            yield codes.BOARD_SHARED, text, f"board {board}"


def _of_a_kind(problems: Iterable[Problem]) -> Iterator[Finding]:
    kinds: dict[Code, list[Problem]] = defaultdict(list)
    for problem in problems:
        kinds[problem[0]].append(problem)
    for code, listed in kinds.items():
        more = len(listed) - MOST_OF_A_KIND
        for place, (_, message, subject) in enumerate(listed[:MOST_OF_A_KIND], 1):
            text = f"{message}; {more} more like it" if more > 0 and place == MOST_OF_A_KIND else message
            yield code.finding(text, subject=subject)
