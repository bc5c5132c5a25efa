"""Which session an event is in: seats of a session that is over are not taken any more."""

from contracts.facts import Facts, ResultFact

DECIDED = frozenset({"points", "artificial", "weighted", "average", "not_played"})
"""Kinds of score that are final; a late play or a blank is still to come."""


def is_in(result: ResultFact) -> bool:
    """Whether either side of a line has its score."""
    return result.ns_score.kind in DECIDED or result.ew_score.kind in DECIDED


class Sessions:
    """The sessions of an event in the order in which the files list them; what belongs to none comes first."""

    def __init__(self, facts: Facts) -> None:
        """Look which sessions have results."""
        order: dict[str | None, int] = {None: 0}
        for session in facts.sessions:
            order.setdefault(session.id, len(order))
        self._order = order
        played = {result.session for result in facts.results if is_in(result)}
        self.current = max((self.place(session) for session in played), default=-1)

    def place(self, session: str | None) -> int:
        """Where a session comes; one that is not listed comes after all that are."""
        return self._order.get(session, len(self._order))

    def has_begun(self, session: str | None) -> bool:
        """Whether this session, or a later one, has results."""
        return self.place(session) <= self.current

    def is_past(self, session: str | None) -> bool:
        """Whether a later session has results; what belongs to the whole event is never past."""
        return session is not None and self.place(session) < self.current
