"""What a webhook is told of a table of the feed, and of which events.

1. A change continues the one before it: `since` is its position. Whoever holds that table puts `rows` into it and takes
   `removed` out.
2. Where the table before is not known to this process, after a restart or in a new numbering, the change is the whole
   table. So nothing is lost that happened while nobody followed.
3. A position that was told already, or an older one of a broadcaster that is behind, is told no more.
4. A change of a numbering that is over is told no more, neither late nor in a replay: the organiser may have hidden
   what it has, which begins a numbering of its own. The first change of that is the whole table.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from contracts.base import Excerpt, Name
from contracts.messages import TableChanged
from contracts.webhooks.targets import TABLE_KINDS, Target

LARGEST = 256 * 1024
"""Bytes of the rows that a webhook is told; where there are more it has to read the table itself."""

FOLLOWED_FOR = timedelta(days=2)
"""After the last change of its standings for which an event is followed."""

MOST_EVENTS = 100
"""That are followed at a time."""


class Position(NamedTuple):
    """Where a table of the feed stands."""

    epoch: str
    seq: int


class Numbering(Excerpt, title="TableChanged"):
    """In which numbering a change of a table is."""

    epoch: Name


@dataclass(frozen=True)
class Seen:
    """A table as the feed shows it."""

    event: str
    table: str
    position: Position
    columns: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Any]]
    meta: Mapping[str, Any]
    reason: str | None
    at: datetime


def change_of(seen: Seen, before: Seen | None, told: Position | None) -> TableChanged | None:
    """What to tell of a table; None for nothing.

    Args:
        seen: the table now.
        before: the table as it was told last, if that was by this process.
        told: the position that was told last, by whomever.
    """
    if told is not None and told.epoch == seen.position.epoch and told.seq >= seen.position.seq:
        return None
    if before is not None and (before.position.epoch, before.columns) != (seen.position.epoch, seen.columns):
        before = None
    old = before.rows if before is not None else {}
    rows = {
        key: tuple(row.get(name) for name in seen.columns)
        for key, row in sorted(seen.rows.items())
        if old.get(key) != row
    }
    fits = len(json.dumps(rows, ensure_ascii=False).encode("utf-8", "replace")) <= LARGEST
    return TableChanged(
        event=seen.event,
        table=seen.table,
        epoch=seen.position.epoch,
        seq=seen.position.seq,
        since=before.position.seq if before is not None else None,
        reason=seen.reason,
        columns=seen.columns,
        rows=rows if fits else None,
        removed=tuple(sorted(old.keys() - seen.rows.keys())),
        meta=dict(seen.meta),
        changed_at=seen.at,
    )


def followed(
    events: Mapping[str, Mapping[str, Any]], targets: Iterable[Target], now: datetime
) -> dict[str, tuple[str, ...]]:
    """The events that somebody is told of and that were played of late, each with its tables.

    Args:
        events: the list of events of the feed.
        targets: everybody who is told.
        now: the time.
    """
    targets, chosen = tuple(targets), list[tuple[float, str, tuple[str, ...]]]()
    for event, row in events.items():
        tables = tuple(table for table in TABLE_KINDS if any(target.wants(event, table) for target in targets))
        age = _age(row.get("updated"), now)
        if tables and age <= FOLLOWED_FOR:
            chosen.append((age.total_seconds(), event, tables))
    return {event: tables for _, event, tables in sorted(chosen)[:MOST_EVENTS]}


def _age(updated: object, now: datetime) -> timedelta:
    """Of the last change; nothing where the organiser holds it back."""
    try:
        return now - datetime.fromisoformat(str(updated))
    except (TypeError, ValueError):
        return timedelta()
