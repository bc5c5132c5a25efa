"""A movement as a director reads it off the cards: who sits at each table of a round, with which boards."""

from collections.abc import Callable, Mapping

from contracts.facts import MovementFact
from services.seating.domain.movements.construction import NoSuchMovement
from tests.support.golden import compare

SMALL = 5
"""Tables of a movement of which a golden file has every round; of a larger one the first, a middle and the last."""


def cards(plan: MovementFact, number: int) -> str:
    """The tables of a round: the occupants of each (North-South or North first) and its boards."""
    tables = []
    for line in plan.lines:
        if line.round == number:
            occupants = " ".join(line.sides.given().values())
            tables.append(f"{occupants}: {line.first_board}-{line.last_board}")
    return ", ".join(tables)


def compare_movements(name: str, makers: Mapping[str, Callable[[], MovementFact]]) -> None:
    """Compare the cards of movements, or why there is none, with a golden file."""
    lines: list[str] = []
    for title, make in makers.items():
        try:
            plan = make()
        except NoSuchMovement as refusal:
            lines.append(f"{title}: refused: {refusal.message}")
            continue
        lines.append(f"{title}: {plan.name}, {plan.kind}, winners {plan.winners}, {plan.tables} x {plan.rounds}")
        last = plan.rounds or 0
        shown = range(1, last + 1) if (plan.tables or 0) <= SMALL else sorted({1, last // 2 + 1, last})
        lines += [f"  {number}: {cards(plan, number)}" for number in shown]
    compare(f"seats/{name}", "\n".join([*lines, ""]))
