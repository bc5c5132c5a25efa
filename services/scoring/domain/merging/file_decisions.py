"""What the director decides about whole files: that one takes no part, or that one is the whole truth.

Rules kept here:

1. The fragments of a retracted file take no part until the director gives it back. Of all retractions of a file the
   newest counts (`Fragment.order`), also when it stands in a file that is itself retracted, so that no two files can
   hide each other.
2. A file that the director takes is true as of the moment of the decision, after everything that had been made until
   then, and a version of every older file (`versions.py`). Of all takes of a file the newest counts, of those whose own
   file is not retracted.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from contracts.base import DECISIONS
from contracts.facts import AsOf, RetractionFact, TakeFact
from contracts.messages import Fragment, Order


class Take(NamedTuple):
    """When the director took a file as the whole truth.

    Attributes:
        at: the moment of the decision.
        as_of: from when on the file is true: that moment, or a later one that an older file states as its own, because
            many state when play is to end.
    """

    at: datetime
    as_of: datetime


def as_taken(fragment: Fragment, takes: Mapping[str, Take]) -> tuple[Fragment, bool]:
    """A fragment as it takes part, and whether the director has taken its file (rule 2)."""
    take = takes.get(fragment.file.sha256)
    if take is None or fragment.file.format == DECISIONS:
        return fragment, False
    # Of two files that state one moment, the one made later is the newer.
    file = fragment.file.replace(received_at=take.at, written_at=None)
    return fragment.replace(file=file, as_of=AsOf(at=take.as_of, source="stated")), True


def retracted_files(fragments: Iterable[Fragment]) -> frozenset[str]:
    """Digests of the files that take no part in the merge (rule 1)."""
    newest: dict[str, tuple[Order, RetractionFact]] = {}
    for fragment in fragments:
        for fact in fragment.facts.retractions:
            known = newest.get(fact.file)
            if known is None or known[0] < fragment.order:
                newest[fact.file] = (fragment.order, fact)
    return frozenset(file for file, (_, fact) in newest.items() if fact.retracted)


def taken_files(fragments: Iterable[Fragment]) -> dict[str, Take]:
    """The files that the director took as the whole truth, by digest (rule 2).

    Args:
        fragments: that take part, those of retracted files left out.
    """
    every = list(fragments)
    newest: dict[str, tuple[Order, datetime, TakeFact]] = {}
    for fragment in every:
        for fact in fragment.facts.takes:
            known = newest.get(fact.file)
            if known is None or known[0] < fragment.order:
                newest[fact.file] = (fragment.order, fragment.as_of.at, fact)
    exports = [(each.file.made_at, each.as_of.at) for each in every if each.file.format != DECISIONS]
    return {
        file: Take(at, max([at, *(as_of for made_at, as_of in exports if made_at <= at)]))
        for file, (_, at, fact) in newest.items()
        if fact.taken
    }
