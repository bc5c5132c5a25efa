"""A copy of one channel: the rules of `standings.v1` for whoever holds a table, without I/O.

Rule 1: a snapshot replaces the table, a delta changes it; parts count as one when the last has come.
Rule 2: a delta applies when `from` is held. When held >= `seq` it is old news. In every other case something was lost,
and the channel has to be subscribed again with the position that is held.
Rule 3: a heartbeat above the position that is held says the same: something was lost.
Rule 4: a wrong checksum, or a message that does not fit, means that the table cannot be trusted: subscribe again
without a position.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple

from kibitz_client.tables import Row

Message = Mapping[str, Any]
"""A message of the feed, as JSON has it."""


class Position(NamedTuple):
    """Where a table stands: a numbering and a number in it."""

    epoch: str
    seq: int


class Lost(Exception):
    """The copy cannot go on from what has arrived: subscribe from `resume`; None: it is wrong, begin anew."""

    def __init__(self, message: str, resume: Position | None) -> None:
        super().__init__(message)
        self.resume = resume


@dataclass(frozen=True, slots=True)
class Change:
    """What one message did; after a snapshot, in what the new table differs from the old one."""

    rows: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    meta: bool = False
    reason: str | None = None

    def then(self, later: Change) -> Change:
        """Both as one."""
        removed = (self.removed - later.rows) | later.removed
        return Change(
            rows=(self.rows | later.rows) - removed,
            removed=removed,
            meta=self.meta or later.meta,
            reason=later.reason or self.reason,
        )


@dataclass
class Replica:
    """The copy of one channel; rows are replaced, never changed in place, so a reader may keep what it was given."""

    channel: str
    columns: tuple[str, ...] = ()
    rows: Mapping[str, Row] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)
    position: Position | None = None
    synced: bool = False
    _parts: list[Message] = field(default_factory=list)

    def apply(self, message: Message) -> Change | None:
        """Take a snapshot, delta, synced or heartbeat of the channel.

        Returns:
            What it changed; None when that is nothing.

        Raises:
            Lost: it does not continue what is held.
        """
        try:
            if message["type"] in ("snapshot", "delta"):
                return self._collect(message)
            held, told = self.position, Position(message["epoch"], message["seq"])
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            self.position = None
            self._parts.clear()
            raise Lost(f"a message that does not fit: {error!r}", None) from error
        if held is None or held.epoch != told.epoch or held.seq < told.seq:
            raise Lost(f"holding {held}, told {told}", held)
        self.synced = self.synced or message["type"] == "synced"
        return None

    def restart(self) -> None:
        """The connection is new: half of a message will not be continued."""
        self._parts.clear()
        self.synced = False

    def _collect(self, message: Message) -> Change | None:
        first = self._parts[0] if self._parts else message
        part, parts = message.get("part", 1), message.get("parts", 1)
        if part != len(self._parts) + 1 or (message["type"], message["seq"]) != (first["type"], first["seq"]):
            self._parts.clear()
            raise Lost(f"part {part} of {parts} is out of order", self.position)
        self._parts.append(message)
        if part < parts:
            return None
        collected, self._parts = self._parts, []
        return self._replace(collected) if message["type"] == "snapshot" else self._change(collected)

    def _replace(self, parts: Sequence[Message]) -> Change:
        first, old = parts[0], self.rows
        columns = tuple(first.get("columns") or ())
        rows = {key: _row(columns, row) for part in parts for key, row in part["rows"].items()}
        meta = first.get("meta") or {}
        meta_changed = self.meta != meta
        self.columns, self.rows, self.meta = columns, rows, meta
        self.position = Position(first["epoch"], first["seq"])
        self._prove(first["checksum"])
        return Change(
            rows=frozenset(key for key, row in rows.items() if old.get(key) != row),
            removed=frozenset(old.keys() - rows.keys()),
            meta=meta_changed,
        )

    def _change(self, parts: Sequence[Message]) -> Change | None:
        first, held = parts[0], self.position
        told = Position(first["epoch"], first["seq"])
        if held is not None and held.epoch == told.epoch and held.seq >= told.seq:
            return None
        if held != Position(told.epoch, first["from"]):
            raise Lost(f"holding {held}, told what follows {first['from']}", held)
        rows, changed = self._changed_rows(parts)
        # A delta in parts has its meta in the first one.
        changes = first.get("meta") or ()
        self.meta = patched(self.meta, changes) if changes else self.meta
        removed = frozenset(key for part in parts for key in part.get("removed", ()))
        self.rows, self.position = rows, told
        if first.get("checksum") is not None:
            self._prove(first["checksum"])
        return Change(frozenset(changed), removed, bool(changes), first.get("reason"))

    def _changed_rows(self, parts: Sequence[Message]) -> tuple[dict[str, Row], dict[str, dict[str, Any]]]:
        """All rows as they are after a delta, and those of them that are new or different."""
        rows, changed = dict(self.rows), dict[str, dict[str, Any]]()
        for part in parts:
            for key in part.get("removed", ()):
                del rows[key]
            for key, row in part.get("added", {}).items():
                rows[key] = changed[key] = _row(self.columns, row)
        order = sorted(rows)
        for part in parts:
            for column, (steps, values) in part.get("cells", {}).items():
                for place, value in zip(accumulate(steps), values, strict=True):
                    if place < 0:
                        raise ValueError(f"place {place}")
                    key = order[place]
                    if key not in changed:
                        rows[key] = changed[key] = dict(rows[key])
                    changed[key][column] = value
        return rows, changed

    def _prove(self, expected: str) -> None:
        computed = checksum({key: [row.get(name) for name in self.columns] for key, row in self.rows.items()})
        if computed != expected:
            self.position = None
            raise Lost(f"checksum {computed} instead of {expected}", None)


def checksum(rows: Mapping[str, Sequence[Any]]) -> str:
    """CRC-32 of the canonical rows, eight hexadecimal digits: one compact JSON array of `[id, cell, …]`, by id."""
    table = [[key, *rows[key]] for key in sorted(rows)]
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def patched(meta: Mapping[str, Any], changes: Iterable[Message]) -> dict[str, Any]:
    """The meta of a table after a JSON Patch; LookupError, ValueError or TypeError when a place is not there."""
    document = deepcopy(dict(meta))
    for change in changes:
        op, path, value = change["op"], change["path"], change.get("value")
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
        place: Any = document
        for part in way:
            place = place[int(part)] if isinstance(place, list) else place[part]
        if isinstance(place, list):
            at = int(last)
            place[at : at + (op != "add")] = [] if op == "remove" else [value]
        elif not isinstance(place, dict):
            raise TypeError(f"{path} leads through {type(place).__name__}")
        elif op == "remove":
            del place[last]
        else:
            place[last] = value
    return document


def _row(columns: tuple[str, ...], row: Mapping[str, Any] | Sequence[Any]) -> dict[str, Any]:
    """A row of either encoding; what an object leaves out is None."""
    if isinstance(row, Mapping):
        return {name: row.get(name) for name in columns}
    return dict(zip(columns, row, strict=True))
