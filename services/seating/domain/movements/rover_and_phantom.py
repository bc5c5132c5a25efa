"""A pair too many or too few: rovers, bumped pairs, phantoms, withdrawals and late arrivals.

1. A rover is a pair beyond the tables. It sits out the first round, then bumps another pair of its direction each
   round: it takes that pair's seat, and the pair that is bumped sits out and goes on in the next round as if it had
   played. No pair is bumped twice, and the rover meets nobody and no board twice.
2. A phantom is a pair that is missing. Who should meet it sits out, and no board is at the table.
3. A pair that withdraws is a phantom from then on; one that comes late takes a phantom's place.
"""

from contracts.facts import MovementFact, MovementLine, Sides
from services.seating.domain.movements.construction import NoSuchMovement

MOST_STEPS = 20_000
"""Of the search for a rover's way; movements of the field need a few hundred."""


def with_rover(plan: MovementFact, rover: str, *, side: str = "ns") -> MovementFact:
    """A Mitchell movement with a pair too many.

    Args:
        plan: with two sides that have numbers of their own.
        rover: number of the pair beyond the tables.
        side: "ns" or "ew", which it plays and bumps.

    Raises:
        NoSuchMovement: no way for a rover through these rounds.
    """
    rounds = [_from_two_up(plan, number) for number in range(2, (plan.rounds or 0) + 1)]
    way = _way(rounds, side, "ew" if side == "ns" else "ns", [MOST_STEPS])
    if way is None:
        raise NoSuchMovement(f"a rover through {plan.name or plan.id} that bumps nobody twice; take a phantom pair")
    bumped = set(map(id, way))
    lines = [_seated(one, side, rover) if id(one) in bumped else one for one in plan.lines]
    name = f"{plan.name or plan.id} rover {side.upper()}"
    return plan.replace(id=name, name=name, lines=tuple(lines))


def without(plan: MovementFact, number: str, *, side: str | None = None, after: int = 0) -> MovementFact:
    """A movement in which a pair, team or player is missing (rules 2 and 3).

    Args:
        plan: the movement.
        number: who is missing.
        side: "ns" or "ew" where both have the same numbers.
        after: the last round that is played with it; 0 for a phantom from the start.
    """

    def missing(one: MovementLine) -> MovementLine:
        seats = one.sides.model_dump(exclude_none=True)
        left = {seat: who for seat, who in seats.items() if who != number or not _is_of(seat, side)}
        if one.round <= after or len(left) == len(seats):
            return one
        return one.replace(sides=Sides(**left), first_board=None, last_board=None)

    return plan.replace(lines=tuple(missing(one) for one in plan.lines))


def in_place_of(plan: MovementFact, phantom: str, arrival: str, *, side: str | None = None) -> MovementFact:
    """A movement in which somebody has a phantom's place, with its boards (rule 3).

    Args:
        plan: with the phantom's number in it.
        phantom: the number that is taken over.
        arrival: who comes.
        side: "ns" or "ew" where both have the same numbers.
    """

    def taken(one: MovementLine) -> MovementLine:
        seats = one.sides.model_dump(exclude_none=True)
        changed = {seat: arrival if who == phantom and _is_of(seat, side) else who for seat, who in seats.items()}
        return one if changed == seats else one.replace(sides=Sides(**changed))

    return plan.replace(lines=tuple(taken(one) for one in plan.lines))


def _is_of(seat: str, side: str | None) -> bool:
    return side is None or seat == side or seat.startswith(f"{side}_")


def _from_two_up(plan: MovementFact, number: int) -> list[MovementLine]:
    """The tables of a round, those first where a rover that goes up two tables a round comes."""
    tables = [one for one in plan.lines if one.round == number]
    first = 2 * (number - 1) % len(tables) if tables else 0
    return tables[first:] + tables[:first]


def _way(rounds: list[list[MovementLine]], side: str, other: str, steps: list[int]) -> list[MovementLine] | None:
    """One line of each round, all apart: the round with the fewest lines left is decided next."""
    if not rounds:
        return []
    fewest = min(range(len(rounds)), key=lambda place: len(rounds[place]))
    others = rounds[:fewest] + rounds[fewest + 1 :]
    for one in rounds[fewest]:
        steps[0] -= 1
        if steps[0] < 0:
            return None
        left = [[line for line in tables if _apart(line, one, side, other)] for tables in others]
        way = _way(left, side, other, steps) if all(left) else None
        if way is not None:
            return [one, *way]
    return None


def _apart(one: MovementLine, earlier: MovementLine, side: str, other: str) -> bool:
    """Whether a rover can take both seats: other pairs bumped, other opponents, other boards."""
    return (
        getattr(one.sides, side) != getattr(earlier.sides, side)
        and getattr(one.sides, other) != getattr(earlier.sides, other)
        and one.first_board != earlier.first_board
    )


def _seated(one: MovementLine, side: str, rover: str) -> MovementLine:
    return one.replace(sides=one.sides.model_copy(update={side: rover}))
