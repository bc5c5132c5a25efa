"""Which facts two lists do not have in common: what a newer version of an export says otherwise than the older one."""

from collections.abc import Sequence, Set
from itertools import compress, count
from operator import ne
from typing import Any

from contracts.facts import Fact, Key
from contracts.tables import Table

Facts = Sequence[Fact]

Apart = dict[Key, tuple[list[Fact], list[Fact]]]
"""By their keys, the facts of one list and those of the other."""


def apart(old: Facts, new: Facts, fields: Sequence[str] = ()) -> Apart:
    """Of two lists of facts those that the other one does not have, or has under the same key with others.

    Tables that were read as columns are compared as columns, and only rows that differ are made.

    Args:
        old: one list.
        new: the other.
        fields: columns that count; a table's rows that are alike in them may be taken for equal. All, if none is named.
    """
    if isinstance(old, Table) and isinstance(new, Table) and old.is_of_columns and new.is_of_columns:
        old, new = _of_tables(old, new, fields)
    else:
        before, behind = _ends_alike(old, new)
        old, new = old[before : len(old) - behind], new[before : len(new) - behind]
    by_key: Apart = {}
    for fact in old:
        by_key.setdefault(fact.key, ([], []))[0].append(fact)
    for fact in new:
        by_key.setdefault(fact.key, ([], []))[1].append(fact)
    return {key: facts for key, facts in by_key.items() if facts[0] != facts[1]}


def _of_tables(old: Table[Any], new: Table[Any], fields: Sequence[str]) -> tuple[Facts, Facts]:
    """The rows that differ; where one table is longer those that the other lacks, but for equal beginnings and ends."""
    names = fields or sorted(old.lists.keys() | new.lists.keys())
    columns = [(old.column(name), new.column(name)) for name in names]
    if len(old) == len(new):
        places = sorted({place for was, now in columns if was != now for place in compress(count(), map(ne, was, now))})
        return old.rows_at(places), new.rows_at(places)
    ends = [_ends_alike(was, now) for was, now in columns]
    before = min((before for before, _ in ends), default=0)
    behind = min((behind for _, behind in ends), default=0)
    behind = min(behind, min(len(old), len(new)) - before)
    was, now = (
        list(zip(*(both[side][before : len(table) - behind] for both in columns), strict=True))
        for side, table in enumerate((old, new))
    )
    common = set(was) & set(now)
    if len(set(was)) < len(was) or len(set(now)) < len(now) or _alike(was, common) != _alike(now, common):
        common = set()  # a row may stand twice in one of them and once in the other, or before another of its key
    return (
        old.rows_at([before + place for place, row in enumerate(was) if row not in common]),
        new.rows_at([before + place for place, row in enumerate(now) if row not in common]),
    )


def _alike(rows: Sequence[Any], common: Set[Any]) -> list[Any]:
    return [row for row in rows if row in common]


def _ends_alike(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int]:
    """How many values two lists have in common at their beginnings, and of the others at their ends."""
    shorter = min(len(old), len(new))
    before = next(compress(count(), map(ne, old, new)), shorter)
    rest = shorter - before
    ends = map(ne, reversed(old[len(old) - rest :]), reversed(new[len(new) - rest :]))
    return before, next(compress(count(), ends), rest)
