"""The tables of standings, which grow with the field: rankings, matches and travellers; for who writes and who reads.

Who follows an event holds the tables of its newest standings (`follow`). A message that is whole replaces them, and one
that is not is applied to them, if they are those that it changes; else they are read again, from its `base` on.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress, count
from operator import is_, ne
from typing import Any, TypeVar

from pydantic_core import to_json

from contracts.standings import ROWS, Ranking, Standings
from contracts.standings_changes.change import BoardsChange, MatchesChange, OrderChange, RowsChange, StandingsChange
from contracts.standings_changes.rows import Rows, applied, change_of
from contracts.tables import Table, written

Change = TypeVar("Change", bound=OrderChange)


class ChangeRefused(ValueError):
    """A message changes other standings than those that are held; read again from its `base` on."""


@dataclass(frozen=True)
class Items:
    """A list of values, and each as JSON."""

    values: Sequence[Any] = ()
    written: Sequence[bytes] = ()

    @classmethod
    def of(cls, values: Sequence[Any], before: "Items") -> "Items":
        """Write values, those that stand where they stood before not again."""
        if len(values) == len(before.values) and all(map(is_, values, before.values)):
            return before
        known = dict(zip(map(id, before.values), before.written, strict=True))
        return cls(values, tuple([known.get(id(each)) or to_json(each, exclude_none=True) for each in values]))

    def digest(self) -> bytes:
        """SHA-256 of the list as JSON."""
        return hashlib.sha256(b"[" + b",".join(self.written) + b"]").digest()

    def change_from(self, before: "Items", kind: type[Change]) -> Change | None:
        """What is different from a list before, apart from how both begin and end; None where that is nearly all."""
        old, new = before.written, self.written
        if old == new:
            return kind()
        most = min(len(old), len(new))
        begin = next(compress(count(), map(ne, old, new)), most)
        end = next(compress(count(), map(ne, reversed(old[begin:]), reversed(new[begin:]))), most - begin)
        added = self.values[begin : len(new) - end]
        if 2 * len(added) > len(new):
            return None
        runs = ((0, begin), (-1, len(added)), (len(old) - end, end))
        return kind(runs=tuple(run for run in runs if run[1]), added=tuple(added))

    def changed(self, change: Mapping[str, Any]) -> "Items":
        """The list after a change, as JSON has it."""
        if (runs := change.get("runs")) is None:
            return self
        added = iter(change["added"])
        parts = (
            [next(added) for _ in range(length)] if start < 0 else self.values[start : start + length]
            for start, length in runs
        )
        return Items.of(list(chain.from_iterable(parts)), self)


@dataclass(frozen=True)
class Tables:
    """The tables of the standings of an event.

    Attributes:
        of: digest of the standings.
        digest: of the tables: equal ones have equal digests, in whatever way they were reached.
        rankings: their rows by id.
    """

    of: str = ""
    digest: str = ""
    rankings: Mapping[str, Rows] = field(default_factory=dict)
    matches: Items = Items()
    boards: Items = Items()


def _digest(rankings: Mapping[str, Rows], matches: Items, boards: Items) -> str:
    """SHA-256 of tables."""
    whole = hashlib.sha256()
    for own, rows in rankings.items():
        whole.update(own.encode() + b"\n" + rows.digest())
    whole.update(matches.digest() + boards.digest())
    return whole.hexdigest()


def tables_of(standings: Standings, before: Tables | None = None) -> Tables:
    """The tables of standings, and of them in `of` the digest; what is as before costs next to nothing."""
    before = before or Tables()
    rankings = {each.id: Rows.of(_table(each.rows), before.rankings.get(each.id)) for each in standings.rankings}
    matches, boards = Items.of(standings.matches, before.matches), Items.of(standings.boards, before.boards)
    digest = _digest(rankings, matches, boards)
    own = hashlib.sha256(written(without_tables(standings)) + digest.encode()).hexdigest()
    return Tables(own, digest, rankings, matches, boards)


def _table(rows: Sequence[Any]) -> Table[Any]:
    return rows if isinstance(rows, Table) else ROWS.of(rows)


def without_tables(standings: Standings) -> Standings:
    """Standings as they are when all of their tables are changes."""
    rankings = tuple(each.replace(rows=ROWS.of(())) for each in standings.rankings)
    return standings.replace(rankings=rankings, matches=(), boards=())


def standings_digest(standings: Standings) -> str:
    """SHA-256 of standings, of their head and the digest of their tables: equal standings have equal digests."""
    return tables_of(standings).of


def change_from(before: Tables, now: Tables, standings: Standings, base: int) -> tuple[Standings, StandingsChange]:
    """Standings without the tables that a change of those before says, and that change.

    `base` is the sequence of the newest message that is whole.
    """
    rankings, changes = list[Ranking](), list[RowsChange | None]()
    for each in standings.rankings:
        known = before.rankings.get(each.id)
        changes.append(change_of(known, now.rankings[each.id], _table(each.rows)) if known is not None else None)
        rankings.append(each if changes[-1] is None else each.replace(rows=ROWS.of(())))
    matches = now.matches.change_from(before.matches, MatchesChange)
    boards = now.boards.change_from(before.boards, BoardsChange)
    head = standings.replace(
        rankings=tuple(rankings),
        matches=standings.matches if matches is None else (),
        boards=standings.boards if boards is None else (),
    )
    change = StandingsChange(
        before=before.of, base=base, tables=now.digest, rankings=tuple(changes), matches=matches, boards=boards
    )
    return head, change


def follow(before: Tables | None, message: Mapping[str, Any]) -> Tables:
    """The tables of an event after a message as JSON has it, of those after the one before, if any.

    Raises:
        ChangeRefused: it changes other tables than these, or does not give those that it names.
    """
    standings, change = message["standings"], message.get("changes")
    if change is None:
        rankings = {each["id"]: Rows.of_json(each["rows"]) for each in standings["rankings"]}
        matches, boards = (Items.of(standings[name], Items()) for name in ("matches", "boards"))
        return Tables(message["digest"], _digest(rankings, matches, boards), rankings, matches, boards)
    if before is None or before.of != change["before"]:
        raise ChangeRefused("it changes other standings")
    try:
        rankings = {
            each["id"]: Rows.of_json(each["rows"]) if own is None else applied(before.rankings[each["id"]], own)
            for each, own in zip(standings["rankings"], change["rankings"], strict=True)
        }
        matches, boards = (
            Items.of(standings[name], old) if (own := change.get(name)) is None else old.changed(own)
            for name, old in (("matches", before.matches), ("boards", before.boards))
        )
    except (LookupError, TypeError, ValueError) as error:
        raise ChangeRefused(f"it cannot be applied: {error}") from error
    if (digest := _digest(rankings, matches, boards)) != change["tables"]:
        raise ChangeRefused("the tables after it are others")
    return Tables(message["digest"], digest, rankings, matches, boards)


def whole_standings(tables: Tables, message: Mapping[str, Any]) -> dict[str, Any]:
    """The standings of a message as JSON has them, with the tables after it."""
    standings = message["standings"]
    rankings = [{**each, "rows": tables.rankings[each["id"]].lists()} for each in standings["rankings"]]
    return {
        **standings,
        "rankings": rankings,
        "matches": list(tables.matches.values),
        "boards": list(tables.boards.values),
    }
