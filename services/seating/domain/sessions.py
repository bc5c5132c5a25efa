"""The order of the sessions of an event, and which of them have begun."""

from contracts.facts import Facts
from shared.bridge.reported import is_reported


class Sessions:
    """The sessions of an event in the order in which the files list them; what belongs to none comes first."""

    def __init__(self, facts: Facts) -> None:
        """Look which sessions have results."""
        order: dict[str | None, int] = {None: 0}
        for session in facts.sessions:
            order.setdefault(session.id, len(order))
        self._order = order
        played = {result.session for result in facts.results if is_reported(result)}
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
