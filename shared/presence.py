"""Who is away in a round, and who is there, by the word of the director.

Rules kept here:

1. A word about one round alone counts in that round before all lasting ones.
2. Of lasting words that of the latest round up to the one that is asked for counts: who withdraws from round 3 on and
   comes back from round 6 on is away in 3, 4 and 5.
3. A word without a session is about the rounds of any session. One with a session is lasting in the later ones too.
4. Words about somebody who is not among the participants say nothing.

The answer depends on the merged facts alone, of which each key has its newest word.
"""

from collections import defaultdict
from collections.abc import Iterator

from contracts.facts import Facts, PresenceFact

When = tuple[int, int]
"""Place of the session among the sessions, and round."""


class Presence:
    """What the director has said of who is there."""

    def __init__(self, facts: Facts) -> None:
        """Sort the words by whom they are about."""
        known = {participant.id for participant in facts.participants} if facts.presences else set()
        self._order = {session.id: place for place, session in enumerate(facts.sessions)}
        self._decisions: dict[str, list[PresenceFact]] = defaultdict(list)
        for fact in facts.presences:
            if fact.participant in known:
                self._decisions[fact.participant].append(fact)

    def away(self, session: str | None, number: int) -> dict[str, PresenceFact]:
        """Who is away in a round, with the word that says so."""
        return {
            participant: decision
            for participant, decision in self._decisions_in(session, number)
            if not decision.present
        }

    def there(self, session: str | None, number: int) -> frozenset[str]:
        """Who is said to be there in a round, whatever files say."""
        return frozenset(
            participant for participant, decision in self._decisions_in(session, number) if decision.present
        )

    def _decisions_in(self, session: str | None, number: int) -> Iterator[tuple[str, PresenceFact]]:
        for participant in sorted(self._decisions):
            decision = self._deciding(self._decisions[participant], session, number)
            if decision is not None:
                yield participant, decision

    def _deciding(self, decisions: list[PresenceFact], session: str | None, number: int) -> PresenceFact | None:
        """Rules 1 and 2; of two words about the same round the one that names the session."""
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
