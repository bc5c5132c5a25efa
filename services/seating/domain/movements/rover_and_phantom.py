"""A pair too many or too few: rovers, bumped pairs, phantoms and withdrawals.

1. A rover is a pair beyond the tables. It sits out the first round, then bumps another pair of its direction each
   round: it takes that pair's seat; the bumped pair sits out, and moves on in the next round as if it had played. No
   pair is bumped twice, and the rover meets no pair and no board twice.
2. A phantom is a missing pair. Its opponents sit out, and its table has no boards.
3. A pair that withdraws is a phantom from then on.
"""

from contracts.facts import MovementFact, MovementLine, Sides
from services.seating.domain.movements.construction import NoSuchMovement

MOST_STEPS = 20_000
"""Of the search for a rover's way; movements of the field need a few hundred."""


def with_rover(plan: MovementFact, rover: str, *, side: str = "ns") -> MovementFact:
    """A Mitchell movement, whose sides have numbers of their own, with a pair too many that plays and bumps one side.

    NoSuchMovement when there is no way for a rover through these rounds.
    """
    rounds = []
    for number in sorted({line.round for line in plan.lines if line.round > 1}):
        tables = [line for line in plan.lines if line.round == number]
        # First the tables to which a rover comes that goes up two tables a round.
        first = 2 * (number - 1) % len(tables)
        rounds.append(tables[first:] + tables[:first])
    path = _path(rounds, [MOST_STEPS])
    if path is None:
        raise NoSuchMovement(f"a rover through {plan.name or plan.id} that bumps nobody twice; take a phantom pair")
    bumped = set(map(id, path))
    lines = [
        line.replace(sides=line.sides.replace(**{side: rover})) if id(line) in bumped else line for line in plan.lines
    ]
    name = f"{plan.name or plan.id} rover {side.upper()}"
    return plan.replace(id=name, name=name, lines=tuple(lines))


def without(plan: MovementFact, number: str, *, side: str | None = None, after: int = 0) -> MovementFact:
    """A movement in which a pair, team or player is missing after a round; 0 from the start (rules 2 and 3).

    The side is given where both have the same numbers.
    """
    lines = []
    for line in plan.lines:
        seats = line.sides.given()
        left = {seat: name for seat, name in seats.items() if name != number or not seat.startswith(side or "")}
        if line.round > after and len(left) < len(seats):
            line = line.replace(sides=Sides(**left), first_board=None, last_board=None)  # noqa: PLW2901
        lines.append(line)
    return plan.replace(lines=tuple(lines))


def _path(rounds: list[list[MovementLine]], steps: list[int]) -> list[MovementLine] | None:
    """One line of each round, of which no two share a pair or boards: the round with the fewest left is next."""
    if not rounds:
        return []
    fewest = min(range(len(rounds)), key=lambda place: len(rounds[place]))
    others = rounds[:fewest] + rounds[fewest + 1 :]
    for chosen in rounds[fewest]:
        steps[0] -= 1
        if steps[0] < 0:
            return None
        left = [
            [
                line
                for line in tables
                if line.sides.ns != chosen.sides.ns
                and line.sides.ew != chosen.sides.ew
                and line.first_board != chosen.first_board
            ]
            for tables in others
        ]
        path = _path(left, steps) if all(left) else None
        if path is not None:
            return [chosen, *path]
    return None
