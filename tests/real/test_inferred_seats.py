"""Real files that know their own later rounds: cut after each round, what comes next is inferred as it was played.

Only results are left: no movement, no seats. Where rounds and tables are taken away too, boards alone must do.
"""

from collections import defaultdict
from pathlib import Path

import pytest

from contracts.facts import Facts, ResultFact, Sides
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.movements.inferred import inferred_round
from shared.formats import acblscore, usebio
from tests.support.merged import merged
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = real_files("acblscore")
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

Meetings = set[tuple[str | None, Sides, str | None]]
"""Table, sides and first board."""


def events(path: Path) -> list[Facts]:
    return [event.facts for event in acblscore.parse(path.read_bytes()).events]


def cut(facts: Facts, last: int, *, bare: bool = False) -> EventMerged:
    """The event after a round."""
    results = tuple(result for result in facts.results if (result.round or 0) <= last)
    if bare:
        results = tuple(result.model_copy(update={"round": None, "table": None}) for result in results)
    return merged(
        results=results, events=facts.events, sections=facts.sections, sessions=facts.sessions,
        participants=facts.participants,
    )  # fmt: skip


def was_played(results: tuple[ResultFact, ...], number: int) -> set[tuple[str | None, str | None, Sides]]:
    return {(result.section, result.table, result.sides) for result in results if result.round == number}


def seats(found: RoundAssignment) -> set[tuple[str | None, str | None, Sides]]:
    return {(one.section, one.table, Sides(ns=one.ns, ew=one.ew)) for one in found.tables}
