"""Files of equal standing that disagree: one of them counts, and a finding says what the other one has.

Rules kept here:

1. Two files are of equal standing when both say that they were calculated at the same moment. Where the moment is that
   of a planned end, of the file's own time or of its arrival, which many exports share, their times must be equal too.
   A decision of the director is never of equal standing with a program's file.
2. They disagree about a result, a match, a game, a penalty or a total when both give a value to the same field of it,
   and the values are not equal.
3. Nothing is said about what a newer file has settled.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from contracts.base import DECISIONS
from contracts.codes.scoring import SOURCES_DISAGREE
from contracts.facts import Fact, Key, Score
from contracts.findings import Finding
from contracts.messages import Fragment, Order
from services.scoring.domain.merging.lines import score_text, subject_of
from services.scoring.domain.merging.merge import MergeState

KINDS = ("results", "matches", "games", "adjustments", "totals")
"""Types of facts about which files can disagree in a way that the director has to settle."""

LISTED = 20
"""Disagreements that are listed one by one; the rest is counted."""

_NOT_COMPARED = frozenset({"at", "details", "stated", "kind"})


def conflicts(merge: MergeState) -> list[Finding]:
    """What files of equal standing disagree about, in the order of the files and of their facts."""
    disagreements = [finding for group in _equals(merge.fragments.values()) for finding in _disagreements(merge, group)]
    if len(disagreements) <= LISTED:
        return disagreements
    more = SOURCES_DISAGREE.finding(f"{len(disagreements) - LISTED} more values of files of equal standing differ")
    return [*disagreements[:LISTED], more]


def _equals(fragments: Iterable[Fragment]) -> Iterator[list[Fragment]]:
    """Groups of fragments of equal standing (rule 1), each from the weakest to the one that counts."""
    groups: dict[tuple[datetime, datetime | None], list[Fragment]] = defaultdict(list)
    for fragment in fragments:
        if fragment.file.format == DECISIONS:
            continue
        exact = fragment.as_of.source in ("stated", "modified")
        groups[(fragment.as_of.at, None if exact else fragment.file.made_at)].append(fragment)
    equals = [sorted(group, key=_order_of) for group in groups.values() if len(group) > 1]
    yield from sorted(equals, key=lambda group: _order_of(group[-1]))


def _order_of(fragment: Fragment) -> Order:
    return fragment.order


def _disagreements(merge: MergeState, group: list[Fragment]) -> Iterator[Finding]:
    for kind in KINDS:
        latest: dict[Key, tuple[Fact, Fragment]] = {}
        for fragment in group:
            for fact in getattr(fragment.facts, kind):
                before = latest.get(fact.key)
                latest[fact.key] = (fact, fragment)
                winner = merge.winners[kind].get(fact.key)
                # Whether files of this moment decide what holds (rule 3).
                counts = winner is not None and not winner.withdrawn and winner.order[:2] == fragment.order[:2]
                if before is None or not counts or before[0] == fact:
                    continue
                names = (before[0].given().keys() & fact.given().keys()) - _NOT_COMPARED
                pairs = {name: (getattr(before[0], name), getattr(fact, name)) for name in names}
                differing = sorted(
                    name for name, pair in pairs.items() if None not in pair and _shown(pair[0]) != _shown(pair[1])
                )
                if differing:
                    yield _finding(before, (fact, fragment), differing)


def _shown(value: object) -> str:
    return score_text(value) if isinstance(value, Score) else str(value)


def _finding(loser: tuple[Fact, Fragment], winner: tuple[Fact, Fragment], names: list[str]) -> Finding:
    (lost, lost_file), (won, won_file) = (loser[0], loser[1].file), (winner[0], winner[1].file)
    subject = subject_of(won)
    theirs, ours = (", ".join(f"{n} {_shown(getattr(fact, n))}" for n in names) for fact in (lost, won))
    return SOURCES_DISAGREE.finding(
        f"{subject}: {lost_file.name} has {theirs}, {won_file.name} of the same moment has {ours}, which counts",
        place=lost.at,
        subject=subject,
        stated=theirs,
        computed=ours,
        file=lost_file.sha256,
    )
