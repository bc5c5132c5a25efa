"""Merged events for tests, made without scoring: standings are only as full as a test says."""

from datetime import UTC, datetime
from typing import Any

from contracts.facts import EventFact, Facts
from contracts.messages import EventMerged
from contracts.standings import Method, Progress, Standings

PAIRS_BY_MATCH_POINTS = Method(board_scoring="match_points")


def merged(
    *,
    applied: int = 7,
    rounds_complete: int | None = None,
    method: Method = PAIRS_BY_MATCH_POINTS,
    standings: Any = None,
    **facts: Any,
) -> EventMerged:
    facts.setdefault("events", (EventFact(name="Made-up pairs", kind="pairs"),))
    return EventMerged(
        event="made-up-pairs",
        applied=applied,
        facts=Facts(**facts),
        standings=standings
        or Standings(
            event="made-up-pairs",
            name="Made-up pairs",
            method=method,
            progress=Progress(rounds_complete=rounds_complete),
        ),
        calculated_at=datetime(2026, 3, 7, 20, 15, tzinfo=UTC),
    )
