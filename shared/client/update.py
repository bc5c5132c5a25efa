"""What a program that follows a channel is given."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from shared.client.replica import Change, Replica, Row


@dataclass(frozen=True, slots=True)
class Table:
    """A channel's table at one position, with what is true of the whole, as its title; it does not change any more."""

    columns: tuple[str, ...]
    rows: Mapping[str, Row]
    meta: Mapping[str, JsonValue]

    def sorted(self, *columns: str) -> list[Row]:
        """The rows by these columns, smallest first; None and columns that the table lacks come last."""

        def key(row: Row) -> list[tuple[int, int, str]]:
            return [_order(row.get(column)) for column in columns]

        return sorted(self.rows.values(), key=key)


@dataclass(frozen=True, slots=True)
class Update:
    """A channel as it is now, and what is new since the update before.

    Attributes:
        changed: ids of rows that are new or different.
        meta_changed: whether `table.meta` is different.
        reason: why it changed: "result", "publish", "penalty" or "correction"; None after a snapshot.
        connected: False: the line is down, and this is what was known last. The client is connecting again.
        stale: whether the table may be old: not connected, not synced, or the service is cut off from its source.
        epoch, seq: the position; good for resuming in another process, or for an ETag.
        at: when the table was true.
        source_age: seconds since the service heard from its source, as it said last; None when it has not said.
    """

    channel: str
    table: Table
    changed: frozenset[str]
    removed: frozenset[str]
    meta_changed: bool
    reason: str | None
    connected: bool
    stale: bool
    epoch: str | None
    seq: int
    at: datetime | None
    source_age: float | None


def update_of(
    replica: Replica, change: Change, *, connected: bool, degraded: bool, at: datetime | None, source_age: float | None
) -> Update:
    """What a program is told about a copy."""
    position = replica.position
    return Update(
        channel=replica.channel,
        table=Table(replica.columns, replica.rows, replica.meta),
        changed=change.rows,
        removed=change.removed,
        meta_changed=change.meta,
        reason=change.reason.value if change.reason else None,
        connected=connected,
        stale=degraded or not connected or not replica.synced,
        epoch=position.epoch if position else None,
        seq=position.seq if position else 0,
        at=at,
        source_age=source_age,
    )


def _order(cell: JsonValue) -> tuple[int, int, str]:
    """Numbers by value, then text, then nothing."""
    if isinstance(cell, bool) or cell is None:
        return (2, 0, "")
    if isinstance(cell, int):
        return (0, cell, "")
    return (1, 0, str(cell))
