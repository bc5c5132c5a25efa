"""Standings of the bus put together from whole ones and changes."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from contracts import subjects
from contracts.messages import Position, StandingsPublished
from contracts.standings import Standings
from contracts.standings_changes.tables import Tables, change_from, follow, tables_of, whole_standings
from shared.bus.bus import Bus
from shared.bus.wire import encode


def whole(messages: Iterable[StandingsPublished]) -> Iterator[StandingsPublished]:
    """The standings of each message, whole; the first one is, and all are of one event."""
    tables: Tables | None = None
    for message in messages:
        read = json.loads(encode(message))
        tables = follow(tables, read)
        standings = Standings.model_validate_json(json.dumps(whole_standings(tables, read)))
        yield message.replace(standings=standings, changes=None)


def as_changes(messages: Iterable[StandingsPublished], base: int = 1) -> Iterator[StandingsPublished]:
    """Whole standings of an event as they are published: the first ones whole, with this sequence, then changes."""
    before: Tables | None = None
    for message in messages:
        now = tables_of(message.standings, before)
        if before is None:
            yield message.replace(digest=now.of)
        else:
            head, changes = change_from(before, now, message.standings, base)
            yield message.replace(standings=head, changes=changes, digest=now.of)
        before = now


def changes_of(*all_standings: Standings) -> Iterator[dict[str, Any]]:
    """As JSON: the first one whole, the others as changes."""
    published = (
        StandingsPublished(
            standings=each,
            position=Position(seq=number, applied=number),
            digest="0" * 64,
            calculated_at=datetime(2026, 3, 1, tzinfo=UTC),
        )
        for number, each in enumerate(all_standings, start=1)
    )
    return (json.loads(encode(message)) for message in as_changes(published))


async def newest_standings(bus: Bus, event: str) -> StandingsPublished:
    """The newest standings of an event, whole."""
    subject = subjects.standings_published(event)
    last = await bus.last(subject, StandingsPublished)
    assert last is not None
    start = last.message.changes.base if last.message.changes else last.seq
    *_, newest = whole([each.message async for each in bus.history(subject, StandingsPublished, start_seq=start)])
    return newest
