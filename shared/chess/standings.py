"""Standings by points and tie-breaks in a stated order, every value with the terms of its sum.

After a change only what it touches is worked out again, and only between the old place of somebody and the new one do
others move. What a value depends on:

| reach of a change | tie-breaks |
|---|---|
| those who changed | points, counts, progressive scores, boards, ARO, TPR, PTP |
| and who met them | BH, FB, SB and its extensions, SSSC, KS, APRO, APPO |
| and who met those | AOB |
| every group of tied participants with one who changed | DE and its extensions |

Rounds, ratings and the number of participants are the same, else everything is worked out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import itemgetter
from typing import Any

from shared.chess.model import Edition, Entrant, Tournament
from shared.chess.tie_breaks import direct_encounter as encounters
from shared.chess.tie_breaks.codes import OF_TIED_GROUPS, TieBreak, UnknownTieBreak, tie_break
from shared.chess.tie_breaks.values import Value, values

DEFAULT_INDIVIDUAL = ("PTS", "BH/C1", "BH", "SB", "DE", "WIN", "BPG")
DEFAULT_ROUND_ROBIN = ("PTS", "DE", "WIN", "SB", "KS")
DEFAULT_TEAM = ("PTS", "MPvGP", "EDE", "EMGSB/C1", "BC")
"""Orders where a tournament states none."""


@dataclass(slots=True)
class Row:
    """One participant in the standings; not frozen, because making a frozen one takes ten times as long."""

    index: int
    place: int
    shared: bool
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Standings:
    """The whole order; `codes` are points and tie-breaks in the order in which they decide."""

    edition: Edition
    codes: tuple[TieBreak, ...]
    rows: tuple[Row, ...]


def default_order(tournament: Tournament) -> tuple[str, ...]:
    """The order of a tournament that states none."""
    if tournament.team:
        return DEFAULT_TEAM
    return DEFAULT_ROUND_ROBIN if tournament.pre_determined else DEFAULT_INDIVIDUAL


Key = int | Fraction | tuple[int | Fraction, ...]
_LAST = 1 << 62
"""The key of a value that is not known: after all others."""

Entry = tuple[Any, ...]
"""What somebody is sorted by, the smaller the better: a key for each code, then pairing number and index."""

_ties = itemgetter(slice(0, -2))
"""Of an entry what those who are tied have in common."""

_BY_SEVERAL = frozenset({"AOB", "SSSC", "TBR", "BBE"})
"""Codes whose values are compared by `Value.order`."""


@dataclass(frozen=True)
class Ranked:
    """Standings with everything that they were worked out from.

    Attributes:
        columns: for each code, the value of each index.
        entries: what each index is sorted by.
        named_by: for each index, who has met him or is to meet him by his own statement.
    """

    tournament: Tournament
    standings: Standings
    columns: Sequence[Sequence[Value]] = field(repr=False)
    entries: Sequence[Entry] = field(repr=False)
    order: Sequence[Entry] = field(repr=False)
    named_by: Sequence[tuple[int, ...]] = field(repr=False)


def standings(tournament: Tournament, order: Sequence[str] = (), *, explain: bool = False) -> Standings:
    """Rank everybody after any number of rounds; with `explain`, every value carries its terms.

    The order has codes as in record 212, points among them; the default order when empty.
    """
    return rank(tournament, order, explain=explain).standings


def rank(tournament: Tournament, order: Sequence[str] = (), *, explain: bool = False) -> Ranked:
    """Rank everybody, and keep what a later change needs."""
    codes = understood(order or default_order(tournament))
    if not tournament.team:
        codes = [replace(code, score=None) for code in codes]  # a player has one score, whatever :MP or :GP says
    everybody = range(len(tournament.entrants))
    columns: list[list[Value]] = []
    keys: list[list[Key]] = []
    for code in codes:
        if code.name in OF_TIED_GROUPS:
            tied: dict[Entry, list[int]] = defaultdict(list)
            for index, entry in enumerate(zip(*keys, strict=True) if keys else [()] * len(everybody)):
                tied[entry].append(index)
            fresh = _encounters(tournament, code, tied.values(), explain=explain)
        else:
            fresh = values(tournament, code, explain=explain)
        columns.append([fresh[index] for index in everybody])
        keys.append(_column_keys(columns[-1], code))
    entries: list[Entry] = list(zip(*keys, [each.number for each in tournament.entrants], everybody, strict=True))
    in_order = sorted(entries)
    rows = _rows(in_order, 0, len(in_order), columns, {})
    named_by: list[list[int]] = [[] for _ in everybody]
    for index in everybody:
        for opponent in _opponents(tournament.entrants[index]):
            named_by[opponent].append(index)
    table = Standings(tournament.edition, tuple(codes), tuple(rows))
    return Ranked(tournament, table, columns, entries, in_order, [*map(tuple, named_by)])


def _opponents(entrant: Entrant) -> set[int]:
    return {turn.opponent for turn in entrant.turns if turn.opponent >= 0}


def rank_again(before: Ranked, entrants: tuple[Entrant, ...], changed: Collection[int]) -> Ranked:
    """The standings after a change of some turns; entrants, rounds and ratings are otherwise as before."""
    named_by = list(before.named_by)
    for index in changed:
        old, new = _opponents(before.tournament.entrants[index]), _opponents(entrants[index])
        for other in old - new:
            named_by[other] = tuple([each for each in named_by[other] if each != index])
        for other in new - old:
            named_by[other] = tuple(sorted((*named_by[other], index)))
    near = _reached(named_by, changed)
    reach = (frozenset(changed), near, _reached(named_by, near))
    tournament = before.tournament.after(entrants, reach[0], near)
    columns, touched = list(before.columns), set(changed)
    for at, code in enumerate(before.standings.codes):
        if code.name in OF_TIED_GROUPS:
            tied = _tied_anew(before, columns[:at], touched, changed)
            fresh = _encounters(tournament, code, tied)
        else:
            fresh = values(tournament, code, of=reach[_REACH.get(code.name, 0)])
        differing = {index: value for index, value in fresh.items() if value != columns[at][index]}
        if differing:
            columns[at] = column = list(columns[at])
            for index, value in differing.items():
                column[index] = value
            touched |= differing.keys()
    return _moved(replace(before, tournament=tournament, columns=columns, named_by=named_by), touched)


_REACH = {
    **dict.fromkeys(("BH", "FB", "SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC", "KS", "APRO", "APPO"), 1),
    "AOB": 2,
}
"""How far a change reaches: 0 those who changed, 1 also those who met them, 2 also those who met these."""


def _reached(named_by: Sequence[tuple[int, ...]], indexes: Collection[int]) -> frozenset[int]:
    return frozenset(indexes).union(*(named_by[index] for index in indexes))


def _moved(ranked: Ranked, touched: Collection[int]) -> Ranked:
    """The same with those who have other values at their places; a row that is as before is the same object."""
    columns, codes = ranked.columns, ranked.standings.codes
    entries, order, moves = list(ranked.entries), list(ranked.order), []
    for index in touched:
        old = entries[index]
        entries[index] = new = (*_keys(columns, codes, index), *old[-2:])
        at = bisect_left(order, old)
        del order[at]
        there = bisect_left(order, new)
        order.insert(there, new)
        moves.append((min(at, there), max(at, there) + 1))
    rows = list(ranked.standings.rows)
    for start, end in _parts(order, moves):
        known = {row.index: row for row in rows[start:end] if row.index not in touched}
        rows[start:end] = _rows(order, start, end, columns, known)
    return replace(ranked, standings=replace(ranked.standings, rows=tuple(rows)), entries=entries, order=order)


def _parts(order: Sequence[Entry], moves: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of an order in which somebody has moved, with all who are tied with their neighbours, or were."""
    wider = (
        (
            bisect_left(order, _ties(order[start - 1])) if start else 0,
            bisect_right(order, _ties(order[end]), key=_ties) if end < len(order) else end,
        )
        for start, end in moves
    )
    parts: list[tuple[int, int]] = []
    for start, end in sorted(wider):
        if parts and start < parts[-1][1]:
            parts[-1] = (parts[-1][0], max(end, parts[-1][1]))
        else:
            parts.append((start, end))
    return parts


def _rows(
    order: Sequence[Entry], start: int, end: int, columns: Sequence[Sequence[Value]], known: Mapping[int, Row]
) -> list[Row]:
    """The rows of a part of the order that divides none who are tied."""
    rows: list[Row] = []
    part = order[start:end]
    place, last, keys = 0, None, [entry[:-2] for entry in part]
    for at, (entry, own, following) in enumerate(zip(part, keys, [*keys[1:], None], strict=bool(keys)), start + 1):
        if own != last:
            place, last, shared = at, own, own == following
        index = entry[-1]
        row = known.get(index)
        if row is None or row.place != place or row.shared is not shared:
            values = tuple([column[index] for column in columns]) if row is None else row.values
            row = Row(index, place, shared, values)
        rows.append(row)
    return rows


def _keys(columns: Sequence[Sequence[Value]], codes: Iterable[TieBreak], index: int) -> Entry:
    """What somebody is sorted by in some columns, those of the first codes."""
    return tuple([_column_keys((column[index],), code)[0] for column, code in zip(columns, codes, strict=False)])


def _column_keys(column: Sequence[Value], code: TieBreak) -> list[Key]:
    """What values of a code are sorted by, the smaller the better."""
    sign = 1 if code.lower_is_better or code.name in OF_TIED_GROUPS else -1
    if code.name in _BY_SEVERAL:
        return [(_LAST,) if each.order is None else tuple([sign * part for part in each.order]) for each in column]
    return [_LAST if each.units is None else sign * each.units for each in column]


def _tied_anew(
    before: Ranked, columns: Sequence[Sequence[Value]], touched: Collection[int], changed: Collection[int]
) -> Iterator[list[int]]:
    """Who is tied by the first columns now, in each group with one who came, has left or has changed."""
    codes, tied_until = before.standings.codes, itemgetter(slice(0, len(columns)))
    now = {index: _keys(columns, codes, index) for index in touched}
    was = {index: tied_until(before.entries[index]) for index in now}
    moved = {index: entry for index, entry in now.items() if entry != was[index]}
    for entry in {*(now[index] for index in changed), *moved.values(), *(was[index] for index in moved)}:
        start, end = bisect_left(before.order, entry), bisect_right(before.order, entry, key=tied_until)
        stayed = [each[-1] for each in before.order[start:end] if each[-1] not in moved]
        if group := sorted([*stayed, *(index for index, there in moved.items() if there == entry)]):
            yield group


def _encounters(
    tournament: Tournament, code: TieBreak, tied: Iterable[list[int]], *, explain: bool = False
) -> dict[int, Value]:
    """Places among those who are tied."""
    column: dict[int, Value] = {}
    for group in tied:
        place = 1
        for part in encounters.direct_encounter(tournament, group, code) if len(group) > 1 else [group]:
            column.update(dict.fromkeys(part, Value(place)))
            place += len(part)
        if explain:
            for index in group:
                terms = encounters.explained(tournament, index, group, code)
                column[index] = column[index]._replace(terms=terms)
    return column


def understood(order: Iterable[str]) -> list[TieBreak]:
    """The codes that are computed; another decides nothing, and the reader of the file says so."""
    codes: list[TieBreak] = []
    for text in order:
        with suppress(UnknownTieBreak):
            codes.append(tie_break(text))
    return codes
