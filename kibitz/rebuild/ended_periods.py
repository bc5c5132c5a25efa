"""Correction periods that ended before a rebuild, so that none of them ends again with another outcome.

`broadcast` makes provisional standings official when their period is over and no decision says so yet. In a rebuild
every period of the past is over as soon as it is announced. So what it ended with is put back where `broadcast` looks
(`QueryBucket.end`), and the decision that came of it is announced before the one that began the period.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError

from contracts.base import DECISIONS
from contracts.decisions import Decisions, SetStatus
from shared.kept.journal import Damaged
from shared.kept.originals import Original
from shared.kept.queries import ENDED_BY, PeriodEnd


@dataclass(frozen=True)
class EndedPeriod:
    """A period of an event until a moment, and what it ended with."""

    event: str
    until: datetime
    end: PeriodEnd


def with_ends_first(originals: Iterable[Original]) -> tuple[list[Original], list[EndedPeriod]]:
    """The originals in the order in which they are announced, and the periods that have ended."""
    ordered, ended = list[Original](), list[EndedPeriod]()
    begun: dict[str, tuple[Original, datetime]] = {}
    for original in originals:
        place = len(ordered)
        for event, by, at, status in _statuses(original):
            if status.corrections_until is not None:
                begun[event] = (original, status.corrections_until)
            elif by == ENDED_BY and status.outcome is not None and event in begun:
                beginning, until = begun[event]
                ended.append(EndedPeriod(event, until, PeriodEnd(outcome=status.outcome, at=at)))
                place = ordered.index(beginning)
        ordered.insert(place, original)
    return ordered, ended


def _statuses(original: Original) -> list[tuple[str, str, datetime, SetStatus]]:
    if original.line.file.format != DECISIONS:
        return []
    try:
        made = Decisions.model_validate_json(original.read())
    except (Damaged, ValidationError):
        return []
    return [(made.event, made.by, made.at, each) for each in made.decisions if isinstance(each, SetStatus)]
