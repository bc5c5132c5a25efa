"""Who has a total, and what an explanation of it consists of."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from contracts.explanation import ExplainedScale, ExplainedSession, Given
from contracts.standings import Ranking, StandingRow, Standings, TieBreakValue

Kind = Literal["player", "pair", "team"]

WHY_STATED = "The total is as the file states it: no rule gives it from the results that the file has."


class Listed(NamedTuple):
    """A participant with its row in the ranking that its place is of."""

    kind: Kind
    ranking: Ranking
    row: StandingRow


class Parts(NamedTuple):
    """What a total is made of; the fields of an `Explanation`."""

    sessions: Sequence[ExplainedSession] = ()
    given: Sequence[Given] = ()
    basis: Literal["boards", "matches", "games", "wins", "stated"] = "stated"
    why: str = WHY_STATED
    score: Fraction | None = None
    possible: Fraction | None = None
    value: Fraction | None = None
    by_percentage: bool = False
    stretched_to: int | None = None
    sit_out: int | None = None
    tie_breaks: Sequence[TieBreakValue] = ()
    scales: Sequence[ExplainedScale] = ()
    imp_bounds: Sequence[int] = ()


def listed(standings: Standings, only: str | None = None) -> list[Listed]:
    """Everybody with a total, once, in the order of the rankings; in one of them if it is named."""
    seen: dict[tuple[Kind, str], Listed] = {}
    for ranking in standings.rankings:
        if ranking.kind is not None and only in (None, ranking.id):
            for row in ranking.rows:
                seen.setdefault((ranking.kind, row.id), Listed(ranking.kind, ranking, row))
    return list(seen.values())


def chosen(standings: Standings, kind: str | None, name: str, ranking: str | None = None) -> list[Listed]:
    """Those of an identity, else of a number, else of a name; of any kind, and in any ranking, if it is None."""
    every = [each for each in listed(standings, ranking) if kind in (None, each.kind)]
    return (
        [each for each in every if each.row.id == name]
        or [each for each in every if each.row.number == name]
        or [each for each in every if _is_named(each.row, name)]
    )


def similar(standings: Standings, text: str) -> list[StandingRow]:
    """Those whom somebody may mean: the text is their number without section and direction, or a part of their name."""
    rows = [each.row for each in listed(standings)]
    of_number = [row for row in rows if re.sub("[^0-9]", "", row.number) == text]
    return of_number or [row for row in rows if text.casefold() in f"{row.name} {' '.join(row.players)}".casefold()]


def _is_named(row: StandingRow, name: str) -> bool:
    return name.casefold() in (each.casefold() for each in (row.name, *row.players))
