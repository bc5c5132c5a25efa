"""What changed after standings were official: for whom, from which place and result to which."""

from collections.abc import Iterable
from typing import NamedTuple

from services.broadcast.domain.pages.rankings import Ranking, Row

MOST = 500
"""Changes that are listed."""

Result = tuple[str, str]
"""A place, and what decides it as it is written; empty for one who has none yet."""


class Change(NamedTuple):
    """Somebody whose place or result in a ranking is another one.

    Attributes:
        ranking: its title.
        before, after: place and result; None for who was not, or is not, ranked there.
    """

    ranking: str
    participant: str
    number: str
    name: str
    before: Result | None
    after: Result | None


def changes(official: Iterable[Ranking], now: Iterable[Ranking]) -> list[Change]:
    """What is different for whom, ranking by ranking, by the place that everybody has now."""
    before = {ranking.id: ranking for ranking in official}
    found: list[Change] = []
    for ranking in now:
        earlier = before.pop(ranking.id, None)
        found += _of_ranking(earlier, ranking)
    for gone in before.values():
        found += _of_ranking(gone, None)
    return found[:MOST]


def _of_ranking(official: Ranking | None, now: Ranking | None) -> list[Change]:
    old, new = _results(official), _results(now)
    ranking = now or official
    title = ranking.title if ranking else ""
    return [
        Change(title, who, str(row["number"]), str(row["name"] or ""), was, is_)
        for who, (row, _) in {**new, **{who: result for who, result in old.items() if who not in new}}.items()
        if (was := old[who][1] if who in old else None) != (is_ := new[who][1] if who in new else None)
    ]


def _results(ranking: Ranking | None) -> dict[str, tuple[Row, Result]]:
    rows = ranking.rows if ranking else ()
    return {
        str(row["participant"]): (row, (str(row["place"] or ""), ranking.form.text(row) if ranking else ""))
        for row in rows
    }
