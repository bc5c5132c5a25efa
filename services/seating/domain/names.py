"""How participants are named on a seating list."""

from collections.abc import Mapping

from contracts.facts import Facts

Names = Mapping[tuple[str, str], str]
"""Names by kind ("player", "pair", "team") and id."""


def shown_names(facts: Facts) -> Names:
    """The name of each participant: its own, else its players'."""
    return {
        (p.kind, p.id): p.name or " & ".join(person.name for person in p.players if person.name)
        for p in facts.participants
    }
