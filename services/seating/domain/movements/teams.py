"""Movements of teams: everybody meets everybody.

| movement | teams | what a line is |
|---|---|---|
| head to head | any; with an odd number one sits out each round | a match, played in one round with boards of its own |
| American whist | odd | one table: a match is played in two rounds, and boards go round between the tables |

Head to head (the circle method): the last team sits still, the others go around. All matches of a round play the same
boards, so the boards are copied, or shared within each match.

American whist: the pair of team t that sits North-South stays at table t; in round r the set there is t+r, and the pair
of team t+2r sits East-West. Numbers go around the teams. Team a meets b in round r with set a+r, and again in the round
that is as far from the end, the other way round at table b, with the same set: so both rooms have played it.
"""

from contracts.facts import MovementFact, Sides
from services.seating.domain.movements.construction import (
    BOARDS_OF_A_SET,
    NoSuchMovement,
    around,
    check_size,
    line,
    movement,
)


def head_to_head(teams: int, rounds: int | None = None, *, each: int = BOARDS_OF_A_SET) -> MovementFact:
    """A round robin, or its first rounds, in which a round is a match of `each` boards.

    NoSuchMovement for fewer than two teams, or more rounds than opponents (and one more for an odd number).
    """
    even = teams + teams % 2
    wanted = even - 1 if rounds is None else rounds
    check_size(even // 2, wanted, each)
    if teams < 2 or wanted > even - 1:
        raise NoSuchMovement(f"{wanted} rounds of a round robin of {teams} teams; it has {max(even - 1, 0)}")
    cycle = even - 1
    lines = []
    for number in range(1, wanted + 1):
        # Who would meet the missing one of an odd number sits out.
        matches = [] if teams < even else [(even, number) if number % 2 else (number, even)]
        for apart in range(1, even // 2):
            first, second = around(number + apart, cycle), around(number - apart, cycle)
            matches.append((first, second) if apart % 2 else (second, first))
        lines += [
            line(number, table, Sides(ns_team=str(home), ew_team=str(away)), number, each)
            for table, (home, away) in enumerate(matches, 1)
        ]
    return movement(f"Round robin {teams} teams", lines, kind="teams")


def american_whist(teams: int, *, each: int = BOARDS_OF_A_SET) -> MovementFact:
    """A round robin of an odd number in which boards go round between the tables, each of another match.

    `each` is half of what a match has at each table; NoSuchMovement for an even number of teams.
    """
    check_size(teams, 1, each, least=3)
    if teams % 2 == 0:
        raise NoSuchMovement(f"an American whist of {teams} teams; it takes an odd number")
    lines = []
    for number in range(1, teams):
        for table in range(1, teams + 1):
            sides = Sides(ns_team=str(table), ew_team=str(around(table + 2 * number, teams)))
            lines.append(line(number, table, sides, around(table + number, teams), each))
    return movement(f"American whist {teams} teams", lines, kind="teams")
