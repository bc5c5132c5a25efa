"""A client's copy of one channel: the rules of `standings.v1` for whoever holds a table, without I/O.

Rule 1: a snapshot replaces the table, a delta changes it; parts count as one when the last has come.
Rule 2: a delta applies when `from` is held. When held >= `seq` it is old news. In every other case something was lost,
and the channel has to be subscribed again with the position that is held.
Rule 3: a heartbeat above the position that is held says the same: something was lost.
Rule 4: a wrong checksum, or a delta that does not fit, means that the table cannot be trusted: subscribe again without
a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import accumulate

from pydantic import JsonValue

from contracts.feed import Delta, Heartbeat, MetaChange, Reason, ResumePoint, Snapshot, Synced, checksum, row_cells

Row = Mapping[str, JsonValue]
"""A row by names of columns."""


class Lost(Exception):
    """The copy cannot go on from what has arrived: subscribe from `resume`; None: it is wrong, begin anew."""

    def __init__(self, message: str, resume: ResumePoint | None) -> None:
        super().__init__(message)
        self.resume = resume


@dataclass(frozen=True, slots=True)
class Change:
    """What one message did; `replaced`: a snapshot took the table's place, and the others say what that changed."""

    rows: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    meta: bool = False
    replaced: bool = False
    reason: Reason | None = None

    def then(self, later: Change) -> Change:
        """Both as one."""
        removed = (self.removed - later.rows) | later.removed
        return Change(
            rows=(self.rows | later.rows) - removed,
            removed=removed,
            meta=self.meta or later.meta,
            replaced=self.replaced or later.replaced,
            reason=later.reason or self.reason,
        )


@dataclass
class Replica:
    """The copy of one channel; rows are replaced, never changed in place, so a reader may keep what it was given."""

    channel: str
    columns: tuple[str, ...] = ()
    rows: Mapping[str, Row] = field(default_factory=dict)
    meta: Mapping[str, JsonValue] = field(default_factory=dict)
    position: ResumePoint | None = None
    synced: bool = False
    _parts: list[Snapshot | Delta] = field(default_factory=list)

    def apply(self, message: Snapshot | Delta | Synced | Heartbeat) -> Change | None:
        """Take a message of the channel, None when it changes nothing; Lost when it does not continue what is held."""
        if isinstance(message, Snapshot | Delta):
            return self._collect(message)
        held = self.position
        if held is None or held.epoch != message.epoch or held.seq < message.seq:
            raise Lost(f"holding {held}, told {message.epoch} {message.seq}", held)
        self.synced = self.synced or isinstance(message, Synced)
        return None

    def restart(self) -> None:
        """The connection is new: half of a message will not be continued."""
        self._parts.clear()
        self.synced = False

    def _collect(self, message: Snapshot | Delta) -> Change | None:
        first = self._parts[0] if self._parts else message
        if message.part != len(self._parts) + 1 or (message.type, message.seq) != (first.type, first.seq):
            self._parts.clear()
            raise Lost(f"part {message.part} of {message.parts} is out of order", self.position)
        self._parts.append(message)
        if message.part < message.parts:
            return None
        parts, self._parts = self._parts, []
        snapshots = [part for part in parts if isinstance(part, Snapshot)]
        if snapshots:
            return self._replace(snapshots)
        return self._change([part for part in parts if isinstance(part, Delta)])

    def _replace(self, parts: list[Snapshot]) -> Change:
        first, old = parts[0], self.rows
        self.columns = first.columns or ()
        rows = {
            key: dict(zip(self.columns, row_cells(row, self.columns), strict=True))
            for part in parts
            for key, row in part.rows.items()
        }
        meta_changed = self.meta != (first.meta or {})
        self.rows, self.meta = rows, first.meta or {}
        self.position = ResumePoint(epoch=first.epoch, seq=first.seq)
        self._prove(first.checksum)
        return Change(
            rows=frozenset(key for key, row in rows.items() if old.get(key) != row),
            removed=frozenset(old.keys() - rows.keys()),
            meta=meta_changed,
            replaced=True,
        )

    def _change(self, parts: list[Delta]) -> Change | None:
        first, held = parts[0], self.position
        if held is not None and held.epoch == first.epoch and held.seq >= first.seq:
            return None
        if held is None or held.epoch != first.epoch or held.seq != first.from_:
            raise Lost(f"holding {held}, told of {first.epoch} {first.from_} to {first.seq}", held)
        try:
            rows, changed = self._changed_rows(parts)
            self.meta = patched(self.meta, first.meta) if first.meta else self.meta
        except (LookupError, ValueError, TypeError) as error:
            self.position = None
            raise Lost(f"a delta that does not fit: {error}", None) from error
        removed = frozenset(key for part in parts for key in part.removed)
        self.rows = rows
        self.position = ResumePoint(epoch=first.epoch, seq=first.seq)
        if first.checksum is not None:
            self._prove(first.checksum)
        return Change(frozenset(changed), removed, bool(first.meta), False, first.reason)

    def _changed_rows(self, parts: list[Delta]) -> tuple[dict[str, Row], dict[str, dict[str, JsonValue]]]:
        """All rows as they are after a delta, and those of them that are new or different."""
        rows, changed = dict(self.rows), {}
        for part in parts:
            for key in part.removed:
                del rows[key]
            for key, row in part.added.items():
                rows[key] = changed[key] = dict(zip(self.columns, row, strict=True))
        order = sorted(rows)
        for part in parts:
            for column, (steps, values) in part.cells.items():
                for place, value in zip(accumulate(steps), values, strict=True):
                    key = order[place]
                    if key not in changed:
                        rows[key] = changed[key] = dict(rows[key])
                    changed[key][column] = value
        return rows, changed

    def _prove(self, expected: str) -> None:
        computed = checksum((key, row_cells(dict(row), self.columns)) for key, row in self.rows.items())
        if computed != expected:
            self.position = None
            raise Lost(f"checksum {computed} instead of {expected}", None)


def patched(meta: Mapping[str, JsonValue], changes: Iterable[MetaChange]) -> dict[str, JsonValue]:
    """The meta of a table after changes; LookupError, ValueError or TypeError when a place is not there."""
    document = deepcopy(dict(meta))
    for change in changes:
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in change.path.split("/")[1:]]
        place: JsonValue = document
        for part in way:
            place = place[int(part)] if isinstance(place, list) else place[part]  # type: ignore[index]
        if isinstance(place, list):
            at = int(last)
            place[at : at + (change.op != "add")] = [] if change.op == "remove" else [change.value]
        elif not isinstance(place, dict):
            raise TypeError(f"{change.path} leads through {type(place).__name__}")
        elif change.op == "remove":
            del place[last]
        else:
            place[last] = change.value
    return document
