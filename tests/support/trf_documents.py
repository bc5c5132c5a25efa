"""Events read from TRF, merged and compared."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from contracts.facts import Facts
from contracts.messages import EventMerged
from contracts.standings import Method, Progress, Standings
from shared.formats.trf.reader.parse import parse
from tests.support.objects import as_object
from tests.support.trf_lines import document


def merged(facts: Facts, event: str = "made-up-open") -> EventMerged:
    """An event as the scoring publishes it, here without any scoring of its own."""
    return EventMerged(
        event=event,
        applied=1,
        facts=facts,
        standings=Standings(
            event=event, name=facts.event.name or "", method=Method(board_scoring="points"), progress=Progress()
        ),
        calculated_at=datetime(2031, 5, 1, tzinfo=UTC),
    )


def facts_of(*lines: str) -> Facts:
    """What a file of these lines says."""
    return parse(document(*lines)).events[0].facts


def plain(facts: Facts) -> dict[str, list[str]]:
    """What facts say, without places, order, dialect, and the records that repeat others."""
    found: dict[str, list[str]] = {}
    for name in facts.FIELDS:
        rows = []
        for fact in getattr(facts, name):
            row: dict[str, Any] = as_object(fact, "at")
            if name == "events":
                row.pop("format_version", None)
            if name != "extensions" or row["name"] not in ("801", "802"):
                rows.append(json.dumps(row, sort_keys=True, ensure_ascii=False))
        found[name] = sorted(rows)
    return found
