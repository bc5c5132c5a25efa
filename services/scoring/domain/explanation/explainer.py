"""The totals of an event, explained.

Rules kept here:

1. What is explained is what is published: the same scores, sums and places, of the participant's ranking over all.
2. A total that no rule gives is said to be as stated; what is known of its boards and matches stands beside it.
"""

from collections.abc import Iterator, Sequence

from contracts.explanation import Explanation, Rival, Somebody
from contracts.standings import StandingRow
from services.scoring.domain.event.event_state import EventState, Scored
from services.scoring.domain.explanation.games import ExplainedGames
from services.scoring.domain.explanation.listing import Listed, Parts, listed
from services.scoring.domain.explanation.origins import Origins
from services.scoring.domain.explanation.rules import rules_of
from services.scoring.domain.explanation.totals import ExplainedTotals


class Explainer:
    """An event as it is now; explaining one participant more costs little more than its own results."""

    def __init__(self, state: EventState, scored: Scored) -> None:
        """Begin with nothing explained.

        Args:
            state: of the event; nothing more is applied to it while it is explained.
            scored: what it came to last.
        """
        self.standings = scored.standings
        self._origins = Origins(*state.merge.merged())
        self._totals: ExplainedGames | ExplainedTotals | None = None
        tournament, method = state.tournament, scored.method
        if tournament is not None:
            self._totals = ExplainedGames(tournament, self._origins)
        elif method is not None:
            event = state.bridge_event(method).view(method.apart)
            self._totals = ExplainedTotals(event, method, self._origins)

    def __iter__(self) -> Iterator[Explanation]:
        """Everybody with a total."""
        return map(self.explain, listed(self.standings))

    def explain(self, each: Listed) -> Explanation:
        """Why a participant has its total and its place."""
        row = each.row
        parts = self._totals.of(each) if self._totals is not None else Parts()
        rows = [other for other in each.ranking.rows if other.place is not None]
        tied = [other for other in rows if other.place == row.place and other.id != row.id]
        before, after = _neighbours(rows, row)
        return Explanation(
            event=self.standings.event,
            name=self.standings.name,
            discipline=self.standings.discipline,
            method=self.standings.method,
            kind=each.kind,
            participant=self._origins.somebody(each.kind, row.id),
            ranking=each.ranking.title,
            unit=each.ranking.unit,
            boards=row.boards,
            total=row.total,
            percentage=row.percentage,
            final=row.final,
            place=row.place,
            tied=tuple(map(_rival, tied)),
            ahead=None if before is None else _rival(before),
            behind=None if after is None else _rival(after),
            stated=row.stated,
            agrees=row.agrees,
            rules=rules_of(parts.sessions, parts.given),
            **parts._asdict(),
        )


def _rival(row: StandingRow) -> Rival:
    return Rival(
        place=row.place,
        somebody=Somebody(id=row.id, number=row.number, name=row.name),
        total=row.total,
        percentage=row.percentage,
        final=row.final,
        tie_breaks=row.tie_breaks,
    )


def _neighbours(rows: Sequence[StandingRow], own: StandingRow) -> tuple[StandingRow | None, StandingRow | None]:
    """Those before and behind a row who have another place."""
    at = next((number for number, row in enumerate(rows) if row.id == own.id), None)
    if at is None:
        return None, None
    before = next((row for row in reversed(rows[:at]) if row.place != own.place), None)
    return before, next((row for row in rows[at:] if row.place != own.place), None)
