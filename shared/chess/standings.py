"""Standings by points and tie-breaks in a stated order, every value with the terms of its sum.

After a change only what it touches is worked out again. What a value depends on:

| reach of a change | tie-breaks |
|---|---|
| those who changed | points, counts, progressive scores, boards, ARO, TPR, PTP |
| and who met them | BH, FB, SB and its extensions, SSSC, KS, APRO, APPO |
| and who met those | AOB |
| every group of tied participants with one who changed | DE and its extensions |

Rounds, ratings and the number of participants are the same, else everything is worked out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from shared.chess.model import Edition, Tournament
from shared.chess.tie_breaks import buchholz
from shared.chess.tie_breaks import direct_encounter as encounters
from shared.chess.tie_breaks.codes import OF_TIED_GROUPS, TieBreak, UnknownTieBreak, tie_break
from shared.chess.tie_breaks.values import Value, values

DEFAULT_INDIVIDUAL = ("PTS", "BH/C1", "BH", "SB", "DE", "WIN", "BPG")
DEFAULT_ROUND_ROBIN = ("PTS", "DE", "WIN", "SB", "KS")
DEFAULT_TEAM = ("PTS", "MPvGP", "EDE", "EMGSB/C1", "BC")
"""Orders where a tournament states none."""


@dataclass(frozen=True, slots=True)
class Row:
    """One participant in the standings: index, place from 1 (shared by equals), and a value for each tie-break."""

    index: int
    place: int
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Standings:
    """The whole order.

    Attributes:
        codes: points and tie-breaks in the order in which they decide.
    """

    edition: Edition
    codes: tuple[TieBreak, ...]
    rows: tuple[Row, ...]


def default_order(tournament: Tournament) -> tuple[str, ...]:
    """The order of a tournament that states none."""
    if tournament.team:
        return DEFAULT_TEAM
    return DEFAULT_ROUND_ROBIN if tournament.pre_determined else DEFAULT_INDIVIDUAL


@dataclass(frozen=True)
class Ranked:
    """Standings with everything that they were worked out from.

    Attributes:
        columns: for each code, the value of each index.
        keys: for each code, what each index is sorted by, the smaller the better.
        groups: for each code of direct encounters, how each tied group was split.
        named_by: for each index, who has met him or is to meet him by his own statement.
        explain: whether the values carry their terms.
    """

    tournament: Tournament
    standings: Standings
    columns: tuple[Sequence[Value], ...] = field(repr=False)
    keys: tuple[Sequence[Key], ...] = field(repr=False)
    groups: Mapping[tuple[int, tuple[int, ...]], encounters.Groups] = field(repr=False)
    named_by: Sequence[frozenset[int]] = field(repr=False)
    explain: bool = False


Key = int | Fraction | tuple[int | Fraction, ...]
_LAST = 1 << 62
"""The key of a value that is not known: after all others."""

_BY_SEVERAL = frozenset({"AOB", "SSSC", "TBR", "BBE"})
"""Codes whose values are compared by `Value.order`."""


def standings(tournament: Tournament, order: Sequence[str] = (), *, explain: bool = False) -> Standings:
    """Rank everybody.

    Args:
        tournament: after any number of rounds.
        order: codes as in record 212, points among them; the default order when empty.
        explain: whether every value carries its terms.
    """
    return _work_out(_nothing(tournament, order, explain=explain), tournament, None).standings


def rank(tournament: Tournament, order: Sequence[str] = (), *, explain: bool = False) -> Ranked:
    """Rank everybody, and keep what a later change needs."""
    named_by: list[set[int]] = [set() for _ in tournament.entrants]
    for index, entrant in enumerate(tournament.entrants):
        for turn in entrant.turns:
            if turn.opponent >= 0:
                named_by[turn.opponent].add(index)
    nothing = _nothing(tournament, order, explain=explain)
    return _work_out(replace(nothing, named_by=[frozenset(each) for each in named_by]), tournament, None)


def _nothing(tournament: Tournament, order: Sequence[str], *, explain: bool) -> Ranked:
    """The order that is asked for, before anything is worked out."""
    codes = understood(order or default_order(tournament))
    if not tournament.team:
        codes = [replace(code, score=None) for code in codes]  # a player has one score, whatever :MP or :GP says
    empty = Standings(tournament.edition, tuple(codes), ())
    return Ranked(tournament, empty, (), (), {}, (), explain)


def rank_again(before: Ranked, tournament: Tournament, changed: Collection[int]) -> Ranked:
    """The standings after a change.

    Args:
        before: the standings before.
        tournament: the tournament now: as many rounds, and the same participants with the same ratings.
        changed: the indexes of those whose turns differ.
    """
    named_by = list(before.named_by)
    for index in changed:
        old, new = (
            {turn.opponent for turn in each.entrants[index].turns if turn.opponent >= 0}
            for each in (before.tournament, tournament)
        )
        for other in old - new:
            named_by[other] -= {index}
        for other in new - old:
            named_by[other] |= {index}
    return _work_out(replace(before, named_by=named_by), tournament, frozenset(changed))


def _work_out(before: Ranked, tournament: Tournament, changed: frozenset[int] | None) -> Ranked:
    """Work out what a change touches; everything when `changed` is None."""
    reach: tuple[Collection[int] | None, ...] = (None, None, None)
    if changed is not None:
        near = _reached(before, changed)
        reach = (changed, near, _reached(before, near))
        buchholz.carry(before.tournament, tournament, changed, near)
    columns: list[Sequence[Value]] = []
    keys: list[Sequence[Key]] = []
    groups: dict[tuple[int, tuple[int, ...]], encounters.Groups] = {}
    touched: set[int] = set()
    for at, code in enumerate(before.standings.codes):
        if code.name in OF_TIED_GROUPS:
            fresh = _encounters(before, tournament, keys, at, changed, groups)
        else:
            fresh = values(tournament, code, of=reach[_REACH.get(code.name, 0)], explain=before.explain)
        if changed is None:
            column = [fresh[index] for index in range(len(fresh))]
            key = _keys(column, code)
        else:
            column, key = list(before.columns[at]), list(before.keys[at])
            for (index, value), sort_by in zip(fresh.items(), _keys(fresh.values(), code), strict=True):
                column[index], key[index] = value, sort_by
            touched.update(fresh)
        columns.append(column)
        keys.append(key)
    rows = _rows(before, tournament, columns, keys, None if changed is None else touched)
    return Ranked(
        tournament,
        replace(before.standings, rows=rows),
        tuple(columns),
        tuple(keys),
        groups,
        before.named_by,
        before.explain,
    )


_REACH = {
    **dict.fromkeys(("BH", "FB", "SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC", "KS", "APRO", "APPO"), 1),
    "AOB": 2,
}
"""How far a change reaches: 0 those who changed, 1 also those who met them, 2 also those who met these."""


def _reached(ranked: Ranked, indexes: Collection[int]) -> frozenset[int]:
    return frozenset(indexes).union(*(ranked.named_by[index] for index in indexes))


def _keys(values: Iterable[Value], code: TieBreak) -> list[Key]:
    """What values of a code are sorted by, the smaller the better."""
    sign = 1 if code.lower_is_better or code.name in OF_TIED_GROUPS else -1
    if code.name in _BY_SEVERAL:
        return [(_LAST,) if each.order is None else tuple([sign * part for part in each.order]) for each in values]
    return [_LAST if each.units is None else sign * each.units for each in values]


def _encounters(
    before: Ranked,
    tournament: Tournament,
    keys: Sequence[Sequence[Key]],
    at: int,
    changed: frozenset[int] | None,
    groups: dict[tuple[int, tuple[int, ...]], encounters.Groups],
) -> dict[int, Value]:
    """Places among those who are tied so far; after a change, of the groups that are new or have one who changed."""
    code = before.standings.codes[at]
    tied: dict[object, list[int]] = {}
    for index, so_far in enumerate(zip(*keys, strict=True) if keys else [()] * len(tournament.entrants)):
        tied.setdefault(so_far, []).append(index)
    column: dict[int, Value] = {}
    for group in tied.values():
        name = (at, tuple(group))
        known = before.groups.get(name) if changed is not None and changed.isdisjoint(group) else None
        parts = groups[name] = known or (
            encounters.direct_encounter(tournament, group, code) if len(group) > 1 else [group]
        )
        if known is not None:
            continue
        place = 1
        for part in parts:
            column.update(dict.fromkeys(part, Value(place)))
            place += len(part)
        if before.explain:
            for index in group:
                terms = encounters.explained(tournament, index, group, code)
                column[index] = column[index]._replace(terms=terms)
    return column


def _rows(
    before: Ranked,
    tournament: Tournament,
    columns: Sequence[Sequence[Value]],
    keys: Sequence[Sequence[Key]],
    touched: Collection[int] | None,
) -> tuple[Row, ...]:
    """Everybody in order; a row that is as before is the same object."""
    everybody = range(len(tournament.entrants))
    if not columns:
        return tuple(Row(index, 1, ()) for index in sorted(everybody, key=lambda at: tournament.entrants[at].number))
    known = {} if touched is None else {row.index: row for row in before.standings.rows if row.index not in touched}
    sort_by: list[tuple[Key, ...]] = list(zip(*keys, strict=True))
    of_row: list[tuple[Value, ...]] = list(zip(*columns, strict=True))
    numbers = [entrant.number for entrant in tournament.entrants]
    order = sorted(everybody, key=numbers.__getitem__)
    order.sort(key=sort_by.__getitem__)
    rows, place, last = [], 1, None
    for position, index in enumerate(order, 1):
        if sort_by[index] != last:
            place, last = position, sort_by[index]
        row = known.get(index)
        rows.append(row if row is not None and row.place == place else Row(index, place, of_row[index]))
    return tuple(rows)


def understood(order: Iterable[str]) -> list[TieBreak]:
    """The codes that are computed; another decides nothing, and the reader of the file says so."""
    codes: list[TieBreak] = []
    for text in order:
        with suppress(UnknownTieBreak):
            codes.append(tie_break(text))
    return codes
