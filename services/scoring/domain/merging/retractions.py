"""Which files stand retracted: their fragments take no part in the merge until the director gives them back.

1. Of all retractions of a file, the newest counts (`Fragment.order`).
2. Retractions always count, also those in a file that is itself retracted, so that no two files can hide each other.

The answer depends only on the set of fragments, as merging does.
"""

from collections.abc import Iterable

from contracts.facts import Facts, RetractionFact
from contracts.messages import Fragment, Order
from services.scoring.domain.merging.merge import Change


def retracted_files(fragments: Iterable[Fragment]) -> frozenset[str]:
    """Digests of the files that do not take part."""
    newest: dict[str, tuple[Order, RetractionFact]] = {}
    for fragment in fragments:
        for fact in fragment.facts.retractions:
            known = newest.get(fact.file)
            if known is None or known[0] < fragment.order:
                newest[fact.file] = (fragment.order, fact)
    return frozenset(file for file, (_, fact) in newest.items() if fact.retracted)


def changes_between(before: Facts, after: Facts) -> list[Change]:
    """What changed from one merged event to another."""
    changes = []
    for kind in Facts.FIELDS:
        old = {fact.key: fact for fact in getattr(before, kind)}
        new = {fact.key: fact for fact in getattr(after, kind)}
        changes += [Change(kind, old.get(key), new.get(key)) for key in {**old, **new} if old.get(key) != new.get(key)]
    return changes
