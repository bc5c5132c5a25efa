"""Rankings with the places and totals that the organiser chose to show: those computed, or those stated."""

from collections.abc import Iterable

from contracts.facts import ValuesShown
from contracts.standings import AS_STATED, Ranking, StandingRow
from shared.bridge.rankings.stated_places import Stated, stated_places


def public_rankings(rankings: tuple[Ranking, ...], values: ValuesShown) -> tuple[Ranking, ...]:
    """Rankings with these values, without what the other ones are.

    Of those stated, rankings of which nothing is stated are left out; where nothing is stated of any, they are all as
    they are computed. Of those computed, rankings that are shown as stated are left out.
    """
    if values == "both":
        return rankings
    if values == "computed":
        rankings = tuple(each for each in rankings if not each.title.endswith(AS_STATED))
    elif stated := tuple(each for each in rankings if is_stated(each.rows)):
        return tuple(each.replace(rows=_stated(tuple(each.rows))) for each in stated)
    return tuple(each.replace(rows=[row.replace(stated=None, agrees=None) for row in each.rows]) for each in rankings)


def is_stated(rows: Iterable[StandingRow]) -> bool:
    """Whether a file states anything for one of these."""
    return any(_said(row).says_anything for row in rows)


def _stated(rows: tuple[StandingRow, ...]) -> list[StandingRow]:
    """Rows with what is stated in the place of what is computed, and of what goes with that."""
    said = [_said(row) for row in rows]
    return [
        row.replace(
            place=place,
            rank=rank,
            total=own.total,
            percentage=own.percentage,
            maximum=None,
            adjustment=None,
            handicap=None,
            carry_forward=None,
            final=None,
            wins=None,
            tie_breaks=(),
            agrees=None,
        )
        for row, own, (place, rank) in zip(rows, said, stated_places(said), strict=True)
    ]


def _said(row: StandingRow) -> Stated:
    own = row.stated
    return Stated() if own is None else Stated(own.place, own.total, own.percentage)
