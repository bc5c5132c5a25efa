"""Who has a total, and what an explanation of it consists of."""

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
    """Those of an identity, else of a number; of any kind, and in any ranking, if it is None."""
    every = [each for each in listed(standings, ranking) if kind in (None, each.kind)]
    return [each for each in every if each.row.id == name] or [each for each in every if each.row.number == name]
