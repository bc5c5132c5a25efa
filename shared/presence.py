"""Who is away in a round, and who is present, by the director's decisions.

1. A decision about a single round overrides standing ones for that round.
2. Among standing decisions, that of the latest round reached applies: a pair that withdraws from round 3 and returns
   from round 6 is away in rounds 3, 4 and 5.
3. A decision without a session applies to the rounds of every session. A standing one with a session also applies to
   later sessions.
4. Decisions about participants whom no file lists have no effect.

The result depends on the merged facts alone, where each key has its newest decision.
"""

from collections import defaultdict
from collections.abc import Iterator

from contracts.facts import Facts, PresenceFact

When = tuple[int, int]
"""Place of the session among the sessions, and round."""


class Presence:
    """The director's decisions on who is away or present."""

    def __init__(self, facts: Facts) -> None:
        """Sort the decisions by participant."""
        known = {participant.id for participant in facts.participants} if facts.presences else set()
        self._order = {session.id: place for place, session in enumerate(facts.sessions)}
        self._decisions: dict[str, list[PresenceFact]] = defaultdict(list)
        for fact in facts.presences:
            if fact.participant in known:
                self._decisions[fact.participant].append(fact)

    def away(self, session: str | None, number: int) -> dict[str, PresenceFact]:
        """Participants who are away in a round, each with the decision."""
        return {
            participant: decision
            for participant, decision in self._decisions_in(session, number)
            if not decision.present
        }

    def there(self, session: str | None, number: int) -> frozenset[str]:
        """Participants declared present in a round, whatever the files say."""
        return frozenset(
            participant for participant, decision in self._decisions_in(session, number) if decision.present
        )

    def _decisions_in(self, session: str | None, number: int) -> Iterator[tuple[str, PresenceFact]]:
        for participant in sorted(self._decisions):
            decision = self._deciding(self._decisions[participant], session, number)
            if decision is not None:
                yield participant, decision

    def _deciding(self, decisions: list[PresenceFact], session: str | None, number: int) -> PresenceFact | None:
        """Rules 1 and 2; of two decisions about one round, the one that names the session."""
        asked = (self._place(session), number)
        best: tuple[tuple[bool, When, bool], PresenceFact] | None = None
        for decision in decisions:
            when = (
                asked[0] if decision.session is None or session is None else self._place(decision.session),
                decision.round,
            )
            if when > asked or (not decision.lasting and when != asked):
                continue
            rank = (not decision.lasting, when, decision.session is not None)
            if best is None or best[0] < rank:
                best = (rank, decision)
        return best[1] if best is not None else None

    def _place(self, session: str | None) -> int:
        return self._order.get(session, len(self._order)) if session is not None else -1
