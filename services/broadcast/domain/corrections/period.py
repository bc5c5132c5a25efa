"""Correction periods: until when results are put right before provisional standings are official by themselves.

Rules kept here:

1. A period ends at the time that its decision says. Corrections within it do not move the end: who reads "until 23:40"
   may rely on it. The director may decide another end at any time.
2. A query that waits for its answer holds the standings provisional; they are official as soon as it is answered.
3. What becomes official are the standings as they are published then.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from contracts.standings import Declaration, Status


class Period(NamedTuple):
    """A correction period of provisional standings.

    Attributes:
        outcome: of the standings as they are.
    """

    until: datetime
    outcome: str


def period_of(status: str, declared: Declaration | None, outcome: str | None) -> Period | None:
    """The period of standings; None where none was decided, or it is over because they are official."""
    if status != Status.PROVISIONAL or declared is None or declared.corrections_until is None or outcome is None:
        return None
    return Period(declared.corrections_until, outcome)


def end_of(meta: Mapping[str, Any]) -> datetime | None:
    """Until when corrections are taken of standings by their meta; None where no time is set."""
    until = (meta.get("declared") or {}).get("corrections_until")
    return datetime.fromisoformat(until) if until and meta.get("status") == Status.PROVISIONAL else None


def is_over(period: Period, now: datetime, *, waiting: bool) -> bool:
    """Whether standings become official now, with or without queries that wait for an answer."""
    return now >= period.until and not waiting
