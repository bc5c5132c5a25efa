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
from collections.abc import Iterator, Mapping, Sequence, Sized
from itertools import combinations, product
from typing import TypeVar

from contracts.codes import Code
from contracts.codes import seating as codes
from contracts.facts import MovementFact, MovementLine, Sides
from contracts.findings import Finding
from shared.bridge.movement_ids import boards_of

MOST_OF_A_KIND = 10
"""Findings of one code that are listed one by one; the last of them says how many more there are."""

Seats = tuple[tuple[str, ...], tuple[str, ...]]
"""Those who sit on the two sides of a table: a pair or team is one, players are two."""

Key = TypeVar("Key")
Group = TypeVar("Group", bound=Sized)


def faults_of(movement: MovementFact, *, meetings: int = 1, tables_of_a_board: int = 1) -> tuple[Finding, ...]:
    """What is wrong with a movement, in the order of the rules; at most `MOST_OF_A_KIND` of each code.

    `meetings`: how often opponents are meant to meet; `tables_of_a_board`: where a board may be in one round.
    """
    seats = [(line, _seats(movement, line.sides)) for line in movement.lines]
    if _by_side(movement, seats):
        seats = [
            (line, (tuple(f"{number} NS" for number in ns), tuple(f"{number} EW" for number in ew)))
            for line, (ns, ew) in seats
        ]
    problems: dict[Code, list[tuple[str, str]]] = defaultdict(list)
    for code, message, subject in _problems(seats, meetings, tables_of_a_board):
        problems[code].append((message, subject))
    findings = []
    for code, listed in problems.items():
        findings += [code.finding(message, subject=subject) for message, subject in listed[:MOST_OF_A_KIND]]
        if more := len(listed[MOST_OF_A_KIND:]):
            findings[-1] = findings[-1].replace(message=f"{findings[-1].message}; {more} more like it")
    return tuple(findings)


def people_of(sides: Sides) -> Seats:
    """Who sits North-South and who East-West, as they are numbered: players, else pairs, else teams."""
    if players := tuple(filter(None, (sides.north, sides.south, sides.east, sides.west))):
        ns = tuple(filter(None, (sides.north, sides.south)))
        return ns, players[len(ns) :]
    ns_side, ew_side = (sides.ns or sides.ns_team, sides.ew or sides.ew_team)
    return (ns_side,) if ns_side else (), (ew_side,) if ew_side else ()


def _seats(movement: MovementFact, sides: Sides) -> Seats:
    if movement.kind == "teams":
        return (sides.ns_team,) if sides.ns_team else (), (sides.ew_team,) if sides.ew_team else ()
    return people_of(sides)


def _by_side(movement: MovementFact, seats: Sequence[tuple[MovementLine, Seats]]) -> bool:
    """Rule 5."""
    if movement.kind == "pairs":
        ns, ew = ({number for _, both in seats for number in both[side]} for side in (0, 1))
        return movement.winners == 2 and not ns.isdisjoint(ew)
    lines = Counter((line.round, team) for line, both in seats for side in both for team in side)
    return movement.kind == "teams" and max(lines.values(), default=0) > 1


def _problems(
    seats: Sequence[tuple[MovementLine, Seats]], meetings: int, tables_of_a_board: int
) -> Iterator[tuple[Code, str, str]]:
    """Code, message and subject of each problem."""
    people: dict[tuple[int, str], list[str]] = defaultdict(list)
    lines: dict[tuple[int, str], list[str]] = defaultdict(list)
    rounds: dict[tuple[str, str], list[int]] = defaultdict(list)
    opponents: dict[tuple[str, ...], list[int]] = defaultdict(list)
    partners: dict[tuple[str, ...], list[int]] = defaultdict(list)
    tables: dict[tuple[int, str], set[str]] = defaultdict(set)
    for line, (ns, ew) in seats:
        lines[line.round, line.table].append(line.table)
        for person in (*ns, *ew):
            people[line.round, person].append(line.table)
        for board in boards_of(line):
            tables[line.round, board].add(line.table)
            for person in dict.fromkeys((*ns, *ew)) if ns and ew else ():
                rounds[person, board].append(line.round)
        for both in product(ns, ew):
            opponents[tuple(sorted(both))].append(line.round)
        for both in (*combinations(ns, 2), *combinations(ew, 2)):
            partners[tuple(sorted(both))].append(line.round)

    for (number, person), seated in _more_than(1, people):
        yield codes.SEATED_TWICE, f"{person} has {len(seated)} seats in round {number}", person
    for (number, table), listed in _more_than(1, lines):
        yield codes.TABLE_TWICE, f"table {table} has {len(listed)} lines in round {number}", f"table {table}"
    for (person, board), numbers in _more_than(1, rounds):
        text = f"{person} plays board {board} in rounds {', '.join(map(str, numbers))}"
        yield codes.BOARD_TWICE, text, f"board {board}"
    for code, what, together in (
        (codes.MET_TWICE, "opponents", _more_than(meetings, opponents)),
        (codes.PARTNERS_TWICE, "partners", _more_than(1, partners)),
    ):
        for (first, second), numbers in together:
            yield code, f"{first} and {second} are {what} in rounds {', '.join(map(str, numbers))}", first
    for (number, board), where in _more_than(tables_of_a_board, tables):
        text = f"board {board} is at tables {', '.join(sorted(where))} in round {number}"
        yield codes.BOARD_SHARED, text, f"board {board}"


def _more_than(most: int, groups: Mapping[Key, Group]) -> Iterator[tuple[Key, Group]]:
    return ((key, group) for key, group in groups.items() if len(group) > most)
