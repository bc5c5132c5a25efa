"""What a fragment that is the whole of its scope withdraws, if it does not say it again (rule of `merge.py`)."""

from dataclasses import dataclass

from contracts.base import FileFormat
from contracts.facts import Facts, Scope
from contracts.facts.base import Fact
from contracts.messages import Fragment, Order

BY_SCOPE = frozenset({"results", "matches", "board_points", "games"})
"""Types that a whole fragment withdraws by session, section, round and board."""

BY_PARTICIPANT = frozenset({"seats", "adjustments", "totals", "awards"})
"""Types that a whole fragment withdraws for the participants that it lists, in the sessions that it covers."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What a fragment that is the whole of its scope covers."""

    order: Order
    format: FileFormat
    scope: Scope
    types: frozenset[str]
    participants: frozenset[tuple[str, str]]

    def covers(self, kind: str, fact: Fact) -> bool:
        """Whether a fact of this type would be repeated by the fragment if it still held."""
        if kind not in self.types:
            return False
        scope = self.scope
        if scope.sessions is not None and getattr(fact, "session", None) not in scope.sessions:
            return False
        if kind in BY_PARTICIPANT:
            participant_kind = getattr(fact, "participant_kind", None) or getattr(fact, "kind", None)
            return (participant_kind, getattr(fact, "participant", None)) in self.participants
        board = getattr(fact, "board", None)
        return (
            kind in BY_SCOPE
            and (scope.sections is None or getattr(fact, "section", None) in scope.sections)
            and (scope.rounds is None or getattr(fact, "round", None) in scope.rounds)
            and (scope.boards is None or not isinstance(board, str) or board in scope.boards)
        )


def cover_of(fragment: Fragment) -> Cover | None:
    """What a fragment withdraws; None when it is not the whole of its scope."""
    if not fragment.scope.whole:
        return None
    facts = fragment.facts
    types = {kind for kind in Facts.FIELDS if getattr(facts, kind)} | ({"adjustments"} if facts.totals else set())
    participants = frozenset((p.kind, p.id) for p in facts.participants)
    return Cover(fragment.order, fragment.file.format, fragment.scope, frozenset(types), participants)
