"""Which facts two lists do not have in common: what a newer version of an export says otherwise than the older one."""

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import Any

from contracts.facts import Fact, Key
from contracts.tables import Table

Facts = Sequence[Fact]


def apart(old: Facts, new: Facts) -> tuple[Facts, Facts]:
    """Of two lists of facts those that the other one does not have, or has under the same key with others.

    Tables that were read as columns are compared as columns, and only rows that differ are made.
    """
    if isinstance(old, Table) and isinstance(new, Table) and old.is_of_columns and new.is_of_columns:
        old, new = _of_tables(old, new)
    else:
        before, behind = _ends_alike(old, new)
        old, new = old[before : len(old) - behind], new[before : len(new) - behind]
    was, now = _by_key(old), _by_key(new)
    return (
        [fact for key, facts in was.items() if now.get(key) != facts for fact in facts],
        [fact for key, facts in now.items() if was.get(key) != facts for fact in facts],
    )


def _of_tables(old: Table[Any], new: Table[Any]) -> tuple[Facts, Facts]:
    """The rows that differ; where one table is longer those that the other lacks, but for equal beginnings and ends."""
    names = sorted(old.lists.keys() | new.lists.keys())
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
    if len(set(was)) < len(was) or len(set(now)) < len(now):
        common = set()  # a row that stands twice in one of them may stand once in the other
    return (
        old.rows_at([before + place for place, row in enumerate(was) if row not in common]),
        new.rows_at([before + place for place, row in enumerate(now) if row not in common]),
    )


def _ends_alike(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int]:
    """How many values two lists have in common at their beginnings, and of the others at their ends."""
    shorter = min(len(old), len(new))
    before = next(compress(count(), map(ne, old, new)), shorter)
    rest = shorter - before
    ends = map(ne, reversed(old[len(old) - rest :]), reversed(new[len(new) - rest :]))
    return before, next(compress(count(), ends), rest)


def _by_key(facts: Facts) -> dict[Key, list[Fact]]:
    by_key: dict[Key, list[Fact]] = {}
    for fact in facts:
        by_key.setdefault(fact.key, []).append(fact)
    return by_key
