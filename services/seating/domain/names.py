"""How participants are named on a seating list."""

from collections.abc import Mapping

from contracts.facts import Facts


def shown_names(facts: Facts) -> Mapping[tuple[str, str], str]:
    """The name of each participant by kind and id: its own, else its players'."""
    return {
        (p.kind, p.id): p.name or " & ".join(person.name or "" for person in p.players).strip(" &")
        for p in facts.participants
    }
