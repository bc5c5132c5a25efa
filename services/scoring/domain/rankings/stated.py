"""Standings of an event that is not scored again: what its newest file states, shown as stated."""

from collections.abc import Mapping, Sequence

from contracts.base import Direction
from contracts.facts import Participant, StatedTotal
from contracts.standings import AS_STATED, Ranking, StandingRow, StatedRow
from services.scoring.domain.differences.rankings import place_of
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.totals import name_of


def stated_ranking(
    participants: Sequence[Participant],
    stated: Mapping[tuple[str, str], StatedTotal],
    unit: str,
    line: Direction | None = None,
) -> Ranking:
    """Rank participants by their stated places; those without one come last, in the order of their numbers.

    Args:
        participants: of the kind that is ranked.
        stated: totals by kind and id of the participant.
        unit: of the stated totals.
        line: of those who are ranked, where each has a winner of its own.
    """
    rows = []
    for participant in participants:
        total = stated.get((participant.kind, participant.id))
        place = place_of(total)
        rows.append(
            StandingRow(
                id=participant.id,
                number=participant.number or participant.id,
                name=name_of(participant),
                players=tuple(person.name or "" for person in participant.players),
                section=participant.section,
                direction=participant.direction,
                place=str(place) if place else None,
                rank=place.first if place else None,
                total=total.total if total else None,
                maximum=total.maximum if total else None,
                percentage=total.percentage if total else None,
                boards=(total.boards_played if total else None) or 0,
                wins=total.wins if total else None,
                stated=StatedRow(place=total.place, total=total.total, percentage=total.percentage) if total else None,
            )
        )
    rows.sort(key=lambda row: (row.rank is None, row.rank or 0, key_order((row.id,))))
    kind = participants[0].kind if participants else None
    title = {Direction.NS: "North-South", Direction.EW: "East-West"}[line] if line is not None else "Overall"
    return Ranking(
        id=line or "overall", title=f"{title}{AS_STATED}", kind=kind, unit=unit, direction=line, rows=tuple(rows)
    )


def is_as_stated(ranking: Ranking) -> bool:
    """Whether a ranking is one of these."""
    return ranking.title.endswith(AS_STATED)
