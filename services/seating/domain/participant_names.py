"""The names of participants on a seating list."""

from collections.abc import Mapping

from contracts.facts import Facts

Names = Mapping[tuple[str, str], str]
"""Names by kind ("player", "pair", "team") and id."""


def shown_names(facts: Facts) -> Names:
    """The name of each participant: its own, else its players'."""
    return {(each.kind, each.id): each.shown_name for each in facts.participants}
