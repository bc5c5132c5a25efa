"""What is different in a merged event: facts that came, were replaced or went, and lines as they are counted."""

from collections.abc import Iterable
from typing import NamedTuple

from contracts.facts import Fact, Facts, ResultFact
from shared.bridge.reported import is_reported


class Change(NamedTuple):
    """A fact that appeared, was replaced or was withdrawn."""

    kind: str
    old: Fact | None
    new: Fact | None


Recounted = tuple[ResultFact, int]
"""A line that comes (1) or goes (-1)."""


def recounted(changes: Iterable[Change]) -> list[Recounted]:
    """Lines that come and go for whoever counts where, by whom and whether something was played.

    A line of which only something else is new, as its points or its place in the file, is not among them.
    """
    lines: list[Recounted] = []
    for _, old, new in changes:
        was = (old, -1) if isinstance(old, ResultFact) else None
        now = (new, 1) if isinstance(new, ResultFact) else None
        if was is None or now is None or _counts_as(was[0]) != _counts_as(now[0]):
            lines += [line for line in (was, now) if line is not None]
    return lines


def _counts_as(line: ResultFact) -> tuple[object, ...]:
    """What is counted of a line, beside what is in its key."""
    return (line.section, line.round, line.table, line.ns_score.kind, line.ew_score.kind, is_reported(line))


def changes_between(before: Facts, after: Facts) -> list[Change]:
    """What changed from one merged event to another."""
    changes = []
    for kind in Facts.FIELDS:
        old = {fact.key: fact for fact in getattr(before, kind)}
        new = {fact.key: fact for fact in getattr(after, kind)}
        changes += [Change(kind, old.get(key), new.get(key)) for key in {**old, **new} if old.get(key) != new.get(key)]
    return changes
