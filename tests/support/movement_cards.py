"""A movement as a director reads it off the cards: who sits at each table of a round, with which boards."""

from contracts.facts import MovementFact


def cards(plan: MovementFact, number: int) -> str:
    """The tables of a round: the occupants of each (North-South or North first) and its boards."""
    tables = []
    for line in plan.lines:
        if line.round == number:
            occupants = " ".join(line.sides.model_dump(exclude_none=True).values())
            tables.append(f"{occupants}: {line.first_board}-{line.last_board}")
    return ", ".join(tables)
