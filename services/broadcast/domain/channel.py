"""A channel: one table, its position, and as much of its past as clients may resume from.

Rule 1: the writer numbers its states without a gap; an equal or older number is ignored, because a bus delivers twice.
Rule 2: a state is the whole table, so the difference of any two states that were seen is exact, whatever happened
between them. After a gap the positions inside it were never seen: nobody can resume from them.
Rule 3: other columns are another table: the past is dropped and everybody gets a snapshot.
Rule 4: another epoch is another numbering: nothing of the past counts.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from pydantic import JsonValue

from contracts.feed import Reason, is_channel
from services.broadcast.domain.limits import Limits, Moment

Row = tuple[JsonValue, ...]

PLAIN = frozenset({str, bool, type(None)})
"""The types of most cells."""

SAFE_INTEGER = 2**53 - 1
"""The greatest integer that every reader of JSON keeps exact."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A whole table as its writer states it; never changed afterwards.

    Attributes:
        columns: names; a filter knows `section`, `ranking`, `rank` and `number`.
        rows: cells by row id: text, whole numbers, true, false, null, or lists of those; one kind to a column. No
            fractions: decimals are text, so that every reader sees the same digits and the checksum is the same.
        meta: what is true of the whole: round, status, title, and how to sort, because rows have no order.
    """

    columns: tuple[str, ...]
    rows: Mapping[str, Row]
    meta: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableChanges:
    """What is new of a table whose writer keeps account of that itself.

    Attributes:
        rows: by id; None for one that is gone. Those that are not named are as they were.
    """

    columns: tuple[str, ...]
    rows: Mapping[str, Row | None]
    meta: Mapping[str, JsonValue] = field(default_factory=dict)


def check_rows(rows: Mapping[str, Row], columns: tuple[str, ...]) -> None:
    """Refuse rows that readers could not agree on; ValueError says which."""
    for key, row in rows.items():
        if len(row) != len(columns):
            raise ValueError(f"row {key!r} has {len(row)} cells under {len(columns)} columns")
    for name, cells in zip(columns, zip(*rows.values(), strict=True), strict=False):
        kinds = {*map(type, cells)}
        if kinds <= PLAIN or (kinds == {int} and min(cells) >= -SAFE_INTEGER and max(cells) <= SAFE_INTEGER):
            continue
        for key, cell in zip(rows, cells, strict=True):
            if not _is_exact(cell):
                raise ValueError(f"row {key!r}, column {name!r}: {type(cell).__name__} is no cell of a table")


def _is_exact(cell: JsonValue) -> bool:
    if cell is None or isinstance(cell, str | bool):
        return True
    if isinstance(cell, int):
        return -SAFE_INTEGER <= cell <= SAFE_INTEGER
    return isinstance(cell, list | tuple) and all(_is_exact(part) for part in cell)


STRENGTH = {reason: strength for strength, reason in enumerate(Reason)}

FOLDS_KEPT = 16
"""Folds of one state that are remembered; more than the rates of a channel, so that groups never fold twice."""


class Outcome(Enum):
    """What became of an update."""

    APPLIED = "applied"
    GAP = "gap"
    OLD = "old"
    EPOCH = "epoch"


@dataclass(frozen=True, slots=True)
class Delta:
    """One step of a channel.

    Attributes:
        before: the position before it.
        at: when it was applied, on the clock that never jumps.
        rows: every row that changed, as it was before; None where there was none.
        meta: likewise the keys that changed.
    """

    before: int
    at: float
    rows: dict[str, Row | None]
    meta: dict[str, JsonValue]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Fold:
    """The steps from a position to the present as one.

    Attributes:
        before: the position.
        rows: every row that changed on the way, as it was at the position; None where there was none.
        meta: likewise the keys that changed.
    """

    before: int
    rows: dict[str, Row | None]
    meta: dict[str, JsonValue]
    reason: Reason


class Channel:
    """A table that its single writer moves and any number of clients follow."""

    def __init__(self, name: str, epoch: str, now: Moment, limits: Limits | None = None) -> None:
        if not is_channel(name):
            raise ValueError(f"{name!r} is no name of a channel")
        self.name = name
        self.limits = limits or Limits()
        self.gaps = 0
        self.restart(epoch, now)

    def restart(self, epoch: str, now: Moment) -> None:
        """Begin a new numbering with an empty table."""
        self.epoch = epoch
        self.seq = 0
        self.ts: datetime = now.utc
        self.columns: tuple[str, ...] = ()
        self.rows: dict[str, Row] = {}
        self._places: dict[str, int] | None = None
        self.meta: dict[str, JsonValue] = {}
        self._ring: deque[Delta] = deque()
        self._ring_rows = 0
        self._folds: dict[int, Fold | None] = {}

    def apply(self, state: TableState | TableChanges, seq: int, reason: Reason, ts: datetime, now: Moment) -> Outcome:
        """Take the table's next state; ValueError when it is not a table, and then nothing has changed."""
        if seq <= self.seq:
            return Outcome.OLD
        changed = self._differences(state)
        present = {key: row for key in changed if (row := state.rows.get(key)) is not None}
        check_rows(present, state.columns)
        meta: dict[str, JsonValue] = {key: value for key, value in state.meta.items() if value is not None}
        other_columns = state.columns != self.columns
        outcome = Outcome.APPLIED if seq == self.seq + 1 else Outcome.GAP
        if outcome is Outcome.GAP and self.seq:
            self.gaps += 1
        keys = self.meta.keys() | meta.keys()
        meta_changes = {key: self.meta.get(key) for key in keys if self.meta.get(key) != meta.get(key)}
        delta = Delta(self.seq, now.at, changed, meta_changes, reason)
        self.seq, self.ts, self.columns, self.meta = seq, ts, state.columns, meta
        if other_columns or len(present) < len(changed) or None in changed.values():
            self._places = None
        if other_columns:
            self.rows = present
        elif isinstance(state, TableState):
            self.rows = dict(state.rows)
        else:
            self.rows.update(present)
            for key in changed.keys() - present.keys():
                del self.rows[key]
        self._folds.clear()
        if other_columns:
            self._ring.clear()
            self._ring_rows = 0
        else:
            self._ring.append(delta)
            self._ring_rows += len(changed)
            limits, oldest = self.limits, now.at - self.limits.ring_seconds
            while len(self._ring) > 1 and (
                len(self._ring) > limits.ring_deltas or self._ring[0].at < oldest or self._ring_rows > limits.ring_rows
            ):
                self._ring_rows -= len(self._ring.popleft().rows)
        return outcome

    def places(self) -> dict[str, int]:
        """The places of the rows when they are sorted by id."""
        if self._places is None:
            self._places = {key: place for place, key in enumerate(sorted(self.rows))}
        return self._places

    def fold(self, position: int) -> Fold | None:
        """Everything after `position` as one step; None when the past does not reach there."""
        if position not in self._folds:
            if len(self._folds) >= FOLDS_KEPT:
                self._folds.clear()
            self._folds[position] = self._fold(position)
        return self._folds[position]

    def _fold(self, position: int) -> Fold | None:
        rows: dict[str, Row | None] = {}
        meta: dict[str, JsonValue] = {}
        reason = Reason.RESULT
        for delta in reversed(self._ring):
            if delta.before < position:
                break
            rows.update(delta.rows)
            meta.update(delta.meta)
            reason = max(reason, delta.reason, key=STRENGTH.__getitem__)
            if delta.before == position:
                return Fold(position, rows, meta, reason)
        return None

    def _differences(self, state: TableState | TableChanges) -> dict[str, Row | None]:
        """The rows that are not as they were, as they were; None for those that were not there."""
        old_rows, rows = self.rows, state.rows
        if state.columns != self.columns:
            return {key: None for key, row in rows.items() if row is not None}
        changed = {key: old for key, row in rows.items() if (old := old_rows.get(key)) is not row and old != row}
        if isinstance(state, TableState) and not old_rows.keys() <= rows.keys():
            changed |= {key: old for key, old in old_rows.items() if key not in rows}
        return changed
