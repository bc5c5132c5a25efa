"""What a writer could not carry, counted by kind.

A field is called after the list of facts that it is in: "end time of events", "holding of players".
"""

from collections.abc import Iterable, Mapping
from typing import Any

from contracts.facts import Facts
from contracts.messages import LossItem


class Losses:
    """What could not be carried, counted by kind."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def add(self, what: str, why: str, count: int = 1) -> None:
        """Count a loss."""
        if count:
            self._counts[what, why] = self._counts.get((what, why), 0) + count

    def items(self) -> tuple[LossItem, ...]:
        """The losses, in order of their names."""
        return tuple(
            LossItem(what=what[:1024], count=count, why=why) for (what, why), count in sorted(self._counts.items())
        )


def lose_fields_of(facts: Facts, fields: Mapping[str, Iterable[str]], losses: Losses, why: str) -> None:
    """Count the values of fields that a format has no place for, by the list of facts that they are in.

    Args:
        facts: that are written.
        fields: by the name of their list; "players.holding" is one of each of the players.
        losses: takes them.
        why: they are lost.
    """
    for name, lost in fields.items():
        listed: Iterable[Any] = getattr(facts, name)
        for path in lost:
            outer, _, inner = path.rpartition(".")
            owners = [each for fact in listed for each in getattr(fact, outer)] if outer else listed
            losses.add(name_of(inner, outer or name), why, count_values(owners, inner))


def name_of(field: str, things: str) -> str:
    """What a field is called that is lost."""
    return f"{field.replace('_', ' ')} of {things.replace('_', ' ')}"


def count_values(owners: Iterable[object], field: str) -> int:
    """How many say something in a field."""
    return sum(getattr(owner, field) not in (None, (), False, "") for owner in owners)
