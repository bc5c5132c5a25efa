"""The rows of a ranking as they are held to make and to apply changes: by id, with the order in which they stand.

Rule 1: columns stand in the order of the ids, shorter ones first, so that one in which nothing changes is the same list
as before, whoever rises and falls, and its digest need not be taken again. Scoring mostly has numbers in that order.
Rule 2: `place` and `rank` belong to the places of the table and stand in the order of the rows.
Rule 3: values are those of JSON, or are compared and written like them: decimal numbers are text. Whoever writes holds
tie-breaks as JSON, because they are compared more quickly.
Rule 4: a column that holds nothing but the default is left out, as on the bus.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, compress, count, pairwise, repeat
from operator import is_not, ne, sub
from typing import Any

from pydantic_core import to_json

from contracts.standings import ROWS, StandingRow
from contracts.standings_changes.change import CELLS, CellsChange, RowsChange, Run
from contracts.tables import Arranged, Lists, Table

PLACED = ("place", "rank")

_FIELDS = ROWS.columns.model_fields
_DEFAULTS = {name: ROWS.column_of({"id": ("",)}, name)[0] for name in _FIELDS if name != "id"}
_DEFAULTS |= {name: [] for name, default in _DEFAULTS.items() if default == ()}
_DECIMALS = frozenset(name for name, each in _FIELDS.items() if "Decimal" in str(each.annotation))
_NESTED = "tie_breaks"
_ADDED = -1


@dataclass(frozen=True)
class Rows:
    """The rows of a ranking.

    Attributes:
        ids: sorted by their length, and those of one length by code point.
        order: for each place of the table that of its row in the columns.
        columns: by name, in the order of the ids.
        placed: `place` and `rank`, in the order of the table.
        changed: places of rows that may be others than in the table that it was made of by a change; None for all.
    """

    ids: Sequence[str] = ()
    order: Sequence[int] = ()
    columns: Lists = field(default_factory=dict)
    placed: Lists = field(default_factory=dict)
    changed: Sequence[int] | None = None
    _made_of: Lists = field(default_factory=dict)
    _by_id: Sequence[int] = ()
    _at: Sequence[int] = ()
    _numbers: Mapping[str, int] = field(default_factory=dict)
    _digests: dict[str, tuple[Sequence[Any], bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table[StandingRow], before: "Rows | None" = None) -> "Rows":
        """The rows of a table; what is as before is not made again."""
        lists, texts, nested = table.held or (table.lists, {}, {})
        order = lists.order if isinstance(lists, Arranged) else None
        written: Lists = texts.columns if isinstance(texts, Arranged) else texts
        made_of = {**(lists.columns if isinstance(lists, Arranged) else lists), **written}
        if _NESTED in nested:
            made_of[_NESTED] = (nested.columns if isinstance(nested, Arranged) else nested)[_NESTED]
        placed = {name: lists[name] for name in PLACED if name in lists}
        columns = {name: column for name, column in made_of.items() if name not in PLACED}
        kinds: dict[str, Callable[[Any], Any]] = dict.fromkeys(_DECIMALS, _as_text)
        kinds |= {name: _or_none if "" in column else _as_it_is for name, column in written.items()}
        kinds[_NESTED] = _as_it_is if _NESTED in nested else _as_json
        return cls._of(columns, order, placed, before, kinds)

    @classmethod
    def of_json(cls, columns: Lists) -> "Rows":
        """The rows of columns as JSON has them, in the order of the table."""
        own = {name: column for name, column in columns.items() if name not in PLACED}
        return cls._of(own, None, {name: columns[name] for name in PLACED if name in columns}, None, {})

    @classmethod
    def _of(
        cls,
        made_of: Lists,
        order: Sequence[int] | None,
        placed: Lists,
        before: "Rows | None",
        kinds: Mapping[str, Callable[[Any], Any]],
    ) -> "Rows":
        """Bring columns into the order of the ids; `kinds` makes values comparable."""
        own = made_of.get("id", ())
        before = before or cls()
        ids, numbers, by_id, at, known = before.ids, before._numbers, before._by_id, before._at, before._made_of
        if known.get("id") != own:
            if numbers.keys() != {*own}:
                ids = sorted(own, key=_length_and_text)
                numbers = {each: number for number, each in enumerate(ids)}
            is_clear = len(numbers) == len(own)
            by_id = () if is_clear else sorted(range(len(own)), key=lambda place: _length_and_text(own[place]))
            at = list(map(numbers.__getitem__, own)) if is_clear else _inverse(by_id)
            by_id, known = by_id or _inverse(at), {}
            if by_id == list(range(len(own))):
                by_id = at = range(len(own))
        columns: dict[str, Sequence[Any]] = {}
        for name, column in made_of.items():
            comparable, old = kinds.get(name, _as_it_is), before.columns.get(name)
            if old is not None and known.get(name) is column:
                columns[name] = old
            elif name != "id" and isinstance(by_id, range) and comparable is _as_it_is:
                columns[name] = column
            elif name != "id":
                differ = list(compress(count(), map(is_not, known[name], column))) if old and name in known else None
                if old is not None and differ is not None and 4 * len(differ) < len(column):
                    columns[name] = _changed(old, at, differ, map(comparable, map(column.__getitem__, differ)))
                else:
                    in_order = map(column.__getitem__, by_id)
                    columns[name] = list(in_order if comparable is _as_it_is else map(comparable, in_order))
        of_places = at if order is None else order if isinstance(at, range) else list(map(at.__getitem__, order))
        return cls(ids, of_places, columns, placed, None, made_of, by_id, at, numbers, before._digests.copy())

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.order)

    @cached_property
    def stands(self) -> Sequence[int]:
        """For each row of the columns its place in the table."""
        return _inverse(self.order)

    def has(self, name: str) -> bool:
        """Whether a column holds more than the default."""
        return name in self.columns or name in self.placed

    def cells(self, name: str, places: Iterable[int] | None = None) -> Sequence[Any]:
        """The values of a column in the order of the table, or at some of its places."""
        if name in PLACED:
            column: Sequence[Any] = self.placed.get(name, (None,) * len(self))
            return column if places is None else list(map(column.__getitem__, places))
        rows = self.order if places is None else map(self.order.__getitem__, places)
        column = self.ids if name == "id" else self.columns.get(name) or (_DEFAULTS[name],) * len(self)
        return list(map(column.__getitem__, rows))

    def lists(self) -> dict[str, Sequence[Any]]:
        """The columns in the order of the table, as on the bus."""
        return {name: self.cells(name) for name in ("id", *self.columns, *self.placed)} if self.order else {}

    def digest(self) -> bytes:
        """SHA-256 of the columns, each by its name; ids, places and ranks in the order of the table."""
        whole = hashlib.sha256(self._digest_of("id", self.cells("id")))
        for name, column in sorted((*self.columns.items(), *self.placed.items())):
            whole.update(name.encode() + b"\n" + self._digest_of(name, column))
        return whole.digest()

    def _digest_of(self, name: str, column: Sequence[Any]) -> bytes:
        known = self._digests.get(name)
        if known is None or not (known[0] is column or known[0] == column):
            is_json = name == _NESTED and isinstance(column[0], str)
            if is_json:
                written = f"[{','.join(column)}]".encode()
            elif name in _DECIMALS and None not in column:
                written = ('["' + '","'.join(column) + '"]').encode()
            else:
                written = to_json(column)
            known = self._digests[name] = (column, hashlib.sha256(written).digest())
        return known[1]


def _changed(old: Sequence[Any], at: Sequence[int], places: Sequence[int], values: Iterable[Any]) -> Sequence[Any]:
    """A column with other values in some places of what it is made of; itself where there are none."""
    if not places:
        return old
    column = list(old)
    for place, value in zip(places, values, strict=True):
        column[at[place]] = value
    return column


def _inverse(places: Sequence[int]) -> list[int]:
    """For each number the place where it stands."""
    inverse = [0] * len(places)
    for place, number in enumerate(places):
        inverse[number] = place
    return inverse


def _length_and_text(own: str) -> tuple[int, str]:
    return len(own), own


def _as_it_is(value: object) -> object:
    return value


def _as_text(value: object) -> str | None:
    return None if value is None else str(value)


def _or_none(value: object) -> object:
    return value or None


def _as_json(value: object) -> str:
    return to_json(value, exclude_none=True).decode()


def change_of(before: Rows, now: Rows, table: Table[StandingRow]) -> RowsChange | None:
    """How the rows of a table have changed; None where it is better sent whole."""
    size = len(now)
    numbers = before._numbers
    if not size or not before.order or len(now._numbers) < size or len(numbers) < len(before):
        return None
    same = before.ids is now.ids or before.ids == now.ids
    # The row before, in the order of the ids; -1 for one that is new.
    was = range(size) if same else [numbers.get(own, _ADDED) for own in now.ids]
    stay = was if same else [row for row, old in enumerate(was) if old != _ADDED]
    groups: dict[tuple[int, ...], list[str]] = {}
    for name in {**before.columns, **now.columns}:
        old, new = before.columns.get(name), now.columns.get(name)
        if not same or old is not new:
            old, new = (column or (_DEFAULTS[name],) * len(rows) for column, rows in ((old, before), (new, now)))
            if not same:
                old, new = (list(map(old.__getitem__, map(was.__getitem__, stay))), list(map(new.__getitem__, stay)))
            groups.setdefault(tuple(compress(stay, map(ne, old, new))), []).append(name)
    cells = [(sorted(map(now.stands.__getitem__, rows)), names) for rows, names in groups.items()]
    cells += [(_others(before.cells(name), now.cells(name)), [name]) for name in PLACED]
    runs = None
    if not same or now.order != before.order:
        stood = [*before.stands, _ADDED - 1]
        runs = _runs(list(map(stood.__getitem__, now.order if same else map(was.__getitem__, now.order))))
    added = [place for place, row in enumerate(now.order) if was[row] == _ADDED] if not same else []
    said = sum(len(at) * len(names) for at, names in cells) + 2 * len(runs or ())
    width = 1 + len(now.columns) + len(now.placed)
    if 2 * (said + len(added) * width) > size * width:
        return None
    return RowsChange(
        runs=runs,
        added=ROWS.of(table.rows_at(added)) if added else (),
        cells=tuple(
            CellsChange(at=(at[0], *map(sub, at[1:], at)), values=table.part(at, names, CELLS))
            for at, names in cells
            if at
        ),
    )


def _others(before: Sequence[Any], now: Sequence[Any]) -> list[int]:
    """The places that have other values than before."""
    return list(compress(count(), map(ne, chain(before, repeat(None)), now)))


def _runs(places: Sequence[int]) -> tuple[Run, ...]:
    """Where rows stood before, as runs; one more than an added row is no place."""
    begins = [0, *compress(count(1), map(ne, places[1:], map((1).__add__, places)))]
    return tuple((max(places[begin], _ADDED), end - begin) for begin, end in pairwise((*begins, len(places))))


def applied(before: Rows, change: Mapping[str, Any]) -> Rows:
    """The rows after a change, as JSON has it.

    Raises:
        LookupError, TypeError, ValueError: it is no change of these rows.
    """
    runs, added = change.get("runs"), change.get("added") or {}
    order = before.order
    if runs is not None:
        order = list(chain.from_iterable(before.order[start : start + length] for start, length in runs if start >= 0))
    if added or len(order) != len(before):
        columns = _with_others(before, runs or (), added)
        _put_cells(columns, columns, range(len(columns["id"])), change)
        return Rows.of_json({name: column for name, column in columns.items() if _says(name, column)})
    columns, placed = dict(before.columns), {name: before.cells(name) for name in PLACED}
    at = _put_cells(columns, placed, order, change)
    return Rows(
        before.ids,
        order,
        {name: column for name, column in columns.items() if column is before.columns.get(name) or _says(name, column)},
        {name: column for name, column in placed.items() if _says(name, column)},
        sorted({*at, *compress(count(), map(ne, before.order, order))}),
        _digests=before._digests.copy(),
    )


def _with_others(before: Rows, runs: Iterable[Run], added: Lists) -> dict[str, Sequence[Any]]:
    """The columns in the order of a table that has other rows; places are as they were."""
    new, places = count(1), list[int]()
    for start, length in runs:
        places += range(start, start + length) if start >= 0 else (-next(new) for _ in range(length))
    columns: dict[str, Sequence[Any]] = {}
    for name in {"id": (), **before.columns, **added}:
        if name not in PLACED:
            # Those that are new are taken from the end.
            others = added.get(name) or (_DEFAULTS[name],) * len(added["id"]) if added else ()
            columns[name] = list(map([*before.cells(name), *reversed(others)].__getitem__, places))
    for name in PLACED:
        columns[name] = (*before.cells(name)[: len(places)], *(None,) * (len(places) - len(before)))
    return columns


def _put_cells(
    columns: dict[str, Sequence[Any]], placed: dict[str, Sequence[Any]], order: Sequence[int], change: Mapping[str, Any]
) -> set[int]:
    """Put the cells of a change into copies of the columns; the places where they are."""
    changed: set[int] = set()
    for group in change.get("cells", ()):
        places = list(accumulate(group["at"]))
        changed.update(places)
        rows = list(map(order.__getitem__, places))
        for name, values in group["values"].items():
            own, at = (placed, places) if name in PLACED else (columns, rows)
            column = own[name] = list(own.get(name) or (_DEFAULTS[name],) * len(order))
            for place, value in zip(at, values, strict=True):
                column[place] = value
    return changed


def _says(name: str, column: Sequence[Any]) -> bool:
    """Whether a column holds more than the default."""
    return name == "id" or any(value != _DEFAULTS[name] for value in column)
