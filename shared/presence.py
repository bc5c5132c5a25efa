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
        self._words: dict[str, list[PresenceFact]] = defaultdict(list)
        for fact in facts.presences:
            if fact.participant in known:
                self._words[fact.participant].append(fact)

    def away(self, session: str | None, number: int) -> dict[str, PresenceFact]:
        """Who is away in a round, with the word that says so."""
        return {who: word for who, word in self._said(session, number) if not word.present}

    def there(self, session: str | None, number: int) -> frozenset[str]:
        """Who is said to be there in a round, whatever files say."""
        return frozenset(who for who, word in self._said(session, number) if word.present)

    def _said(self, session: str | None, number: int) -> Iterator[tuple[str, PresenceFact]]:
        for who in sorted(self._words):
            word = self._deciding(self._words[who], session, number)
            if word is not None:
                yield who, word

    def _deciding(self, words: list[PresenceFact], session: str | None, number: int) -> PresenceFact | None:
        """Rules 1 and 2; of two words about the same round the one that names the session."""
        asked = (self._place(session), number)
        found: tuple[tuple[bool, When, bool], PresenceFact] | None = None
        for word in words:
            when = (asked[0] if word.session is None or session is None else self._place(word.session), word.round)
            if when > asked or (not word.lasting and when != asked):
                continue
            rank = (not word.lasting, when, word.session is not None)
            if found is None or found[0] < rank:
                found = (rank, word)
        return found[1] if found is not None else None

    def _place(self, session: str | None) -> int:
        return self._order.get(session, len(self._order)) if session is not None else -1
